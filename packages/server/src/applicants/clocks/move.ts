import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context/ctx.ts';
import { type JobHold, Postponed } from '../../jobs/worker.ts';
import { advanceJobs, endAdvance, findClock, jobsOfClock, moveClock } from '../../store/queries/sandbox-clocks.ts';
import type { JobRow, SandboxClockRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';

/** Milliseconds of the machine after which a job of the clock is looked at again. */
const LOOK_MS = 3;

/** Milliseconds of the machine for which one run of the job waits for other jobs. */
const PATIENCE_MS = 20_000;

type Step = 'waits' | 'moved' | 'ready';

/**
 * Moves a clock to the time that a call has set, from job to job: each job of its applicants runs at its own time, before anything later
 * does. Jobs of the same time run together, as always. A process that dies leaves the clock between two jobs, and another continues.
 */
export async function moveSandboxClock(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const step = await ctx.transaction((tx) => takeStep(ctx, tx, job.ref, hold));
    if (step === 'ready') return;
    if (step === 'moved') continue;
    if (performance.now() > end) throw new Postponed('a job of the clock still runs', 1000);
    await sleep(LOOK_MS);
  }
}

async function takeStep(ctx: Ctx, tx: ScopedTx, id: string, hold: JobHold): Promise<Step> {
  const clock = await tx.first(findClock, { id });
  if (!clock || clock.advance_to === null) {
    await hold.done(tx.system);
    return 'ready';
  }
  const machine = ctx.services.clock.now();
  const jobs = await tx.system.all(jobsOfClock, { clock_id: id });
  if (jobs.some(({ worker, run_at }) => worker !== null || run_at <= machine)) return 'waits';
  const left = leftOf(clock as Moving, machine);
  if (left <= 0) {
    await hold.done(tx.system);
    await tx.run(endAdvance, { id });
    return 'ready';
  }
  const next = Math.min(...jobs.map(({ run_at }) => run_at)) - machine;
  const by = Math.ceil(Math.min(left, next));
  await tx.run(moveClock, { id, by });
  await tx.system.run(advanceJobs, { clock_id: id, by });
  const due = jobs.filter(({ run_at }) => run_at - by <= machine).map(({ kind }) => kind);
  for (const kind of new Set(due)) tx.system.signal('job', kind);
  return 'moved';
}

type Moving = SandboxClockRow & { readonly advance_to: number };

/** Milliseconds that a clock still has to move. */
function leftOf({ advance_to, clock_offset }: Moving, machine: number): number {
  return advance_to - (machine + clock_offset);
}
