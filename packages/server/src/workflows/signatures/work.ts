import type { Ctx } from '../../context/ctx.ts';
import { keepFiles, type NewFile } from '../../signatures/files.ts';
import { NotSignable } from '../../signatures/not-signable.ts';
import type { Signature } from '../../signatures/signature.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { SignatureOutput } from '../runs/files.ts';
import { moveRun } from '../runs/move.ts';
import { advanceRun } from '../runs/progress.ts';
import { type Run, scopeOf, stepOf, type Task } from '../runs/run.ts';
import { finishTask, saveSignature, tasksIn } from '../runs/tasks.ts';
import { isSignature, type SignatureStep } from '../workflow.ts';
import { prepareSignature } from './prepare.ts';
import { sealSignature } from './seal.ts';

/** Work for the signature of a task, outside of any transaction. */
export interface SignatureWork {
  readonly taskId: string;
  /** The stage that it was done in. */
  readonly from: Signature['stage'];
  /** Files that have no row yet. */
  readonly files: readonly NewFile[];
  /** The reason why the run can't continue; without it, the task's result is set. */
  readonly failed?: string;
  readonly signature?: Signature;
  readonly output?: SignatureOutput;
}

/** Prepares the documents of tasks that begin, and signs those to which the applicant has agreed. */
export async function workOnSignatures(ctx: Ctx, run: Run, tasks: readonly Task[]): Promise<SignatureWork[]> {
  const done: SignatureWork[] = [];
  for (const task of tasks) {
    const step = stepOf(run, task);
    if (task.completed || !task.signature || !step || !isSignature(step)) continue;
    const { stage } = task.signature;
    if (stage !== 'preparing' && stage !== 'sealing') continue;
    const work = { taskId: task.id, from: stage };
    try {
      done.push({ ...work, ...(await workOn(ctx, run, { task, step, tasks })) });
    } catch (error) {
      if (!(error instanceof NotSignable)) throw error;
      done.push({ ...work, files: [], failed: error.message });
    }
  }
  return done;
}

interface Open {
  readonly task: Task;
  readonly step: SignatureStep;
  readonly tasks: readonly Task[];
}

async function workOn(
  ctx: Ctx,
  run: Run,
  { task, step, tasks }: Open,
): Promise<Omit<SignatureWork, 'taskId' | 'from'>> {
  const signature = task.signature as Signature;
  const about = { run, task, step };
  if (signature.stage === 'sealing') return sealSignature(ctx, about, signature);
  const { documents, files } = await prepareSignature(ctx, run, step, scopeOf(run, tasks));
  const acts = [{ kind: 'asked', at: ctx.now() } as const];
  const prepared: Signature = { ...signature, stage: 'asked', documents, acts };
  if (!ctx.sandbox || step.sandbox === 'applicant') return { files, signature: prepared };
  const sealed = await sealSignature(ctx, about, prepared, files);
  return { ...sealed, files: [...files, ...sealed.files] };
}

/**
 * Takes over what was done, unless another process was faster. The transaction has locked the applicant and the run.
 *
 * @returns the run as it is then, and the files that have their rows now
 */
export async function takeSignatures(
  ctx: Ctx,
  tx: ScopedTx,
  before: Run,
  works: readonly SignatureWork[],
): Promise<{ run: Run; kept: readonly NewFile[] }> {
  let run = before;
  const kept: NewFile[] = [];
  if (works.length === 0) return { run, kept };
  const tasks = await tasksIn(ctx, tx, run);
  for (const { taskId, from, files, failed, signature, output } of works) {
    const task = tasks.find(({ id }) => id === taskId);
    if (!task || task.completed || task.signature?.stage !== from) continue;
    if (failed !== undefined) {
      const error = { type: 'signature_failed', message: failed };
      return { run: await moveRun(ctx, tx, run, 'failed', { error }), kept };
    }
    await keepFiles(ctx, tx, run.applicant_id, files);
    kept.push(...files);
    const after: Task = { ...task, ...(signature && { signature }) };
    if (output) run = await finishTask(ctx, tx, run, after, output);
    else await saveSignature(ctx, tx, after);
  }
  return { run: await advanceRun(ctx, tx, run), kept };
}
