import { type Applicant, toApplicant } from '../../applicants/applicant.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { KnownFace, LikeUpload } from '../../reports/live/tools.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { findLikeFaces, findLikeLooks } from './likenesses.ts';

/**
 * Faces of other applicants that score at least `least`, the best first, each with the name that its applicant has now. An
 * applicant that is scheduled for deletion is not a match; a restored one is again.
 */
export async function knownFaces(
  ctx: Ctx,
  applicantId: string,
  embedding: Float32Array,
  least: number,
): Promise<KnownFace[]> {
  const found = await withOwners(ctx, await findLikeFaces(ctx, applicantId, embedding, least));
  return found.map(({ owner, ...face }) => ({ ...face, name: `${owner.first_name} ${owner.last_name}` }));
}

/** Uploads of other applicants that look the same, without uploads of applicants that are scheduled for deletion. */
export async function knownLooks(ctx: Ctx, applicantId: string, imageHash: string): Promise<LikeUpload[]> {
  const found = await withOwners(ctx, await findLikeLooks(ctx, applicantId, imageHash));
  return found.map(({ owner: _, ...upload }) => upload);
}

/** Uploads with their applicants. Leaves out those whose applicant is erased or scheduled for deletion. */
async function withOwners<Upload extends LikeUpload>(
  ctx: Ctx,
  uploads: readonly Upload[],
): Promise<(Upload & { owner: Applicant })[]> {
  const owners = new Map<string, Applicant>();
  for (const id of new Set(uploads.map(({ applicant_id }) => applicant_id))) {
    const row = await ctx.read.first(findApplicant, { id });
    if (row && row.delete_at === null) owners.set(id, toApplicant(ctx, row));
  }
  return uploads.flatMap((upload) => {
    const owner = owners.get(upload.applicant_id);
    return owner ? [{ ...upload, owner }] : [];
  });
}
