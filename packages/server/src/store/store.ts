import type { Locked, ScopedLocks, SystemLocks } from './locks.ts';
import type { Dialect, Query, Scope, ScopedQuery } from './query.ts';

/** Runs scoped queries inside one account and environment. */
export interface ScopedReader {
  /** The first row, or undefined. */
  first<P, R>(query: ScopedQuery<P, R>, params: P): Promise<R | undefined>;
  all<P, R>(query: ScopedQuery<P, R>, params: P): Promise<R[]>;
}

/** Runs queries over all accounts: for the service's own work, never for a client's request. */
export interface SystemReader {
  first<P, R>(query: Query<P, R>, params: P): Promise<R | undefined>;
  all<P, R>(query: Query<P, R>, params: P): Promise<R[]>;
}

export interface ScopedTx extends ScopedReader {
  /** Writes; the answer is the number of rows changed. */
  run<P, R>(query: ScopedQuery<P, R>, params: P): Promise<number>;
  /**
   * Locks rows until the transaction ends, in the one order of all transactions: `lock({ activeApplicant, check })`. Throws
   * `LockOrderError` for a lock that comes before one that is held.
   */
  lock<Wanted extends ScopedLocks>(wanted: Wanted): Promise<Locked<Wanted>>;
  /** The same transaction over all accounts (jobs, counters of the service). */
  readonly system: SystemTx;
}

export interface SystemTx extends SystemReader {
  run<P, R>(query: Query<P, R>, params: P): Promise<number>;
  /** Locks what belongs to no environment; see `ScopedTx.lock`. */
  lock<Wanted extends SystemLocks>(wanted: Wanted): Promise<Locked<Wanted>>;
  within(scope: Scope): ScopedTx;
  /** Sends a signal to every process once the transaction is committed: `signal('job', 'delivery')`. */
  signal(topic: SignalTopic, id: string): void;
  /** Runs `work` at the end of the transaction, sorted by `key` with other works, so that all transactions lock in one order. */
  atEnd(key: string, work: () => Promise<void>): void;
}

/**
 * `job`: a job of the kind `id` waits. `check`: the check `id` is final. `account`, `applicant`: what is remembered of it is
 * out of date. `operator_key`: the key `id` is revoked. `key`: the key of the purpose `id` has a new version. `screening_set`: the set `id` of watchlists is active.
 * `watchlist_import`: the import `id` has ended. `event`: events of the environment that `id` names are committed. `update`: pages of the dashboard may show what `id` names. `member`: sessions or
 * roles of the member `id` have changed. `gap`: signals of other processes may have been lost.
 */
export type SignalTopic =
  | 'job'
  | 'check'
  | 'account'
  | 'applicant'
  | 'operator_key'
  | 'key'
  | 'screening_set'
  | 'watchlist_import'
  | 'event'
  | 'update'
  | 'member'
  | 'gap';

/** Use of the connections to the database at a moment. */
export interface StoreUse {
  /** Connections that are open. */
  readonly open: number;
  /** Connections with a statement under way. */
  readonly busy: number;
  /** Transactions that wait for a connection, or on the embedded store for their turn. */
  readonly waiting: number;
}

/**
 * Store of rows: SQLite or PostgreSQL behind one interface.
 *
 * A transaction's work may await only its own queries: on SQLite others wait behind it. It may run again, after a conflict
 * (PostgreSQL) or when one that shared its commit has failed (SQLite), so it has no effect outside of the store but through
 * `signal`.
 */
export interface Store {
  readonly dialect: Dialect;
  /** No other process writes, so what this one remembers is right until it receives a signal. */
  readonly exclusive: boolean;
  readonly system: SystemReader;
  within(scope: Scope): ScopedReader;
  /**
   * Reads what is committed without waiting until it is on the disk, so a power cut may take it back. Nobody may be told what it returns;
   * a transaction that follows is on the disk no sooner than that.
   */
  committed(scope: Scope): ScopedReader;
  transaction<T>(work: (tx: SystemTx) => Promise<T>): Promise<T>;
  readonly use: StoreUse;
  /** Calls `listener` for signals of this and every other process; the answer stops it. */
  onSignal(topic: SignalTopic, listener: (id: string) => void): () => void;
  close(): Promise<void>;
}

/** Read access of commands to a store without being its service. */
export interface Peek {
  readonly reader: SystemReader;
  close(): Promise<void>;
}
