import { Problem } from '../../base/errors.ts';
import { fieldsInWords } from '../../base/field-words.ts';
import { reportType } from '../../reports/index.ts';
import { deleteJobsOf } from '../../store/queries/jobs.ts';
import { completeTaskRow, insertTask, listTasks, lockRun, updateRun } from '../../store/queries/workflows.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type CheckStep, type Decision, type Rule, type Step, taskPrefix } from '../../workflows/workflow.ts';
import { getApplicant } from '../applicants/get.ts';
import type { Check } from '../checks/check.ts';
import { createCheckIn } from '../checks/create.ts';
import type { Ctx } from '../ctx.ts';
import { recordEvents } from '../events/record.ts';
import { transition } from '../states.ts';
import { runEvent, taskEvent } from './events.ts';
import { completerOf, type Run, type RunData, START, sealRun, sealTask, type Task, toRun, toTask } from './run.ts';
import { finalRunStatuses, type RunTrigger, runStates } from './states.ts';

/** The run for whoever changes it in the transaction; undefined when there is none. */
export async function runIn(ctx: Ctx, tx: ScopedTx, id: string): Promise<Run | undefined> {
  const row = await tx.first(lockRun, { id });
  return row && toRun(ctx, row);
}

/**
 * Moves a run by a trigger and tells of it, under its lock. A trigger that means nothing in its state changes nothing: a
 * final run never changes.
 */
export async function moveRunBy(
  ctx: Ctx,
  tx: ScopedTx,
  run: Run,
  trigger: RunTrigger,
  told: Partial<Pick<RunData, 'reasons' | 'error'>> = {},
): Promise<Run> {
  const step = transition(runStates, run.status, trigger);
  if (!step) return run;
  const after: Run = { ...run, ...told, status: step.to, updated_at: ctx.now() };
  await tx.run(updateRun, { id: run.id, status: step.to, updated_at: after.updated_at, data: sealRun(ctx, after) });
  if (step.event) await recordEvents(ctx, tx, [runEvent(ctx, after)]);
  // Nothing is due any more.
  if (finalRunStatuses.has(step.to)) await tx.system.run(deleteJobsOf, { ref: run.id, kind: 'workflow_run' });
  return after;
}

/**
 * Begins the step that follows a task, or decides when there is none: `position` is that of the task, 0 for the start.
 * Under the locks of the applicant and the run.
 */
export async function advanceRun(ctx: Ctx, tx: ScopedTx, run: Run, position: number): Promise<Run> {
  const step = run.workflow.steps[position];
  if (!step) return decide(ctx, tx, run, undefined);
  if (step.task === 'check') return beginCheck(ctx, tx, run, position + 1, step);
  const asked = step.task === 'profile_data' ? { required: step.required, optional: step.optional } : {};
  await beginTask(ctx, tx, run, { position: position + 1, step, input: asked });
  return moveRunBy(ctx, tx, run, completerOf(step) === 'client' ? 'client_asked' : 'applicant_asked');
}

interface NewTask {
  readonly position: number;
  readonly step: Step;
  readonly input: Task['input'];
}

/** The prefix of the definition, and five hexadecimal digits (contract 15.4). */
const taskId = (ctx: Ctx, { name }: Step) =>
  `${taskPrefix(name)}_${Buffer.from(ctx.services.ids.secret(3), 'base64url').toString('hex').slice(0, 5)}`;

async function beginTask(ctx: Ctx, tx: ScopedTx, run: Run, { position, step, input }: NewTask): Promise<Task> {
  const now = ctx.now();
  const task: Task = {
    id: taskId(ctx, step),
    workflow_run_id: run.id,
    task_def_id: step.name,
    position,
    created_at: now,
    updated_at: now,
    completed: false,
    input,
    output: null,
  };
  await writeTask(ctx, tx, run, task);
  await recordEvents(ctx, tx, [taskEvent(run, task)]);
  return task;
}

/** The task with which a run begins: done as soon as it is there, with what the client gave along. */
export async function createStartTask(ctx: Ctx, tx: ScopedTx, run: Run): Promise<void> {
  const { created_at, updated_at, custom_data } = run;
  await writeTask(ctx, tx, run, {
    id: START,
    workflow_run_id: run.id,
    task_def_id: START,
    position: 0,
    created_at,
    updated_at,
    completed: true,
    input: custom_data,
    output: custom_data,
  });
}

