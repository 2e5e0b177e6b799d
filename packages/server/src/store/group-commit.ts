import { markUnknownOutcome } from './outcome.ts';
import type { SignalTopic } from './store.ts';

type Signal = (topic: SignalTopic, id: string) => void;

interface Waiting<W> {
  work: W;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Transactions that share one commit at most. As many that wait are committed while the disk still syncs earlier ones, so that the
 * clients of a busy service split into groups: one group's requests are read while the other's commit is synced.
 */
const BATCH = 32;

/** A commit whose transactions are answered once it is on the disk. */
interface Committed {
  readonly batch: readonly Waiting<unknown>[];
  readonly settle: readonly (() => void)[];
  readonly signals: readonly [SignalTopic, string][];
}

/** The commits that one sync of the disk covers. */
class Round {
  readonly commits: Committed[] = [];
  /** Resolves when the sync has ended, well or not. */
  readonly ended: Promise<void>;
  end: () => void = () => {};

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }
}

/** Ways in which a commit gets onto the disk. */
export interface Durability {
  /** Resolves when everything that was committed before the call is on the disk. */
  sync(): Promise<void>;
  /**
   * Begins a new log after a failed sync, because recovery would stop at the lost part of the old log. Throws if it can't begin
   * one.
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
  readonly #waiting: Waiting<W>[] = [];
  #committing: Promise<void> | undefined;
  /** The pending sync; the next field is the sync that follows it. */
  #syncing: Round | undefined;
  #next: Round | undefined;
  /** The sync that failed; undefined once a new log has begun. */
  #failed: { readonly reason: unknown } | undefined;
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

  /** Resolves when the committed data is on the disk; undefined when it is. Never rejects. */
  get synced(): Promise<void> | undefined {
    return (this.#next ?? this.#syncing)?.ended;
  }

  /** True while transactions run. */
  get busy(): boolean {
    return this.#committing !== undefined;
  }

  /** Number of transactions that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs the work in a transaction; resolves with its answer when its commit is on the disk. */
  add(work: W): Promise<unknown> {
    if (this.#closed) return Promise.reject(new Error('The store is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      this.#commitSoon();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    while (this.#committing || this.#syncing) await (this.#committing ?? this.synced);
  }

  /** True if the waiting commits are due: at once while the disk is idle, else once they fill a batch. */
  get #due(): boolean {
    return this.#waiting.length >= (this.#syncing ? BATCH : 1);
  }

  #commitSoon(): void {
    if (this.#due) this.#committing ??= this.#commitAll();
  }

  async #commitAll(): Promise<void> {
    // Lets every request that the event loop has read already join the first batch.
    await new Promise<void>((resume) => setImmediate(resume));
    while (this.#due) {
      await this.#commit(this.#waiting.splice(0, BATCH));
    }
    this.#committing = undefined;
  }

  async #commit(batch: readonly Waiting<W>[]): Promise<void> {
    try {
      if (this.#failed) this.#durability.restart();
      this.#failed = undefined;
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    if (await this.#together(batch)) return;
    await this.#apart(batch);
  }

  /** All in one; answers false when one of them failed and all are undone. */
  async #together(batch: readonly Waiting<W>[]): Promise<boolean> {
    const settle: (() => void)[] = [];
    const signals: [SignalTopic, string][] = [];
    try {
      this.#exec('begin immediate');
      const signal: Signal = (topic, id) => signals.push([topic, id]);
      for (const { work, resolve } of batch) {
        const value = await this.#run(work, signal);
        settle.push(() => resolve(value));
      }
      this.#exec('commit');
    } catch {
      this.#rollback();
      return false;
    }
    this.#syncSoon({ batch, settle, signals });
    return true;
  }

  /** Each in a savepoint of its own. */
  async #apart(batch: readonly Waiting<W>[]): Promise<void> {
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
    this.#syncSoon({ batch, settle, signals });
  }

  /** Adds a commit to the next sync of the disk, together with the commits that already wait for it. */
  #syncSoon(commit: Committed): void {
    // The sync failed while these transactions ran, so their commit follows what the disk has lost.
    if (this.#failed) {
      this.#fail([commit], this.#failed.reason);
      return;
    }
    this.#next ??= new Round();
    this.#next.commits.push(commit);
    if (!this.#syncing) void this.#syncAll();
  }

  /** Syncs the disk, one round after the other, until no commit waits for it. */
  async #syncAll(): Promise<void> {
    while (this.#next) {
      const round = this.#next;
      this.#syncing = round;
      this.#next = undefined;
      await this.#sync(round);
    }
    this.#syncing = undefined;
    this.#commitSoon();
  }

  /** Answers the commits of a round once they are on the disk. */
  async #sync(round: Round): Promise<void> {
    try {
      await this.#durability.sync();
    } catch (error) {
      this.#lose(round, error);
      return;
    }
    for (const { settle } of round.commits) for (const done of settle) done();
    this.#signal(round.commits);
    round.end();
  }

  /** Fails the commits of a round, and those after it: what the disk has lost cuts off all that follows in the log. */
  #lose(round: Round, reason: unknown): void {
    const after = this.#next;
    this.#next = undefined;
    this.#failed = { reason: markUnknownOutcome(reason) };
    this.#fail([...round.commits, ...(after?.commits ?? [])], reason);
    after?.end();
    round.end();
  }

  #fail(commits: readonly Committed[], reason: unknown): void {
    for (const { batch } of commits) for (const { reject } of batch) reject(reason);
    // Readers see what is committed, so what is remembered of before is out of date.
    this.#signal(commits);
  }

  #signal(commits: readonly Committed[]): void {
    for (const { signals } of commits) for (const [topic, id] of signals) this.#emit(topic, id);
  }

  #rollback(): void {
    try {
      this.#exec('rollback');
    } catch {
      // The failure that brought us here has ended the transaction already.
    }
  }
}
