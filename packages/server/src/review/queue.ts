import { type Check, toCheck } from '../checks/check.ts';
import { cursorOf, type QueueFilter, readWaiting } from '../checks/waiting/waiting.ts';
import type { Ctx } from '../context/ctx.ts';
import { getReport } from '../reports/records/get.ts';
import { type Report, toReport } from '../reports/records/report.ts';
import { NOBODY } from '../store/queries/assignments.ts';
import { findCheck } from '../store/queries/checks.ts';
import { anyCheck, countWaiting } from '../store/queries/review.ts';
import type { ReportRow } from '../store/schema.ts';
import { type Assignee, assigneeNames } from './assign.ts';
import { tagsOf } from './cases/tags.ts';
import { type Claim, claimOf } from './claims.ts';
import { type DecisionState, decisionStatesOf } from './dual-control/decision-states.ts';

/** A report that waits for a person. */
export interface WaitingReport {
  readonly report: Report;
  /** Applicant as at the creation of the check. */
  readonly applicant: Check['applicant'];
  readonly claim: Claim | null;
  readonly assignee: Assignee | null;
  readonly decisionState: DecisionState;
  /** Tags on the case of the applicant. */
  readonly tags: readonly string[];
}

const WAITING = { status: 'awaiting_approval' } as const;

/** A page of the reports that wait; `next` is null after the last. */
export async function listQueue(
  ctx: Ctx,
  { limit, ...filter }: QueueFilter & { readonly limit: number },
): Promise<{ waiting: WaitingReport[]; next: string | null }> {
  const rows = await readWaiting(ctx, filter, limit + 1);
  const shown = rows.slice(0, limit);
  const waiting = await withStates(ctx, shown);
  const last = shown.at(-1);
  return { waiting, next: rows.length > limit && last ? cursorOf(filter, last) : null };
}

/** Waiting reports with what the queue shows beside each. */
export async function withStates(ctx: Ctx, rows: readonly ReportRow[]): Promise<WaitingReport[]> {
  const decisionStateOf = await decisionStatesOf(ctx, rows);
  const assigneeOf = await assigneeNames(ctx, rows);
  const tagsOfCase = await tagsOf(
    ctx.read,
    rows.map(({ applicant_id }) => applicant_id),
  );
  return Promise.all(
    rows.map((row) => {
      const assignee = assigneeOf(row.assigned_to);
      const of = { assignee, decisionState: decisionStateOf(row.id), tags: tagsOfCase(row.applicant_id) };
      return waitingOf(ctx, toReport(ctx, row), of);
    }),
  );
}

/** A report of the queue, with its applicant and claim. */
async function waitingOf(
  ctx: Ctx,
  report: Report,
  of: Pick<WaitingReport, 'assignee' | 'decisionState' | 'tags'>,
): Promise<WaitingReport> {
  const check = await ctx.read.first(findCheck, { id: report.check_id });
  if (!check) throw new Error(`The report ${report.id} has no check`);
  return {
    report,
    applicant: toCheck(ctx, check).applicant,
    claim: await claimOf(ctx, report.id),
    ...of,
  };
}

/** One report of the queue. Throws `resource_not_found`, or `gone` with its applicant. */
export async function waitingReport(ctx: Ctx, id: string): Promise<WaitingReport> {
  const report = await getReport(ctx, id);
  const decisionState = (await decisionStatesOf(ctx, [report]))(id);
  const assignee = (await assigneeNames(ctx, [report]))(report.assigned_to);
  const tags = (await tagsOf(ctx.read, [report.applicant_id]))(report.applicant_id);
  return waitingOf(ctx, report, { assignee, decisionState, tags });
}

/**
 * Counts waiting reports by name, by kind of doubt and by assigned member, and gives the start of the longest wait (Unix milliseconds; null for
 * none).
 */
export async function countQueue(ctx: Ctx): Promise<{
  total: number;
  oldest: number | null;
  byName: Record<string, number>;
  byDoubt: Record<string, number>;
  /** Reports that are assigned to the acting member. */
  mine: number;
  unassigned: number;
}> {
  const rows = await ctx.read.all(countWaiting, { ...WAITING, now: ctx.now() });
  const byMember = sumBy(rows, ({ assigned_to }) => assigned_to);
  const oldest = rows.map((row) => Number(row.oldest));
  return {
    total: rows.reduce((sum, { n }) => sum + Number(n), 0),
    oldest: oldest.length === 0 ? null : Math.min(...oldest),
    byName: sumBy(rows, ({ name }) => name),
    byDoubt: sumBy(rows, ({ doubt }) => doubt),
    mine: byMember[ctx.principal.id] ?? 0,
    unassigned: byMember[NOBODY] ?? 0,
  };
}

/** Returns whether the environment has a check: until then its queue is empty because nothing has begun. */
export async function hasChecks(ctx: Ctx): Promise<boolean> {
  return (await ctx.read.first(anyCheck, {})) !== undefined;
}

function sumBy<Row extends { readonly n: number }>(rows: readonly Row[], keyOf: (row: Row) => string | null) {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) sums[key] = (sums[key] ?? 0) + Number(row.n);
  }
  return sums;
}
