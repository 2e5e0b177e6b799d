import { recordAuditIn } from '../audit/record.ts';
import { DAY_MS } from '../base/clock.ts';
import { count } from '../context/counters.ts';
import type { Ctx } from '../context/ctx.ts';
import { recordOf } from '../context/principal.ts';
import { enqueue } from '../jobs/queue.ts';
import { scheduleApplicant } from '../store/queries/applicants.ts';
import type { ScopedTx } from '../store/store.ts';
import { getApplicant } from './get.ts';
import { runApplicantHooks } from './hooks.ts';

/**
 * Schedules an applicant and all that belongs to it for deletion after the account's delay. Checks that wait for a person,
 * or are paused, are withdrawn with their reports; a form that the applicant has not sent is kept for a restore.
 * Throws 404 or 410 for the applicant, `deletion_incomplete_checks` while one of its checks is being analysed.
 */
export async function deleteApplicant(ctx: Ctx, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await tx.lock({ applicant: id });
    await getApplicant(ctx, id, tx);
    await runApplicantHooks('deleting', ctx, tx, id);
    await scheduleIn(ctx, tx, id);
  });
}

/** Schedules an applicant, whom the transaction has locked and whose checks have ended, for deletion. */
export async function scheduleIn(ctx: Ctx, tx: ScopedTx, id: string): Promise<void> {
  const delete_at = ctx.now() + ctx.account.settings.deletion_delay_days * DAY_MS;
  ctx.services.recentApplicants.changes(tx, id);
  await tx.run(scheduleApplicant, { id, delete_at, deleted_by: recordOf(ctx.principal) });
  await count(ctx, tx, 'applicants_scheduled', 1);
  await enqueue(ctx.services, tx.system, ctx, { kind: 'erasure', ref: id, runAt: delete_at });
  recordAuditIn(ctx, tx, { action: 'applicant_deleted', object_id: id });
}
