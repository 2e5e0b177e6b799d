import { invalid } from '../../base/errors.ts';
import { listReports } from '../../store/queries/checks.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';
import { finalReportStatuses } from '../reports/states.ts';
import { transition } from '../states.ts';
import type { Check } from './check.ts';
import { activeCheckIn, moveCheckBy, moveReportBy } from './progress.ts';
import { checkStates } from './states.ts';

/**
 * Withdraws a check that isn't final: first those of its reports that aren't, in their order, then the check.
 * Throws 404 or 410 for the check, `validation_error` when it is final.
 */
export async function withdrawCheck(ctx: Ctx, id: string): Promise<Check> {
  const after = await ctx.transaction(async (tx) => {
    const check = await activeCheckIn(ctx, tx, id);
    if (!check) return undefined;
    if (!transition(checkStates, check.status, 'withdrawn')) {
      throw invalid({ status: [`a check that is ${check.status} can't be withdrawn`] });
    }
    for (const report of await tx.all(listReports, { check_id: id })) {
      if (!finalReportStatuses.has(report.status)) await moveReportBy(ctx, tx, check, report, 'withdrawn');
    }
    return moveCheckBy(ctx, tx, check, 'withdrawn');
  });
  if (!after) throw await missing(ctx, 'Check', id);
  return after;
}
