import { recordAuditIn } from '../audit/record.ts';
import { count } from '../context/counters.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { recordOf } from '../context/principal.ts';
import type { JobHold } from '../jobs/worker.ts';
import { eraseJobs, erasings, objectsOfApplicant } from '../store/queries/erasures.ts';
import type { ApplicantRow, JobRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { type Erasure, eraseFiles, leaveReceipt } from './erasures.ts';
import { runApplicantHooks } from './hooks.ts';

/**
 * Erases an applicant immediately and permanently, scheduled for deletion or not. Throws `resource_not_found`, `gone` when it is
 * erased already, and `deletion_incomplete_checks` while one of its checks is being analysed, unless `force`.
 */
export async function eraseApplicant(ctx: Ctx, id: string, { force = false } = {}): Promise<Erasure> {
  const erased = await ctx.transaction(async (tx) => {
    const { applicant: row } = await tx.lock({ applicant: id });
    if (!row) return undefined;
    if (!force) await runApplicantHooks('erasing', ctx, tx, id);
    return erase(ctx, tx, row, { requested_at: ctx.now(), requested_by: recordOf(ctx.principal) });
  });
  if (!erased) throw await missing(ctx, 'Applicant', id);
  return erased;
}

/** Erases the applicant of a job that has come due. Does nothing when it was restored, or scheduled again for later. */
export async function eraseScheduled(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { applicant: row } = await tx.lock({ applicant: job.ref, job: job.id });
    await hold.done(tx.system);
    if (!row || row.delete_at === null || row.delete_at > ctx.now()) return;
    await erase(ctx, tx, row, { requested_at: job.created_at, requested_by: row.deleted_by });
  });
}

type Held = Pick<ApplicantRow, 'id' | 'delete_at'>;
type Request = Pick<Erasure, 'requested_at' | 'requested_by'>;

/** Erases an applicant's rows in every table. The transaction has locked the applicant, so that no row is added meanwhile. */
async function erase(ctx: Ctx, tx: ScopedTx, { id, delete_at }: Held, request: Request): Promise<Erasure> {
  const of = { applicant_id: id };
  // A worker that holds one of these jobs commits first or is refused. It may have queued others by then, so the jobs go
  // again once the checks and runs are locked.
  await tx.system.run(eraseJobs, { ...of, account_id: ctx.account.id });
  await tx.lock({ checksOf: id, runsOf: id });
  await tx.system.run(eraseJobs, { ...of, account_id: ctx.account.id });

  const objects = await tx.all(objectsOfApplicant, of);
  ctx.services.recentApplicants.changes(tx, id);
  const { counts, ids } = await eraseTables(tx, id);
  await count(ctx, tx, 'applicants', -1);
  if (delete_at !== null) await count(ctx, tx, 'applicants_scheduled', -1);

  const receipt = await leaveReceipt(ctx, tx, { applicant_id: id, check_id: null, ...request, counts }, ids);
  await eraseFiles(ctx, tx, objects);
  const details = { erasure_id: receipt.id, requested_by: request.requested_by };
  recordAuditIn(ctx, tx, { action: 'applicant_erased', object_id: id, details });
  return receipt;
}

/** Deletes the rows of an applicant from every table. Answers their numbers by kind, and the ids that clients know. */
async function eraseTables(tx: ScopedTx, applicantId: string) {
  const of = { applicant_id: applicantId };
  const counts: Record<string, number> = {};
  const ids: string[] = [];
  for (const { counted, list, erase } of erasings) {
    const rows = list ? await tx.all(list, of) : [];
    ids.push(...rows.map((row) => row.id));
    const erased = await tx.run(erase, of);
    if (!counted) continue;
    if ('byColumn' in counted) for (const { countedBy } of rows) counts[countedBy] = (counts[countedBy] ?? 0) + 1;
    else if (erased > 0 || !counted.some) counts[counted.as] = erased;
  }
  return { counts, ids };
}
