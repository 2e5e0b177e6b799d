import { getApplicant } from '../../applicants/get.ts';
import { notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { findReport } from '../../store/queries/checks.ts';
import { type Report, toReport } from './report.ts';

/**
 * Loads the report. Throws `resource_not_found`, or `gone` with its applicant.
 * @param checkId the check that it must belong to; a report of another is not found
 */
export async function getReport(ctx: Ctx, id: string, checkId?: string): Promise<Report> {
  const row = await ctx.read.first(findReport, { id });
  if (!row) throw await missing(ctx, 'Report', id);
  if (checkId !== undefined && row.check_id !== checkId) throw notFound('Report', id);
  await getApplicant(ctx, row.applicant_id);
  return toReport(ctx, row);
}
