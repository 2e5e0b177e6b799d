import { markUnknownOutcome } from './outcome.ts';
import type { SignalTopic } from './store.ts';

type Signal = (topic: SignalTopic, id: string) => void;

interface Waiting<W> {
  work: W;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Transactions that share one commit at most; bounds how long the first of them waits for the last. */
const BATCH = 128;

/** How a commit gets onto the disk. */
export interface Durability {
  /** Resolves when everything that was committed before the call is on the disk. */
  sync(): Promise<void>;
  /**
   * Begins a new log after a failed sync: what the disk has lost of the old one would cut off all that follows it. Throws
   * where that fails too.
   */
  restart(): void;
}

/**
 * Lets transactions that wait together share one commit, and so one sync of the disk: twelve times the durable inserts
 * of a commit each. When one of them fails all are undone and run again, now each in its own savepoint, so that it takes
 * nothing of the others along: failures are rare, and savepoints are two more statements for every transaction.
 */
export class GroupCommit<W> {
  readonly #exec: (sql: string) => unknown;
  readonly #run: (work: W, signal: Signal) => Promise<unknown>;
  readonly #emit: Signal;
  readonly #durability: Durability;
  #syncing: Promise<void> | undefined;
  #restartFirst = false;
  #waiting: Waiting<W>[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;

  constructor(
    exec: (sql: string) => unknown,
    run: (work: W, signal: Signal) => Promise<unknown>,
    emit: Signal,
    durability: Durability,
  ) {
    this.#exec = exec;
    this.#run = run;
    this.#emit = emit;
    this.#durability = durability;
  }

  /** Resolves when what is committed is on the disk; undefined when it is. Never rejects. */
  get synced(): Promise<void> | undefined {
    return this.#syncing;
  }

  /** Runs the work in a transaction; resolves with its answer when its commit is on the disk. */
  add(work: W): Promise<unknown> {
    if (this.#closed) return Promise.reject(new Error('The store is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // Lets every request that the event loop has read already join the first batch.
    await new Promise<void>((resume) => setImmediate(resume));
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, BATCH));
    this.#draining = undefined;
  }

  async #commit(batch: Waiting<W>[]): Promise<void> {
    try {
      if (this.#restartFirst) this.#durability.restart();
      this.#restartFirst = false;
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    if (await this.#together(batch)) return;
    await this.#apart(batch);
  }

  /** All in one; answers false when one of them failed and all are undone. */
  async #together(batch: Waiting<W>[]): Promise<boolean> {
    const settle: (() => void)[] = [];
    const signals: [SignalTopic, string][] = [];
    try {
      this.#exec('begin immediate');
      for (const { work, resolve } of batch) {
        const value = await this.#run(work, (topic, id) => signals.push([topic, id]));
        settle.push(() => resolve(value));
      }
      this.#exec('commit');
    } catch {
      this.#rollback();
      return false;
    }
    await this.#finish(batch, settle, signals);
    return true;
  }

  /** Each in a savepoint of its own. */
  async #apart(batch: Waiting<W>[]): Promise<void> {
    const settle: (() => void)[] = [];
    const signals: [SignalTopic, string][] = [];
    try {
      this.#exec('begin immediate');
      for (const waiting of batch) {
        const own: [SignalTopic, string][] = [];
        this.#exec('savepoint one');
        try {
          const value = await this.#run(waiting.work, (topic, id) => own.push([topic, id]));
          this.#exec('release one');
          signals.push(...own);
          settle.push(() => waiting.resolve(value));
        } catch (error) {
          this.#exec('rollback to one');
          this.#exec('release one');
          settle.push(() => waiting.reject(error));
        }
      }
      this.#exec('commit');
    } catch (error) {
      this.#rollback();
      for (const waiting of batch) waiting.reject(error);
      return;
    }
    await this.#finish(batch, settle, signals);
  }

  /** Answers a batch that is committed, once it is on the disk; meanwhile requests are read and the next batch gathers. */
  async #finish(
    batch: readonly Waiting<W>[],
    settle: readonly (() => void)[],
    signals: readonly [SignalTopic, string][],
  ): Promise<void> {
    try {
      const sync = this.#durability.sync();
      this.#syncing = sync.catch(() => undefined);
      await sync;
      for (const done of settle) done();
    } catch (error) {
      this.#restartFirst = true;
      markUnknownOutcome(error);
      for (const { reject } of batch) reject(error);
    } finally {
      this.#syncing = undefined;
    }
    // Also after a sync that failed: readers see what is committed, so what is remembered of it is out of date.
    for (const [topic, id] of signals) this.#emit(topic, id);
  }

  #rollback(): void {
    try {
      this.#exec('rollback');
    } catch {
      // The failure that brought us here has ended the transaction already.
    }
  }
}
