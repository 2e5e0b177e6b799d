import { getApplicant } from '../../applicants/get.ts';
import { type FieldErrors, invalid, problem } from '../../base/errors.ts';
import { trialLock } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { BLANK, INVALID } from '../../input-rules/rule.ts';
import { enqueue } from '../../jobs/queue.ts';
import { languageOfMessages } from '../../messages/language.ts';
import type { Act, Origin, Signature, SigningTask } from '../../signatures/signature.ts';
import { readStrokes } from '../../signatures/strokes.ts';
import { findRun, findTask } from '../../store/queries/workflows.ts';
import type { ScopedTx } from '../../store/store.ts';
import { moveRun } from '../runs/move.ts';
import { advanceRun } from '../runs/progress.ts';
import { isOpen, type Run, stepOf, type Task, toRun, toTask } from '../runs/run.ts';
import { saveSignature } from '../runs/tasks.ts';
import type { SignatureStep } from '../workflow.ts';
import { codeRoute, judgeCode, queueCode } from './codes.ts';

/** Wrong codes in a task, whichever code was sent: else one without the phone guesses for as long as the run is open. */
const MOST_WRONG_IN_ALL = 20;

/** Far more than a person does; later acts of opening a document again are left out of the receipt. */
const MOST_ACTS = 200;

const LONGEST_NAME = 200;

/** Returns whether a task requires a one-time code. */
export function wantsCode(run: Run, task: Task): boolean {
  return stepOf(run, task)?.task === 'advanced_electronic_signature';
}

interface Found {
  readonly run: Run;
  readonly task: Task;
  readonly signature: Signature;
}

interface Changed {
  readonly signature: Signature;
  /** Errors in spite of the change: they are thrown once the change is committed. */
  readonly wrong?: FieldErrors;
  /** The reason why the run can't continue. */
  readonly failed?: string;
}

const WAITS_NO_MORE: FieldErrors = { task_id: ['is not waiting for the applicant'] };

/**
 * Changes how far the signature of a task is, under the locks of applicant and run. Throws 404 or 410 for the run, and
 * `validation_error` with `task_id` where the task doesn't wait for the applicant any more.
 */
async function change(
  ctx: Ctx,
  { runId, taskId }: SigningTask,
  by: (tx: ScopedTx, found: Found) => Promise<Changed>,
): Promise<void> {
  const known = await ctx.read.first(findRun, { id: runId });
  if (!known) throw await missing(ctx, 'WorkflowRun', runId);
  const wrong = await ctx.transaction(async (tx) => {
    const locks = { ...trialLock(ctx), account: ctx.account_id, applicant: known.applicant_id, run: runId };
    const locked = await tx.lock(locks);
    if (!locked.run || !locked.applicant || locked.applicant.delete_at !== null) throw problem('gone');
    const run = toRun(ctx, locked.run);
    const row = await tx.first(findTask, { workflow_run_id: runId, id: taskId });
    const task = row && toTask(ctx, run, row);
    if (!task?.signature || task.completed || task.signature.stage !== 'asked' || !isOpen(run, ctx.now()))
      throw invalid(WAITS_NO_MORE);
    const changed = await by(tx, { run, task, signature: task.signature });
    await saveSignature(ctx, tx, { ...task, signature: changed.signature });
    if (changed.failed !== undefined) {
      const error = { type: 'signature_failed', message: changed.failed };
      await moveRun(ctx, tx, run, 'failed', { error });
      return WAITS_NO_MORE;
    }
    if (changed.signature.stage === 'sealing') {
      await enqueue(ctx.services, tx.system, ctx, { kind: 'workflow_run', ref: runId });
      await advanceRun(ctx, tx, run);
    }
    return changed.wrong;
  });
  if (wrong) throw invalid(wrong);
}

const withActs = (signature: Signature, acts: readonly Act[]): Signature => ({
  ...signature,
  acts: [...signature.acts, ...acts],
});

