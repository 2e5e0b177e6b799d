import { invalid } from '../../base/errors.ts';
import { reportType } from '../../reports/index.ts';
import { underSanctions } from '../../reports/sanctions.ts';
import type { Breakdowns, BreakdownTree, Outcome, SubResult } from '../../reports/types.ts';
import { findReport } from '../../store/queries/checks.ts';
import { activeCheckIn, completeIfFinal, endReport } from '../checks/progress.ts';
import { subjectOf } from '../checks/subject.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';
import { type Report, toReport } from './report.ts';

export interface Decision {
  result: 'clear' | 'consider';
  /** Of document reports only: `clear` goes without saying when the result is clear, else it must be given. */
  sub_result?: SubResult | undefined;
  /** Why; kept sealed with the report. */
  note: string;
}

/**
 * Ends a report that waits for a person (`awaiting_approval`) with that person's decision. Every breakdown stays null:
 * a decision says nothing of the parts, and nothing is invented; only a sanctioned document is told of, whatever the
 * decision. Throws 404 or 410 for the report, `validation_error`.
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
    const { name } = toReport(ctx, row);
    const { family, tree } = reportType(name);
    const outcome: Outcome = {
      status: 'complete',
      result: decision.result,
      sub_result: family === 'document' ? documentSubResult(decision) : noSubResult(decision),
      breakdown: unassessed(tree),
      properties: {},
    };
    const { sanctioned } = await subjectOf(ctx, tx, check);
    await endReport(ctx, tx, check, row, {
      ...(sanctioned ? underSanctions(name, outcome) : outcome),
      note: decision.note,
    });
    await completeIfFinal(ctx, tx, check);
    return tx.first(findReport, { id });
  });
  if (!after) throw await missing(ctx, 'Report', id);
  return toReport(ctx, after);
}

/** Section 3 of the reports: `result` is clear only with sub_result clear. */
function documentSubResult({ result, sub_result }: Decision): SubResult {
  if (result === 'clear') {
    if (sub_result === undefined || sub_result === 'clear') return 'clear';
    throw invalid({ sub_result: ['must be clear when the result is clear'] });
  }
  if (sub_result === undefined) throw invalid({ sub_result: ["can't be blank"] });
  if (sub_result === 'clear') throw invalid({ sub_result: ["can't be clear when the result is consider"] });
  return sub_result;
}

function noSubResult({ sub_result }: Decision): null {
  if (sub_result !== undefined) throw invalid({ sub_result: ['only document reports have one'] });
  return null;
}

function unassessed(tree: BreakdownTree): Breakdowns {
  return Object.fromEntries(
    Object.entries(tree).map(([name, leaves]) => [
      name,
      leaves.length === 0
        ? { result: null }
        : {
            result: null,
            breakdown: Object.fromEntries(leaves.map((leaf) => [leaf, { result: null, properties: {} }])),
          },
    ]),
  );
}
