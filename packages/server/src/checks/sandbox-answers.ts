import type { SetAnswer } from '../applicants/applicant.ts';
import type { Ctx } from '../context/ctx.ts';
import { toReport } from '../reports/records/report.ts';
import { finalReportStatuses } from '../reports/records/states.ts';
import { storedOutcome } from '../reports/sanctions.ts';
import { sandboxOutcome } from '../reports/sandbox/outcome.ts';
import type { ReportRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Check } from './check.ts';
import { completeIfFinal, endReport } from './progress.ts';
import { subjectOf, subjectOfReport } from './subject.ts';

/**
 * Ends the open reports of a sandbox check by the client's answers and the trigger tables. The check ends when its last report ends. The
 * transaction has locked the check.
 *
 * @param answers by name of the report, before those that were set for the applicant. Without them, reports that wait for their applicant
 *   stay open: each has a job of its own once the applicant has answered.
 */
export async function answerReports(
  ctx: Ctx,
  tx: ScopedTx,
  check: Check,
  rows: readonly ReportRow[],
  answers?: Readonly<Record<string, SetAnswer>>,
): Promise<void> {
  const subject = await subjectOf(ctx, tx, check);
  const { checkMonitor } = ctx.services;
  for (const row of rows.filter(({ status }) => !finalReportStatuses.has(status))) {
    const report = toReport(ctx, row);
    if (answers === undefined && report.information_request !== undefined) continue;
    const { consider, sub_result } = check;
    const hitDisabled = await checkMonitor.isHitDisabled(ctx, tx, check);
    const set = answers?.[report.name] ?? check.answers?.reports[report.name];
    const ofReport = subjectOfReport(subject, report);
    const input = { ...ofReport, report: report.name, consider, sub_result, hitDisabled, set };
    const outcome = sandboxOutcome(input);
    await checkMonitor.noteSandboxAnswer(ctx, tx, check, outcome);
    await endReport(ctx, tx, check, row, storedOutcome(report.name, outcome, ofReport.sanctioned));
  }
  await completeIfFinal(ctx, tx, check);
}