async function writeTask(ctx: Ctx, tx: ScopedTx, run: Run, task: Task): Promise<void> {
  const { id, workflow_run_id, position, created_at, updated_at, completed } = task;
  await tx.run(insertTask, {
    id,
    workflow_run_id,
    applicant_id: run.applicant_id,
    position,
    created_at,
    updated_at,
    completed: completed ? 1 : 0,
    data: sealTask(ctx, task),
  });
}

/** Completes a task with its output, which the run shows where its workflow says so. It isn't written: `advanceRun` does. */
export async function endTask(ctx: Ctx, tx: ScopedTx, run: Run, before: Task, output: unknown): Promise<Run> {
  const task: Task = { ...before, output, completed: true, updated_at: ctx.now() };
  const { id, workflow_run_id, updated_at } = task;
  await tx.run(completeTaskRow, { id, workflow_run_id, updated_at, data: sealTask(ctx, task) });
  await recordEvents(ctx, tx, [taskEvent(run, task)]);
  const shown = Object.entries(run.workflow.output).filter(([, name]) => name === task.task_def_id);
  if (shown.length === 0) return run;
  return { ...run, output: { ...run.output, ...Object.fromEntries(shown.map(([key]) => [key, output])) } };
}

/** The tasks of a run that were begun. */
export async function tasksIn(ctx: Ctx, tx: ScopedTx, run: Run): Promise<Task[]> {
  return (await tx.all(listTasks, { workflow_run_id: run.id })).map((row) => toTask(ctx, run, row));
}

/** Makes the check of the run; what keeps it from being made ends the run. */
async function beginCheck(ctx: Ctx, tx: ScopedTx, run: Run, position: number, step: CheckStep): Promise<Run> {
  let made: { check: Check; reportIds: string[] };
  try {
    made = await createCheckIn(ctx, tx, {
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
      },
    });
  } catch (error) {
    // It is thrown before anything is written. What is gone is told to whoever asks.
    if (!(error instanceof Problem) || error.type === 'gone') throw error;
    return moveRunBy(ctx, tx, run, 'failed', { error: { type: error.type, message: inWords(error) } });
  }
  const input = { check_id: made.check.id, report_ids: made.reportIds, report_names: step.reports };
  await beginTask(ctx, tx, run, { position, step, input });
  return moveRunBy(ctx, tx, { ...run, check_id: made.check.id }, 'check_begun');
}

/** What is missing is named by its field; no value is. */
function inWords({ message, fields }: Problem): string {
  return fields === undefined ? message : `${message}: ${fieldsInWords(fields)}`;
}

/** The documents that were captured in this run, where a report takes any: others of the applicant don't count. */
async function documentsIn(ctx: Ctx, tx: ScopedTx, run: Run, { reports }: CheckStep): Promise<string[] | undefined> {
  if (!reports.some((name) => reportType(name).acceptsDocumentIds)) return undefined;
  const names = new Set(run.workflow.steps.filter(({ task }) => task === 'document_photo').map(({ name }) => name));
  const captured = (await tasksIn(ctx, tx, run)).filter(({ task_def_id }) => names.has(task_def_id));
  const ids = captured.flatMap(({ output }) => (output as { id: string }[] | null)?.map(({ id }) => id) ?? []);
  return ids.length > 0 ? ids : undefined;
}

const triggerOf: Readonly<Record<Decision, RunTrigger>> = {
  approve: 'approved',
  decline: 'declined',
  review: 'sent_to_review',
};

/** What a decision looks at: the reports of the check, as they ended. */
export type EndedReport = Pick<ReportRow, 'name' | 'result' | 'sub_result'>;

/** Ends the run by the first rule that holds. */
export async function decide(
  ctx: Ctx,
  tx: ScopedTx,
  run: Run,
  reports: readonly EndedReport[] | undefined,
): Promise<Run> {
  const rule = run.workflow.decide.find((one) => holds(one, reports)) as Rule;
  return moveRunBy(ctx, tx, run, triggerOf[rule.outcome], { reasons: rule.reason === undefined ? [] : [rule.reason] });
}

/**
 * Whether a rule decides; the last one of a workflow has no condition. A report that was cancelled or withdrawn has no result,
 * and isn't clear: nobody is approved for what wasn't looked at, though the check passes over it.
 */
export function holds(rule: Rule, reports: readonly EndedReport[] | undefined): boolean {
  if (rule.check !== undefined) {
    return reports !== undefined && reports.every(({ result }) => result === 'clear') === (rule.check === 'clear');
  }
  if (rule.report === undefined) return true;
  const report = reports?.find(({ name }) => name === rule.report);
  if (!report) return false;
  const { result, sub_result } = rule;
  return (
    (result === undefined || report.result === result) && (sub_result === undefined || report.sub_result === sub_result)
  );
}
