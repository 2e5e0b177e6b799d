import { type Applicant, toApplicant } from '../applicants/applicant.ts';
import { getApplicant } from '../applicants/get.ts';
import { searchApplicants } from '../applicants/search/search.ts';
import { listChecksOf } from '../checks/get.ts';
import type { Ctx } from '../context/ctx.ts';
import { pageByIds } from '../context/id-pages.ts';
import { type Media, toMedia } from '../media/media.ts';
import { toReport } from '../reports/records/report.ts';
import { listReports } from '../store/queries/checks.ts';
import { listAllMedia } from '../store/queries/media.ts';
import { listApplicantsByAge } from '../store/queries/review.ts';
import type { ListedCheck } from './listed-check.ts';

export interface FoundApplicant {
  readonly applicants: readonly Applicant[];
  /** Start of the next page; null after the last. */
  readonly next: string | null;
}

interface Wanted {
  /** Empty: all applicants. */
  readonly query: string;
  /** Allows searching by more than ids. */
  readonly personal: boolean;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Applicants that are not deleted, newest first: all, or those that a search finds. */
export async function findApplicants(ctx: Ctx, { query, personal, after, limit }: Wanted): Promise<FoundApplicant> {
  if (query.trim() === '') {
    const { rows, next } = await pageByIds({ after, limit }, (span) => ctx.read.all(listApplicantsByAge, span));
    return { applicants: rows.map((row) => toApplicant(ctx, row)), next };
  }
  const { found, next } = await searchApplicants(ctx, query, { limit, after, idsOnly: !personal });
  const applicants = await Promise.all(
    found.map(({ applicant_id }) =>
      // One that was deleted since the search is left out.
      getApplicant(ctx, applicant_id).catch(() => undefined),
    ),
  );
  return { applicants: applicants.filter((applicant) => applicant !== undefined), next };
}

/** Everything that an applicant has uploaded, newest first. Files that members attached to the case are left out. */
export async function applicantMedia(ctx: Ctx, id: string): Promise<Media[]> {
  const rows = await ctx.read.all(listAllMedia, { applicant_id: id });
  const uploads = rows.filter(({ kind }) => kind !== 'case_file');
  return uploads.map((row) => toMedia(ctx, row)).sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** The checks of an applicant with their reports, newest first. */
export async function applicantChecks(ctx: Ctx, id: string): Promise<ListedCheck[]> {
  const checks = await listChecksOf(ctx, id);
  return Promise.all(
    checks.map(async ({ check }) => {
      const reports = await ctx.read.all(listReports, { check_id: check.id });
      return { check, reports: reports.map((report) => toReport(ctx, report)) };
    }),
  );
}
