import { isDeepStrictEqual } from 'node:util';
import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import { countOverturn } from '../checks/automation/automate.ts';
import type { Check } from '../checks/check.ts';
import { activeCheckIn, completeIfFinal, moveCheckBy, moveReportBy } from '../checks/progress.ts';
import { subjectOf, subjectOfReport } from '../checks/subject.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { recordOf } from '../context/principal.ts';
import { leafResults } from '../reports/breakdown.ts';
import type { Outcome } from '../reports/outcome.ts';
import { type Overturn, overturnedLeaves, overturnedOutcome } from '../reports/records/overturn.ts';
import { type Report, type ReportDecision, toReport } from '../reports/records/report.ts';
import { toSuppression } from '../reports/records/suppression.ts';
import { storedOutcome } from '../reports/sanctions.ts';
import { findReport } from '../store/queries/checks.ts';
import { openProposalsOf } from '../store/queries/proposals.ts';
import { overturnReviewDecisions } from '../store/queries/review-decisions.ts';
import { deleteWaitingLook } from '../store/queries/second-looks.ts';
import { suppressionsOfApplicant } from '../store/queries/suppressions.ts';
import type { ReportRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { noteUpdate } from '../updates/note.ts';
import { type Proposal, toProposal } from './proposals/proposal.ts';
import { propose } from './proposals/propose.ts';
import { revokeIn } from './suppressions/suppress.ts';

/**
 * Proposes another result for a complete report. Nothing changes until another person confirms the proposal. Throws 404 or 410 for the
 * report, and `validation_error` for a report that is not complete, a result that it can't have or already has, and while another
 * overturn of it waits.
 */
export async function proposeOverturn(ctx: Ctx, id: string, overturn: Overturn): Promise<Proposal> {
  return ctx.transaction(async (tx) => {
    const { report } = await overturnable(ctx, tx, id, overturn);
    const proposal = await propose(ctx, tx, report, { kind: 'overturn', overturn });
    recordAuditIn(ctx, tx, { action: 'report_overturn_proposed', object_id: id });
    noteUpdate(ctx, tx, 'report', id);
    return proposal;
  });
}

/** The overturn of a report that waits for a second person; null for none. */
export async function waitingOverturn(
  ctx: Ctx,
  report: Pick<Report, 'id' | 'applicant_id' | 'status'>,
): Promise<Proposal | null> {
  if (report.status !== 'complete') return null;
  const open = await ctx.read.all(openProposalsOf, { applicant_id: report.applicant_id });
  const row = open.find(({ kind, report_id }) => kind === 'overturn' && report_id === report.id);
  return row ? toProposal(ctx, row) : null;
}

/** Records that a second person has refused an overturn, or that its author has withdrawn it, in the transaction that ends it. */
export function noteEndedOverturn(ctx: Ctx, tx: ScopedTx, id: string, state: 'refused' | 'withdrawn'): void {
  recordAuditIn(ctx, tx, { action: `report_overturn_${state}`, object_id: id });
  noteUpdate(ctx, tx, 'report', id);
}

interface Confirmed {
  readonly overturn: Overturn;
  /** Principal who proposed it, as `recordOf` writes it. */
  readonly by: string;
}

/**
 * Overturns a report, in the transaction that confirms the proposal. The report keeps its first outcome among its decisions. A complete
 * check is reopened, taken up and completed again, so that clients get the events of these steps. Suppressions that the report has made
 * end where it is no longer clear. A workflow run keeps its outputs and its end.
 *
 * Throws as `proposeOverturn`.
 */
export async function overturnIn(ctx: Ctx, tx: ScopedTx, id: string, { overturn, by }: Confirmed): Promise<void> {
  const { check, row, report, outcome } = await overturnable(ctx, tx, id, overturn);
  const { result, sub_result, breakdown, properties } = report;
  const { reason, note } = overturn;
  const leaves = overturnedLeaves(report, overturn);
  const decision: ReportDecision = {
    at: ctx.now(),
    by,
    confirmed_by: recordOf(ctx.principal),
    note,
    ...(Object.keys(leaves).length > 0 && { leaves }),
    result: overturn.result,
    overturned: { reason, result, sub_result, breakdown, properties },
  };
  await countOverturn(ctx, tx, report, overturn.result);
  const current = await backInProgress(ctx, tx, check);
  const decisions = [...(report.decisions ?? []), decision];
  await moveReportBy(ctx, tx, current, row, 'overturned', { ...outcome, note, decisions });
  await completeIfFinal(ctx, tx, current);
  await tx.run(overturnReviewDecisions, { applicant_id: report.applicant_id, report_id: id, now: ctx.now() });
  await tx.run(deleteWaitingLook, { report_id: id });
  if (outcome.result !== 'clear') await endSuppressionsOf(ctx, tx, report, by);
  recordAuditIn(ctx, tx, {
    action: 'report_overturned',
    object_id: id,
    details: { reason, before: result, result: outcome.result },
  });
  noteUpdate(ctx, tx, 'report', id);
}

interface Overturnable {
  readonly check: Check;
  readonly row: ReportRow;
  readonly report: Report;
  /** New outcome. */
  readonly outcome: Outcome;
}

/** The report and its new outcome, with its check and applicant locked. Throws as `proposeOverturn`. */
async function overturnable(ctx: Ctx, tx: ScopedTx, id: string, overturn: Overturn): Promise<Overturnable> {
  const found = await tx.first(findReport, { id });
  const check = found && (await activeCheckIn(ctx, tx, found.check_id));
  const row = check && (await tx.first(findReport, { id }));
  if (!check || !row) throw await missing(ctx, 'Report', id, tx);
  if (row.status !== 'complete') {
    throw invalid({ status: [`a report with the status ${row.status} can't be overturned`] });
  }
  if (check.status === 'withdrawn') throw invalid({ status: ["a report of a withdrawn check can't be overturned"] });
  const report = toReport(ctx, row);
  const subject = subjectOfReport(await subjectOf(ctx, tx, check), report);
  const outcome = storedOutcome(report.name, overturnedOutcome(report, overturn, subject), subject.sanctioned);
  if (isSame(report, outcome)) {
    throw invalid({
      result: ['is the result that the report already has. Choose another result, sub-result or leaves'],
    });
  }
  return { check, row, report, outcome };
}

/** A report on an age alone shows no leaf of the outcome. */
function isSame(report: Report, outcome: Outcome): boolean {
  const shown = ({ result, sub_result, breakdown }: Pick<Report, 'result' | 'sub_result' | 'breakdown'>) => ({
    result,
    sub_result,
    leaves: report.age_over === undefined ? Object.fromEntries(leafResults(breakdown)) : {},
  });
  return isDeepStrictEqual(shown(report), shown({ ...report, ...outcome }));
}

/** A complete check is sent back and taken up. Others are not complete yet, and get the new result when they are. */
async function backInProgress(ctx: Ctx, tx: ScopedTx, check: Check): Promise<Check> {
  if (check.status !== 'complete') return check;
  return moveCheckBy(ctx, tx, await moveCheckBy(ctx, tx, check, 'reopened'), 'taken_up');
}

/** Ends the suppressions that decisions on a report have made, so that later reports show these hits again. */
async function endSuppressionsOf(ctx: Ctx, tx: ScopedTx, report: Report, by: string): Promise<void> {
  const rows = await tx.all(suppressionsOfApplicant, { applicant_id: report.applicant_id });
  const own = rows.filter((row) => row.state === 'active' && toSuppression(ctx, row).report_id === report.id);
  for (const { id } of own) await revokeIn(ctx, tx, id, by);
}
