import { findCheck } from '../../store/queries/checks.ts';
import { countWaiting, listWaiting } from '../../store/queries/review.ts';
import { type Check, toCheck } from '../checks/check.ts';
import { getReport } from '../checks/get.ts';
import type { Ctx } from '../ctx.ts';
import { type Standing, standingsOf } from '../double-review/standing.ts';
import { type Report, toReport } from '../reports/report.ts';
import { type Claim, claimOf } from './claims.ts';
import { FIRST_ID } from './time-ids.ts';

/** A report that waits for a person. */
export interface WaitingReport {
  readonly report: Report;
  /** Whom it is about, as they were when the check was made. */
  readonly applicant: Check['applicant'];
  readonly claim: Claim | null;
  readonly standing: Standing;
}

const WAITING = { status: 'awaiting_approval' } as const;

/** A page of the reports that wait, those that have waited longest first; `next` is null after the last. */
export async function listQueue(
  ctx: Ctx,
  {
    name = '',
    after = FIRST_ID,
    limit,
  }: { readonly name?: string | undefined; readonly after?: string | undefined; readonly limit: number },
): Promise<{ waiting: WaitingReport[]; next: string | null }> {
  const rows = await ctx.read.all(listWaiting, { ...WAITING, after, name, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const standing = await standingsOf(ctx, shown);
  const waiting = await Promise.all(shown.map((row) => waitingOf(ctx, toReport(ctx, row), standing(row.id))));
  return { waiting, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** A report of the queue, with its applicant and claim. */
async function waitingOf(ctx: Ctx, report: Report, standing: Standing): Promise<WaitingReport> {
  const check = await ctx.read.first(findCheck, { id: report.check_id });
  if (!check) throw new Error(`The report ${report.id} has no check`);
  return { report, applicant: toCheck(ctx, check).applicant, claim: await claimOf(ctx, report.id), standing };
}

/** One report of the queue. Throws `resource_not_found`, or `gone` with its applicant. */
export async function waitingReport(ctx: Ctx, id: string): Promise<WaitingReport> {
  const report = await getReport(ctx, id);
  return waitingOf(ctx, report, (await standingsOf(ctx, [report]))(id));
}

/** How many reports wait, by name, and since when the first does (Unix milliseconds; null for none). */
export async function countQueue(
  ctx: Ctx,
): Promise<{ total: number; oldest: number | null; byName: Record<string, number> }> {
  const rows = await ctx.read.all(countWaiting, WAITING);
  const oldest = rows.map((row) => Number(row.oldest));
  return {
    total: rows.reduce((sum, { n }) => sum + Number(n), 0),
    oldest: oldest.length === 0 ? null : Math.min(...oldest),
    byName: Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)])),
  };
}
