import { Problem } from '../../base/errors.ts';
import { fieldsInWords } from '../../base/field-words.ts';
import { reportType } from '../../reports/index.ts';
import { deleteJobsOf } from '../../store/queries/jobs.ts';
import { updateRun } from '../../store/queries/workflows.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { CheckStep, Decision } from '../../workflows/workflow.ts';
import { getApplicant } from '../applicants/get.ts';
import { insertCheck } from '../checks/insert.ts';
import { type ValidatedCheck, validateCheck } from '../checks/validate.ts';
import type { Ctx } from '../ctx.ts';
import { recordEvents } from '../events/record.ts';
import { transition } from '../states.ts';
import { runEvent } from './events.ts';
import { decidingRule, type EndedReport } from './rules.ts';
import { completerOf, type Run, type RunData, sealRun, toRun } from './run.ts';
import { finalRunStatuses, type RunTrigger, runStates } from './states.ts';
import { createTask, tasksIn } from './tasks.ts';

/** The run, locked until the transaction ends; undefined when there is none. */
export async function lockRun(ctx: Ctx, tx: ScopedTx, id: string): Promise<Run | undefined> {
  const { run } = await tx.lock({ run: id });
  return run && toRun(ctx, run);
}

/**
 * Moves a run by a trigger and records its event; the transaction has locked it. A trigger that its state has no transition for changes
 * nothing: a final run never changes.
 */
export async function moveRun(
  ctx: Ctx,
  tx: ScopedTx,
  run: Run,
  trigger: RunTrigger,
  found: Partial<Pick<RunData, 'reasons' | 'error'>> = {},
): Promise<Run> {
  const step = transition(runStates, run.status, trigger);
  if (!step) return run;
  const after: Run = { ...run, ...found, status: step.to, updated_at: ctx.now() };
  await tx.run(updateRun, { id: run.id, status: step.to, updated_at: after.updated_at, data: sealRun(ctx, after) });
  if (step.event) await recordEvents(ctx, tx, [runEvent(ctx, after)]);
  // A final run has no deadline.
  if (finalRunStatuses.has(step.to)) await tx.system.run(deleteJobsOf, { ref: run.id, kind: 'workflow_run' });
  return after;
}

/**
 * Begins the step that follows a task, or decides when there is none: `position` is that of the task, 0 for the start.
 * The transaction has locked the applicant and the run.
 */
export async function advanceRun(ctx: Ctx, tx: ScopedTx, run: Run, position: number): Promise<Run> {
  const step = run.workflow.steps[position];
  if (!step) return decide(ctx, tx, run, undefined);
  if (step.task === 'check') return beginCheck(ctx, tx, run, position + 1, step);
  const asked = step.task === 'profile_data' ? { required: step.required, optional: step.optional } : {};
  await createTask(ctx, tx, run, { position: position + 1, step, input: asked });
  return moveRun(ctx, tx, run, completerOf(step) === 'client' ? 'client_asked' : 'applicant_asked');
}

/** Creates the check of the run. An error of the client's data ends the run. */
async function beginCheck(ctx: Ctx, tx: ScopedTx, run: Run, position: number, step: CheckStep): Promise<Run> {
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
      },
    });
  } catch (error) {
    // A run whose applicant is gone stays as it is: each request for it gets that error.
    if (!(error instanceof Problem) || error.type === 'gone') throw error;
    return moveRun(ctx, tx, run, 'failed', { error: { type: error.type, message: inWords(error) } });
  }
  const created = await insertCheck(ctx, tx, check);
  const input = { check_id: created.check.id, report_ids: created.reportIds, report_names: step.reports };
  await createTask(ctx, tx, run, { position, step, input });
  return moveRun(ctx, tx, { ...run, check_id: created.check.id }, 'check_begun');
}

/** The error with its fields, and no value. */
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

/** Ends the run by the first rule that holds. */
export async function decide(
  ctx: Ctx,
  tx: ScopedTx,
  run: Run,
  reports: readonly EndedReport[] | undefined,
): Promise<Run> {
  const { outcome, reason } = decidingRule(run.workflow.decide, reports);
  return moveRun(ctx, tx, run, triggerOf[outcome], { reasons: reason === undefined ? [] : [reason] });
}
