import { CALIBRATION, THRESHOLDS } from './thresholds.ts';

/** How likely two embeddings are of one person, 0 to 1, as `CALIBRATION` fits it. */
export function compareFaces(a: Float32Array, b: Float32Array): number {
  return 1 / (1 + Math.exp(-CALIBRATION.slope * (cosine(a, b) - CALIBRATION.even)));
}

/** Whether two embeddings are too much alike for two pictures of one person: of one picture, cut or written anew. */
export function samePortrait(a: Float32Array, b: Float32Array): boolean {
  return cosine(a, b) >= THRESHOLDS.samePortrait;
}

/** Of vectors of length 1. */
function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
