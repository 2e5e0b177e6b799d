import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import { countReview } from '../checks/automation/automate.ts';
import type { Check } from '../checks/check.ts';
import { activeCheckIn, completeIfFinal, endReport } from '../checks/progress.ts';
import { subjectOf, subjectOfReport } from '../checks/subject.ts';
import { handOn } from '../checks/waiting/assign.ts';
import { noteWaiting } from '../checks/waiting/waiting.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { recordOf } from '../context/principal.ts';
import { isRecord } from '../reports/hit.ts';
import type { Outcome } from '../reports/outcome.ts';
import { type Decision, decided, hitsOf, settledAssessment, suppressing } from '../reports/records/decision.ts';
import { keptHit } from '../reports/records/hit-decision.ts';
import {
  type KeptHitDecision,
  type Report,
  type ReportData,
  type ReportDecision,
  toReport,
} from '../reports/records/report.ts';
import { storedOutcome } from '../reports/sanctions.ts';
import { findReport, listReports, updateReportData } from '../store/queries/checks.ts';
import { deleteReviewNotes } from '../store/queries/review-notes.ts';
import type { ReportRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { noteUpdate } from '../updates/note.ts';
import type { EarlierDecision } from './dual-control/note.ts';
import { type Settled, settle, type Waits } from './dual-control/settle.ts';
import { refuseWaiting } from './proposals/propose.ts';
import { touchedHits } from './proposals/rule.ts';
import { recordDecision, secondsSinceClaim } from './record-decision.ts';
import { suppressIn } from './suppressions/suppress.ts';

/** A report after a decision, and the person that the decision waits for. */
export interface DecidedReport extends Waits {
  readonly report: Report;
}

/**
 * A person's decision on a report that waits for one (`awaiting_approval`): on the report as a whole, which ends it, or on
 * some of its leaves and hits, which ends it once no leaf is in doubt. Every decision is kept with the report. Nothing is
 * invented: what neither an analyser nor a person has settled stays null, and only a sanctioned document is reported
 * whatever the decision. A decision on hits may wait for a second operator (`screening_four_eyes`), and any decision for
 * another person who makes it, too (`decision_four_eyes`).
 *
 * Of two people who decide at once one comes second: a report that has ended, or a leaf that the other has settled, is
 * refused. Throws 404 or 410 for the report, `validation_error`, and what the guard throws.
 */
export async function decideReport(ctx: Ctx, id: string, decision: Decision, guard?: Guard): Promise<DecidedReport> {
  const after = await ctx.transaction((tx) => decideIn(ctx, tx, id, { decision, guard }));
  if (!after) throw await missing(ctx, 'Report', id);
  return after;
}

/** Refuses a report by throwing, in the transaction that decides it. */
export type Guard = (report: Report) => void;

interface Deciding {
  readonly decision: Decision;
  readonly guard?: Guard | undefined;
  /** Principal who proposed the decision under dual control, as `recordOf` writes it. */
  readonly by?: string | undefined;
}

/** Decides a report in a transaction; undefined when there is none. Throws as `decideReport`. */
export async function decideIn(
  ctx: Ctx,
  tx: ScopedTx,
  id: string,
  { decision, guard, by: proposedBy }: Deciding,
): Promise<DecidedReport | undefined> {
  const found = await tx.first(findReport, { id });
  if (!found) return undefined;
  // Before the check: what suppressions and proposals are added under.
  if (suppressing(decision).length > 0 || ctx.account.settings.screening_four_eyes !== 'off')
    await tx.lock({ applicant: found.applicant_id });
  const check = await activeCheckIn(ctx, tx, found.check_id);
  const row = check && (await tx.first(findReport, { id }));
  if (!check || !row) return undefined;
  if (row.status !== 'awaiting_approval') {
    throw invalid({ status: [`a report with the status ${row.status} can't be decided`] });
  }
  const ofCheck = await subjectOf(ctx, tx, check);
  const report = toReport(ctx, row);
  guard?.(report);
  const subject = subjectOfReport(ofCheck, report);
  const outcome = decided(report, decision, subject);
  const known = settledAssessment(report);
  if (known?.hits) await refuseWaiting(ctx, tx, report, { kind: 'decision', decision });
  const seconds = await secondsSinceClaim(ctx, tx, id);
  const settled = await settle(ctx, tx, report, { decision, outcome, known, proposedBy });
  // Also of a decision that leaves it waiting.
  noteUpdate(ctx, tx, 'report', id);
  if ('waits' in settled) {
    await recordDecision(ctx, tx, row, { seconds, result: null });
    if (settled.waits.waitsFor) await handOn(ctx, tx, row);
    return { report, ...settled.waits };
  }
  const kept = await keptDecision(ctx, tx, report, { decision, outcome, settled });
  const decisions = [...(report.decisions ?? []), kept];
  const { workflow_run_id: workflowRunId, age_over } = check;
  const ended = outcome && { workflowRunId, losesDocuments: age_over !== undefined, outcome, decisions };
  await recordDecision(ctx, tx, row, { seconds, result: kept.result, by: settled.by, ended });
  if (known && touchedHits(known, decision).length > 0) {
    recordAuditIn(ctx, tx, { action: 'hits_decided', object_id: id });
  }
  const details = { result: kept.result, ...('leaves' in decision && { leaves: Object.keys(decision.leaves) }) };
  recordAuditIn(ctx, tx, { action: 'report_decided', object_id: id, details });
  if (outcome) {
    await countReview(ctx, tx, report, outcome.result);
    const ended = storedOutcome(report.name, outcome, subject.sanctioned);
    await end(ctx, tx, check, row, { ...ended, note: kept.note, decisions });
  } else {
    const data: ReportData = { ...ctx.vault.open<ReportData>(id, row.data), decisions };
    await tx.run(updateReportData, { id, data: ctx.vault.seal(id, data) });
    await noteWaiting(ctx, tx, check, await tx.all(listReports, { check_id: check.id }));
  }
  const after = await tx.first(findReport, { id });
  return after && { report: toReport(ctx, after), proposal: null, waitsFor: null };
}

interface InForce {
  readonly decision: Decision;
  readonly outcome: Outcome | undefined;
  readonly settled: Settled;
}

/**
 * The decision as it is stored, with the suppressions that it makes. If two people decide the same, the first one's words are kept,
 * and the second one's note beside them. `result` is the reviewer's choice, even when a sanctions rule later overrides the
 * report's result.
 */
async function keptDecision(
  ctx: Ctx,
  tx: ScopedTx,
  report: Report,
  { decision, outcome, settled: { by, agreed, differing } }: InForce,
): Promise<ReportDecision> {
  const inForce = agreed?.decision ?? decision;
  const hits = await keptHits(ctx, tx, report, { decision: inForce, by });
  return {
    at: ctx.now(),
    by: by ?? recordOf(ctx.principal),
    ...(by !== undefined && { confirmed_by: recordOf(ctx.principal) }),
    ...(agreed && { confirmed_note: decision.note }),
    note: inForce.note,
    ...leavesOf(inForce),
    result: outcome ? outcome.result : null,
    ...(hits.length > 0 && { hits }),
    ...(differing.length > 0 && { differing: differing.map(keptDiffering) }),
  };
}

/** A decision that another person did not share, as it is stored with the decision that settled it. It never took effect. */
const keptDiffering = ({ at, by, decision, gist }: EarlierDecision): ReportDecision => ({
  at,
  by,
  note: decision.note,
  ...leavesOf(decision),
  result: gist.result,
  ...(hitsOf(decision).length > 0 && { hits: hitsOf(decision).map((hit) => keptHit(hit, null)) }),
});

/** Stored decisions on hits, with the suppressions that they make. */
async function keptHits(
  ctx: Ctx,
  tx: ScopedTx,
  report: Report,
  { decision, by }: Deciding,
): Promise<KeptHitDecision[]> {
  const made = await suppressIn(ctx, tx, report, { inputs: suppressing(decision), by });
  return hitsOf(decision).map((hit) =>
    keptHit(hit, made.find(({ record }) => isRecord(record, hit.record))?.id ?? null),
  );
}

async function end(
  ctx: Ctx,
  tx: ScopedTx,
  check: Check,
  row: ReportRow,
  ended: Outcome & Pick<ReportData, 'note' | 'decisions'>,
): Promise<void> {
  for (const kind of ['decision', 'referral'] as const) await tx.run(deleteReviewNotes, { report_id: row.id, kind });
  await endReport(ctx, tx, check, row, ended);
  await completeIfFinal(ctx, tx, check);
}

function leavesOf(decision: Decision): Pick<ReportDecision, 'leaves'> {
  if ('leaves' in decision) return { leaves: decision.leaves };
  if (decision.flagged.length === 0) return {};
  return { leaves: Object.fromEntries(decision.flagged.map((path) => [path, 'consider' as const])) };
}
