import type { Logger } from 'pino';
import { type Clock, DAY_MS } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { Principal } from '../context/principal.ts';
import { insertRequestBatch, keepRequestDay } from '../store/queries/request-log.ts';
import type { RequestBatchRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { type Answered, Batch } from './batch.ts';
import type { RequestShape } from './entry.ts';

/** Milliseconds by which a request may be late in the store: a crash loses no more than a second with the time of the write. */
const WRITE_MS = 500;

/** Requests of a batch: a reader opens it whole. */
const BATCH_ENTRIES = 4_000;

/** Bytes that wait for the store at most. With a store that is slow for longer, requests are dropped and counted. */
const MOST_WAITING = 16 * 1024 * 1024;

/** Batches that are written in one transaction. */
const BATCHES_AT_ONCE = 50;

const keyOf = ({ environment, accountId }: Principal['scope']) => `${environment} ${accountId}`;

/**
 * Keeps the API requests of all accounts: in memory for half a second, then in batches in the store. No request waits for
 * it.
 */
export class RequestLog {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #log: Logger;
  /** Days that are kept; 0: nothing is. */
  readonly days: number;
  /** Batch of the last request: most requests follow another one of their account. */
  #last: Batch | undefined;
  /** Growing batches by account and environment. */
  readonly #growing = new Map<string, Batch>();
  /** Batches that wait for being written, the oldest first. */
  readonly #full: Batch[] = [];
  /** Requests by account and environment that were dropped and stand in no batch yet. */
  readonly #dropped = new Map<string, number>();
  /** Days that have their partition. */
  readonly #kept = new Set<number>();
  #waiting = 0;
  #cancel: (() => void) | undefined;
  #writing: Promise<void> | undefined;

  constructor({ store, clock, ids, log, days }: { store: Store; clock: Clock; ids: Ids; log: Logger; days: number }) {
    this.#store = store;
    this.#clock = clock;
    this.#ids = ids;
    this.#log = log;
    this.days = days;
  }

  /** Keeps a request of the account and environment that its credentials reach. */
  note(scope: Principal['scope'], shape: RequestShape, answered: Answered): void {
    if (this.#waiting > MOST_WAITING) {
      const key = keyOf(scope);
      this.#dropped.set(key, (this.#dropped.get(key) ?? 0) + 1);
      return;
    }
    const last = this.#last;
    const fits = last?.account_id === scope.accountId && last.environment === scope.environment;
    const batch = fits ? last : this.#batchOf(scope, answered.at);
    this.#last = batch;
    const { size } = batch;
    batch.add(shape, answered);
    this.#waiting += batch.size - size;
    if (batch.entries === BATCH_ENTRIES) this.#finish(keyOf(scope), batch);
    if (this.#cancel === undefined) this.#plan();
  }

  #batchOf(scope: Principal['scope'], at: number): Batch {
    const key = keyOf(scope);
    const growing = this.#growing.get(key);
    if (growing) return growing;
    const batch = new Batch(scope, { id: this.#ids.uuid(), dropped: this.#dropped.get(key) ?? 0, at });
    this.#dropped.delete(key);
    this.#growing.set(key, batch);
    return batch;
  }

  #finish(key: string, batch: Batch): void {
    this.#growing.delete(key);
    this.#last = undefined;
    this.#full.push(batch);
  }

  #plan(): void {
    this.#cancel ??= this.#clock.schedule(WRITE_MS, () => void this.write());
  }

  /** Writes what waits. Never rejects: what the store refuses stays and is tried again. */
  async write(): Promise<void> {
    // What came while a write runs is part of the next one.
    while (this.#writing) await this.#writing;
    this.#cancel?.();
    this.#cancel = undefined;
    for (const [key, batch] of this.#growing) this.#finish(key, batch);
    if (this.#full.length === 0) return;
    this.#writing = this.#writeFull()
      .catch((error) => {
        this.#log.error({ err: error }, 'the request log could not be written');
        this.#plan();
      })
      .finally(() => {
        this.#writing = undefined;
      });
    await this.#writing;
  }

  async #writeFull(): Promise<void> {
    while (this.#full.length > 0) {
      const written = this.#full.slice(0, BATCHES_AT_ONCE);
      const rows = await Promise.all(written.map((batch) => batch.row()));
      if (this.#store.dialect === 'postgres') await this.#keepDays(rows);
      await this.#store.transaction(async (tx) => {
        for (const row of rows) await tx.run(insertRequestBatch, row);
      });
      this.#full.splice(0, written.length);
      for (const { size } of written) this.#waiting -= size;
      const dropped = written.reduce((sum, batch) => sum + batch.dropped, 0);
      if (dropped > 0) this.#log.warn({ dropped }, 'requests are missing in the request log: the store was slow');
    }
  }

  /** Makes the partitions of the days that the batches are of. */
  async #keepDays(batches: readonly RequestBatchRow[]): Promise<void> {
    for (const day of new Set(batches.map(({ at }) => Math.floor(at / DAY_MS)))) {
      if (this.#kept.has(day)) continue;
      await this.#store.transaction((tx) => tx.first(keepRequestDay, { day }));
      this.#kept.add(day);
    }
  }
}

declare module '../context/services.ts' {
  interface Services {
    /** Keeps the requests of clients. */
    readonly requests: RequestLog;
  }
}
