import { toCheck } from '../../checks/check.ts';
import { trialLock } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { JobHold } from '../../jobs/worker.ts';
import { isWatchlistReport } from '../../reports/watchlist.ts';
import { dropFiles } from '../../signatures/files.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { findCheck, listReports } from '../../store/queries/checks.ts';
import { findRun, listTasks, openRunsOf } from '../../store/queries/workflows.ts';
import type { ApplicantRow, JobRow, ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { takeSignatures, workOnSignatures } from '../signatures/work.ts';
import { isPasskeyStep } from '../workflow.ts';
import { takeFaces, workOnFaces } from './faces.ts';
import { moveRun } from './move.ts';
import { passkeyInSandbox } from './passkeys.ts';
import { advanceRun } from './progress.ts';
import { type ShownReports, shownReports } from './report-output.ts';
import { hasEnded, isAutomatic, isOpen, type Run, stepOf, type Task, toRun, toTask } from './run.ts';
import { finishTask, tasksIn } from './tasks.ts';

/**
 * Takes a run on: by the results of its checks and the ends of its waits, or to `abandoned` where its time is over. A job that
 * comes a second time changes nothing. While the deletion of its applicant waits, a run stands still: a restore queues a job.
 */
export async function reconcileRun(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const known = await ctx.read.first(findRun, { id: job.ref });
  const applicant = known && (await ctx.read.first(findApplicant, { id: known.applicant_id }));
  const begun = known && isKept(applicant) ? toRun(ctx, known) : undefined;
  const shown = begun ? await shownReports(ctx, begun) : new Map();
  const { signatures, faces } = await workOn(ctx, begun, job.attempts);
  const dropped = signatures.flatMap(({ files }) => files);
  await ctx.transaction(async (tx) => {
    if (!known) return hold.done(tx.system);
    const wanted = { ...trialLock(ctx), applicant: known.applicant_id, job: job.id, run: job.ref };
    const locked = await tx.lock(wanted);
    await hold.done(tx.system);
    const run = locked.run && toRun(ctx, locked.run);
    if (!run || !isKept(locked.applicant) || hasEnded(run)) return;
    const { run: signed, kept } = await takeSignatures(ctx, tx, run, signatures);
    dropped.splice(0, dropped.length, ...dropped.filter((one) => !kept.includes(one)));
    if (hasEnded(signed)) return;
    const seen = await takeFaces(ctx, tx, signed, faces);
    if (hasEnded(seen)) return;
    const after = await takeResults(ctx, tx, seen, shown);
    if (after.status !== 'processing' && !isOpen(after, ctx.now())) await moveRun(ctx, tx, after, 'timed_out');
  });
  // Another process was faster with these. Files of a transaction that failed are left to the upkeep.
  await dropFiles(ctx, dropped);
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

/** Work of the service for open tasks outside of the transaction; nothing for a run that has ended. */
async function workOn(ctx: Ctx, run: Run | undefined, attempt: number) {
  if (!run || hasEnded(run)) return { signatures: [], faces: [] };
  const tasks = (await ctx.read.all(listTasks, { workflow_run_id: run.id })).map((row) => toTask(ctx, run, row));
  const signatures = await workOnSignatures(ctx, run, tasks);
  return { signatures, faces: await workOnFaces(ctx, run, { tasks, attempt }) };
}

/** Completes the tasks of the service that have come to their end, and begins what follows. */
async function takeResults(ctx: Ctx, tx: ScopedTx, before: Run, shown: ShownReports): Promise<Run> {
  let run = before;
  let ended = 0;
  for (const task of (await tasksIn(ctx, tx, run)).filter(({ completed }) => !completed)) {
    const step = stepOf(run, task);
    const kind = step?.task;
    if (step && isPasskeyStep(step) && isAutomatic(task)) {
      run = await finishTask(ctx, tx, run, task, await passkeyInSandbox(ctx, tx, run, step));
      ended += 1;
    }
    if (kind === 'wait' && Date.parse(String(task.input.until)) <= ctx.now()) {
      run = await finishTask(ctx, tx, run, task, {});
      ended += 1;
    }
    if (kind === 'notify') {
      run = await finishTask(ctx, tx, run, task, { mails: task.input.mails });
      ended += 1;
    }
    if (kind !== 'check') continue;
    const taken = await takeCheck(ctx, tx, run, { task, shown });
    if (!taken) continue;
    run = taken;
    ended += 1;
    if (hasEnded(run)) return run;
  }
  return ended === 0 ? run : advanceRun(ctx, tx, run);
}

interface OpenCheck {
  readonly task: Task;
  readonly shown: ShownReports;
}

/** Completes the task of a check that has ended; undefined while it has not. */
async function takeCheck(ctx: Ctx, tx: ScopedTx, run: Run, { task, shown }: OpenCheck): Promise<Run | undefined> {
  const row = await tx.first(findCheck, { id: String(task.input.check_id) });
  if (row?.status !== 'complete' && row?.status !== 'withdrawn') return undefined;
  const outputs = shown.get(row.id);
  // It ended just now: the job that its end has queued takes the result.
  if (!outputs) return undefined;
  const check = toCheck(ctx, row);
  const reports = await tx.all(listReports, { check_id: check.id });
  const ended = await finishTask(ctx, tx, run, task, {
    check_id: check.id,
    status: check.status,
    result: check.result,
    reports: reports.map(({ id, name, result, sub_result }) => ({ id, name, result, sub_result })),
    ...alertIn(reports),
  });
  const after = Object.keys(outputs).length === 0 ? ended : { ...ended, output: { ...ended.output, ...outputs } };
  if (check.status === 'complete') return after;
  const error = { type: 'check_withdrawn', message: 'The check of this run was withdrawn' };
  return moveRun(ctx, tx, after, 'failed', { error });
}

/** Alert of a check that searched watchlists: the id of the first report that found anything; else null. */
function alertIn(reports: readonly Pick<ReportRow, 'id' | 'name' | 'result'>[]) {
  const searched = reports.filter(({ name }) => isWatchlistReport(name));
  if (searched.length === 0) return {};
  return { properties: { alert_identifier: searched.find(({ result }) => result === 'consider')?.id ?? null } };
}
