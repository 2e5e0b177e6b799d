import type { Logger } from 'pino';
import { type Clock, DAY_MS } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import { insertRequestBatch, keepRequestDay } from '../../store/queries/request-log.ts';
import type { Environment, RequestBatchRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Principal } from '../principal.ts';
import { type BatchColumns, packBatch, type RequestShape } from './entry.ts';

/** How late a request may be in the store: a crash loses no more than a second with the time of the write. */
const WRITE_MS = 500;

/** Requests of a batch: a reader opens it whole. */
const BATCH_ENTRIES = 500;

/** Characters that wait for the store at most. With a store that is slow for longer, requests are dropped and counted. */
const MOST_WAITING = 16 * 1024 * 1024;

/** Characters of a request without its ids. */
const CHARACTERS = 20;

/** Batches that are written in one transaction. */
const BATCHES_AT_ONCE = 50;

/** Requests of an account and environment that wait for the store. */
class Batch {
  readonly account_id: string;
  readonly environment: Environment;
  /** Requests before them that were dropped. */
  readonly #dropped: number;
  readonly #firstAt: number;
  #at: number;
  readonly #shapes = new Map<RequestShape, number>();
  /** The shape of the last request and its place: most requests have the same one again. */
  #lastShape: RequestShape | undefined;
  #lastPlace = 0;
  readonly #ats: number[] = [];
  readonly #requestIds: string[] = [];
  readonly #latencies: number[] = [];
  readonly #pathIds: (readonly string[])[] = [];
  readonly #places: number[] = [];
  #characters = 0;

  constructor(account_id: string, environment: Environment, { dropped, at }: { dropped: number; at: number }) {
    this.account_id = account_id;
    this.environment = environment;
    this.#dropped = dropped;
    this.#firstAt = at;
    this.#at = at;
  }

  get entries(): number {
    return this.#ats.length;
  }

  /** Characters that it takes, by about. */
  get characters(): number {
    return this.#characters;
  }

  /** Adds a request; answers how many characters it takes, by about. It is written out later, with its whole batch. */
  add(shape: RequestShape, at: number, { id, latency, ids }: Answered): number {
    let characters = CHARACTERS + id.length;
    if (shape !== this.#lastShape) characters += this.#place(shape);
    for (const one of ids) characters += one.length;
    this.#ats.push(at - this.#firstAt);
    this.#requestIds.push(id);
    this.#latencies.push(latency);
    this.#pathIds.push(ids);
    this.#places.push(this.#lastPlace);
    if (at > this.#at) this.#at = at;
    this.#characters += characters;
    return characters;
  }

  /** Makes a shape the last one; answers how many characters it adds. */
  #place(shape: RequestShape): number {
    const known = this.#shapes.get(shape);
    this.#lastShape = shape;
    this.#lastPlace = known ?? this.#shapes.size;
    if (known !== undefined) return 0;
    this.#shapes.set(shape, this.#lastPlace);
    return JSON.stringify(shape).length;
  }

  row(id: string): RequestBatchRow {
    const { account_id, environment, entries } = this;
    const columns: BatchColumns = {
      shapes: [...this.#shapes.keys()],
      from: this.#firstAt,
      at: this.#ats,
      request_id: this.#requestIds,
      latency_ms: this.#latencies,
      path_ids: this.#pathIds,
      shape: this.#places,
    };
    return {
      account_id,
      environment,
      at: this.#at,
      id,
      first_at: this.#firstAt,
      entries,
      dropped: this.#dropped,
      data: JSON.stringify(columns),
    };
  }
}

/** What a request has of its own. */
interface Answered {
  readonly id: string;
  /** Milliseconds. */
  readonly latency: number;
  readonly ids: readonly string[];
}

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
  /** The one of the last request: most requests follow one of their own account. */
  #last: Batch | undefined;
  /** By account and environment, those that still grow. */
  readonly #growing = new Map<string, Batch>();
  /** Those that are to be written, the oldest first. */
  readonly #full: { readonly row: RequestBatchRow; readonly characters: number }[] = [];
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
      const key = `${scope.environment} ${scope.accountId}`;
      this.#dropped.set(key, (this.#dropped.get(key) ?? 0) + 1);
      return;
    }
    const at = Math.floor(this.#clock.now());
    const last = this.#last;
    const fits = last?.account_id === scope.accountId && last.environment === scope.environment;
    const batch = fits ? last : this.#batchOf(scope, at);
    this.#last = batch;
    this.#waiting += batch.add(shape, at, answered);
    if (batch.entries === BATCH_ENTRIES) this.#finish(`${scope.environment} ${scope.accountId}`, batch);
    if (this.#cancel === undefined) this.#plan();
  }

  #batchOf({ accountId, environment }: Principal['scope'], at: number): Batch {
    const key = `${environment} ${accountId}`;
    const growing = this.#growing.get(key);
    if (growing) return growing;
    const batch = new Batch(accountId as string, environment as Environment, {
      dropped: this.#dropped.get(key) ?? 0,
      at,
    });
    this.#dropped.delete(key);
    this.#growing.set(key, batch);
    return batch;
  }

  #finish(key: string, batch: Batch): void {
    this.#growing.delete(key);
    this.#last = undefined;
    this.#full.push({ row: batch.row(this.#ids.uuid()), characters: batch.characters });
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
      const batches = written.map(({ row }) => row);
      if (this.#store.dialect === 'postgres') await this.#keepDays(batches);
      const packed = await Promise.all(batches.map(async (batch) => ({ ...batch, data: await packBatch(batch.data) })));
      await this.#store.transaction(async (tx) => {
        for (const batch of packed) await tx.run(insertRequestBatch, batch);
      });
      this.#full.splice(0, batches.length);
      for (const { characters } of written) this.#waiting -= characters;
      const dropped = batches.reduce((sum, batch) => sum + batch.dropped, 0);
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
