import type { Services } from '../../context/services.ts';
import { type JobHandler, type JobHold, LeaseLost, startWorker } from '../../jobs/worker.ts';
import { claimJobs, finishJob, postponeJob } from '../../store/queries/jobs.ts';
import type { JobRow } from '../../store/schema.ts';
import type { SystemTx } from '../../store/store.ts';
import { jobHandlers } from '../../workers/index.ts';

const LEASE_MS = 30_000;
/** More than a test ever has. */
const ALL = 10_000;

/** The workers of a service that has none of its own: each does what the test says, then is gone. */
export class Workers {
  readonly #services: Services;
  readonly #handlers: readonly JobHandler[];

  constructor(services: Services) {
    this.#services = services;
    this.#handlers = jobHandlers(services);
  }

  /** Does all jobs of these kinds that are due; of every kind when none is named. */
  async work(kinds?: readonly string[]): Promise<void> {
    const worker = startWorker(
      this.#services,
      this.#handlers.filter(({ kind }) => kinds?.includes(kind) ?? true),
    );
    await worker.settle();
    await worker.stop();
  }

  /** Claims all jobs of these kinds that are due, and does none. */
  async claim(kinds: readonly string[]): Promise<JobRow[]> {
    const now = this.#services.clock.now();
    const claim = { now, lease_end: now + LEASE_MS, worker: 'stalled', busy: '[]' };
    const claimed: JobRow[] = [];
    for (const kind of kinds) {
      claimed.push(
        ...(await this.#services.store.transaction((tx) =>
          tx.all(claimJobs({ limit: ALL, perLane: ALL }), { ...claim, kind }),
        )),
      );
    }
    return claimed;
  }

  /** Does jobs that were claimed before, as far as no other worker has claimed them since. */
  async resume(jobs: readonly JobRow[]): Promise<void> {
    for (const job of jobs) {
      const handler = this.#handlers.find(({ kind }) => kind === job.kind) as JobHandler;
      await handler.run(job, holdOn(job)).catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error;
      });
    }
  }
}

function holdOn({ id, fence }: JobRow): JobHold {
  const must = (changed: number) => {
    if (changed === 0) throw new LeaseLost(`Job ${id} has another worker`);
  };
  return {
    done: async (tx: SystemTx) => must(await tx.run(finishJob, { id, fence })),
    again: async (tx: SystemTx, run_at: number) => must(await tx.run(postponeJob, { id, fence, run_at })),
  };
}
