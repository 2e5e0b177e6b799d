import type { Dialect } from './query.ts';
import type { AccountKeyRow, MediaKeyRow, MetaRow } from './schema.ts';

/** The table that a partition of PostgreSQL is a part of, and the rows that it takes. */
export interface Partition {
  readonly of: string;
  /** SQL, such as `for values from (…) to (…)` or `default`. */
  readonly bound: string;
}

/** A part of the rows: the file of the embedded store, or a table of PostgreSQL. */
export interface RowsPart {
  readonly name: string;
  /** Columns in the order of the values in each row; absent for the embedded store. */
  readonly columns?: readonly string[];
  readonly partition?: Partition;
  /** The bytes. They are cut so that a later snapshot of nearly the same rows has nearly the same chunks. */
  chunks(): AsyncIterable<Buffer>;
}

/** A stored object that a row refers to. */
export interface ObjectOfRow {
  readonly key: string;
  /** SHA-256 of the content, lower-case hexadecimal. */
  readonly sha256: string;
}

/** The rows of keys that a backup stores apart from the others, so that it can lose them. */
export interface KeyRows {
  readonly accountKeys: readonly Pick<AccountKeyRow, 'account_id' | 'version' | 'wrapped'>[];
  readonly mediaKeys: readonly Pick<MediaKeyRow, 'account_id' | 'id' | 'data'>[];
  readonly meta: readonly MetaRow[];
}

/** Keys of accounts to put back into restored rows. */
export interface RestoredKeys {
  readonly accountKeys: KeyRows['accountKeys'];
  /** Ids of accounts whose keys were erased. The restored store has no key of them. */
  readonly erased: readonly string[];
}

/** The rows of a store at one moment. Close it soon: it holds a copy of them, or a transaction. */
export interface RowSnapshot {
  readonly dialect: Dialect;
  /** Names of the migrations that the store has run. */
  readonly migrations: readonly string[];
  /** The rows, without the keys of accounts: `wrapped` of `account_keys` is blank. */
  parts(): AsyncIterable<RowsPart>;
  keys(): Promise<KeyRows>;
  /** The stored objects of all rows: indexes of watchlists, then media in the order of their ids. */
  objects(): AsyncIterable<ObjectOfRow>;
  close(): Promise<void>;
}

/** Sets of watchlists whose index is stored: older ones are deleted (`discardOldVersions`). */
const SETS_WITH_INDEX = 3;

/** SQL for the indexes of watchlists. */
export const INDEX_OBJECTS = `select storage_key, sha256 from
  (select storage_key, sha256, number from screening_sets order by number desc limit ${SETS_WITH_INDEX}) newest
  where storage_key is not null order by storage_key`;

/** Rows of media that are read at once. */
export const MEDIA_ROWS = 5_000;

/** Beginning of the names under which a restored store keeps the ids of accounts that the next start erases. */
export const TO_ERASE = 'account_to_erase:';

/** Migration that made the table of media keys: a store of an earlier release doesn't have it. */
const MEDIA_KEYS = '0055-media-keys';

/**
 * Reads the rows of keys.
 * @param all runs a statement and returns its rows
 */
export async function readKeyRows(
  all: (sql: string) => Promise<unknown[]>,
  migrations: readonly string[],
): Promise<KeyRows> {
  const accountKeys = await all('select account_id, version, wrapped from account_keys order by account_id, version');
  const mediaKeys = migrations.includes(MEDIA_KEYS)
    ? await all('select account_id, id, data from media_keys order by account_id, id')
    : [];
  return { accountKeys, mediaKeys, meta: await all('select key, value from meta') } as KeyRows;
}
