import { findCheck, findReport, listChecks, listReports } from '../../store/queries/checks.ts';
import { getApplicant } from '../applicants/get.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';
import { type Report, toReport } from '../reports/report.ts';
import { type Check, toCheck } from './check.ts';

export interface CheckWithReports {
  check: Check;
  /** In the order asked for. */
  reportIds: string[];
}

/** The check. Throws `resource_not_found`, or `gone` with its applicant. */
export async function getCheck(ctx: Ctx, id: string): Promise<CheckWithReports> {
  const row = await ctx.read.first(findCheck, { id });
  if (!row) throw await missing(ctx, 'Check', id);
  await getApplicant(ctx, row.applicant_id);
  return { check: toCheck(ctx, row), reportIds: await reportIdsOf(ctx, id) };
}

/** Checks of an applicant, newest first. */
export async function listChecksOf(ctx: Ctx, applicantId: string): Promise<CheckWithReports[]> {
  await getApplicant(ctx, applicantId);
  const rows = await ctx.read.all(listChecks, { applicant_id: applicantId });
  return Promise.all(
    rows.map(async (row) => ({ check: toCheck(ctx, row), reportIds: await reportIdsOf(ctx, row.id) })),
  );
}

async function reportIdsOf(ctx: Ctx, checkId: string): Promise<string[]> {
  return (await ctx.read.all(listReports, { check_id: checkId })).map(({ id }) => id);
}

/** The report. Throws `resource_not_found`, or `gone` with its applicant. */
export async function getReport(ctx: Ctx, id: string): Promise<Report> {
  const row = await ctx.read.first(findReport, { id });
  if (!row) throw await missing(ctx, 'Report', id);
  await getApplicant(ctx, row.applicant_id);
  return toReport(ctx, row);
}

/** Reports of a check, in the order asked for. */
export async function listReportsOf(ctx: Ctx, checkId: string): Promise<Report[]> {
  await getCheck(ctx, checkId);
  return (await ctx.read.all(listReports, { check_id: checkId })).map((row) => toReport(ctx, row));
}
