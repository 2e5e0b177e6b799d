import { createSecretKey } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { problem } from '../base/errors.ts';
import type { MasterKey } from './keys.ts';
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

function headOf(version: number): Buffer {
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

/** Makes the vault of an account from its stored keys, in any order; at least one must be active. */
export function openVault(master: MasterKey, clock: Clock, rows: readonly SealedAccountKey[]): Vault {
  const keys = new Map<number, VersionKey>(
    rows.map((row) => [
      row.version,
      { key: createSecretKey(unwrapAccountKey(master, row)), head: headOf(row.version) },
    ]),
  );
  const byAge = [...rows].sort((a, b) => b.version - a.version);

  return {
    seal(id, value) {
      const now = clock.now();
      const row = byAge.find((candidate) => candidate.active_from <= now) ?? byAge.at(-1);
      if (!row) throw new Error('The account has no data key');
      const { key, head } = keys.get(row.version) as VersionKey;
      return seal(key, id, JSON.stringify(value), head);
    },
    open<T>(id: string, sealed: Buffer): T {
      const known = keys.get(sealed.readUInt16BE(0));
      // A key made by another process that this one hasn't loaded yet: the next request finds it.
      if (!known) throw problem('unavailable', { retryAfter: 1 });
      return JSON.parse(unseal(known.key, id, sealed.subarray(VERSION_BYTES)).toString()) as T;
    },
  };
}