/** Notes that the applicant has opened a document of a task. Throws as `change` does. */
export async function noteOpened(ctx: Ctx, place: SigningTask, documentId: string, from: Origin): Promise<void> {
  await change(ctx, place, async (_, { signature }) => {
    // None can sign without it.
    const again = signature.acts.some((act) => act.kind === 'opened' && act.document_id === documentId);
    if (again && signature.acts.length >= MOST_ACTS) return { signature };
    const act = { kind: 'opened', at: ctx.now(), document_id: documentId, ...from } as const;
    return { signature: withActs(signature, [act]) };
  });
}

/**
 * Sends a code to the applicant's phone, or by mail; the previous one is worth nothing any more. Throws as `change` does, and
 * `rate_limit` after too many.
 *
 * @param language of the page, such as `de`; null for the language of other messages to the applicant
 */
export async function sendCode(ctx: Ctx, place: SigningTask, from: Origin, language: string | null): Promise<void> {
  await change(ctx, place, async (tx, { run, task, signature }) => {
    const applicant = await getApplicant(ctx, run.applicant_id, tx);
    const route = codeRoute(ctx.services.settings, stepOf(run, task) as SignatureStep, applicant);
    if (typeof route === 'string') return { signature, wrong: { code: ["can't be sent to the applicant"] } };
    const code = await queueCode(ctx, tx, {
      place,
      applicantId: run.applicant_id,
      language: language ?? languageOfMessages(ctx, applicant, run.link.language) ?? 'en',
      route,
      signature,
    });
    const act = { kind: 'code_sent', at: ctx.now(), to: route.shown, ...from } as const;
    return { signature: { ...withActs(signature, [act]), code } };
  });
}

/** Data with which an applicant signs. */
export interface Signing {
  /** Typed name; may be empty if the signature is drawn. */
  readonly name: string;
  /** Drawn signature, for `readStrokes`; empty if it is only typed. */
  readonly drawn: string;
  /** The sentence that was agreed to, word for word; empty where it wasn't. */
  readonly consent: string;
  readonly code: string;
}

/**
 * Takes the applicant's signature: the service then signs the documents. Throws as `change` does, and `validation_error` for
 * `documents` that were not opened, `name`, `drawn`, `consent` and `code`; a wrong code counts, and the last one ends the run.
 */
export async function sign(ctx: Ctx, place: SigningTask, signing: Signing, from: Origin): Promise<void> {
  await change(ctx, place, async (_, { run, task, signature }) => {
    const name = signing.name.trim().replace(/\s+/g, ' ');
    const { drawn } = signing;
    const unread = signature.documents.some(
      ({ id }) => !signature.acts.some((act) => act.kind === 'opened' && act.document_id === id),
    );
    const wrong: FieldErrors = {
      ...(unread && { documents: [BLANK] }),
      ...(name === '' && drawn === '' && { name: [BLANK] }),
      ...(name.length > LONGEST_NAME && { name: [INVALID] }),
      ...(drawn !== '' && !readStrokes(drawn) && { drawn: [INVALID] }),
      ...(signing.consent === '' && { consent: [BLANK] }),
    };
    const now = ctx.now();
    // No guess is used up while something else is wrong.
    if (Object.keys(wrong).length > 0) return { signature, wrong };
    const acts: Act[] = [];
    if (wantsCode(run, task)) {
      const judged = judgeCode(ctx, place, signature, signing.code);
      if (judged === INVALID && signature.code) {
        const act = { kind: 'code_wrong', at: now, ...from } as const;
        const code = { ...signature.code, wrong: signature.code.wrong + 1 };
        const after: Signature = { ...withActs(signature, [act]), code };
        const wrongs = after.acts.filter(({ kind }) => kind === 'code_wrong').length;
        const failed = `The applicant entered a wrong code ${MOST_WRONG_IN_ALL} times`;
        if (wrongs >= MOST_WRONG_IN_ALL) return { signature: after, failed };
        return { signature: after, wrong: { code: [INVALID] } };
      }
      if (judged !== undefined) return { signature, wrong: { code: [judged] } };
      acts.push({ kind: 'code_right', at: now, ...from });
    }
    acts.push({ kind: 'signed', at: now, ...from });
    const { code: _used, ...rest } = withActs(signature, acts);
    const by = { name, ...(drawn !== '' && { drawn }), consent: signing.consent };
    return { signature: { ...rest, ...by, stage: 'sealing' } };
  });
}
