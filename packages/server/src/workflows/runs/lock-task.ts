import { notFound, problem } from '../../base/errors.ts';
import { trialLock } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { findTask } from '../../store/queries/workflows.ts';
import type { WorkflowRunRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { TaskStep } from '../workflow.ts';
import { type Run, stepOf, type Task, toRun, toTask } from './run.ts';

/** A task of a locked run. */
export interface LockedTask {
  readonly run: Run;
  readonly task: Task;
  /** Step of the task in the workflow; undefined for the start. */
  readonly step: TaskStep | undefined;
}

/**
 * Locks a run and its applicant, and the account on trial, for a change of one of the run's tasks. Throws
 * `resource_not_found` for the task, and `gone` if the applicant is deleted or the run was erased meanwhile.
 */
export async function lockTask(
  ctx: Ctx,
  tx: ScopedTx,
  known: Pick<WorkflowRunRow, 'id' | 'applicant_id'>,
  taskId: string,
): Promise<LockedTask> {
  const locked = await tx.lock({ ...trialLock(ctx), applicant: known.applicant_id, run: known.id });
  if (!locked.applicant || locked.applicant.delete_at !== null || !locked.run) throw problem('gone');
  const run = toRun(ctx, locked.run);
  const row = await tx.first(findTask, { workflow_run_id: run.id, id: taskId });
  if (!row) throw notFound('Task', taskId);
  const task = toTask(ctx, run, row);
  return { run, task, step: stepOf(run, task) };
}
