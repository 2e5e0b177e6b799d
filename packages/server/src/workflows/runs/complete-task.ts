import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Site } from '../../members/webauthn/ceremonies.ts';
import { findTask } from '../../store/queries/workflows.ts';
import { stepKind } from '../steps/index.ts';
import { atTask, OF_THE_SERVICE } from '../steps/kind.ts';
import { type Completer, type TaskStep, taskSteps } from '../workflow.ts';
import { getRunRow } from './get.ts';
import { lockTask } from './lock-task.ts';
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
  const known = await getRunRow(ctx, runId);
  const prepared = by === 'applicant' ? await prepare(ctx, toRun(ctx, known), { taskId, data, site }) : undefined;
  return ctx.transaction(async (tx) => {
    const { run, task, step } = await lockTask(ctx, tx, known, taskId);
    const completion = step ? stepKind(step).completion : OF_THE_SERVICE;
    if (!step || 'refused' in completion) {
      const { refused } = 'refused' in completion ? completion : OF_THE_SERVICE;
      throw invalid(atTask(refused));
    }
    if (completion.prepare && prepared === undefined)
      throw invalid(atTask("must be completed by the applicant's device"));
    if (task.completed) throw invalid({ task_id: ['is already completed'] });
    if (!isOpen(run, ctx.now())) throw invalid({ task_id: ['belongs to a run that has ended'] });
    if (by === 'applicant' && completerOf(step) !== 'applicant')
      throw invalid({ task_id: ['must be completed by the client'] });
    const output = await completion.complete(ctx, tx, run, { step, data, prepared });
    return advanceRun(ctx, tx, await finishTask(ctx, tx, run, task, output));
  });
}

/** Checks the answer of the applicant's device before the transaction; undefined for tasks without a device. */
async function prepare(
  ctx: Ctx,
  run: Run,
  { taskId, data, site }: Pick<Completion, 'taskId' | 'data' | 'site'>,
): Promise<unknown> {
  const preparing = (step: TaskStep) => {
    const { completion } = stepKind(step);
    return 'prepare' in completion ? completion.prepare : undefined;
  };
  if (!taskSteps(run.workflow.steps).some(preparing)) return undefined;
  const row = await ctx.read.first(findTask, { workflow_run_id: run.id, id: taskId });
  const task = row && toTask(ctx, run, row);
  const step = task && stepOf(run, task);
  // An error for a task that takes no data comes under the locks.
  if (!task || task.completed || !step || isAutomatic(task) || !isOpen(run, ctx.now())) return undefined;
  return preparing(step)?.(ctx, run, { task, step }, { data, site });
}
