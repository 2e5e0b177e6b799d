import type { Ctx } from '../context/ctx.ts';
import { hiddenReports } from '../review/second-looks/hidden.ts';
import type { ListedCheck } from './listed-check.ts';

/**
 * Checks of a list without the results that are hidden from the acting member until a second look is given. With a filter by result, these
 * checks are left out: that they pass it would tell the result.
 */
export async function hideResults(
  ctx: Ctx,
  checks: readonly ListedCheck[],
  { byResult }: { readonly byResult: boolean },
): Promise<ListedCheck[]> {
  const ids = checks.map(({ check }) => check.id);
  const hidden = Map.groupBy(await hiddenReports(ctx, 'checks', ids), ({ check_id }) => check_id);
  return checks.flatMap((listed) => {
    const own = hidden.get(listed.check.id);
    if (!own) return [listed];
    return byResult ? [] : [withoutResults(listed, new Set(own.map(({ report_id }) => report_id)))];
  });
}

const withoutResults = ({ check, reports }: ListedCheck, hidden: ReadonlySet<string>): ListedCheck => ({
  check: { ...check, result: null },
  reports: reports.map((report) => (hidden.has(report.id) ? { ...report, result: null, sub_result: null } : report)),
});
