import type { JobHold } from '../../jobs/worker.ts';
import { type ReportName, reportType, unmetOutcome } from '../../reports/index.ts';
import { runsUnderSanctions, underSanctions, withdrawnBySanctions } from '../../reports/sanctions.ts';
import type { Verdict } from '../../reports/types.ts';
import { sandboxOutcome } from '../../sandbox/outcome.ts';
import { findReport, listReports } from '../../store/queries/checks.ts';
import type { JobRow } from '../../store/schema.ts';
import type { Ctx } from '../ctx.ts';
import { toReport } from '../reports/report.ts';
import { checkIn, completeIfFinal, endReport, moveReportBy } from './progress.ts';
import { type CheckedSubject, subjectOf, subjectOfReport } from './subject.ts';

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
      const outcome = sandboxOutcome(input);
      await endReport(ctx, tx, check, row, subject.sanctioned ? underSanctions(report.name, outcome) : outcome);
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
  const verdict = await verdictOn(report.name, subject);
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

async function verdictOn(name: ReportName, subject: CheckedSubject): Promise<Verdict> {
  if (subject.sanctioned && !runsUnderSanctions(name)) return withdrawnBySanctions;
  const outcome = unmetOutcome(name, subject) ?? (await reportType(name).process?.(subject));
  if (!outcome || outcome.status === 'awaiting_approval') return { status: 'awaiting_approval' };
  return subject.sanctioned ? underSanctions(name, outcome) : outcome;
}
