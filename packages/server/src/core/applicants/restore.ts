import { invalid, problem } from '../../base/errors.ts';
import { holdApplicant, unscheduleApplicant } from '../../store/queries/applicants.ts';
import { deleteJobsOf } from '../../store/queries/jobs.ts';
import { count } from '../counters.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';

/** Takes back a scheduled deletion. Throws `gone` when the applicant is erased, `validation_error` when not scheduled. */
export async function restoreApplicant(ctx: Ctx, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await tx.first(holdApplicant, { id });
    if (!row) throw await missing(ctx, 'Applicant', id);
    // A plain string here, unlike every other error: published clients know it so.
    if (row.delete_at === null) throw invalid(`Applicant ${id} is not scheduled for deletion`);
    if (row.delete_at <= ctx.now()) throw problem('gone');
    ctx.services.recentApplicants.changes(tx, id);
    await tx.run(unscheduleApplicant, { id });
    await tx.system.run(deleteJobsOf, { ref: id, kind: 'erasure' });
    await count(ctx, tx, 'applicants_scheduled', -1);
  });
}
