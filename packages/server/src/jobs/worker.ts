import { MINUTE_MS } from '../base/clock.ts';
import { every } from '../base/every.ts';
import type { LabelsOf } from '../metrics/table.ts';
import {
  claimJobs,
  dueKinds,
  extendLease,
  finishJob,
  giveBackJob,
  nextJobAt,
  postponeJob,
} from '../store/queries/jobs.ts';
import type { JobRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { traced } from '../tracing/tracing.ts';
import { type JobKind, type QueueServices, untraced } from './queue.ts';

/** A worker that dies holds its jobs for so long at most. */
const LEASE_MS = 30_000;

/** A running job's lease is prolonged this often. */
const HEARTBEAT_MS = 10_000;

/** Delay before a job that threw is tried again: doubled each time from the first to the last of these. */
const RETRY_MS = { first: 1_000, last: 15 * MINUTE_MS } as const;

/** Milliseconds that jobs under way have to end when the worker stops. A receiver of webhooks may take longer. */
const STOP_PATIENCE_MS = 3_000;

/** Milliseconds until a job is looked at again whose row another transaction has locked. */
const LOCKED_MS = 2;

/** Interval in milliseconds of sweeping for jobs whose signal was lost, and for jobs of dead processes. */
const SWEEP_MS = 2_000;

/**
 * Does the jobs of one kind. A job that throws is tried again later, unless it throws `Interrupted` or `Postponed`.
 *
 * @example
 * import type { JobHandler } from './worker.ts';
 * import type { Store } from '../store/store.ts';
 *
 * const deleteBlobs = (store: Store, deleteBlob: (id: string) => Promise<void>): JobHandler => ({
 *   kind: 'blob',
 *   concurrency: 8,
 *   perLane: 4,
 *   async run(job, hold) {
 *     await deleteBlob(job.ref);
 *     await store.transaction((tx) => hold.done(tx));
 *   },
 * });
 */
export interface JobHandler {
  readonly kind: JobKind;
  /** Jobs at once in this process. */
  readonly concurrency: number;
  /** Jobs of one lane at once in this process, so that one lane can't take every place. */
  readonly perLane: number;
  /** Does the work and ends the job (`done` or `again`) in the transaction that writes the result. */
  run(job: JobRow, hold: JobHold): Promise<void>;
}

/** A worker's hold on a job: what it writes commits only while no other worker has claimed the job. */
export interface JobHold {
  done(tx: SystemTx): Promise<void>;
  again(tx: SystemTx, runAt: number): Promise<void>;
}

/** Thrown inside a transaction to undo it: the lease ran out and another worker has the job. */
export class LeaseLost extends Error {}

/** Thrown by a job that the end of the service interrupts: a worker takes it up later, as if this attempt hadn't started. */
export class Interrupted extends Error {}

/** Thrown by a job that waits for another party: a worker takes it up after the delay, and this attempt isn't counted. */
export class Postponed extends Error {
  /** Milliseconds. */
  readonly delay: number;

  constructor(message: string, delay: number) {
    super(message);
    this.delay = delay;
  }
}

/** Delay in milliseconds before the next try, by the number of failures, from 1. */
export function retryDelay(failures: number): number {
  return Math.min(RETRY_MS.first * 2 ** (failures - 1), RETRY_MS.last);
}

function holdOn(job: JobRow): JobHold {
  const must = (changed: number) => {
    if (changed === 0) throw new LeaseLost(`Job ${job.id} of kind ${job.kind} has another worker`);
  };
  return {
    async done(tx) {
      await tx.lock({ job: job.id });
      must(await tx.run(finishJob, { id: job.id, fence: job.fence }));
    },
    async again(tx, run_at) {
      await tx.lock({ job: job.id });
      must(await tx.run(postponeJob, { id: job.id, fence: job.fence, run_at }));
    },
  };
}

type Outcome = LabelsOf<'bonafide_jobs_ended_total'>['outcome'];

/** The outcome of a run that threw. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof LeaseLost) return 'lease_lost';
  if (error instanceof Postponed) return 'postponed';
  return error instanceof Interrupted ? 'interrupted' : 'failed';
}

/** Claims and runs the jobs of one kind. */
class Lane {
  readonly #services: QueueServices;
  readonly #handler: JobHandler;
  readonly #worker: string;
  /** Rows as they were claimed. A job is in here twice if its lease ended and this worker claimed it again. */
  readonly #running = new Set<JobRow>();
  readonly #idle = new Set<() => void>();
  #claiming = false;
  #again = false;
  /** True while due jobs wait for the end of a running one. */
  #crowded = false;
  /** Number of looks that the store has not answered. */
  #looks = 0;
  #stopped = false;
  #ended = false;
  #cancelTimer: (() => void) | undefined;

  constructor(services: QueueServices, handler: JobHandler, worker: string) {
    this.#services = services;
    this.#handler = handler;
    this.#worker = worker;
  }

  /** Claims due jobs now; many calls at once make one claim. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#claiming) {
      this.#again = true;
      return;
    }
    this.#claiming = true;
    void this.#claim()
      .catch((error) => {
        this.#services.log.error({ err: error, kind: this.#handler.kind }, 'claiming jobs failed');
        return undefined;
      })
      .then((claimed) => {
        this.#claiming = false;
        const again = this.#again;
        this.#again = false;
        // The end of a running job wakes a crowded lane.
        this.#crowded = this.#running.size >= this.#handler.concurrency;
        if (this.#crowded) return;
        if (claimed === undefined) this.#lookIn(SWEEP_MS);
        else if (again) this.wake();
        else this.look(claimed);
      });
  }

  /** Claims and starts jobs, and returns their number. */
  async #claim(): Promise<number> {
    const { kind, concurrency, perLane } = this.#handler;
    const free = concurrency - this.#running.size;
    if (free <= 0 || this.#stopped) return 0;
    const now = this.#services.clock.now();
    const busy = JSON.stringify(this.#busyLanes());
    const jobs = await this.#services.store.transaction((tx) =>
      tx.all(claimJobs({ limit: free, perLane }), { kind, now, lease_end: now + LEASE_MS, worker: this.#worker, busy }),
    );
    // Ids are in time order, so jobs that fell due together start in the order in which they were made.
    for (const job of jobs.sort((a, b) => (a.id < b.id ? -1 : 1))) void this.#run(job);
    return jobs.length;
  }

  #busyLanes(): string[] {
    const counts = new Map<string, number>();
    for (const { lane } of this.#running) counts.set(lane, (counts.get(lane) ?? 0) + 1);
    return [...counts].filter(([, n]) => n >= this.#handler.perLane).map(([lane]) => lane);
  }

  async #run(job: JobRow): Promise<void> {
    const { clock, log, metrics } = this.#services;
    const { kind } = this.#handler;
    const start = performance.now();
    this.#running.add(job);
    metrics.set('bonafide_jobs_running', this.#running.size, { kind });
    let outcome: Outcome = 'done';
    const stopBeats = every(clock, HEARTBEAT_MS, () =>
      this.#extend(job).catch((error) => log.warn({ err: error, job: job.id }, 'prolonging a lease failed')),
    );
    try {
      await this.#handle(job);
    } catch (error) {
      outcome = outcomeOf(error);
      await this.#failed(job, error);
    } finally {
      stopBeats();
      this.#running.delete(job);
      metrics.set('bonafide_jobs_running', this.#running.size, { kind });
      metrics.count('bonafide_jobs_ended_total', { kind, outcome });
      metrics.observe('bonafide_job_duration_seconds', (performance.now() - start) / 1000, { kind });
      if (this.#crowded) this.wake();
      else this.look();
    }
  }

  /** Does the job in a span, a child of the work that asked for it. */
  #handle(claimed: JobRow): Promise<void> {
    const { job, traceparent } = untraced(claimed);
    const { id, kind, attempts } = job;
    const attributes = { 'bonafide.job_id': id, 'bonafide.job_kind': kind, 'bonafide.job_attempt': attempts };
    return traced(this.#services.tracing, `job ${kind}`, { kind: 'consumer', attributes, parent: traceparent }, () =>
      this.#handler.run(job, holdOn(job)),
    );
  }

  async #extend(job: JobRow): Promise<void> {
    if (this.#ended) return;
    const lease_end = this.#services.clock.now() + LEASE_MS;
    await this.#services.store.transaction((tx) => tx.run(extendLease, { id: job.id, fence: job.fence, lease_end }));
  }

  async #failed(job: JobRow, error: unknown): Promise<void> {
    const { clock, log, store } = this.#services;
    if (error instanceof LeaseLost) return;
    const { id, kind, ref, fence, attempts } = job;
    const postponed = error instanceof Postponed;
    const uncounted = postponed || error instanceof Interrupted;
    if (postponed) log.info({ job: id, kind, ref, reason: error.message }, 'a job waits');
    else if (uncounted) log.info({ job: id, kind, ref }, 'a job was interrupted');
    else log.error({ err: error, job: id, kind, ref, attempts }, 'a job failed');
    const delay = postponed ? error.delay : uncounted ? RETRY_MS.first : retryDelay(attempts);
    const run_at = clock.now() + delay;
    // When the store itself fails, the end of the lease brings the job back.
    await store
      .transaction((tx) => tx.run(uncounted ? giveBackJob : postponeJob, { id, fence, run_at }))
      .catch((cause) => log.error({ err: cause, job: job.id }, 'postponing a job failed'));
  }

  /**
   * Reads when the next job falls due: a read costs less than a claim, which is a transaction. Wakes the lane if a job is due. Otherwise
   * sets the timer for the next job, and notifies waiting callers that no work is left now.
   *
   * @param claimed number of jobs that the claim just before this look found; undefined without a claim
   */
  look(claimed?: number): void {
    if (this.#stopped) return;
    // A caller that begins to wait during the read starts a look of its own, since this one may miss the caller's work.
    const callers = [...this.#idle];
    this.#looks += 1;
    void this.#services.store.system
      .first(nextJobAt, { kind: this.#handler.kind })
      .then((next) => {
        if (this.#stopped || this.#claiming) return;
        const wait = (next?.run_at ?? Number.POSITIVE_INFINITY) - this.#services.clock.now();
        if (wait > 0) {
          this.#lookIn(Math.min(wait, SWEEP_MS));
          if (this.#running.size === 0) this.#notify(callers);
        } else if (claimed !== 0) this.wake();
        else if (this.#hasPlace()) this.#wakeAfterLock();
        else {
          this.#crowded = true;
          this.#lookIn(SWEEP_MS);
        }
      })
      .catch(() => this.#lookIn(SWEEP_MS))
      .finally(() => {
        this.#looks -= 1;
      });
  }

  /** Returns whether the lane runs or claims jobs. */
  get busy(): boolean {
    return this.#claiming || this.#running.size > 0;
  }

  /** Returns whether another job may start, in whichever lane it is. */
  #hasPlace(): boolean {
    return this.#running.size < this.#handler.concurrency && this.#busyLanes().length === 0;
  }

  #lookIn(delay: number): void {
    if (this.#stopped) return;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#services.clock.schedule(delay, () => this.look());
  }

  /**
   * Looks again in a moment: a job is due, and a transaction that deletes or prolongs it holds its lock. The lock ends in the time of
   * the machine, whatever the clock of the service says.
   */
  #wakeAfterLock(): void {
    this.#cancelTimer?.();
    const timer = setTimeout(() => this.wake(), LOCKED_MS);
    this.#cancelTimer = () => clearTimeout(timer);
  }

  #notify(callers: Iterable<() => void>): void {
    for (const done of callers) {
      this.#idle.delete(done);
      done();
    }
  }

  /** Resolves when no job of the kind is due or running. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.add(resolve);
      this.look();
    });
  }

  /**
   * Stops claiming and waits for running jobs, for a while. Gives the lease of a job that still runs back: another worker takes the
   * job up at once, and its fence keeps this one from writing.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer?.();
    const end = performance.now() + STOP_PATIENCE_MS;
    const isBusy = () => this.#claiming || this.#looks > 0 || (this.#running.size > 0 && performance.now() < end);
    while (isBusy()) await new Promise((resume) => setTimeout(resume, 5));
    this.#ended = true;
    for (const job of this.#running) await this.#giveBack(job);
    this.#notify(this.#idle);
  }

  async #giveBack({ id, kind, ref, fence }: JobRow): Promise<void> {
    const { clock, log, store } = this.#services;
    log.info({ job: id, kind, ref }, 'a job that has not ended is given back');
    await store
      .transaction(async (tx) => {
        if ((await tx.run(giveBackJob, { id, fence, run_at: clock.now() })) > 0) tx.signal('job', kind);
      })
      .catch((error) => log.warn({ err: error, job: id }, 'giving a job back failed'));
  }
}

export interface Worker {
  /** Runs everything that is due now, and what that makes due; for tests and for `asynchronous: false`. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts working off jobs with the handlers given. */
export function startWorker(services: QueueServices, handlers: readonly JobHandler[]): Worker {
  const name = services.ids.uuid();
  const lanes = new Map(handlers.map((handler) => [handler.kind as string, new Lane(services, handler, name)]));
  const kinds = JSON.stringify([...lanes.keys()]);
  const deaf = services.store.onSignal('job', (kind) => lanes.get(kind)?.wake());
  for (const lane of lanes.values()) lane.look();
  return {
    async settle() {
      let before = -1;
      let signals = 0;
      const stop = services.store.onSignal('job', () => {
        signals += 1;
      });
      while (signals !== before) {
        before = signals;
        const due = await services.store.system.all(dueKinds, { kinds, now: services.clock.now() });
        const found = new Set(due.map(({ kind }) => kind));
        for (const [kind, lane] of lanes) if (lane.busy || found.has(kind)) await lane.idle();
      }
      stop();
    },
    async stop() {
      deaf();
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
    },
  };
}
