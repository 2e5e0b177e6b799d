import { createHash } from 'node:crypto';

/** Fields of an audit entry that its hash covers, as the row has them. */
export interface ChainedEntry {
  /** Number from 1, without a gap. */
  readonly number: number;
  /** Unix milliseconds. */
  readonly at: number;
  readonly actor: string;
  readonly address: string | null;
  readonly action: string;
  readonly object_type: string;
  readonly object_id: string;
  readonly account_id: string;
  readonly environment: string | null;
  /** JSON. */
  readonly details: string;
}

/** The hash before the first entry. */
export const FIRST_HASH = '0'.repeat(64);

/**
 * The hash of an entry: SHA-256, in hexadecimal digits, of a JSON array of the hash before and the columns in this order. The
 * migration of entries and all that follow make it alike, so it never changes.
 */
export function entryHash(entry: ChainedEntry, before: string): string {
  const { number, at, actor, address, action, object_type, object_id, account_id, environment, details } = entry;
  const covered = [before, number, at, actor, address, action, object_type, object_id];
  return createHash('sha256')
    .update(JSON.stringify([...covered, account_id, environment, details]))
    .digest('hex');
}
