import type { Ctx } from '../../context/ctx.ts';
import { type RecordedPrincipal, recordedPrincipal } from '../../context/principal.ts';
import { getReport } from '../../reports/records/get.ts';
import { type Report, toReport } from '../../reports/records/report.ts';
import { countReportsByStatus, findReport, findReportJob, listReportsByStatus } from '../../store/queries/checks.ts';
import type { ReportRow, ReportStatus } from '../../store/schema.ts';

/** A report as an operator sees it. */
export interface ReportAtWork extends Report, Pick<ReportRow, 'step'> {
  /** Principal who brought it to its end; null before. */
  readonly decided_by: RecordedPrincipal | null;
}

/** A page of the reports of a status, those that have waited longest first, and how many there are. `page` is from 1. */
export async function listReportsOfStatus(
  ctx: Ctx,
  status: ReportStatus,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ reports: ReportAtWork[]; total: number }> {
  const rows = await ctx.read.all(listReportsByStatus, { status, limit: perPage, offset: (page - 1) * perPage });
  const counted = await ctx.read.first(countReportsByStatus, { status });
  return {
    reports: rows.map((row) => atWork(toReport(ctx, row), row)),
    total: Number(counted?.n ?? 0),
  };
}

function atWork(report: Report, row: ReportRow | undefined): ReportAtWork {
  return { ...report, step: row?.step ?? null, decided_by: recordedPrincipal(row?.decided_by) };
}

/**
 * A report with the step that its analysis is at, and how often that was begun (null when nothing is under way).
 * Throws `resource_not_found`, or `gone` with its applicant.
 */
export async function getReportAtWork(ctx: Ctx, id: string): Promise<ReportAtWork & { attempts: number | null }> {
  const report = await getReport(ctx, id);
  const row = await ctx.read.first(findReport, { id });
  const job = await ctx.services.store.system.first(findReportJob, { id });
  return { ...atWork(report, row), attempts: job?.attempts ?? null };
}
