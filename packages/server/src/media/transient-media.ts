import { MINUTE_MS } from '../base/clock.ts';
import type { Ctx } from '../context/ctx.ts';
import { enqueue } from '../jobs/queue.ts';
import type { JobHold } from '../jobs/worker.ts';
import { deleteMedia, findMedia } from '../store/queries/media.ts';
import type { JobRow, MediaRow } from '../store/schema.ts';
import type { ScopedReader } from '../store/store.ts';
import type { Media } from './media.ts';
import { addMedia, type NewMedia } from './upload.ts';

/** Media that are deleted soon, unless a later request names them. */
export type TransientKind = 'snapshot' | 'binary_media';

/** Time in milliseconds for which they are stored. The request that uses them usually follows within seconds. */
const TRANSIENT_MS = 15 * MINUTE_MS;

/** Adds passing media of an applicant. Throws as `addMedia` does. */
export function addTransientMedia(
  ctx: Ctx,
  kind: TransientKind,
  { applicantId, upload, facts = {} }: Pick<NewMedia, 'applicantId' | 'upload'> & Partial<Pick<NewMedia, 'facts'>>,
): Promise<Media> {
  return addMedia(ctx, {
    kind,
    applicantId,
    upload,
    quality: false,
    facts,
    also: (tx, id) => {
      const runAt = ctx.now() + TRANSIENT_MS;
      return enqueue(ctx.services, tx.system, ctx, { kind, ref: id, runAt });
    },
  });
}

/** Transient media that still exist. */
export async function findTransientMedium(
  ctx: Ctx,
  kind: TransientKind,
  id: string,
  read: ScopedReader = ctx.read,
): Promise<MediaRow | undefined> {
  const row = await read.first(findMedia, { id, kind });
  return row && ctx.now() < row.created_at + TRANSIENT_MS ? row : undefined;
}

/** Deletes the transient media of a job, unless something has claimed them: first the row, then the bytes. */
export async function expireTransientMedia(ctx: Ctx, kind: TransientKind, job: JobRow, hold: JobHold): Promise<void> {
  const row = await ctx.read.first(findMedia, { id: job.ref, kind });
  await ctx.transaction(async (tx) => {
    await hold.done(tx.system);
    if (!row || (await tx.run(deleteMedia, { id: row.id, kind })) === 0) return;
    const payload = { storage_key: row.storage_key };
    await enqueue(ctx.services, tx.system, ctx, { kind: 'blob', ref: row.id, payload });
  });
}
