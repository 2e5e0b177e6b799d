import type { Ctx } from '../../context/ctx.ts';
import type { NewFile } from '../../signatures/files.ts';
import { NotSignable } from '../../signatures/not-signable.ts';
import type { Signature, SignatureOutput } from '../../signatures/signature.ts';
import { type Run, scopeOf, type Task } from '../runs/run.ts';
import type { SignatureStep } from '../workflow.ts';
import { prepareSignature } from './prepare.ts';
import { sealSignature } from './seal.ts';

/** Work on the signature of a task, outside of any transaction. */
export interface SignatureWork {
  /** The stage in which the work was done. */
  readonly from: Signature['stage'];
  /** Files that have no row yet. */
  readonly files: readonly NewFile[];
  /** The reason why the run can't continue. */
  readonly failed?: string;
  readonly signature?: Signature;
  /** The output of the task, once it is signed. */
  readonly output?: SignatureOutput;
}

interface OpenSignature {
  readonly task: Task;
  readonly step: SignatureStep;
  readonly tasks: readonly Task[];
}

/** Prepares the documents of a task that begins, or signs those to which the applicant has agreed. */
export async function workOnSignature(ctx: Ctx, run: Run, open: OpenSignature): Promise<SignatureWork | undefined> {
  const { signature } = open.task;
  const from = signature?.stage;
  if (!signature || (from !== 'preparing' && from !== 'sealing')) return undefined;
  return orFailed(from, () => workOn(ctx, run, open, signature));
}

/** Signs the documents of an open task of the sandbox at once, without the applicant. */
export async function signInSandbox(ctx: Ctx, run: Run, open: OpenSignature): Promise<SignatureWork> {
  const { task, step } = open;
  const signature = task.signature as Signature;
  return orFailed(signature.stage, () =>
    signature.stage === 'preparing'
      ? workOn(ctx, run, { ...open, step: { ...step, sandbox: 'automatic' } }, signature)
      : sealSignature(ctx, { run, task, step }, signature),
  );
}

async function orFailed(
  from: Signature['stage'],
  work: () => Promise<Omit<SignatureWork, 'from'>>,
): Promise<SignatureWork> {
  try {
    return { from, ...(await work()) };
  } catch (error) {
    if (!(error instanceof NotSignable)) throw error;
    return { from, files: [], failed: error.message };
  }
}

async function workOn(
  ctx: Ctx,
  run: Run,
  { task, step, tasks }: OpenSignature,
  signature: Signature,
): Promise<Omit<SignatureWork, 'from'>> {
  const about = { run, task, step };
  if (signature.stage === 'sealing') return sealSignature(ctx, about, signature);
  const { documents, files } = await prepareSignature(ctx, run, step, scopeOf(run, tasks));
  const acts = [{ kind: 'asked', at: ctx.now() } as const];
  const prepared: Signature = { ...signature, stage: 'asked', documents, acts };
  if (!ctx.sandbox || step.sandbox === 'applicant') return { files, signature: prepared };
  const sealed = await sealSignature(ctx, about, prepared, files);
  return { ...sealed, files: [...files, ...sealed.files] };
}
