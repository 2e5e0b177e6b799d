import { invalid } from '../../base/errors.ts';
import type { Outcome } from '../../reports/outcome.ts';
import { underSanctions } from '../../reports/sanctions.ts';
import { findReport, updateReportData } from '../../store/queries/checks.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Check } from '../checks/check.ts';
import { activeCheckIn, completeIfFinal, endReport } from '../checks/progress.ts';
import { subjectOf } from '../checks/subject.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';
import { recordOf } from '../principal.ts';
import { type Decision, decidedByLeaves, decidedWhole } from './decision.ts';
import { type Report, type ReportData, type ReportDecision, toReport } from './report.ts';

/**
 * A person's decision on a report that waits for one (`awaiting_approval`): on the report as a whole, which ends it, or on
 * some of its leaves, which ends it once no leaf is in doubt. Every decision is kept with the report. Nothing is
 * invented: what neither an analyser nor a person has settled stays null, and only a sanctioned document is reported
 * whatever the decision.
 *
 * Of two people who decide at once one comes second: a report that has ended, or a leaf that the other has settled, is
 * refused. Throws 404 or 410 for the report, `validation_error`.
 */
export async function decideReport(ctx: Ctx, id: string, decision: Decision): Promise<Report> {
  const after = await ctx.transaction(async (tx) => {
    const found = await tx.first(findReport, { id });
    const check = found && (await activeCheckIn(ctx, tx, found.check_id));
    const row = check && (await tx.first(findReport, { id }));
    if (!check || !row) return undefined;
    if (row.status !== 'awaiting_approval') {
      throw invalid({ status: [`a report that is ${row.status} can't be decided`] });
    }
    const report = toReport(ctx, row);
    const about = { applicant: check.applicant, region: ctx.services.settings.region };
    const outcome = 'leaves' in decision ? decidedByLeaves(report, decision) : decidedWhole(report, decision, about);
    const decisions = [
      ...(report.decisions ?? []),
      { at: ctx.now(), by: recordOf(ctx.principal), ...keptOf(decision, outcome) },
    ];
    if (outcome) await end(ctx, tx, check, row, { ...outcome, note: decision.note, decisions });
    else {
      const data: ReportData = { ...ctx.vault.open<ReportData>(id, row.data), decisions };
      await tx.run(updateReportData, { id, data: ctx.vault.seal(id, data) });
    }
    return tx.first(findReport, { id });
  });
  if (!after) throw await missing(ctx, 'Report', id);
  return toReport(ctx, after);
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
