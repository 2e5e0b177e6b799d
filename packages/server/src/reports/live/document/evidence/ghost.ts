import { compareFaces, FACE_THRESHOLDS, type Finding, type ReadableSide } from '@bonafide/verification';
import type { DocumentReading } from '../reading.ts';
import { isOtherSide } from './sides.ts';

/**
 * Similarity of the two least similar portraits on different pictures; null if fewer than two have one, or no pair belongs to
 * `of`.
 */
export function leastAcross(
  sides: DocumentReading['sides'],
  of: (a: ReadableSide, b: ReadableSide) => boolean = () => true,
): number | null {
  const scores = sides.flatMap((a, i) =>
    sides
      .slice(i + 1)
      .filter((b) => of(a, b))
      .flatMap((b) => (a.portrait && b.portrait ? [compareFaces(a.portrait.embedding, b.portrait.embedding)] : [])),
  );
  return scores.length > 0 ? Math.min(...scores) : null;
}

/**
 * The least similarity of the portrait and its ghosts, on one side or two; null without a ghost, or for another person's. Two
 * pictures of one side show one portrait: they are not ghosts.
 */
export function ghostOf({ sides }: DocumentReading): Pick<Finding, 'measure' | 'threshold' | 'reason'> | null {
  const across = leastAcross(sides, isOtherSide);
  const beside = sides.flatMap(({ portrait }) => (portrait?.agree ? [portrait.agree.measure] : []));
  const scores = across === null ? beside : [...beside, across];
  if (scores.length === 0) return null;
  const figure = { measure: Math.min(...scores), threshold: FACE_THRESHOLDS.ghost };
  return figure.measure < figure.threshold ? null : { ...figure, reason: 'The portraits show the same person' };
}
