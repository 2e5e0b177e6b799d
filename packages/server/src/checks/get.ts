import { getApplicant } from '../applicants/get.ts';
import { notFound } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { type RecordedPrincipal, recordedPrincipal } from '../context/principal.ts';
import { type Report, toReport } from '../reports/records/report.ts';
import { countChecks, findCheck, listChecks, listChecksPage, listReports } from '../store/queries/checks.ts';
import type { CheckRow } from '../store/schema.ts';
import { type Check, toCheck } from './check.ts';

export interface CheckWithReports {
  check: Check;
  /** Report ids in the requested order. */
  reportIds: string[];
}

/**
 * Loads the check. Throws `resource_not_found`, or `gone` with its applicant.
 * @param applicantId the applicant that it must belong to; a check of another is not found
 */
export async function getCheck(ctx: Ctx, id: string, applicantId?: string): Promise<CheckWithReports> {
  const row = await ctx.read.first(findCheck, { id });
  if (!row) throw await missing(ctx, 'Check', id);
  if (applicantId !== undefined && row.applicant_id !== applicantId) throw notFound('Check', id);
  await getApplicant(ctx, row.applicant_id);
  return { check: toCheck(ctx, row), reportIds: await reportIdsOf(ctx, id) };
}

/** Principal who brought a check to its status; null since its creation. */
export async function checkDecidedBy(ctx: Ctx, id: string): Promise<RecordedPrincipal | null> {
  return recordedPrincipal((await ctx.read.first(findCheck, { id }))?.decided_by);
}

/** Checks of an applicant, newest first. */
export async function listChecksOf(ctx: Ctx, applicantId: string): Promise<CheckWithReports[]> {
  await getApplicant(ctx, applicantId);
  return withReports(ctx, await ctx.read.all(listChecks, { applicant_id: applicantId }));
}

/** A page of the checks of an applicant, newest first, and how many it has. `page` counts from 1. */
export async function pageOfChecks(
  ctx: Ctx,
  applicantId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ checks: CheckWithReports[]; total: number }> {
  await getApplicant(ctx, applicantId);
  const of = { applicant_id: applicantId };
  const rows = await ctx.read.all(listChecksPage, { ...of, limit: perPage, offset: (page - 1) * perPage });
  const counted = await ctx.read.first(countChecks, of);
  return { checks: await withReports(ctx, rows), total: counted?.n ?? 0 };
}

function withReports(ctx: Ctx, rows: readonly CheckRow[]): Promise<CheckWithReports[]> {
  return Promise.all(
    rows.map(async (row) => ({ check: toCheck(ctx, row), reportIds: await reportIdsOf(ctx, row.id) })),
  );
}

async function reportIdsOf(ctx: Ctx, checkId: string): Promise<string[]> {
  return (await ctx.read.all(listReports, { check_id: checkId })).map(({ id }) => id);
}

/** Reports of a check, in the order asked for. */
export async function listReportsOf(ctx: Ctx, checkId: string): Promise<Report[]> {
  await getCheck(ctx, checkId);
  return (await ctx.read.all(listReports, { check_id: checkId })).map((row) => toReport(ctx, row));
}
