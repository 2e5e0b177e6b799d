import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { AccountDirectory } from '../context/account-directory.ts';
import { KEY_BYTES } from '../crypto/keys.ts';
import type { Vault } from '../crypto/vault.ts';
import { type SealingKey, sealingKey } from '../storage/cipher.ts';
import type { AccountKeys } from '../storage/sealed.ts';
import { insertMediaKey, listMediaKeys } from '../store/queries/media-keys.ts';
import type { MediaKeyRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { EarlierReleases } from './earlier-releases.ts';

/** Folders of the storage that belong to an account are named after its id; others have words. */
const ACCOUNT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Id of the media key that belongs to a version of the key of an account. */
const idOf = (version: number): string => `media-key:${version}`;

/** Opens the media key in a row. Throws when the key of the account has not sealed it. */
export function openMediaKey(vault: Pick<Vault, 'open'>, { id, data }: Pick<MediaKeyRow, 'id' | 'data'>): SealingKey {
  const { key } = vault.open<{ key: string }>(id, data);
  return sealingKey(Buffer.from(key, 'base64url'), 'account');
}

interface MediaKeysOptions {
  readonly store: Store;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly earlierReleases: Pick<EarlierReleases, 'mayRun'>;
}

/**
 * The keys that seal the media of accounts. An account has a random media key for each version of its own key, made with the first
 * upload under that version. The account's key seals the media keys in the store, so a rotation seals these rows again and leaves the
 * files as they are, and an erased account has no key to open its files with. While processes of an earlier release may run, which know no
 * media keys, new files get the key of the deployment.
 */
export class MediaKeys implements AccountKeys {
  readonly #options: MediaKeysOptions;
  /** Opened keys by account and id. */
  readonly #known = new Map<string, ReadonlyMap<string, SealingKey>>();

  /** Grows when an account changes, so that keys which were read before its erasure aren't remembered after it. */
  #changes = 0;

  constructor(options: MediaKeysOptions) {
    this.#options = options;
    const forget = () => {
      this.#changes += 1;
      this.#known.clear();
    };
    options.store.onSignal('account', forget);
    options.store.onSignal('gap', forget);
  }

  async current(folder: string): Promise<SealingKey | undefined> {
    const { accounts, earlierReleases } = this.#options;
    if (!ACCOUNT.test(folder) || earlierReleases.mayRun) return undefined;
    const vault = (accounts.known(folder) ?? (await accounts.find(folder)))?.vault;
    if (!vault) throw new Error(`There is no account ${folder}, so nothing can be stored for it`);
    const id = idOf(vault.newestHead().readUInt16BE());
    const known = this.#known.get(folder)?.get(id) ?? (await this.#load(folder)).get(id);
    return known ?? (await this.#make(folder, id, vault));
  }

  async find(account: string, id: Buffer): Promise<SealingKey | undefined> {
    const among = (keys: ReadonlyMap<string, SealingKey> = new Map()) =>
      [...keys.values()].find((key) => key.id.equals(id));
    return among(this.#known.get(account)) ?? among(await this.#load(account));
  }

  /** Makes a key. Of several processes that make it at once, one is first. */
  async #make(account_id: string, id: string, vault: Vault): Promise<SealingKey> {
    const { clock, ids, store } = this.#options;
    const data = vault.seal(id, { key: ids.secret(KEY_BYTES) });
    await store.transaction(async (tx) => {
      if (!(await tx.lock({ account: account_id })).account) throw new Error(`The account ${account_id} was erased`);
      await tx.run(insertMediaKey, { account_id, id, created_at: clock.now(), data });
    });
    return (await this.#load(account_id)).get(id) as SealingKey;
  }

  /** Reads the keys of an account, which another process may have made. */
  async #load(account_id: string): Promise<ReadonlyMap<string, SealingKey>> {
    const { accounts, store } = this.#options;
    const changes = this.#changes;
    const rows = await store.system.all(listMediaKeys, { account_id });
    const account = rows.length > 0 ? await accounts.find(account_id) : undefined;
    const keys = new Map(account && rows.map((row) => [row.id, openMediaKey(account.vault, row)]));
    if (keys.size > 0 && changes === this.#changes) this.#known.set(account_id, keys);
    return keys;
  }
}
