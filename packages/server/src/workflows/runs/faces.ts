import type { Ctx } from '../../context/ctx.ts';
import { insertBiometricToken } from '../../store/queries/biometric-tokens.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type KeptTemplate, personMark } from '../biometrics/token.ts';
import { type FaceResult, lookAtFace, type TokenOutput } from '../biometrics/work.ts';
import { isFaceStep, mediaIn } from '../workflow.ts';
import { advanceRun } from './progress.ts';
import { type Run, stepOf, type Task, userIdOf } from './run.ts';
import { finishTask, tasksIn } from './tasks.ts';

/** Result for the face of a task, found outside of any transaction. */
export interface FaceWork extends FaceResult {
  readonly taskId: string;
}

/** Looks at the faces of tasks that are open. Throws where an analysis is to be tried again. */
export async function workOnFaces(
  ctx: Ctx,
  run: Run,
  { tasks, attempt }: { readonly tasks: readonly Task[]; readonly attempt: number },
): Promise<FaceWork[]> {
  const done: FaceWork[] = [];
  for (const task of tasks) {
    const step = stepOf(run, task);
    if (task.completed || !step || !isFaceStep(step)) continue;
    const order = {
      kind: step.task,
      applicantId: run.applicant_id,
      userId: userIdOf(run),
      tokenId: run.presented_token,
      attempt,
    };
    done.push({
      taskId: task.id,
      ...(await lookAtFace(ctx, { ...order, mediaIds: mediaIn(task.input.media_ids) ?? [] })),
    });
  }
  return done;
}

/**
 * Takes over what was found, and keeps the tokens that were made, unless another process was faster. The transaction has locked
 * the applicant and the run.
 */
export async function takeFaces(ctx: Ctx, tx: ScopedTx, before: Run, works: readonly FaceWork[]): Promise<Run> {
  if (works.length === 0) return before;
  let run = before;
  const tasks = await tasksIn(ctx, tx, run);
  for (const { taskId, output, kept } of works) {
    const task = tasks.find(({ id }) => id === taskId);
    if (!task || task.completed) continue;
    if (kept) await keepToken(ctx, tx, run, { kept, output: output as TokenOutput });
    run = await finishTask(ctx, tx, run, task, output);
  }
  return advanceRun(ctx, tx, run);
}

interface NewToken {
  readonly kept: KeptTemplate;
  readonly output: TokenOutput;
}

async function keepToken(ctx: Ctx, tx: ScopedTx, run: Run, { kept, output }: NewToken): Promise<void> {
  const id = output.uuid as string;
  await tx.run(insertBiometricToken, {
    ...{ id, applicant_id: run.applicant_id, workflow_run_id: run.id, person: personMark(ctx, userIdOf(run)) },
    ...{ created_at: ctx.now(), status: null, data: ctx.vault.seal(id, kept) },
  });
}
