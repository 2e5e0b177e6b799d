import { recordAuditIn } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import type { Check } from '../checks/check.ts';
import { activeCheckIn, completeIfFinal, endReport } from '../checks/progress.ts';
import { subjectOf } from '../checks/subject.ts';
import { noteWaiting } from '../checks/waiting/waiting.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { recordOf } from '../context/principal.ts';
import type { Screening } from '../reports/live/screening.ts';
import type { Assessment, Outcome } from '../reports/outcome.ts';
import { type Decision, decided, hitsOf, settledAssessment, suppressing } from '../reports/records/decision.ts';
import { keptHit, suppressionOf } from '../reports/records/hit-decision.ts';
import {
  type KeptHitDecision,
  type Report,
  type ReportData,
  type ReportDecision,
  toReport,
} from '../reports/records/report.ts';
import { lastScreening } from '../screening/watchlists/screenings.ts';
import { findReport, listReports, updateReportData } from '../store/queries/checks.ts';
import { deleteReviewNotes } from '../store/queries/review-notes.ts';
import type { ReportRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { noteUpdate } from '../updates/note.ts';
import { decideTogether } from './dual-control/decide.ts';
import { contentOfDecision } from './dual-control/gist.ts';
import type { EarlierDecision } from './dual-control/note.ts';
import { storedOutcome } from './foresee.ts';
import type { Proposal } from './proposals/proposal.ts';
import { propose, refuseWaiting } from './proposals/propose.ts';
import { needsTwo, touchedHits } from './proposals/rule.ts';
import { suppressIn, suppressible } from './suppressions/suppress.ts';

/** A report after a decision. */
export interface DecidedReport {
  readonly report: Report;
  /** Proposal, if a decision on hits waits for a second operator. */
  readonly proposal: Proposal | null;
  /** Person that the decision waits for, if it is stored until another person has decided. */
  readonly waitsFor: 'second' | 'third' | null;
}

/**
 * A person's decision on a report that waits for one (`awaiting_approval`): on the report as a whole, which ends it, or on
 * some of its leaves and hits, which ends it once no leaf is in doubt. Every decision is kept with the report. Nothing is
 * invented: what neither an analyser nor a person has settled stays null, and only a sanctioned document is reported
 * whatever the decision. A decision on hits may wait for a second operator (`screening_four_eyes`), and any decision for
 * another person who makes it, too (`decision_four_eyes`).
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
  /** Principal who proposed the decision under dual control, as `recordOf` writes it. */
  readonly by?: string;
}

/** Decides a report in a transaction; undefined when there is none. Throws as `decideReport`. */
export async function decideIn(
  ctx: Ctx,
  tx: ScopedTx,
  id: string,
  { decision, screening, by: confirmed }: Deciding,
): Promise<DecidedReport | undefined> {
  const found = await tx.first(findReport, { id });
  if (!found) return undefined;
  const { screening_four_eyes } = ctx.account.settings;
  // Before the check: what suppressions and proposals are added under.
  if (suppressing(decision).length > 0 || screening_four_eyes !== 'off')
    await tx.lock({ applicant: found.applicant_id });
  const check = await activeCheckIn(ctx, tx, found.check_id);
  const row = check && (await tx.first(findReport, { id }));
  if (!check || !row) return undefined;
  if (row.status !== 'awaiting_approval') {
    throw invalid({ status: [`a report with the status ${row.status} can't be decided`] });
  }
  const report = toReport(ctx, row);
  const about = { applicant: check.applicant, region: ctx.services.settings.region };
  const outcome = decided(report, decision, about);
  const known = settledAssessment(report);
  if (known?.hits) await refuseWaiting(ctx, tx, report, { kind: 'decision', decision });
  const behind = await whoDecides(ctx, tx, report, { decision, screening, outcome, confirmed, known });
  // Also of a decision that leaves it waiting.
  noteUpdate(ctx, tx, 'report', id);
  if ('waits' in behind) return { report, proposal: null, waitsFor: null, ...behind.waits };
  const { by, differing, agreed } = behind;
  // Of two people who decide the same, the words of the first are kept, and the note of the second beside them.
  const inForce = agreed?.decision ?? decision;
  const hits = await keptHits(ctx, tx, report, { decision: inForce, screening, ...(by !== undefined && { by }) });
  const kept: ReportDecision = {
    at: ctx.now(),
    by: by ?? recordOf(ctx.principal),
    ...(by !== undefined && { confirmed_by: recordOf(ctx.principal) }),
    ...(agreed && { confirmed_note: decision.note }),
    ...keptOf(inForce, outcome),
    ...(hits.length > 0 && { hits }),
    ...(differing.length > 0 && { differing: differing.map(keptDiffering) }),
  };
  const decisions = [...(report.decisions ?? []), kept];
  if (known && touchedHits(known, decision).length > 0) {
    recordAuditIn(ctx, tx, { action: 'hits_decided', object_id: id });
  }
  const details = { result: kept.result, ...('leaves' in decision && { leaves: Object.keys(decision.leaves) }) };
  recordAuditIn(ctx, tx, { action: 'report_decided', object_id: id, details });
  if (outcome) await end(ctx, tx, check, row, { ...outcome, note: inForce.note, decisions });
  else {
    const data: ReportData = { ...ctx.vault.open<ReportData>(id, row.data), decisions };
    await tx.run(updateReportData, { id, data: ctx.vault.seal(id, data) });
    await noteWaiting(ctx, tx, check, await tx.all(listReports, { check_id: check.id }));
  }
  const after = await tx.first(findReport, { id });
  return after && { report: toReport(ctx, after), proposal: null, waitsFor: null };
}

