import type { JobHold } from '../../jobs/worker.ts';
import { findCheck, listReports } from '../../store/queries/checks.ts';
import type { JobRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { toCheck } from '../checks/check.ts';
import type { Ctx } from '../ctx.ts';
import { decide, lockRun, moveRun } from './progress.ts';
import { type ReportOutputs, reportOutputs } from './report-output.ts';
import { isOpen, type Run } from './run.ts';
import { finishTask, tasksIn } from './tasks.ts';

/**
 * Takes the result of a run's check, or abandons a run whose time is over. A job that comes a second time changes nothing.
 */
export async function reconcileRun(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const shown = await reportOutputs(ctx, job.ref);
  await ctx.transaction(async (tx) => {
    await hold.done(tx.system);
    const run = await lockRun(ctx, tx, job.ref);
    if (!run) return;
    if (run.status === 'processing') await takeResult(ctx, tx, run, shown);
    else if (!isOpen(run, ctx.now())) await moveRun(ctx, tx, run, 'timed_out');
  });
}

async function takeResult(ctx: Ctx, tx: ScopedTx, run: Run, shown: ReportOutputs | undefined): Promise<void> {
  const row = run.check_id === null ? undefined : await tx.first(findCheck, { id: run.check_id });
  if (row?.status !== 'complete' && row?.status !== 'withdrawn') return;
  // It ended just now: the look that its end has queued takes the result.
  if (!shown) return;
  const check = toCheck(ctx, row);
  const reports = await tx.all(listReports, { check_id: check.id });
  const task = (await tasksIn(ctx, tx, run)).find(({ completed }) => !completed);
  if (!task) return;
  const ended = await finishTask(ctx, tx, run, task, {
    check_id: check.id,
    status: check.status,
    result: check.result,
    reports: reports.map(({ id, name, result, sub_result }) => ({ id, name, result, sub_result })),
  });
  const after = Object.keys(shown).length === 0 ? ended : { ...ended, output: { ...ended.output, ...shown } };
  if (check.status === 'complete') {
    await decide(ctx, tx, after, reports);
    return;
  }
  const error = { type: 'check_withdrawn', message: 'The check of this run was withdrawn' };
  await moveRun(ctx, tx, after, 'failed', { error });
}
