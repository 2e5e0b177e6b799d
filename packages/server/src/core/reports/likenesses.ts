import { compareFaces, sameLook } from '@bonafide/verification';
import type { Vault } from '../../crypto/vault.ts';
import type { KnownFace, LikeUpload, UploadKind } from '../../reports/live/tools.ts';
import { lockApplicant } from '../../store/queries/applicants.ts';
import { otherLikenesses, putLikeness } from '../../store/queries/likenesses.ts';
import type { LikenessRow } from '../../store/schema.ts';
import type { Ctx } from '../ctx.ts';

/** Rows that are read and opened at once: half a megabyte. */
const PAGE = 1000;

/** Whose likenesses are looked through: an account in one environment. */
type Holder = Pick<Ctx, 'read' | 'vault'>;

/** What is sealed of a likeness. */
interface Likeness {
  type: UploadKind;
  /** Float32 values, little-endian, base64. */
  embedding?: string;
  /** See `perceptualHash`. */
  hash?: string;
}

/** Keeps how an upload looks, unless its applicant is going to be erased. */
export async function keepLikeness(
  ctx: Ctx,
  { id, type, applicant_id }: { id: string; type: UploadKind; applicant_id: string },
  { embedding, hash }: ({ embedding: Float32Array } & { hash?: undefined }) | { hash: string; embedding?: undefined },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await tx.first(lockApplicant, { id: applicant_id }))) return;
    const data = embedding ? sealLikeness(ctx.vault, id, { type, embedding }) : ctx.vault.seal(id, { type, hash });
    await tx.run(putLikeness, { id, applicant_id, what: embedding ? 'face' : 'look', data });
  });
}

/** A face as it is kept. */
export function sealLikeness(
  vault: Vault,
  id: string,
  { type, embedding }: { type: UploadKind; embedding: Float32Array },
): Buffer {
  return vault.seal(id, { type, embedding: textOf(embedding) } satisfies Likeness);
}

/**
 * Faces of other applicants of the account and environment that score at least `least`, the best first.
 *
 * Every face is opened and compared, page by page: exact, in no index that would give a face away, and fast enough for
 * hundreds of thousands (`npm run bench -- --only known-faces`).
 */
export async function findLikeFaces(
  ctx: Holder,
  applicantId: string,
  embedding: Float32Array,
  least: number,
): Promise<KnownFace[]> {
  const found: KnownFace[] = [];
  for await (const [row, { type, embedding: text = '' }] of others(ctx, applicantId, 'face')) {
    const score = compareFaces(embedding, vectorOf(text));
    if (score < least) continue;
    found.push({
      applicant_id: row.applicant_id,
      media_id: row.id,
      media_type: type as KnownFace['media_type'],
      score,
    });
  }
  return found.sort((a, b) => b.score - a.score);
}

/** Uploads of other applicants that look the same. */
export async function findLikeLooks(ctx: Holder, applicantId: string, hash: string): Promise<LikeUpload[]> {
  const found: LikeUpload[] = [];
  for await (const [{ id, applicant_id }, likeness] of others(ctx, applicantId, 'look')) {
    if (likeness.hash && sameLook(hash, likeness.hash)) found.push({ media_id: id, applicant_id });
  }
  return found;
}

async function* others(
  ctx: Holder,
  applicant_id: string,
  what: LikenessRow['what'],
): AsyncGenerator<[LikenessRow, Likeness]> {
  for (let after = ''; ; ) {
    const rows = await ctx.read.all(otherLikenesses, { what, applicant_id, after, limit: PAGE });
    for (const row of rows) yield [row, ctx.vault.open<Likeness>(row.id, row.data)];
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

function textOf(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function vectorOf(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  // A buffer of the pool may begin anywhere; floats want a multiple of four.
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
