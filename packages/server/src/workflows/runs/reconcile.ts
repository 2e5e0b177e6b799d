import { trialLock } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { JobHold } from '../../jobs/worker.ts';
import { dropFiles } from '../../signatures/files.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { findRun, listTasks, openRunsOf } from '../../store/queries/workflows.ts';
import type { ApplicantRow, JobRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { stepKind } from '../steps/index.ts';
import type { StepKind } from '../steps/kind.ts';
import { moveRun } from './move.ts';
import { advanceRun } from './progress.ts';
import { hasEnded, isOpen, type Run, stepOf, toRun, toTask } from './run.ts';
import { tasksIn } from './tasks.ts';

interface DoneWork {
  readonly kind: StepKind;
  readonly result: unknown;
}

/** Work by the id of its task. */
type Works = ReadonlyMap<string, DoneWork>;

interface Settled {
  readonly run: Run;
  /** Ids of the tasks whose work was taken over or that ended. */
  readonly tasks: ReadonlySet<string>;
}

/**
 * Continues a run after the work of the service on its open tasks, or moves it to `abandoned` when its time is over. A job that
 * comes a second time changes nothing. While the deletion of its applicant waits, a run stands still: a restore queues a job.
 */
export async function reconcileRun(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const known = await ctx.read.first(findRun, { id: job.ref });
  const applicant = known && (await ctx.read.first(findApplicant, { id: known.applicant_id }));
  const works: Works = known && isKept(applicant) ? await workOn(ctx, toRun(ctx, known), job.attempts) : new Map();
  let taken: Settled['tasks'] = new Set();
  await ctx.transaction(async (tx) => {
    if (!known) return hold.done(tx.system);
    const locks = { ...trialLock(ctx), applicant: known.applicant_id, job: job.id, run: job.ref };
    const locked = await tx.lock(locks);
    await hold.done(tx.system);
    const run = locked.run && toRun(ctx, locked.run);
    if (!run || !isKept(locked.applicant) || hasEnded(run)) return;
    const { run: after, tasks } = await settleTasks(ctx, tx, run, works);
    taken = tasks;
    if (after.status !== 'processing' && !isOpen(after, ctx.now())) await moveRun(ctx, tx, after, 'timed_out');
  });
  // Another process was faster with these. Files of a transaction that failed are left to the upkeep.
  const dropped = [...works].filter(([id]) => !taken.has(id)).map(([, work]) => work);
  await dropFiles(
    ctx,
    dropped.flatMap(({ kind, result }) => kind.filesOf?.(result) ?? []),
  );
}

/** Returns whether an applicant is there, and no deletion of it waits. */
function isKept(applicant: Pick<ApplicantRow, 'delete_at'> | undefined): boolean {
  return applicant?.delete_at === null;
}

/** Queues a job for each run of an applicant that may continue, in the transaction that restores it. */
export async function enqueueRunsOf(ctx: Ctx, tx: ScopedTx, applicant_id: string): Promise<void> {
  for (const { id } of await tx.all(openRunsOf, { applicant_id })) {
    await enqueue(ctx.services, tx.system, ctx, { kind: 'workflow_run', ref: id });
  }
}

/** Works on the open tasks of a run outside of the transaction; does nothing for a run that has ended. */
async function workOn(ctx: Ctx, run: Run, attempt: number): Promise<Works> {
  const works = new Map<string, DoneWork>();
  if (hasEnded(run)) return works;
  const tasks = (await ctx.read.all(listTasks, { workflow_run_id: run.id })).map((row) => toTask(ctx, run, row));
  for (const task of tasks) {
    const step = stepOf(run, task);
    if (!step || task.completed) continue;
    const kind = stepKind(step);
    const result = await kind.work?.(ctx, run, { task, step, tasks, attempt });
    if (result !== undefined) works.set(task.id, { kind, result });
  }
  return works;
}

/** Takes over the work on open tasks and completes those whose time has come, then begins what follows. */
async function settleTasks(ctx: Ctx, tx: ScopedTx, before: Run, works: Works): Promise<Settled> {
  let run = before;
  const tasks = new Set<string>();
  for (const task of (await tasksIn(ctx, tx, run)).filter(({ completed }) => !completed)) {
    const step = stepOf(run, task);
    const after = step && (await stepKind(step).settle?.(ctx, tx, run, { task, step }, works.get(task.id)?.result));
    if (!after) continue;
    tasks.add(task.id);
    run = after;
    if (hasEnded(run)) return { run, tasks };
  }
  return { run: tasks.size === 0 ? run : await advanceRun(ctx, tx, run), tasks };
}
