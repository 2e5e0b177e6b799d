import { problem } from '../../base/errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { holdApplicant, scheduleApplicant } from '../../store/queries/applicants.ts';
import { countChecksInProgress } from '../../store/queries/checks.ts';
import { count } from '../counters.ts';
import type { Ctx } from '../ctx.ts';
import { getApplicant } from './get.ts';

const DAY_MS = 86_400_000;

/**
 * Schedules an applicant and all that belongs to it for deletion after the account's delay.
 * Throws `deletion_incomplete_checks` while one of its checks is in progress.
 */
export async function deleteApplicant(ctx: Ctx, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await tx.first(holdApplicant, { id });
    await getApplicant(ctx, id, tx);
    const checks = await tx.first(countChecksInProgress, { applicant_id: id });
    if (checks && checks.n > 0) throw problem('deletion_incomplete_checks');
    const delete_at = ctx.now() + ctx.account.settings.deletion_delay_days * DAY_MS;
    ctx.services.recentApplicants.changes(tx, id);
    await tx.run(scheduleApplicant, { id, delete_at });
    await count(ctx, tx, 'applicants_scheduled', 1);
    await enqueue(ctx.services, tx.system, ctx, { kind: 'erasure', ref: id, runAt: delete_at });
  });
}
