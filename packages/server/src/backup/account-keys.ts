import { systemClock } from '../base/clock.ts';
import { baseOf } from '../crypto/root-key.ts';
import { openVault } from '../crypto/vault.ts';
import { DeploymentKeys, type StoredVersion, versionsKey } from '../keys/deployment-keys.ts';
import { erasedAccounts } from '../keys/erase-account.ts';
import { openMediaKey } from '../keys/media-keys.ts';
import type { SealingKey } from '../storage/cipher.ts';
import { storageKey } from '../storage/key.ts';
import type { AccountKeys } from '../storage/sealed.ts';
import { StorageError } from '../storage/storage.ts';
import type { KeyRows, RestoredKeys } from '../store/snapshot.ts';
import { BackupRefused } from './errors.ts';
import { inParallel } from './in-parallel.ts';
import type { BackupKeys } from './keys.ts';
import type { Manifest, StoredKeys } from './manifest.ts';
import { FOLDERS, named, namesIn, type Target } from './target.ts';

/** The keys of an account in a target, as its rows seal them. Bytes are base64. */
interface KeysOfAccount {
  readonly keys: readonly { readonly version: number; readonly wrapped: string }[];
  readonly media: readonly { readonly id: string; readonly data: string }[];
}

/** End of the name that stays in a target in place of the keys of an erased account. */
const ERASED = '_erased';

/** Returns whether a name says that an account was erased. */
export const isErasedMark = (name: string): boolean => name.endsWith(ERASED);

const markOf = (target: Target, account_id: string): string => target.accountName(account_id) + ERASED;

const keyOf = (name: string): string => storageKey({ account: FOLDERS.keys, mediaId: name });

/** Keys that are read at once. */
const READS_AT_ONCE = 8;

/**
 * Writes the keys of accounts apart from their rows, so that a target can lose the keys of an erased account and keep its backups.
 * Deletes the keys of accounts that were erased since. Throws `BackupRefused` when an account exists that was erased in the target.
 * @param known names that a kept backup needs, which are not written again
 * @param marked names in the target before the rows were read
 */
export async function writeAccountKeys(
  target: Target,
  { accountKeys, mediaKeys, meta }: KeyRows,
  { known, marked }: { readonly known: ReadonlySet<string>; readonly marked: ReadonlySet<string> },
): Promise<StoredKeys> {
  await shredAccounts(target, erasedAccounts(meta));
  const media = Map.groupBy(mediaKeys, ({ account_id }) => account_id);
  const accounts = [...Map.groupBy(accountKeys, ({ account_id }) => account_id)].map(([id, keys]) => {
    const content: KeysOfAccount = {
      keys: keys.map(({ version, wrapped }) => ({ version, wrapped: base64(wrapped) })),
      media: (media.get(id) ?? []).map((row) => ({ id: row.id, data: base64(row.data) })),
    };
    const text = JSON.stringify(content);
    return { id, name: target.keysName(id, text), text };
  });
  for (const { id, name, text } of accounts) {
    if (marked.has(markOf(target, id))) {
      throw new BackupRefused(
        `The account ${id} was erased in this target, and the store has it again: nothing could restore it. Choose another target`,
      );
    }
    if (known.has(name) || (await isErased(target, id))) continue;
    await target.putKeys(name, text);
    // An account that was erased meanwhile: its mark was written before its keys were deleted.
    if (await isErased(target, id)) await target.blobs.delete(keyOf(name));
  }
  const versions = meta.find(({ key }) => key === versionsKey('account-keys'));
  return {
    versions: versions ? (JSON.parse(versions.value) as StoredVersion[]) : [],
    accounts: accounts.map(({ id, name }) => ({ id, name })),
  };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const isErased = (target: Target, account_id: string): Promise<boolean> =>
  target.blobs.has(keyOf(markOf(target, account_id)));

/**
 * Deletes the keys of erased accounts from a target, in all its backups, and marks the accounts as erased. What the backups have of
 * these accounts can't be opened any more. Returns how many keys it deleted.
 */
export async function shredAccounts(target: Target, account_ids: readonly string[]): Promise<number> {
  if (account_ids.length === 0) return 0;
  const names = await namesIn(target, FOLDERS.keys);
  let deleted = 0;
  for (const account_id of account_ids) {
    const mark = markOf(target, account_id);
    if (!names.has(mark)) await target.putKeys(mark, '');
    const prefix = `${target.accountName(account_id)}_`;
    for (const name of names) {
      if (!name.startsWith(prefix) || name === mark) continue;
      await target.blobs.delete(keyOf(name));
      deleted += 1;
    }
  }
  return deleted;
}

/** The keys of accounts in a backup. */
export interface OpenAccountKeys extends RestoredKeys {
  /** Keys of the media, for a storage that reads. */
  readonly media: AccountKeys;
}

/**
 * Reads the keys of accounts in a backup. Throws `BackupDamaged` when keys are missing and their account was not erased, or when they
 * can't be opened.
 */
export async function readAccountKeys(
  target: Target,
  keys: BackupKeys,
  stored: Manifest['keys'],
): Promise<OpenAccountKeys> {
  const { versions, accounts } = stored ?? { versions: [], accounts: [] };
  const master = new DeploymentKeys(keys.rootKey, baseOf(keys.root, keys.rootKey), systemClock);
  master.use('account-keys', versions);
  const accountKeys: RestoredKeys['accountKeys'][number][] = [];
  const erased: string[] = [];
  const media = new Map<string, readonly SealingKey[]>();
  await inParallel(READS_AT_ONCE, each(accounts), async ({ id, name }) => {
    await named(`the key set of the account ${id}`, async () => {
      const text = await target.keys(name).catch(async (error) => {
        if (!isMissing(error) || !(await isErased(target, id))) throw error;
      });
      if (text === undefined) return void erased.push(id);
      const own = JSON.parse(text) as KeysOfAccount;
      const rows = own.keys.map(({ version, wrapped }) => {
        return { account_id: id, version, wrapped: Buffer.from(wrapped, 'base64'), active_from: 0 };
      });
      const vault = openVault(master, systemClock, rows);
      media.set(
        id,
        own.media.map((row) => openMediaKey(vault, { id: row.id, data: Buffer.from(row.data, 'base64') })),
      );
      accountKeys.push(...rows);
    });
  });
  return {
    accountKeys,
    erased,
    media: {
      current: () => Promise.reject(new Error('Media of a backup are only read')),
      find: async (account, id) => media.get(account)?.find((key) => key.id.equals(id)),
    },
  };
}

const isMissing = (error: unknown): boolean => error instanceof StorageError && error.fault === 'missing';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
