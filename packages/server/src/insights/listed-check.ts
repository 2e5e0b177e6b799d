import { type Check, toCheck } from '../checks/check.ts';
import type { Ctx } from '../context/ctx.ts';
import { type Report, toReport } from '../reports/records/report.ts';
import { listReports } from '../store/queries/checks.ts';
import type { CheckRow } from '../store/schema.ts';

/** A check as a list shows it. */
export interface ListedCheck {
  readonly check: Check;
  /** Reports in the requested order. */
  readonly reports: readonly Report[];
}

/** A check of a list from its row. */
export async function withReports(ctx: Ctx, row: CheckRow): Promise<ListedCheck> {
  const reports = await ctx.read.all(listReports, { check_id: row.id });
  return { check: toCheck(ctx, row), reports: reports.map((report) => toReport(ctx, report)) };
}

/** Time at which the last report of a check ended (Unix milliseconds); null while one has not. */
export const lastEnd = (reports: readonly Pick<Report, 'completed_at'>[]): number | null => {
  const ends = reports.map(({ completed_at }) => completed_at);
  return ends.length === 0 || ends.includes(null) ? null : Math.max(...(ends as number[]));
};