interface Undecided extends Omit<Deciding, 'by'> {
  readonly outcome: Outcome | undefined;
  readonly known: Assessment | undefined;
  /** Principal who proposed the decision that the acting person confirms. */
  readonly confirmed: string | undefined;
}

/** Other people who support a decision, and the decisions that it settles; or the person that it waits for. */
type Behind =
  | {
      readonly by: string | undefined;
      readonly differing: readonly EarlierDecision[];
      readonly agreed?: EarlierDecision | undefined;
    }
  | { readonly waits: Partial<Omit<DecidedReport, 'report'>> };

async function whoDecides(
  ctx: Ctx,
  tx: ScopedTx,
  report: Report,
  { decision, screening, outcome, confirmed, known }: Undecided,
): Promise<Behind> {
  const { screening_four_eyes, decision_four_eyes } = ctx.account.settings;
  if (confirmed !== undefined) return { by: confirmed, differing: [] };
  const together = decision_four_eyes === 'on';
  const proposes = !together && needsTwo(screening_four_eyes, known, decision);
  if (!together && !proposes) return { by: undefined, differing: [] };
  for (const input of suppressing(decision)) await suppressible(ctx, tx, report, { input, screening });
  if (proposes) return { waits: { proposal: await propose(ctx, tx, report, { kind: 'decision', decision }) } };
  const review = await decideTogether(ctx, tx, report, { decision, gist: contentOfDecision(decision, outcome) });
  if (review.state === 'settled') return { ...review, by: review.agreed?.by };
  return { waits: { waitsFor: review.state === 'second_needed' ? 'second' : 'third' } };
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
  for (const kind of ['decision', 'referral'] as const) await tx.run(deleteReviewNotes, { report_id: row.id, kind });
  const { sanctioned } = await subjectOf(ctx, tx, check);
  const ended = storedOutcome(row.name as Report['name'], outcome, sanctioned);
  await endReport(ctx, tx, check, row, { ...ended, note, decisions });
  await completeIfFinal(ctx, tx, check);
}

/** The stored decision. `result` is the reviewer's choice, even when a sanctions rule later overrides the report's result. */
function keptOf(decision: Decision, outcome: Outcome | undefined) {
  const result = outcome ? outcome.result : null;
  return { note: decision.note, ...leavesOf(decision), result };
}

function leavesOf(decision: Decision): Pick<ReportDecision, 'leaves'> {
  if ('leaves' in decision) return { leaves: decision.leaves };
  if (decision.flagged.length === 0) return {};
  return { leaves: Object.fromEntries(decision.flagged.map((path) => [path, 'consider' as const])) };
}
