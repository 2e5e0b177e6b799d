import type { Readable } from 'node:stream';
import { invalid, notFound, Problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { getMedia, mediaBytes } from '../../media/get.ts';
import { agreedTo, type ConsentSentence, consentIn } from '../../signatures/consent.ts';
import { type Origin, openedIn, type Signature } from '../../signatures/signature.ts';
import { applicantTask } from '../runs/find-link.ts';
import { listTasksOf } from '../runs/get.ts';
import { isOpen, type Run, stepOf, type Task } from '../runs/run.ts';
import { signatureKinds } from '../workflow.ts';
import { noteOpened, sign, wantsCode } from './acts.ts';
import { isUsable } from './codes.ts';

/** Documents that an applicant should sign, and the progress. */
export interface SigningView {
  readonly documents: { readonly id: string; readonly file_name: string; readonly opened: boolean }[];
  /** Consent that the applicant has to give. */
  readonly consent: ConsentSentence;
  /** Null where no code is asked for. `sent`: the last one, null before there is one. */
  readonly code: { readonly sent: CodeView | null } | null;
}

interface CodeView {
  readonly by: 'sms' | 'email';
  /** Destination of the code, most of it hidden. */
  readonly to: string;
  /** True if it can still be entered. */
  readonly usable: boolean;
}

interface Asked {
  readonly task: Task;
  readonly signature: Signature;
}

/** The task in which the applicant is to sign. Throws `validation_error` where it waits for something else. */
async function askedTask(ctx: Ctx, run: Run, taskId: string): Promise<Asked> {
  const task = applicantTask({ run, tasks: await listTasksOf(ctx, run.id) });
  if (task?.id !== taskId || !task.signature || !isOpen(run, ctx.now()))
    throw invalid({ task_id: ['is not a signature task that waits for the applicant'] });
  return { task, signature: task.signature };
}

/**
 * View of a task for a capture SDK. Throws `validation_error` if it waits for something else.
 * @param language of the applicant, such as `pt-BR`
 */
export async function signingView(ctx: Ctx, run: Run, taskId: string, language: string): Promise<SigningView> {
  const { task, signature } = await askedTask(ctx, run, taskId);
  const opened = openedIn(signature);
  const { code: sent } = signature;
  const shown = sent && { by: sent.by ?? 'sms', to: sent.to ?? '', usable: isUsable(sent, ctx.now()) };
  return {
    documents: signature.documents.map(({ id, file_name }) => ({ id, file_name, opened: opened.has(id) })),
    consent: consentIn(language),
    code: wantsCode(run, task) ? { sent: shown ?? null } : null,
  };
}

/** A document of a task, which the applicant opens with that. Throws as `signingView` does, and 404 for the document. */
export async function openDocument(
  ctx: Ctx,
  run: Run,
  { taskId, documentId }: { readonly taskId: string; readonly documentId: string },
  from: Origin,
): Promise<Readable> {
  const { signature } = await askedTask(ctx, run, taskId);
  if (!signature.documents.some(({ id }) => id === documentId)) throw notFound('SigningDocument', documentId);
  const bytes = await mediaBytes(ctx, await getMedia(ctx, 'signing_document', documentId));
  await noteOpened(ctx, { runId: run.id, taskId }, documentId, from);
  return bytes;
}

/** Returns whether a task is one in which the applicant signs. */
export function isSigning(run: Run, task: Task): boolean {
  const step = stepOf(run, task);
  return step !== undefined && signatureKinds.some((kind) => kind === step.task);
}

/**
 * Takes a signature from a capture SDK: `{name, drawn, consent, code}`, all of them texts; `consent` is the language of the
 * sentence. Throws as `sign` does, with the fields in `data`.
 */
export async function signWithSdk(ctx: Ctx, run: Run, taskId: string, data: unknown, from: Origin): Promise<void> {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Readonly<Record<string, unknown>>;
  const text = (key: string): string => (typeof fields[key] === 'string' ? fields[key] : '');
  const signing = { name: text('name'), drawn: text('drawn'), code: text('code') };
  try {
    await sign(ctx, { runId: run.id, taskId }, { ...signing, consent: agreedTo(fields.consent) ?? '' }, from);
  } catch (error) {
    const fields = error instanceof Problem && typeof error.fields === 'object' ? error.fields : undefined;
    if (!fields || 'task_id' in fields) throw error;
    throw invalid({ data: [fields] });
  }
}
