import type { Ctx } from '../../context/ctx.ts';
import type { JobHold } from '../../jobs/worker.ts';
import { toMedia } from '../../media/media.ts';
import { eraseMedia } from '../../media/retention.ts';
import { type Report, toReport } from '../../reports/records/report.ts';
import { findCheck, listChecks, listReports } from '../../store/queries/checks.ts';
import { listAllMedia } from '../../store/queries/media.ts';
import type { JobRow } from '../../store/schema.ts';

/**
 * Erases the documents of a check whose report answered for an age alone, because their pictures show the date of birth, with their videos
 * and looks. Documents that a report of
 * another kind was made of stay. It does nothing while the check has not ended, such as one that was reopened.
 */
export async function eraseDocuments(ctx: Ctx, { ref, id: job }: JobRow, hold: JobHold): Promise<void> {
  await ctx.transaction(async (tx) => {
    const check = await tx.first(findCheck, { id: ref });
    if (check) await tx.lock({ applicant: check.applicant_id, job });
    await hold.done(tx.system);
    const now = check && (await tx.first(findCheck, { id: ref }));
    if (now?.status !== 'complete' && now?.status !== 'withdrawn') return;
    const { applicant_id } = now;
    const reports: Report[] = [];
    for (const { id } of await tx.all(listChecks, { applicant_id })) {
      reports.push(...(await tx.all(listReports, { check_id: id })).map((row) => toReport(ctx, row)));
    }
    const own = documentsOf(reports.filter(({ check_id, age_over }) => check_id === ref && age_over !== undefined));
    const others = documentsOf(reports.filter(({ age_over }) => age_over === undefined));
    const erased = new Set(own.filter((id) => !others.includes(id)));
    const rows = (await tx.all(listAllMedia, { applicant_id })).filter((row) => {
      const { id, document_id } = toMedia(ctx, row);
      return erased.has(id) || (document_id !== undefined && erased.has(document_id));
    });
    if (rows.length > 0) await eraseMedia(ctx, tx, applicant_id, rows);
  });
}

/** Ids of the documents that reports were made of. */
const documentsOf = (reports: readonly Report[]): string[] =>
  reports.flatMap(({ media, document_ids = [], step_up }) => [
    ...media.documents.map(({ id }) => id),
    ...document_ids,
    ...(step_up?.documents ?? []),
  ]);
