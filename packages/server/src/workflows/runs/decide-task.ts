import { recordAuditIn } from '../../audit/record.ts';
import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { getRunRow } from './get.ts';
import { lockTask } from './lock-task.ts';
import { advanceRun } from './progress.ts';
import { hasEnded, type ReviewAnswer, type Run } from './run.ts';
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
  const known = await getRunRow(ctx, runId);
  return ctx.transaction(async (tx) => {
    const { run, task, step } = await lockTask(ctx, tx, known, taskId);
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
