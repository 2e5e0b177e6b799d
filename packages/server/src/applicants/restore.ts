import { recordAuditIn } from '../audit/record.ts';
import { invalid, problem } from '../base/errors.ts';
import { count } from '../context/counters.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { unscheduleApplicant } from '../store/queries/applicants.ts';
import { deleteJobsOf } from '../store/queries/jobs.ts';
import { runApplicantHooks } from './hooks.ts';

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
    await runApplicantHooks('restored', ctx, tx, id);
    recordAuditIn(ctx, tx, { action: 'applicant_restored', object_id: id });
  });
}
