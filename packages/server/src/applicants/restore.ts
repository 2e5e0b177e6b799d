import { recordAuditIn } from '../audit/record.ts';
import { invalid, problem } from '../base/errors.ts';
import { toCheck } from '../checks/check.ts';
import { inviteApplicant } from '../checks/forms/invite.ts';
import { count } from '../context/counters.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { enqueueMonitorsOf } from '../monitors/sweep.ts';
import { unscheduleApplicant } from '../store/queries/applicants.ts';
import { listWaitingChecks } from '../store/queries/checks.ts';
import { deleteJobsOf } from '../store/queries/jobs.ts';
import { listDroppedMails } from '../store/queries/mails.ts';
import type { ScopedTx } from '../store/store.ts';
import { enqueueRunsOf } from '../workflows/runs/reconcile.ts';

/** Takes back a scheduled deletion. Throws `gone` when the applicant is erased, `validation_error` when not scheduled. */
export async function restoreApplicant(ctx: Ctx, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { applicant: row } = await tx.lock({ applicant: id });
    if (!row) throw await missing(ctx, 'Applicant', id, tx);
    // A plain string here, unlike every other error: published clients know it so.
    if (row.delete_at === null) throw invalid(`Applicant ${id} is not scheduled for deletion`);
    if (row.delete_at <= ctx.now()) throw problem('gone');
    ctx.services.recentApplicants.changes(tx, id);
    await tx.run(unscheduleApplicant, { id, restored_at: ctx.now() });
    await tx.system.run(deleteJobsOf, { ref: id, kind: 'erasure' });
    await count(ctx, tx, 'applicants_scheduled', -1);
    await enqueueMonitorsOf(ctx, tx, id);
    await enqueueRunsOf(ctx, tx, id);
    await inviteAgain(ctx, tx, id);
    recordAuditIn(ctx, tx, { action: 'applicant_restored', object_id: id });
  });
}

/** Mail that came due while the applicant was to be erased was dropped: a restored applicant needs the form again. */
async function inviteAgain(ctx: Ctx, tx: ScopedTx, id: string): Promise<void> {
  const dropped = new Set((await tx.all(listDroppedMails, { applicant_id: id })).map(({ check_id }) => check_id));
  if (dropped.size === 0) return;
  const waiting = await tx.all(listWaitingChecks, { applicant_id: id });
  for (const row of waiting) {
    if (row.status === 'awaiting_applicant' && dropped.has(row.id)) await inviteApplicant(ctx, tx, toCheck(ctx, row));
  }
}
