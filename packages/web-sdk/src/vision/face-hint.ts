import type { Face } from './faces.ts';
import type { Box } from './frame.ts';

export type FaceHint = 'no_face' | 'many_faces' | 'dark' | 'closer' | 'further' | 'centre' | 'blur' | 'good';

/** Least score of a face (`Face.score`). Of 138 portraits the least has 0.77; of 12 other pictures a llama has 0.7, an invoice 0.58. */
export const LEAST_SCORE = 0.6;

/**
 * Sides of faces as shares of the oval's width, and ways of their middle from the oval's, as shares of its width and height. A
 * face runs from brow to chin, so its middle lies below the head's.
 */
const LIMITS = { least: 0.5, most: 1.05, across: 0.2, above: 0.16, below: 0.24 };

/** Factor by which limits give way to a face that was good a moment ago, so that a hint doesn't flicker. */
const SLACK = 1.2;

/**
 * The hint for the place of a face in an oval.
 *
 * @param faces the widest first, in the units of `oval`
 * @param was the hint before
 */
export function placeHint(faces: readonly Face[], oval: Box, was?: FaceHint): FaceHint {
  const [face, other] = faces;
  if (!face) return 'no_face';
  if (other) return 'many_faces';
  const slack = was === 'good' ? SLACK : 1;
  const size = face.width / oval.width;
  if (size < LIMITS.least / slack) return 'closer';
  if (size > LIMITS.most * slack) return 'further';
  const across = (face.left + face.width / 2 - oval.left) / oval.width - 0.5;
  const down = (face.top + face.height / 2 - oval.top) / oval.height - 0.5;
  const inside =
    Math.abs(across) <= LIMITS.across * slack && down >= -LIMITS.above * slack && down <= LIMITS.below * slack;
  return inside ? 'good' : 'centre';
}
