import { cosineOfScore, type FaceDistribution, faceDistribution } from '@bonafide/verification';
import type { Ctx } from '../context/ctx.ts';
import type { ComparedFaces } from '../reports/outcome.ts';
import type { Report } from '../reports/records/report.ts';

/** Comparison of faces for the reviewer. */
export interface FacesBeside extends Omit<ComparedFaces, 'cosine'> {
  /** Position of the comparison among measured ones; null if nothing was compared. All in cosines of embeddings. */
  readonly likeness: {
    readonly cosine: number;
    /** Cosine from which the account takes faces for one person's; below `mismatch` for two people's; null: at no cosine. */
    readonly match: number | null;
    readonly mismatch: number | null;
    readonly distribution: FaceDistribution;
  } | null;
}

/** The compared faces of a report; null for reports that compare none, and for reports from before places were stored. */
export function facesBeside({ account }: Pick<Ctx, 'account'>, { assessment }: Report): FacesBeside | null {
  if (!assessment?.faces) return null;
  const { cosine, ...faces } = assessment.faces;
  if (cosine === null) return { ...faces, likeness: null };
  const { face_match_score, face_mismatch_score } = account.settings;
  const [match, mismatch] = [face_match_score, face_mismatch_score].map((score) => {
    const at = cosineOfScore(score);
    return Number.isFinite(at) ? at : null;
  }) as [number | null, number | null];
  return { ...faces, likeness: { cosine, match, mismatch, distribution: faceDistribution } };
}
