import type { Ctx } from '../context/ctx.ts';
import { type Report, toReport } from '../reports/records/report.ts';
import { listReports } from '../store/queries/checks.ts';

/** A crop of a report. */
export interface Crop {
  readonly report_id: string;
  readonly part: string;
}

/**
 * The portrait that the document report of the same check found, beside which a person sees the face of the applicant. Null for
 * reports that compare no faces, and where no portrait was found.
 */
export async function portraitBeside(ctx: Ctx, { name, check_id }: Report): Promise<Crop | null> {
  if (!name.startsWith('facial_similarity')) return null;
  for (const row of await ctx.read.all(listReports, { check_id })) {
    const portrait = toReport(ctx, row).assessment?.parts?.find(({ kind }) => kind === 'portrait');
    if (portrait) return { report_id: row.id, part: portrait.id };
  }
  return null;
}
