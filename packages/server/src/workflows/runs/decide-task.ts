import { recordAuditIn } from '../../audit/record.ts';
import { invalid, notFound, problem } from '../../base/errors.ts';
import { trialLock } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { findRun, findTask } from '../../store/queries/workflows.ts';
import { advanceRun } from './progress.ts';
import { hasEnded, type ReviewAnswer, type Run, stepOf, toRun, toTask } from './run.ts';
import { finishTask } from './tasks.ts';

/** A manual review, and how a member answers it. */
export interface ReviewDecision extends ReviewAnswer {
  readonly runId: string;
  readonly taskId: string;
}

/**
 * Answers the manual review of a run and begins what follows, in one transaction. The reason becomes one of the run. Throws 404
 * or 410 for the run and the task, and `validation_error` for a task that is not an open manual review and for an unknown choice.
 */
export async function decideTask(ctx: Ctx, { runId, taskId, choice, reason }: ReviewDecision): Promise<Run> {
  const known = await ctx.read.first(findRun, { id: runId });
  if (!known) throw await missing(ctx, 'WorkflowRun', runId);
  return ctx.transaction(async (tx) => {
    const locked = await tx.lock({ ...trialLock(ctx), applicant: known.applicant_id, run: runId });
    const { applicant } = locked;
    if (!applicant || applicant.delete_at !== null) throw problem('gone');
    const run = locked.run && toRun(ctx, locked.run);
    if (!run) throw problem('gone');
    const row = await tx.first(findTask, { workflow_run_id: runId, id: taskId });
    if (!row) throw notFound('Task', taskId);
    const task = toTask(ctx, run, row);
    const step = stepOf(run, task);
    if (step?.task !== 'manual_review') throw invalid({ task_id: ['is not a manual review'] });
    if (task.completed) throw invalid({ task_id: ['is already completed'] });
    if (hasEnded(run)) throw invalid({ task_id: ['belongs to a run that has ended'] });
    if (!step.choices.includes(choice)) throw invalid({ choice: ['is not included in the list'] });
    const details = { task_id: task.id, choice };
    recordAuditIn(ctx, tx, { action: 'workflow_task_decided', object_id: run.id, details });
    const answer: ReviewAnswer = { choice, reason };
    return advanceRun(ctx, tx, await finishTask(ctx, tx, run, task, answer));
  });
}
