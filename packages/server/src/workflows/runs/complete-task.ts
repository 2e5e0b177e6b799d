import { invalid, notFound, problem } from '../../base/errors.ts';
import { trialLock } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import type { Site } from '../../members/webauthn/ceremonies.ts';
import { findRun, findTask } from '../../store/queries/workflows.ts';
import type { ScopedTx } from '../../store/store.ts';
import {
  type CaptureStep,
  type Completer,
  isFaceStep,
  isPasskeyStep,
  isSignature,
  type PasskeyStep,
  type ProfileStep,
  taskSteps,
} from '../workflow.ts';
import { capturedMedia } from './captures.ts';
import { type Judged, judgePasskey, takePasskey } from './passkeys.ts';
import { saveProfile } from './profile.ts';
import { advanceRun } from './progress.ts';
import { completerOf, isAutomatic, isOpen, type Run, stepOf, toRun, toTask } from './run.ts';
import { finishTask } from './tasks.ts';

/** A task, and what it is completed with. */
export interface Completion {
  readonly runId: string;
  readonly taskId: string;
  readonly data: unknown;
  /** Completer: an applicant completes only tasks of applicants. */
  readonly by: Completer;
  /** The page that it comes from: passkeys work only on the site on which they were made. */
  readonly site?: Site | undefined;
}

/**
 * Completes a task and begins the next, in one transaction. Throws 404 or 410 for the run and the task, and
 * `validation_error` for a task that isn't open, is for another actor, or for data that doesn't fit.
 */
export async function completeTask(ctx: Ctx, { runId, taskId, data, by, site }: Completion): Promise<Run> {
  const known = await ctx.read.first(findRun, { id: runId });
  if (!known) throw await missing(ctx, 'WorkflowRun', runId);
  const judged = by === 'applicant' ? await passkeyOf(ctx, toRun(ctx, known), { taskId, data, site }) : undefined;
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
    if (!step || step.task === 'check' || step.task === 'wait' || step.task === 'notify' || isFaceStep(step))
      throw invalid({ task_id: ['is a task of the service'] });
    if (isPasskeyStep(step) && !judged) throw invalid({ task_id: ["is done by the applicant's device"] });
    if (isSignature(step)) throw invalid({ task_id: ['is signed by the applicant, on the page of the run'] });
    if (task.completed) throw invalid({ task_id: ['is completed already'] });
    if (!isOpen(run, ctx.now())) throw invalid({ task_id: ['is of a run that takes nothing any more'] });
    if (by === 'applicant' && completerOf(step) !== 'applicant') throw invalid({ task_id: ["is the client's"] });
    const output = await outputOf(ctx, tx, run, { step, data, judged });
    return advanceRun(ctx, tx, await finishTask(ctx, tx, run, task, output));
  });
}

interface Given {
  readonly step: ProfileStep | CaptureStep | PasskeyStep;
  readonly data: unknown;
  readonly judged: Judged | undefined;
}

function outputOf(ctx: Ctx, tx: ScopedTx, run: Run, { step, data, judged }: Given): Promise<unknown> {
  const applicantId = run.applicant_id;
  if (step.task === 'profile_data') return saveProfile(ctx, tx, { applicantId, step, data });
  if (isPasskeyStep(step)) return takePasskey(ctx, tx, run, { ...(judged as Judged), kind: step.task });
  return capturedMedia(ctx, tx, { applicantId, kind: step.task, data });
}

/** Judges a device's answer for a task before the transaction; undefined for tasks without passkeys. */
async function passkeyOf(
  ctx: Ctx,
  run: Run,
  given: Pick<Completion, 'taskId' | 'data'> & { readonly site: Site | undefined },
): Promise<Judged | undefined> {
  if (!taskSteps(run.workflow.steps).some(isPasskeyStep)) return undefined;
  const row = await ctx.read.first(findTask, { workflow_run_id: run.id, id: given.taskId });
  const task = row && toTask(ctx, run, row);
  const step = task && stepOf(run, task);
  // What is wrong with a task that takes nothing is said under the locks.
  if (!task || task.completed || !step || !isPasskeyStep(step) || isAutomatic(task) || !isOpen(run, ctx.now()))
    return undefined;
  return judgePasskey(ctx, { run, task, step }, given);
}
