import type { Dialect } from './query.ts';

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

/** The rows of a store at one moment. Close it soon: it holds a copy of them, or a transaction. */
export interface RowSnapshot {
  readonly dialect: Dialect;
  /** Names of the migrations that the store has run. */
  readonly migrations: readonly string[];
  parts(): AsyncIterable<RowsPart>;
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
