import { eraseFiles, leaveReceipt } from '../applicants/erasures.ts';
import { recordAuditIn } from '../audit/record.ts';
import type { Ctx } from '../context/ctx.ts';
import { pagesById } from '../context/pages-by-id.ts';
import { recordOf } from '../context/principal.ts';
import {
  eraseLikenessesOf,
  eraseMediaOf,
  findApplicantWithOldMedia,
  listApplicantsWithOldMedia,
  listOldMediaOf,
} from '../store/queries/retention.ts';
import type { MediaRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';

/** Applicants that are looked for at a time. */
const BATCH = 100;

/**
 * Erases media that were uploaded before a time (Unix milliseconds), with what was measured on their faces. Applicants, checks and
 * reports stay. The ids of the media answer 410 from then on, and a receipt for each applicant stays. One applicant a transaction, so that
 * nobody waits for it. It can be broken off, repeated, and done by several processes at once. Returns how many media it has erased.
 */
export async function eraseOldMedia(ctx: Ctx, before: number, stopped: () => boolean): Promise<number> {
  let erased = 0;
  const read = (after: string) => ctx.read.all(listApplicantsWithOldMedia, { before, after, limit: BATCH });
  for await (const rows of pagesById(BATCH, stopped, read)) {
    for (const { id } of rows) {
      if (stopped()) break;
      erased += await ctx.transaction(async (tx) => {
        await tx.lock({ applicant: id });
        // A client may have asked for a check since.
        if (!(await tx.first(findApplicantWithOldMedia, { before, id }))) return 0;
        return eraseMedia(ctx, tx, id, await tx.all(listOldMediaOf, { applicant_id: id, before }));
      });
    }
  }
  return erased;
}

/** Erases media of an applicant that the transaction has locked, with what was measured on them. Returns their number. */
export async function eraseMedia(
  ctx: Ctx,
  tx: ScopedTx,
  applicant_id: string,
  media: readonly Pick<MediaRow, 'id' | 'kind' | 'storage_key'>[],
): Promise<number> {
  const ids = media.map(({ id }) => id);
  const of = { applicant_id, ids: JSON.stringify(ids) };
  await tx.run(eraseLikenessesOf, of);
  await tx.run(eraseMediaOf, of);
  const counts: Record<string, number> = {};
  for (const { kind } of media) counts[kind] = (counts[kind] ?? 0) + 1;
  const request = { requested_at: ctx.now(), requested_by: recordOf(ctx.principal) };
  const receipt = await leaveReceipt(ctx, tx, { applicant_id, check_id: null, ...request, counts }, ids);
  await eraseFiles(ctx, tx, media);
  recordAuditIn(ctx, tx, { action: 'media_erased', object_id: applicant_id, details: { erasure_id: receipt.id } });
  return media.length;
}
