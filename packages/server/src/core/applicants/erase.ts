import { enqueue } from '../../jobs/queue.ts';
import type { JobHold } from '../../jobs/worker.ts';
import { deleteApplicantRow, holdApplicant } from '../../store/queries/applicants.ts';
import { eraseChallenges } from '../../store/queries/challenges.ts';
import { eraseDocumentNumbers } from '../../store/queries/document-numbers.ts';
import {
  checksOfApplicant,
  eraseAttempts,
  eraseChecks,
  eraseDeliveries,
  eraseEvents,
  eraseJobs,
  eraseMails,
  eraseMedia,
  eraseMessages,
  eraseReports,
  insertErasure,
  insertTombstone,
  mediaOfApplicant,
  reportsOfApplicant,
} from '../../store/queries/erasures.ts';
import { deleteJobsOf } from '../../store/queries/jobs.ts';
import { eraseLikenesses } from '../../store/queries/likenesses.ts';
import { eraseRunJobs, eraseRuns, eraseTasks, runsOfApplicant } from '../../store/queries/workflows.ts';
import type { ApplicantRow, JobRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { restingChecks } from '../checks/withdraw.ts';
import { count } from '../counters.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';
import { recordOf } from '../principal.ts';

/** Receipt of an erasure: what stays when all else is gone. */
export interface Erasure {
  id: string;
  applicant_id: string;
  /** Unix milliseconds. */
  requested_at: number;
  erased_at: number;
  /** Who asked for it, as `recordOf` writes it; null for receipts of before that was recorded. */
  requested_by: string | null;
  /** Number of erased objects by kind. */
  counts: Record<string, number>;
}

/**
 * Erases an applicant for good at once, scheduled for deletion or not. Throws `resource_not_found`, `gone` when it is
 * erased already, and `deletion_incomplete_checks` while one of its checks is being analysed, unless `force`.
 */
export async function eraseApplicant(ctx: Ctx, id: string, { force = false } = {}): Promise<Erasure> {
  const erased = await ctx.transaction(async (tx) => {
    const row = await tx.first(holdApplicant, { id });
    if (!row) return undefined;
    if (!force) await restingChecks(ctx, tx, id);
    return erase(ctx, tx, row, { requested_at: ctx.now(), requested_by: recordOf(ctx.principal) });
  });
  if (!erased) throw await missing(ctx, 'Applicant', id);
  return erased;
}

/** Erases the applicant of a job that has come due. Does nothing when it was restored, or scheduled anew for later. */
export async function eraseScheduled(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  await ctx.transaction(async (tx) => {
    // The applicant before the job, as restoring does, so that neither waits for the other.
    const row = await tx.first(holdApplicant, { id: job.ref });
    await hold.done(tx.system);
    if (!row || row.delete_at === null || row.delete_at > ctx.now()) return;
    await erase(ctx, tx, row, { requested_at: job.created_at, requested_by: row.deleted_by });
  });
}

type Held = Pick<ApplicantRow, 'id' | 'delete_at'>;
type Request = Pick<Erasure, 'requested_at' | 'requested_by'>;

/** Under the lock of the applicant, so that nothing is added to it meanwhile. */
async function erase(ctx: Ctx, tx: ScopedTx, { id, delete_at }: Held, request: Request): Promise<Erasure> {
  const of = { applicant_id: id };
  // Who is at work on one of these jobs ends first or is refused. It may have told of its result, so once the checks
  // stand still the jobs go again.
  await tx.system.run(eraseJobs, of);
  await tx.system.run(eraseRunJobs, of);
  const checks = await tx.all(checksOfApplicant, of);
  const runs = await tx.all(runsOfApplicant, of);
  await tx.system.run(eraseJobs, of);
  await tx.system.run(eraseRunJobs, of);
  await tx.system.run(deleteJobsOf, { ref: id, kind: 'erasure' });

  const media = await tx.all(mediaOfApplicant, of);
  const reports = await tx.all(reportsOfApplicant, of);
  const counts: Record<string, number> = { applicant: 1, check: checks.length, report: reports.length };
  if (runs.length > 0) counts.workflow_run = runs.length;
  for (const { kind } of media) counts[kind] = (counts[kind] ?? 0) + 1;
  counts.delivery_attempt = await tx.run(eraseAttempts, of);
  counts.delivery = await tx.run(eraseDeliveries, of);
  counts.event = await tx.run(eraseEvents, of);
  await tx.run(eraseDocumentNumbers, of);
  await tx.run(eraseLikenesses, of);
  await tx.run(eraseTasks, of);
  await tx.run(eraseRuns, of);
  await tx.run(eraseReports, of);
  await tx.run(eraseChecks, of);
  // After the checks: who queues a mail holds its check.
  counts.mail = await tx.run(eraseMails, of);
  counts.message = await tx.run(eraseMessages, of);
  await tx.run(eraseChallenges, of);
  await tx.run(eraseMedia, of);
  ctx.services.recentApplicants.changes(tx, id);
  await tx.run(deleteApplicantRow, { id });
  await count(ctx, tx, 'applicants', -1);
  if (delete_at !== null) await count(ctx, tx, 'applicants_scheduled', -1);

  const receipt: Erasure = {
    id: ctx.services.ids.uuid(),
    applicant_id: id,
    ...request,
    erased_at: ctx.now(),
    counts,
  };
  await tx.run(insertErasure, { ...receipt, counts: JSON.stringify(counts) });
  for (const erased of [{ id }, ...media, ...checks, ...reports, ...runs]) {
    await tx.run(insertTombstone, { id: erased.id, erasure_id: receipt.id });
  }
  for (const { id: mediaId, storage_key } of media) {
    await enqueue(ctx.services, tx.system, ctx, { kind: 'blob', ref: mediaId, payload: { storage_key } });
  }
  return receipt;
}
