import { getApplicant } from '../../applicants/get.ts';
import { Problem } from '../../base/errors.ts';
import { fieldsInWords } from '../../base/field-words.ts';
import { insertCheck } from '../../checks/insert.ts';
import { type ValidatedCheck, validateCheck } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import { reportType } from '../../reports/index.ts';
import { newSignature } from '../../signatures/signature.ts';
import type { ScopedTx } from '../../store/store.ts';
import {
  type CheckStep,
  isFaceStep,
  isPasskeyStep,
  isSignature,
  type NotifyStep,
  type PasskeyStep,
  type TaskStep,
  type WaitStep,
} from '../workflow.ts';
import { licenceOf } from './driving-licence.ts';
import { faceSourceOf } from './face-source.ts';
import { moveRun } from './move.ts';
import { notify } from './notify.ts';
import { type Run, stepOf, type Task, userIdOf } from './run.ts';
import { createTask, tasksIn } from './tasks.ts';

const MINUTE_MS = 60_000;

interface Place {
  readonly step: number;
  readonly position: number;
}

interface BegunStep {
  readonly run: Run;
  /** Undefined where the step could not begin: then the run has ended. */
  readonly task: Task | undefined;
}

/** Begins a step: writes its task, and what the service does in it. The transaction has locked the applicant and the run. */
export async function beginStep(ctx: Ctx, tx: ScopedTx, run: Run, place: Place): Promise<BegunStep> {
  const step = stepOf(run, place);
  if (step?.task === 'check') return beginCheck(ctx, tx, run, place, step);
  if (step?.task === 'wait') return { run, task: await beginWait(ctx, tx, run, place, step) };
  if (step?.task === 'notify') return { run, task: await beginNotify(ctx, tx, run, place, step) };
  if (step && isSignature(step)) return { run, task: await beginSignature(ctx, tx, run, place) };
  if (step && isFaceStep(step)) return beginFace(ctx, tx, run, place);
  if (step && isPasskeyStep(step)) return { run, task: await beginPasskey(ctx, tx, run, place, step) };
  return { run, task: await createTask(ctx, tx, run, { ...place, input: askedIn(step) }) };
}

/** Questions of a step for its task's input. */
function askedIn(step: TaskStep | undefined): Task['input'] {
  if (step?.task === 'profile_data') return { required: step.required, optional: step.optional };
  return step?.task === 'manual_review' ? { question: step.question, choices: step.choices } : {};
}

/** Lets time pass: a job completes the task when it is over. */
async function beginWait(ctx: Ctx, tx: ScopedTx, run: Run, place: Place, { minutes }: WaitStep): Promise<Task> {
  const until = ctx.now() + minutes * MINUTE_MS;
  await enqueue(ctx.services, tx.system, ctx, { kind: 'workflow_run', ref: run.id, runAt: until });
  return createTask(ctx, tx, run, { ...place, input: { until: new Date(until).toISOString() } });
}

/** Queues the mails with the task, in one transaction: a job that is repeated finds the task, and sends nothing again. */
async function beginNotify(ctx: Ctx, tx: ScopedTx, run: Run, place: Place, step: NotifyStep): Promise<Task> {
  await enqueueWork(ctx, tx, run);
  return createTask(ctx, tx, run, { ...place, input: { mails: await notify(ctx, tx, run, step) } });
}

/** Has a job prepare the documents; in sandbox it waits as checks do, so that clients see the task before it is done. */
async function beginSignature(ctx: Ctx, tx: ScopedTx, run: Run, place: Place): Promise<Task> {
  await enqueueWork(ctx, tx, run);
  return createTask(ctx, tx, run, { ...place, input: {}, signature: newSignature });
}

/** Asks the applicant's device; in sandbox a job completes the task, unless the workflow wants a device. */
async function beginPasskey(ctx: Ctx, tx: ScopedTx, run: Run, place: Place, { sandbox }: PasskeyStep): Promise<Task> {
  const automatic = ctx.sandbox && sandbox === 'automatic';
  if (automatic) await enqueueWork(ctx, tx, run);
  const input = { username: userIdOf(run), ...(automatic && { sandbox }) };
  return createTask(ctx, tx, run, { ...place, input });
}

async function enqueueWork(ctx: Ctx, tx: ScopedTx, run: Run): Promise<void> {
  const runAt = ctx.now() + (ctx.sandbox ? ctx.services.settings.sandboxDelay : 0);
  await enqueue(ctx.services, tx.system, ctx, { kind: 'workflow_run', ref: run.id, runAt });
}

/** Has a job look at the face. Media that show none of the applicant's end the run. */
async function beginFace(ctx: Ctx, tx: ScopedTx, run: Run, place: Place): Promise<BegunStep> {
  const input = await faceSourceOf(ctx, tx, run);
  if ('wrong' in input) {
    const error = { type: 'face_missing', message: input.wrong };
    return { run: await moveRun(ctx, tx, run, 'failed', { error }), task: undefined };
  }
  await enqueueWork(ctx, tx, run);
  return { run, task: await createTask(ctx, tx, run, { ...place, input: { ...input } }) };
}

/** Creates the check of the run. An error of the client's data ends the run. */
async function beginCheck(ctx: Ctx, tx: ScopedTx, run: Run, place: Place, step: CheckStep): Promise<BegunStep> {
  const named = await licenceOf(ctx, tx, run, step);
  if ('wrong' in named) {
    const error = { type: 'validation_error', message: named.wrong };
    return { run: await moveRun(ctx, tx, run, 'failed', { error }), task: undefined };
  }
  let check: ValidatedCheck;
  try {
    check = await validateCheck(ctx, tx, {
      applicant: await getApplicant(ctx, run.applicant_id, tx),
      reports: step.reports.map((name) => ({ name })),
      version: ctx.services.versions.latest,
      fields: {
        document_ids: await documentsIn(ctx, tx, run, step),
        applicant_provides_data: false,
        asynchronous: true,
        tags: run.tags,
        suppress_form_emails: true,
        redirect_uri: null,
        privacy_notices_read_consent_given: null,
        webhook_ids: null,
        workflow_run_id: run.id,
        us_driving_licence: named.licence,
      },
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const failed = { type: error.type, message: inWords(error) };
    return { run: await moveRun(ctx, tx, run, 'failed', { error: failed }), task: undefined };
  }
  const created = await insertCheck(ctx, tx, check);
  const input = { check_id: created.check.id, report_ids: created.reportIds, report_names: step.reports };
  const task = await createTask(ctx, tx, run, { ...place, input });
  return { run: { ...run, check_id: created.check.id }, task };
}

/** The error with its fields, and no value. */
function inWords({ message, fields }: Problem): string {
  return fields === undefined ? message : `${message}: ${fieldsInWords(fields)}`;
}

/**
 * The documents that were captured in this run, of each step the newest, where a report takes any: others of the applicant don't
 * count.
 */
async function documentsIn(ctx: Ctx, tx: ScopedTx, run: Run, { reports }: CheckStep): Promise<string[] | undefined> {
  if (!reports.some((name) => reportType(name).acceptsDocumentIds)) return undefined;
  const captured = new Map<number, string[]>();
  for (const task of await tasksIn(ctx, tx, run)) {
    if (stepOf(run, task)?.task !== 'document_photo' || !task.completed) continue;
    captured.set(
      task.step,
      (task.output as { id: string }[]).map(({ id }) => id),
    );
  }
  const ids = [...new Set([...captured.values()].flat())];
  return ids.length > 0 ? ids : undefined;
}
