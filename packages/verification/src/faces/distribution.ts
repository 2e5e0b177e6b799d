import table from './face-distribution.json' with { type: 'json' };

/** How alike measured pairs of faces are: two histograms over the cosine of their embeddings (`faceCosine`). */
export interface FaceDistribution {
  /** Least cosine of the first bin, and width of each; the first and last bins also hold what lies beyond. */
  readonly from: number;
  readonly step: number;
  /** Pairs of one person, and of two, in each bin. */
  readonly same: readonly number[];
  readonly different: readonly number[];
  /** Which pictures were compared, and the command that did. */
  readonly source: string;
  readonly command: string;
}

/** Of portraits on documents beside photographs: `npm run eval -- --only face-distribution --fit FILE` writes the table. */
export const faceDistribution: FaceDistribution = table;
