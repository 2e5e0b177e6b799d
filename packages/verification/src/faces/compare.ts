import { CALIBRATION, THRESHOLDS } from './thresholds.ts';

/**
 * Probability that two embeddings show one person, 0 to 1, by the fit in `CALIBRATION`.
 *
 * @example
 * import { compareFaces, EMBEDDING_LENGTH } from '@bonafide/verification';
 *
 * const face = new Float32Array(EMBEDDING_LENGTH).fill(1 / Math.sqrt(EMBEDDING_LENGTH));
 * compareFaces(face, face) > 0.99; // true
 */
export function compareFaces(a: Float32Array, b: Float32Array): number {
  return 1 / (1 + Math.exp(-CALIBRATION.slope * (faceCosine(a, b) - CALIBRATION.even)));
}

/**
 * The cosine at which `compareFaces` gives a score; infinite at 0 and 1.
 *
 * @example
 * import { cosineOfScore } from '@bonafide/verification';
 *
 * cosineOfScore(0); // -Infinity
 */
export function cosineOfScore(score: number): number {
  return CALIBRATION.even + Math.log(score / (1 - score)) / CALIBRATION.slope;
}

/**
 * Returns whether two embeddings are too similar for two pictures of one person: they come from one picture, cut or re-encoded.
 *
 * @example
 * import { EMBEDDING_LENGTH, samePortrait } from '@bonafide/verification';
 *
 * const face = new Float32Array(EMBEDDING_LENGTH).fill(1 / Math.sqrt(EMBEDDING_LENGTH));
 * samePortrait(face, face); // true
 */
export function samePortrait(a: Float32Array, b: Float32Array): boolean {
  return faceCosine(a, b) >= THRESHOLDS.samePortrait;
}

/**
 * Cosine of two embeddings, which have length 1: what `compareFaces` makes its score of, without its saturation near 0 and 1.
 *
 * @example
 * import { EMBEDDING_LENGTH, faceCosine } from '@bonafide/verification';
 *
 * const face = new Float32Array(EMBEDDING_LENGTH).fill(1 / Math.sqrt(EMBEDDING_LENGTH));
 * faceCosine(face, face) > 0.999; // true
 */
export function faceCosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
