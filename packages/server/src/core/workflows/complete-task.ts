import { invalid, notFound, problem } from '../../base/errors.ts';
import { findRun, findTask } from '../../store/queries/workflows.ts';
import { type Completer, isFaceStep, isSignature } from '../../workflows/workflow.ts';
import { trialLock } from '../checks/validate.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';
import { capturedMedia } from './captures.ts';
import { saveProfile } from './profile.ts';
import { advanceRun } from './progress.ts';
import { completerOf, isOpen, type Run, stepOf, toRun, toTask } from './run.ts';
import { finishTask } from './tasks.ts';

/** A task, and what it is completed with. */
export interface Completion {
  readonly runId: string;
  readonly taskId: string;
  readonly data: unknown;
  /** On whose behalf: an applicant does only what is asked of applicants. */
  readonly by: Completer;
}

/**
 * Completes a task and begins the next, in one transaction. Throws 404 or 410 for the run and the task, and
 * `validation_error` for a task that isn't open, is for another actor, or for data that doesn't fit.
 */
export async function completeTask(ctx: Ctx, { runId, taskId, data, by }: Completion): Promise<Run> {
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
    if (step?.task === 'manual_review') throw invalid({ task_id: ["is a member's"] });
    if (!step || step.task === 'check' || step.task === 'wait' || isFaceStep(step))
      throw invalid({ task_id: ['is a task of the service'] });
    if (isSignature(step)) throw invalid({ task_id: ['is signed by the applicant, on the page of the run'] });
    if (task.completed) throw invalid({ task_id: ['is completed already'] });
    if (!isOpen(run, ctx.now())) throw invalid({ task_id: ['is of a run that takes nothing any more'] });
    if (by === 'applicant' && completerOf(step) !== 'applicant') throw invalid({ task_id: ["is the client's"] });
    const output =
      step.task === 'profile_data'
        ? await saveProfile(ctx, tx, { applicantId: run.applicant_id, step, data })
        : await capturedMedia(ctx, tx, { applicantId: run.applicant_id, kind: step.task, data });
    return advanceRun(ctx, tx, await finishTask(ctx, tx, run, task, output));
  });
}
