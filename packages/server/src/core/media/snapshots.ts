import { invalid } from '../../base/errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { JobHold } from '../../jobs/worker.ts';
import { deleteSnapshot, findMedia } from '../../store/queries/media.ts';
import type { JobRow, MediaRow } from '../../store/schema.ts';
import type { Ctx } from '../ctx.ts';
import type { Media } from './media.ts';
import { addMedia, type NewMedia } from './upload.ts';

/** How long a snapshot lies there, in milliseconds. The live photo that names it follows within seconds. */
export const SNAPSHOT_MS = 15 * 60_000;

/** Adds what the camera of an applicant saw shortly before a live photo. Throws as `addMedia` does. */
export function addSnapshot(ctx: Ctx, applicantId: string, upload: NewMedia['upload']): Promise<Media> {
  return addMedia(ctx, {
    ...{ kind: 'snapshot', applicantId, upload, quality: false, facts: {} },
    also: (tx, id) => {
      const runAt = ctx.now() + SNAPSHOT_MS;
      return enqueue(ctx.services, tx.system, ctx, { kind: 'snapshot', ref: id, runAt });
    },
  });
}

/** Deletes the snapshot of a job, whose time has passed: first the row, then the bytes. */
export async function expireSnapshot(ctx: Ctx, job: JobRow, hold: JobHold): Promise<void> {
  const row = await ctx.read.first(findMedia, { id: job.ref, kind: 'snapshot' });
  await ctx.transaction(async (tx) => {
    await hold.done(tx.system);
    if (!row) return;
    await tx.run(deleteSnapshot, { id: row.id });
    const payload = { storage_key: row.storage_key };
    await enqueue(ctx.services, tx.system, ctx, { kind: 'blob', ref: row.id, payload });
  });
}

/**
 * Whether a live photo has the very same bytes as one of the snapshots that it names. Throws `validation_error` when one of
 * these is unknown, of another applicant, or has expired.
 */
export async function repeatsSnapshot(
  ctx: Ctx,
  photo: { applicantId: string; sha256: string; snapshots: readonly string[] },
): Promise<boolean> {
  const rows: MediaRow[] = [];
  for (const id of photo.snapshots) {
    const row = await ctx.read.first(findMedia, { id, kind: 'snapshot' });
    if (row?.applicant_id !== photo.applicantId || ctx.now() >= row.created_at + SNAPSHOT_MS) {
      throw invalid({ snapshot_uuids: ['names a snapshot that is unknown or has expired'] });
    }
    rows.push(row);
  }
  return rows.some(({ sha256 }) => sha256 === photo.sha256);
}
