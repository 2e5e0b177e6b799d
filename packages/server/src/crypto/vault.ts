import { createSecretKey } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { problem } from '../base/errors.ts';
import { fingerprintOf, type MasterKey, masterKey } from './keys.ts';
import { type SealKey, seal, unseal } from './seal.ts';

/** Bytes at the head of a sealed value that name the version of the key. */
const VERSION_BYTES = 2;

/** A data key of an account as the store keeps it. */
export interface SealedAccountKey {
  readonly account_id: string;
  readonly version: number;
  /** Sealed with a key of the deployment. */
  readonly wrapped: Buffer;
  /** Unix milliseconds from which it seals. */
  readonly active_from: number;
}

/** Seals and opens the personal data of one account. */
export interface Vault {
  /** JSON of `value`, sealed for the row `id`. */
  seal(id: string, value: unknown): Buffer;
  /** The value sealed for the row `id`. Throws when the bytes were changed or belong to another row. */
  open<T>(id: string, sealed: Buffer): T;
}

/** A data key of an account, and the first bytes of each value that it seals. */
interface VersionKey {
  readonly key: SealKey;
  readonly head: Buffer;
}

/** The first bytes of each value that a version of a key seals. */
export function headOf(version: number): Buffer {
  const head = Buffer.alloc(VERSION_BYTES);
  head.writeUInt16BE(version);
  return head;
}

function contextOf(accountId: string, version: number): string {
  return `account-key:${accountId}:${version}`;
}

/** A data key of an account as it is stored: sealed with a key of the deployment. */
export function wrapAccountKey(master: MasterKey, accountId: string, version: number, key: Buffer): Buffer {
  return seal(master.current('account-keys'), contextOf(accountId, version), key);
}

/** The data key of an account. Throws when another deployment has sealed it. */
function unwrapAccountKey(master: MasterKey, { account_id, version, wrapped }: SealedAccountKey): Buffer {
  const context = contextOf(account_id, version);
  let failure: unknown;
  for (const key of master.accepted('account-keys')) {
    try {
      return unseal(key, context, wrapped);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Returns whether these keys have sealed the data key of an account. */
export function opensAccountKey(master: MasterKey, row: SealedAccountKey): boolean {
  try {
    unwrapAccountKey(master, row);
    return true;
  } catch {
    return false;
  }
}

/** The data key sealed with the newest key of the deployment; undefined when it is already. Throws like `openVault`. */
export function rewrapAccountKey(master: MasterKey, row: SealedAccountKey): Buffer | undefined {
  const { account_id, version, wrapped } = row;
  const current = master.current('account-keys');
  try {
    unseal(current, contextOf(account_id, version), wrapped);
    return undefined;
  } catch {
    return wrapAccountKey(master, account_id, version, unwrapAccountKey(master, row));
  }
}

/** A name for the data key of an account that says nothing of it: 16 hexadecimal digits. */
export function accountKeyFingerprint(master: MasterKey, row: SealedAccountKey): string {
  return fingerprintOf(masterKey(unwrapAccountKey(master, row)));
}

/** A vault whose keys can be replaced, so that long work has the newest keys too. */
export interface LoadedVault extends Vault {
  load(rows: readonly SealedAccountKey[]): void;
  /** The first bytes of each value that the newest active key seals. */
  newestHead(): Buffer;
  /** The value of a row, sealed with the newest active key. Throws when the bytes were changed. */
  reseal(id: string, sealed: Buffer): Buffer;
}

/** Makes the vault of an account from its stored keys, in any order; at least one must be active. */
export function openVault(master: MasterKey, clock: Clock, rows: readonly SealedAccountKey[]): LoadedVault {
  let keys: ReadonlyMap<number, VersionKey>;
  let byAge: readonly SealedAccountKey[];

  function load(stored: readonly SealedAccountKey[]): void {
    keys = new Map(
      stored.map((row) => [
        row.version,
        { key: createSecretKey(unwrapAccountKey(master, row)), head: headOf(row.version) },
      ]),
    );
    byAge = [...stored].sort((a, b) => b.version - a.version);
  }

  function newest(): VersionKey {
    const now = clock.now();
    const row = byAge.find((candidate) => candidate.active_from <= now) ?? byAge.at(-1);
    if (!row) throw new Error('The account has no data key');
    return keys.get(row.version) as VersionKey;
  }

  function opened(id: string, sealed: Buffer): Buffer {
    const known = keys.get(sealed.readUInt16BE(0));
    // A key made by another process that this one hasn't loaded yet: the next request finds it.
    if (!known) throw problem('unavailable', { retryAfter: 1 });
    return unseal(known.key, id, sealed.subarray(VERSION_BYTES));
  }

  load(rows);
  return {
    load,
    newestHead: () => newest().head,
    seal(id, value) {
      const { key, head } = newest();
      return seal(key, id, JSON.stringify(value), head);
    },
    open: <T>(id: string, sealed: Buffer) => JSON.parse(opened(id, sealed).toString()) as T,
    reseal(id, sealed) {
      const { key, head } = newest();
      return seal(key, id, opened(id, sealed), head);
    },
  };
}
