import type { SetAnswer } from '../../applicants/applicant.ts';
import { recordAuditIn } from '../../audit/record.ts';
import { invalid, notFound } from '../../base/errors.ts';
import { completeSandboxCheck } from '../../checks/drive-sandbox.ts';
import { getCheck } from '../../checks/get.ts';
import type { Ctx } from '../../context/ctx.ts';
import { dropFiles } from '../../signatures/files.ts';
import type { ScopedTx } from '../../store/store.ts';
import { chosenResult, type FaceAuthentication } from '../biometrics/authenticate.ts';
import type { FaceResult } from '../biometrics/work.ts';
import { signInSandbox } from '../signatures/work.ts';
import { stepKind } from '../steps/index.ts';
import type { CheckStep, PasskeyStep, SignatureStep, TaskKind, TaskStep } from '../workflow.ts';
import { completeTask } from './complete-task.ts';
import { decideTask } from './decide-task.ts';
import { getRun, listTasksOf } from './get.ts';
import { lockTask } from './lock-task.ts';
import { passkeyInSandbox, takePasskey } from './passkeys.ts';
import { advanceRun } from './progress.ts';
import { hasEnded, type Run, stepOf, type Task } from './run.ts';
import { finishTask } from './tasks.ts';

/** The chosen end of a task. Each kind of task takes some of the fields. */
export interface TaskAnswer {
  /** Fields of a profile, or `[{id}]` with the media of a capture. */
  readonly data?: unknown;
  /** Answer of a member. */
  readonly choice?: string;
  readonly reason?: string | null;
  /** Answers of a check, by name of the report. */
  readonly reports?: Readonly<Record<string, SetAnswer>>;
  readonly result?: FaceAuthentication['result'];
  /** True if the applicant continues without a passkey. */
  readonly skipped?: boolean;
}

/** Fields of an answer that a kind of task takes. Other kinds take none. */
const fieldsOf: { readonly [Kind in TaskKind]?: readonly (keyof TaskAnswer)[] } = {
  profile_data: ['data'],
  document_photo: ['data'],
  digital_credential: ['data'],
  proof_of_address: ['data'],
  face_photo: ['data'],
  face_video: ['data'],
  face_motion: ['data'],
  face_authentication: ['result'],
  passkey_enrollment: ['skipped'],
  passkey_authentication: ['skipped'],
  check: ['reports'],
  manual_review: ['choice', 'reason'],
};

interface OpenTask<S extends TaskStep = TaskStep> {
  readonly run: Run;
  readonly task: Task;
  readonly step: S;
  readonly tasks: readonly Task[];
}

/**
 * Ends an open task of a sandbox run as its applicant, a member or the service would have ended it, and begins what follows. Throws
 * 404 or 410 for the run and the task, and `validation_error` for a run without an open task and an answer that the task doesn't take.
 *
 * @param taskId can be left out where a single task is open
 */
export async function advanceSandboxRun(
  ctx: Ctx,
  id: string,
  taskId: string | undefined,
  answer: TaskAnswer,
): Promise<void> {
  const open = await openTask(ctx, id, taskId);
  const kind = open.step.task;
  const others = (Object.keys(answer) as (keyof TaskAnswer)[]).filter((field) => !fieldsOf[kind]?.includes(field));
  if (others.length > 0) throw invalid(Object.fromEntries(others.map((field) => [field, [`is not for ${kind}`]])));
  await end(ctx, open, answer);
}

async function openTask(ctx: Ctx, id: string, taskId: string | undefined): Promise<OpenTask> {
  const run = await getRun(ctx, id);
  const tasks = await listTasksOf(ctx, id);
  if (taskId !== undefined && !tasks.some((task) => task.id === taskId)) throw notFound('Task', taskId);
  const open = hasEnded(run) ? [] : tasks.filter(({ completed }) => !completed);
  const found = taskId === undefined ? open : open.filter((task) => task.id === taskId);
  const [task] = found;
  const step = task && stepOf(run, task);
  if (!step) throw invalid({ task_id: [taskId === undefined ? 'no task of the run is open' : 'is not open'] });
  if (found.length > 1) throw invalid({ task_id: [`is required: ${found.length} tasks of the run are open`] });
  return { run, task, step, tasks };
}

