import { recordAuditIn } from '../../audit/record.ts';
import { invalid, notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { JobHold } from '../../jobs/worker.ts';
import { findReport } from '../../store/queries/checks.ts';
import { findInformationRequest, updateInformationRequest } from '../../store/queries/information-requests.ts';
import type { JobRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';
import type { Check } from '../check.ts';
import { activeCheckIn, checkIn, moveReportBy } from '../progress.ts';
import { endRequestIn } from './end.ts';
import { sendLink } from './notify.ts';
import { firstJobAt } from './reminders.ts';
import { type InformationRequest, sealInformationRequest, toInformationRequest } from './request.ts';

/**
 * Cancels a request: its link ends, and its report returns to the queue unchanged. Throws `resource_not_found` or `gone`, and
 * `validation_error` for a request that has ended.
 */
export async function cancelRequest(ctx: Ctx, id: string): Promise<InformationRequest> {
  return ctx.transaction(async (tx) => {
    const row = await tx.first(findInformationRequest, { id });
    const check = row && (await activeCheckIn(ctx, tx, row.check_id));
    const ended = check && (await endRequestIn(ctx, tx, id, { state: 'cancelled' }));
    if (!row || !check) throw notFound('InformationRequest', id);
    if (!ended) throw invalid({ status: ['the request has ended already'] });
    const details = { request_id: id };
    recordAuditIn(ctx, tx, { action: 'information_request_cancelled', object_id: ended.report_id, details });
    await returnToQueue(ctx, tx, check, ended);
    return ended;
  });
}

/** The report of a request that ended without an answer waits for a reviewer again. Silence decides nothing. */
async function returnToQueue(
  ctx: Ctx,
  tx: ScopedTx,
  check: Check | undefined,
  { report_id }: InformationRequest,
): Promise<void> {
  const row = check && (await tx.first(findReport, { id: report_id }));
  if (row) await moveReportBy(ctx, tx, check, row, 'review_needed');
  noteUpdate(ctx, tx, 'report', report_id);
}

/** The job of a request: sends the reminder that is due, or ends the request when its time is over. */
export async function followUp(ctx: Ctx, { ref: id, id: job }: JobRow, hold: JobHold): Promise<void> {
  await ctx.transaction(async (tx) => {
    const found = await tx.first(findInformationRequest, { id });
    if (!found) {
      await hold.done(tx.system);
      return;
    }
    const { check_id, applicant_id } = found;
    // Text messages are counted under the lock of the account.
    const locked = await tx.lock({ account: ctx.account_id, activeApplicant: applicant_id, job, check: check_id });
    await hold.done(tx.system);
    const row = await tx.first(findInformationRequest, { id });
    if (row?.state !== 'open') return;
    const request = toInformationRequest(ctx, row);
    if (request.expires_at <= ctx.now()) {
      await endRequestIn(ctx, tx, id, { state: 'expired' });
      const details = { request_id: id };
      recordAuditIn(ctx, tx, { action: 'information_request_expired', object_id: request.report_id, details });
      await returnToQueue(ctx, tx, await checkIn(ctx, tx, check_id), request);
      return;
    }
    await remind(ctx, tx, request, locked.activeApplicant !== undefined);
  });
}

/** Sends one reminder for all that have come due, and plans the next job. Nothing is sent to an applicant who is to be deleted. */
async function remind(ctx: Ctx, tx: ScopedTx, request: InformationRequest, active: boolean): Promise<void> {
  const now = ctx.now();
  const due = request.remind_at.some((at) => at <= now);
  const remind_at = request.remind_at.filter((at) => at > now);
  const reminded_at = due && active ? [...request.reminded_at, now] : request.reminded_at;
  const after = { ...request, remind_at, reminded_at };
  await tx.run(updateInformationRequest, { id: request.id, data: sealInformationRequest(ctx, after) });
  const job = { kind: 'information_request', ref: request.id, runAt: firstJobAt(after) } as const;
  await enqueue(ctx.services, tx.system, ctx, job);
  if (!due || !active) return;
  await sendLink(ctx, tx, after);
  const details = { request_id: request.id, send_by: request.send_by };
  recordAuditIn(ctx, tx, { action: 'applicant_reminded', object_id: request.report_id, details });
}
