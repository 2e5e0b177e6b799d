import table from './face-distribution.json' with { type: 'json' };

/** Similarity of measured pairs of faces: two histograms over the cosine of their embeddings (`faceCosine`). */
export interface FaceDistribution {
  /** Least cosine of the first bin, and width of each; the first and last bins also hold what lies beyond. */
  readonly from: number;
  readonly step: number;
  /** Pairs of one person, and of two, in each bin. */
  readonly same: readonly number[];
  readonly different: readonly number[];
  /** The compared pictures, and the command that compared them. */
  readonly source: string;
  readonly command: string;
}

/**
 * Distribution for portraits on documents compared with photographs: `npm run eval -- --only face-distribution --fit FILE` writes
 * the table.
 */
export const faceDistribution: FaceDistribution = table;
