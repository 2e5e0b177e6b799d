import { invalid } from '../../base/errors.ts';
import type { Screening } from '../../reports/live/screening.ts';
import type { Outcome } from '../../reports/outcome.ts';
import { underSanctions } from '../../reports/sanctions.ts';
import { findReport, updateReportData } from '../../store/queries/checks.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { recordAuditIn } from '../audit/record.ts';
import type { Check } from '../checks/check.ts';
import { activeCheckIn, completeIfFinal, endReport } from '../checks/progress.ts';
import { subjectOf } from '../checks/subject.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';
import { recordOf } from '../principal.ts';
import type { Proposal } from '../proposals/proposal.ts';
import { propose, refuseWaiting } from '../proposals/propose.ts';
import { needsTwo, touchedHits } from '../proposals/rule.ts';
import { suppressIn, suppressible } from '../suppressions/suppress.ts';
import { lastScreening } from '../watchlists/screenings.ts';
import { type Decision, decidedByLeaves, decidedWhole, hitsOf, settledAssessment, suppressing } from './decision.ts';
import { keptHit, suppressionOf } from './hit-decision.ts';
import { type KeptHitDecision, type Report, type ReportData, type ReportDecision, toReport } from './report.ts';

/** A report after a decision; with the proposal where the decision waits for a second operator. */
export interface DecidedReport {
  readonly report: Report;
  readonly proposal: Proposal | null;
}

/**
 * A person's decision on a report that waits for one (`awaiting_approval`): on the report as a whole, which ends it, or on
 * some of its leaves and hits, which ends it once no leaf is in doubt. Every decision is kept with the report. Nothing is
 * invented: what neither an analyser nor a person has settled stays null, and only a sanctioned document is reported
 * whatever the decision. A decision on hits may wait for a second operator (`screening_four_eyes`).
 *
 * Of two people who decide at once one comes second: a report that has ended, or a leaf that the other has settled, is
 * refused. Throws 404 or 410 for the report, `validation_error`.
 */
export async function decideReport(ctx: Ctx, id: string, decision: Decision): Promise<DecidedReport> {
  const suppresses = suppressing(decision).length > 0;
  const screening = suppresses ? await lastScreening(ctx, id) : undefined;
  const after = await ctx.transaction((tx) => decideIn(ctx, tx, id, { decision, screening }));
  if (!after) throw await missing(ctx, 'Report', id);
  return after;
}

interface Deciding {
  readonly decision: Decision;
  /** The last one of the report, where the decision suppresses a hit. */
  readonly screening: Screening | undefined;
  /** Who proposed the decision under four eyes, as `recordOf` writes it. */
  readonly by?: string;
}

/** Decides a report in a transaction; undefined when there is none. Throws as `decideReport`. */
export async function decideIn(
  ctx: Ctx,
  tx: ScopedTx,
  id: string,
  { decision, screening, by }: Deciding,
): Promise<DecidedReport | undefined> {
  const found = await tx.first(findReport, { id });
  if (!found) return undefined;
  const settings = ctx.account.settings.screening_four_eyes;
  // Before the check: what suppressions and proposals are added under.
  if (suppressing(decision).length > 0 || settings !== 'off') await tx.lock({ applicant: found.applicant_id });
  const check = await activeCheckIn(ctx, tx, found.check_id);
  const row = check && (await tx.first(findReport, { id }));
  if (!check || !row) return undefined;
  if (row.status !== 'awaiting_approval') {
    throw invalid({ status: [`a report that is ${row.status} can't be decided`] });
  }
  const report = toReport(ctx, row);
  const about = { applicant: check.applicant, region: ctx.services.settings.region };
  const outcome = 'leaves' in decision ? decidedByLeaves(report, decision) : decidedWhole(report, decision, about);
  const known = settledAssessment(report);
  if (known?.hits) await refuseWaiting(ctx, tx, report, { kind: 'decision', decision });
  if (by === undefined && needsTwo(settings, known, decision)) {
    for (const input of suppressing(decision)) await suppressible(ctx, tx, report, { input, screening });
    return { report, proposal: await propose(ctx, tx, report, { kind: 'decision', decision }) };
  }
  const hits = await keptHits(ctx, tx, report, { decision, screening, ...(by !== undefined && { by }) });
  const kept: ReportDecision = {
    at: ctx.now(),
    by: by ?? recordOf(ctx.principal),
    ...(by !== undefined && { confirmed_by: recordOf(ctx.principal) }),
    ...keptOf(decision, outcome),
    ...(hits.length > 0 && { hits }),
  };
  const decisions = [...(report.decisions ?? []), kept];
  if (known && touchedHits(known, decision).length > 0) {
    recordAuditIn(ctx, tx, { action: 'hits_decided', object_id: id });
  }
  const details = { result: kept.result, ...('leaves' in decision && { leaves: Object.keys(decision.leaves) }) };
  recordAuditIn(ctx, tx, { action: 'report_decided', object_id: id, details });
  if (outcome) await end(ctx, tx, check, row, { ...outcome, note: decision.note, decisions });
  else {
    const data: ReportData = { ...ctx.vault.open<ReportData>(id, row.data), decisions };
    await tx.run(updateReportData, { id, data: ctx.vault.seal(id, data) });
  }
  const after = await tx.first(findReport, { id });
  return after && { report: toReport(ctx, after), proposal: null };
}

/** What is kept of decisions on hits, with the suppressions that they make. */
async function keptHits(ctx: Ctx, tx: ScopedTx, report: Report, { decision, ...rest }: Deciding) {
  const kept: KeptHitDecision[] = [];
  for (const hit of hitsOf(decision)) {
    const input = suppressionOf(hit);
    const made = input && (await suppressIn(ctx, tx, report, { ...rest, input }));
    kept.push(keptHit(hit, made?.id ?? null));
  }
  return kept;
}

async function end(
  ctx: Ctx,
  tx: ScopedTx,
  check: Check,
  row: ReportRow,
  { note, decisions, ...outcome }: Outcome & Pick<ReportData, 'note' | 'decisions'>,
): Promise<void> {
  const { sanctioned } = await subjectOf(ctx, tx, check);
  const ended = sanctioned ? underSanctions(row.name as Report['name'], outcome) : outcome;
  await endReport(ctx, tx, check, row, { ...ended, note, decisions });
  await completeIfFinal(ctx, tx, check);
}

/** What is kept of a decision; its result is the person's, also where a sanctioned document makes another of it. */
function keptOf(decision: Decision, outcome: Outcome | undefined) {
  const result = outcome ? outcome.result : null;
  return { note: decision.note, ...leavesOf(decision), result };
}

function leavesOf(decision: Decision): Pick<ReportDecision, 'leaves'> {
  if ('leaves' in decision) return { leaves: decision.leaves };
  if (decision.flagged.length === 0) return {};
  return { leaves: Object.fromEntries(decision.flagged.map((path) => [path, 'consider' as const])) };
}
