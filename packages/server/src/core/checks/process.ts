import type { JobHold } from '../../jobs/worker.ts';
import { reportType, unmetOutcome } from '../../reports/index.ts';
import type { ReportSubject } from '../../reports/types.ts';
import { sandboxOutcome } from '../../sandbox/outcome.ts';
import { findReport, listReports } from '../../store/queries/checks.ts';
import type { JobRow } from '../../store/schema.ts';
import type { ScopedReader } from '../../store/store.ts';
import type { Ctx } from '../ctx.ts';
import { uploadsOf } from '../media/media.ts';
import { type Report, toReport } from '../reports/report.ts';
import type { Check } from './check.ts';
import { checkIn, completeIfFinal, endReport, moveReportBy } from './progress.ts';

async function subjectOf(ctx: Ctx, reader: ScopedReader, check: Check): Promise<ReportSubject> {
  const { refs } = await uploadsOf(ctx, reader, check.applicant_id);
  // What was uploaded after the check is not part of it, unless the applicant was asked for it.
  const known = <T extends { created_at: number }>(media: readonly T[]) =>
    check.applicant_provides_data ? media : media.filter(({ created_at }) => created_at <= check.created_at);
  return {
    generation: check.generation,
    applicant: check.applicant,
    media: {
      documents: known(refs.documents),
      livePhotos: known(refs.livePhotos),
      liveVideos: known(refs.liveVideos),
      motionCaptures: known(refs.motionCaptures),
      idPhotos: known(refs.idPhotos),
    },
    checkCreatedAt: check.created_at,
  };
}

/** The same for one of its reports, which is made of the very documents that it lists. */
function subjectOfReport(subject: ReportSubject, { media }: Report): ReportSubject {
  return { ...subject, media: { ...subject.media, documentIds: media.documents.map(({ id }) => id) } };
}

/** Answers a sandbox check from the trigger tables: every report in its order, then the check, in one transaction. */
export async function processSandboxCheck(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  await ctx.transaction(async (tx) => {
    await hold.done(tx.system);
    const check = await checkIn(ctx, tx, job.ref);
    if (check?.status !== 'in_progress') return;
    const subject = await subjectOf(ctx, tx, check);
    for (const row of await tx.all(listReports, { check_id: check.id })) {
      const report = toReport(ctx, row);
      const { consider, sub_result } = check;
      const input = { ...subjectOfReport(subject, report), report: report.name, consider, sub_result };
      await endReport(ctx, tx, check, row, sandboxOutcome(input));
    }
    await completeIfFinal(ctx, tx, check);
  });
}

/** Processes a live report: by its analysers where it has any, else a person decides. Never by a guess. */
export async function processLiveReport(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const row = await ctx.read.first(findReport, { id: job.ref });
  const found = row && (await ctx.transaction((tx) => checkIn(ctx, tx, row.check_id)));
  if (!row || found?.status !== 'in_progress') {
    await ctx.transaction((tx) => hold.done(tx.system));
    return;
  }
  const report = toReport(ctx, row);
  const subject = subjectOfReport(await subjectOf(ctx, ctx.read, found), report);
  const verdict = unmetOutcome(report.name, subject) ??
    (await reportType(report.name).process?.(subject)) ?? { status: 'awaiting_approval' as const };
  await ctx.transaction(async (tx) => {
    await hold.done(tx.system);
    const check = await checkIn(ctx, tx, row.check_id);
    const now = await tx.first(findReport, { id: row.id });
    if (!check || !now) return;
    if (verdict.status === 'awaiting_approval') {
      await moveReportBy(ctx, tx, check, now, 'review_needed');
      return;
    }
    await endReport(ctx, tx, check, now, verdict);
    await completeIfFinal(ctx, tx, check);
  });
}
