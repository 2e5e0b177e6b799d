import { compareFaces } from '@bonafide/verification';
import type { Ctx } from '../../context/ctx.ts';
import type { Vault } from '../../crypto/vault.ts';
import { looksSame } from '../../reports/live/facial-look.ts';
import type { LikeFace, LikeUpload, UploadKind } from '../../reports/live/tools.ts';
import { putLikeness } from '../../store/queries/likenesses.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type LikenessHolder, likenessesOf, type SealedLikeness, vectorText } from './opened-likenesses.ts';

/** The face in an upload. */
interface Face {
  readonly embedding: Float32Array;
  readonly hash?: undefined;
}

/** Appearance of an upload. */
interface Look {
  readonly hash: string;
  readonly embedding?: undefined;
}

/** Likeness of an upload that is to be stored. */
export type NewLikeness = { readonly id: string; readonly type: UploadKind; readonly applicant_id: string } & (
  | Face
  | Look
);

/** Keeps a likeness of an upload, unless its applicant is going to be erased. */
export async function keepLikeness(ctx: Ctx, tx: ScopedTx, likeness: NewLikeness): Promise<void> {
  const { id, applicant_id, embedding } = likeness;
  if (!(await tx.lock({ activeApplicant: applicant_id })).activeApplicant) return;
  const data = sealLikeness(ctx.vault, likeness, likeness);
  await tx.run(putLikeness, { id, applicant_id, what: embedding ? 'face' : 'look', data });
}

/** A likeness as the store keeps it. */
export function sealLikeness(
  vault: Vault,
  { id, type }: Pick<NewLikeness, 'id' | 'type'>,
  { embedding, hash }: Face | Look,
): Buffer {
  const sealed: SealedLikeness = embedding ? { type, embedding: vectorText(embedding) } : { type, hash };
  return vault.seal(id, sealed);
}

/**
 * Faces of other applicants of the account and environment that score at least `least`, the best first.
 *
 * Compares every face. An index would be faster, but would reveal facts about the faces.
 */
export async function findLikeFaces(
  holder: LikenessHolder,
  applicantId: string,
  embedding: Float32Array,
  least: number,
): Promise<LikeFace[]> {
  const found: LikeFace[] = [];
  for await (const page of likenessesOf(holder, 'face')) {
    for (const { id, applicant_id, type, embedding: other } of page) {
      if (!other || applicant_id === applicantId) continue;
      const score = compareFaces(embedding, other);
      if (score >= least) {
        found.push({ applicant_id, media_id: id, media_type: type as LikeFace['media_type'], score });
      }
    }
  }
  return found.sort((a, b) => b.score - a.score);
}

/** Uploads of other applicants that look the same; of videos, every picture must. */
export async function findLikeLooks(
  holder: LikenessHolder,
  applicantId: string,
  imageHash: string,
): Promise<LikeUpload[]> {
  const found: LikeUpload[] = [];
  for await (const page of likenessesOf(holder, 'look')) {
    for (const { id, applicant_id, hash } of page) {
      if (!hash || applicant_id === applicantId) continue;
      if (looksSame(imageHash, hash)) found.push({ media_id: id, applicant_id });
    }
  }
  return found;
}
