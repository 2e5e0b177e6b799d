import { recordAuditIn } from '../audit/record.ts';
import { invalid, problem } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { transition } from '../context/states.ts';
import { toReport } from '../reports/records/report.ts';
import { finalReportStatuses } from '../reports/records/states.ts';
import { listReports, listUnfinishedChecks } from '../store/queries/checks.ts';
import { deleteWaitingLooksOfCheck } from '../store/queries/second-looks.ts';
import type { ReportRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Check } from './check.ts';
import { activeCheckIn, checkIn, moveCheckBy, moveReportBy } from './progress.ts';
import { checkStates } from './states.ts';

/**
 * Withdraws a check that isn't final: first its open reports, in their order, then the check. Throws 404 or 410 for the check,
 * `validation_error` when it is final.
 */
export async function withdrawCheck(ctx: Ctx, id: string): Promise<Check> {
  const after = await ctx.transaction(async (tx) => {
    const check = await activeCheckIn(ctx, tx, id);
    if (!check) return undefined;
    if (!transition(checkStates, check.status, 'withdrawn')) {
      throw invalid({ status: [`a check that is ${check.status} can't be withdrawn`] });
    }
    recordAuditIn(ctx, tx, { action: 'check_withdrawn', object_id: id });
    return withdrawIn(ctx, tx, check);
  });
  if (!after) throw await missing(ctx, 'Check', id);
  return after;
}

async function withdrawIn(ctx: Ctx, tx: ScopedTx, check: Check): Promise<Check> {
  for (const report of await tx.all(listReports, { check_id: check.id })) {
    if (!finalReportStatuses.has(report.status)) await moveReportBy(ctx, tx, check, report, 'withdrawn');
  }
  await tx.run(deleteWaitingLooksOfCheck, { check_id: check.id });
  return moveCheckBy(ctx, tx, check, 'withdrawn');
}

/**
 * The checks of an applicant that only a person can continue: paused, reopened, or with open reports that all wait for a reviewer or for
 * the applicant's answer to a request. The transaction has locked the applicant. Throws `deletion_incomplete_checks` while another one is being analysed.
 */
export async function restingChecks(ctx: Ctx, tx: ScopedTx, applicantId: string): Promise<Check[]> {
  const resting: Check[] = [];
  for (const { id } of await tx.all(listUnfinishedChecks, { applicant_id: applicantId })) {
    const check = await checkIn(ctx, tx, id);
    if (!check) continue;
    const reports = check.status === 'in_progress' ? await tx.all(listReports, { check_id: id }) : [];
    const analysed = (row: ReportRow) =>
      row.status === 'awaiting_data' && toReport(ctx, row).information_request === undefined;
    if (reports.some(analysed)) throw problem('deletion_incomplete_checks');
    resting.push(check);
  }
  return resting;
}

/** Withdraws the checks of an applicant who is to be deleted, with their reports. Throws as `restingChecks` does. */
export async function withdrawResting(ctx: Ctx, tx: ScopedTx, applicantId: string): Promise<void> {
  for (const check of await restingChecks(ctx, tx, applicantId)) await withdrawIn(ctx, tx, check);
}