async function end(ctx: Ctx, open: OpenTask, answer: TaskAnswer): Promise<unknown> {
  const { run, task, step } = open;
  const place = { runId: run.id, taskId: task.id };
  switch (step.task) {
    case 'manual_review':
      return decideTask(ctx, { ...place, choice: answer.choice ?? '', reason: answer.reason ?? null });
    case 'check':
      return endCheck(ctx, { ...open, step }, answer);
    case 'wait':
    case 'notify':
      return finish(ctx, open, async () => (step.task === 'notify' ? { mails: task.input.mails } : {}));
    case 'passkey_enrollment':
    case 'passkey_authentication':
      return finish(ctx, open, (tx, now) => passkeyOutput(ctx, tx, now, step, answer));
    case 'biometric_token':
    case 'face_authentication':
      return settle(ctx, open, await faceResult(ctx, open, answer));
    case 'simple_electronic_signature':
    case 'advanced_electronic_signature':
    case 'qualified_electronic_signature':
      return endSignature(ctx, { ...open, step });
    default:
      return completeTask(ctx, { ...place, data: answer.data, by: 'client' });
  }
}

/** Completes the check of the task, unless it has ended, and takes over its results. */
async function endCheck(ctx: Ctx, open: OpenTask<CheckStep>, { reports }: TaskAnswer): Promise<void> {
  const checkId = String(open.task.input.check_id);
  const { check } = await getCheck(ctx, checkId);
  if (check.status === 'in_progress' || reports) await completeSandboxCheck(ctx, checkId, reports ?? {});
  await settle(ctx, open, await stepKind(open.step).work?.(ctx, open.run, { ...open, attempt: 1 }));
}

function passkeyOutput(ctx: Ctx, tx: ScopedTx, run: Run, step: PasskeyStep, { skipped }: TaskAnswer) {
  if (skipped) return takePasskey(ctx, tx, run, { without: 'skipped', kind: step.task });
  return passkeyInSandbox(ctx, tx, run, step);
}

async function faceResult(ctx: Ctx, open: OpenTask, { result }: TaskAnswer): Promise<FaceResult> {
  const found = (await stepKind(open.step).work?.(ctx, open.run, { ...open, attempt: 1 })) as FaceResult;
  if (result === undefined) return found;
  return { output: chosenResult(found.output as FaceAuthentication, result) };
}

/** Signs the documents without the applicant. Files that no transaction has taken over are deleted. */
async function endSignature(ctx: Ctx, open: OpenTask<SignatureStep>): Promise<void> {
  const work = await signInSandbox(ctx, open.run, open);
  const taken = await settle(ctx, open, work);
  if (!taken) await dropFiles(ctx, work.files);
}

/** Takes over the result of the work. Returns false if a job has ended the task meanwhile. */
function settle(ctx: Ctx, open: OpenTask, work: unknown): Promise<boolean> {
  return change(ctx, open, async (tx, run, task) =>
    stepKind(open.step).settle?.(ctx, tx, run, { task, step: open.step }, work),
  );
}

/** Completes the task with an output, unless a job has ended the task meanwhile. */
function finish(ctx: Ctx, open: OpenTask, output: (tx: ScopedTx, run: Run) => Promise<unknown>): Promise<boolean> {
  return change(ctx, open, async (tx, run, task) => finishTask(ctx, tx, run, task, await output(tx, run)));
}

async function change(
  ctx: Ctx,
  open: OpenTask,
  by: (tx: ScopedTx, run: Run, task: Task) => Promise<Run | undefined>,
): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const { run, task } = await lockTask(ctx, tx, open.run, open.task.id);
    if (task.completed || hasEnded(run)) return false;
    const { id: task_id } = task;
    recordAuditIn(ctx, tx, { action: 'sandbox_task_ended', object_id: run.id, details: { task_id } });
    const after = await by(tx, run, task);
    if (after && !hasEnded(after)) await advanceRun(ctx, tx, after);
    return after !== undefined;
  });
}
