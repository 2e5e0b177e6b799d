import { recordAuditIn } from '../audit/record.ts';
import { invalid, problem } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { transition } from '../context/states.ts';
import { countChecksAwaitingApplicant, listReports } from '../store/queries/checks.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Check } from './check.ts';
import { enqueueProcessing } from './enqueue.ts';
import { inviteApplicant } from './forms/invite.ts';
import { activeCheckIn, checkIn, completeIfFinal, moveCheckBy } from './progress.ts';
import { type CheckTrigger, checkStates } from './states.ts';

/**
 * Sends back a check whose information is insufficient: it has no result until it is taken up. Its reports stay as they
 * are: an overturn alone changes a final report. Throws 404 or 410 for the check, `validation_error` when its state forbids it.
 */
export async function reopenCheck(ctx: Ctx, id: string): Promise<Check> {
  return moveBy(ctx, id, 'reopened');
}

/**
 * Continues a reopened check: reports that wait are processed, and when none does it completes at once.
 * Throws 404 or 410 for the check, `validation_error` when its state forbids it.
 */
export async function takeUpCheck(ctx: Ctx, id: string): Promise<Check> {
  return moveBy(ctx, id, 'taken_up', async (tx, check) => {
    const reports = await tx.all(listReports, { check_id: id });
    const waiting = reports.filter(({ status }) => status === 'awaiting_data').map((report) => report.id);
    // Reports that came due while the check was reopened were skipped.
    if (waiting.length > 0) await enqueueProcessing(ctx, tx, check, waiting);
    else await completeIfFinal(ctx, tx, check);
  });
}

/**
 * Sends a reopened check back to its applicant, whose form opens again: it continues when the form is sent. Throws 404 or
 * 410 for the check, `validation_error` when its state forbids it or it has no form.
 */
export async function returnToApplicant(ctx: Ctx, id: string): Promise<Check> {
  return moveBy(ctx, id, 'returned_to_applicant', async (tx, check) => {
    if (check.form_secret === null)
      throw invalid({ applicant_provides_data: ['must be true, because other checks have no form'] });
    const waiting = await tx.first(countChecksAwaitingApplicant, { applicant_id: check.applicant_id });
    if (waiting && waiting.n > 1) throw problem('incomplete_checks');
    await inviteApplicant(ctx, tx, check);
  });
}

async function moveBy(
  ctx: Ctx,
  id: string,
  trigger: Extract<CheckTrigger, 'reopened' | 'taken_up' | 'returned_to_applicant'>,
  then: (tx: ScopedTx, check: Check) => Promise<void> = async () => {},
): Promise<Check> {
  const after = await ctx.transaction(async (tx) => {
    const check = await activeCheckIn(ctx, tx, id);
    if (!check) return undefined;
    if (!transition(checkStates, check.status, trigger)) {
      throw invalid({ status: [`a check that is ${check.status} can't be ${trigger.replaceAll('_', ' ')}`] });
    }
    await then(tx, await moveCheckBy(ctx, tx, check, trigger));
    recordAuditIn(ctx, tx, { action: `check_${trigger}`, object_id: id });
    return checkIn(ctx, tx, id);
  });
  if (!after) throw await missing(ctx, 'Check', id);
  return after;
}
