import { problem } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { recordOf } from '../context/principal.ts';
import { transition } from '../context/states.ts';
import { enqueue } from '../jobs/queue.ts';
import type { LabelsOf } from '../metrics/table.ts';
import { type ReportName, reportNames } from '../reports/index.ts';
import type { Outcome } from '../reports/outcome.ts';
import type { ReportData } from '../reports/records/report.ts';
import { finalReportStatuses, type ReportTrigger, reportStates } from '../reports/records/states.ts';
import { checkResult } from '../reports/results.ts';
import { wakeReports } from '../store/queries/cases.ts';
import { findCheck, listReports, moveCheck, moveReport } from '../store/queries/checks.ts';
import type { ReportRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { noteUpdate } from '../updates/note.ts';
import { recordEvents } from '../webhooks/event-log/record.ts';
import { type Check, toCheck } from './check.ts';
import { checkEvent, reportEvent } from './events.ts';
import { endRequestIn } from './information-requests/end.ts';
import { ageOnly } from './reports/age-answer.ts';
import { writeCheckScores } from './reports/check-scores.ts';
import { keepDocumentNumber } from './reports/document-number.ts';
import { queueExpiryWarning } from './reports/expiry-warnings.ts';
import { type CheckTrigger, checkStates } from './states.ts';
import { assignByRule } from './waiting/assign.ts';
import { noteWaiting } from './waiting/waiting.ts';

const triggerOf: Record<Outcome['status'], ReportTrigger> = {
  complete: 'completed',
  withdrawn: 'withdrawn',
  cancelled: 'condition_unmet',
};

/** Stored fields of how a report came to its end, or to a person. */
type Kept = Pick<ReportData, 'note' | 'assessment' | 'failure' | 'list_hits' | 'decisions' | 'information_request'>;

/**
 * Moves a report by a trigger and records its event, in the transaction given. A trigger that means nothing in the report's
 * state changes nothing: a final report changes by an overturn alone, and keeps the time of its first result.
 *
 * @returns whether it moved
 */
export async function moveReportBy(
  ctx: Ctx,
  tx: ScopedTx,
  check: Check,
  row: ReportRow,
  trigger: ReportTrigger,
  end: Partial<Omit<Outcome, 'status'>> & Kept & { readonly status?: string } = {},
): Promise<boolean> {
  const step = transition(reportStates, row.status, trigger);
  if (!step) return false;
  const { status: _, result = null, sub_result = null, ...kept } = end;
  const { information_request: request, ...before } = ctx.vault.open<ReportData>(row.id, row.data);
  const { age_over: age, breakdown } = { ...before, ...kept };
  const answer = age !== undefined && step.to === 'complete' && ageOnly({ result, sub_result, breakdown }, age);
  const data: ReportData = { ...before, ...kept, ...answer };
  const final = finalReportStatuses.has(step.to);
  const moved = await tx.run(moveReport, {
    id: row.id,
    from: row.status,
    status: step.to,
    result,
    sub_result,
    completed_at: final ? (row.completed_at ?? ctx.now()) : null,
    decided_by: final ? recordOf(ctx.principal) : null,
    data: ctx.vault.seal(row.id, data),
  });
  if (moved === 0) return false;
  if ([row.status, step.to].includes('awaiting_approval')) noteUpdate(ctx, tx, 'report', row.id);
  if (step.to === 'awaiting_approval') {
    await noteOpen(ctx, tx, check, await tx.all(listReports, { check_id: check.id }));
    await assignByRule(ctx, tx, row.id);
    // A new report wakes the case of its applicant.
    await tx.run(wakeReports, { applicant_id: row.applicant_id });
  }
  const events = step.event ? [reportEvent(check, row, step.to, step.event)] : [];
  if (final) await writeCheckScores(ctx, tx, check.id);
  if (final && request !== undefined) await endRequestIn(ctx, tx, request, { state: 'cancelled' });
  if (step.to === 'complete') {
    await queueExpiryWarning(ctx, tx, { id: row.id, name: row.name as ReportName, result }, data.properties);
    await keepDocumentNumber(ctx, tx, row, data.properties);
  }
  await recordEvents(ctx, tx, events);
  return true;
}

/**
 * Writes the due times of reports that need manual review. Once no other report of the check is open, it also wakes the requests
 * that wait for the check (`waitForCheck`).
 */
async function noteOpen(ctx: Ctx, tx: ScopedTx, check: Check, reports: readonly ReportRow[]): Promise<void> {
  if (reports.every(({ status }) => status !== 'awaiting_data')) tx.system.signal('check', check.id);
  await noteWaiting(ctx, tx, check, reports);
}

/** Ends a report with an outcome. */
export async function endReport(
  ctx: Ctx,
  tx: ScopedTx,
  check: Check,
  row: ReportRow,
  outcome: Outcome & Kept,
): Promise<boolean> {
  const ended = await moveReportBy(ctx, tx, check, row, triggerOf[outcome.status], outcome);
  if (ended && outcome.status === 'complete') observeDuration(ctx, tx, row);
  return ended;
}

/** Observes the time to the result at the end of the transaction, so that a transaction that fails before observes nothing. */
function observeDuration({ services: { metrics, clock }, environment }: Ctx, tx: ScopedTx, row: ReportRow): void {
  const report = (reportNames as readonly string[]).includes(row.name) ? (row.name as ReportName) : 'retired';
  const labels = { report, environment } as LabelsOf<'bonafide_report_duration_seconds'>;
  tx.system.atEnd(`metrics of report ${row.id}`, async () => {
    metrics.observe('bonafide_report_duration_seconds', (clock.now() - row.created_at) / 1000, labels);
  });
}

/**
 * Moves a check by a trigger and records its event; a trigger that means nothing in its state changes nothing. Callers that send
 * a check to its applicant invite the applicant: `inviteApplicant`.
 */
export async function moveCheckBy(
  ctx: Ctx,
  tx: ScopedTx,
  check: Check,
  trigger: CheckTrigger,
  result: Check['result'] = null,
): Promise<Check> {
  const step = transition(checkStates, check.status, trigger);
  if (!step) return check;
  const decided_by = recordOf(ctx.principal);
  const moved = await tx.run(moveCheck, { id: check.id, from: check.status, status: step.to, result, decided_by });
  if (moved === 0) return check;
  const after: Check = { ...check, status: step.to, result };
  const ended = step.to === 'complete' || step.to === 'withdrawn';
  // In a run, later steps may need the documents: they are erased when the run has ended.
  if (ended && check.age_over !== undefined && check.workflow_run_id === undefined)
    await enqueue(ctx.services, tx.system, ctx, { kind: 'document_erasure', ref: check.id });
  if (step.event) await recordEvents(ctx, tx, [checkEvent(after, step.event as 'check.started')]);
  if (step.to !== 'in_progress') tx.system.signal('check', check.id);
  noteUpdate(ctx, tx, 'check');
  if (ended && check.workflow_run_id !== undefined) {
    await enqueue(ctx.services, tx.system, ctx, { kind: 'workflow_run', ref: check.workflow_run_id });
  }
  return after;
}

/** Completes the check when every report has ended; its result follows from the reports that have one. */
export async function completeIfFinal(ctx: Ctx, tx: ScopedTx, check: Check): Promise<void> {
  const reports = await tx.all(listReports, { check_id: check.id });
  if (!reports.every(({ status }) => finalReportStatuses.has(status))) {
    await noteOpen(ctx, tx, check, reports);
    return;
  }
  await moveCheckBy(ctx, tx, check, 'reports_final', checkResult(reports.map(({ result }) => result)));
}

/** The check as the transaction sees it; undefined when it was erased. */
export async function checkIn(ctx: Ctx, tx: ScopedTx, id: string): Promise<Check | undefined> {
  const { check } = await tx.lock({ check: id });
  return check && toCheck(ctx, check);
}

/**
 * Returns the check for a change by hand, and locks its applicant, so that an applicant who is scheduled for deletion gets no new work.
 * Undefined if the check was erased. Throws `gone` if its applicant is scheduled for deletion.
 */
export async function activeCheckIn(ctx: Ctx, tx: ScopedTx, id: string): Promise<Check | undefined> {
  const row = await tx.first(findCheck, { id });
  if (!row) return undefined;
  const { activeApplicant, check } = await tx.lock({ activeApplicant: row.applicant_id, check: id });
  if (!activeApplicant) throw problem('gone');
  return check && toCheck(ctx, check);
}
