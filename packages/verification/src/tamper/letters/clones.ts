import type { Letter, LetterLine } from './find.ts';

/** Pixels by which a copy may stand off. */
const SHIFT = 2;
/** Pixels by which the sizes of a letter and its copy may differ. */
const ROOM = 1;
/** Height above which every other pixel is looked at. */
const DENSE = 24;
/** Shifts, the shortest first: a copy found early ends the look at all others early. */
const SHIFTS = Array.from({ length: (2 * SHIFT + 1) ** 2 }, (_, i) => ({
  dx: (i % (2 * SHIFT + 1)) - SHIFT,
  dy: Math.floor(i / (2 * SHIFT + 1)) - SHIFT,
})).sort((a, b) => a.dx ** 2 + a.dy ** 2 - b.dx ** 2 - b.dy ** 2);
/** Mean difference that counts as none, in levels. */
const NONE = 0.5;

/**
 * Distance of each letter to its nearest like, relative to the usual distance in the part, as a logarithm; below 0 for a nearer
 * one. Likes are letters of the same size, wherever they are. Pixels are compared unchanged, with the paper around them: shapes
 * repeat by nature, noise does not. Not a number where a letter has no like.
 * @returns one list for each line, in the order of its letters
 */
export function cloneDistances(lines: readonly LetterLine[]): number[][] {
  const all = lines.flatMap((line, l) => line.letters.map((letter) => ({ line, letter, l })));
  const bySize = new Map<string, number[]>();
  for (const [i, { letter }] of all.entries()) {
    const key = `${letter.width} ${letter.height}`;
    bySize.set(key, [...(bySize.get(key) ?? []), i]);
  }
  const nearest = all.map(({ line, letter }, i) => {
    let least = Infinity;
    for (let w = letter.width - ROOM; w <= letter.width + ROOM; w++) {
      for (let h = letter.height - ROOM; h <= letter.height + ROOM; h++) {
        for (const j of bySize.get(`${w} ${h}`) ?? []) {
          if (j !== i) least = Math.min(least, distanceOf(line, letter, all[j]!.line, all[j]!.letter, least));
        }
      }
    }
    return Number.isFinite(least) ? Math.log(NONE + least) : Number.NaN;
  });
  const known = nearest.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const usual = known[known.length >> 1] ?? 0;
  let at = 0;
  return lines.map((line) => line.letters.map(() => nearest[at++]! - usual));
}

/** Least mean difference of the pixels of two letters at any shift; `most` or more where they differ by more. */
function distanceOf(a: LetterLine, one: Letter, b: LetterLine, other: Letter, most: number): number {
  const margin = 1;
  const [width, height] = [
    Math.min(one.width, other.width) + 2 * margin,
    Math.min(one.height, other.height) + 2 * margin,
  ];
  const step = one.height > DENSE ? 2 : 1;
  const count = Math.ceil(width / step) * Math.ceil(height / step);
  const [g, h] = [a.strip, b.strip];
  const [ax, ay, bx, by] = [one.left - margin, one.top - margin, other.left - margin, other.top - margin];
  const inside = (strip: typeof g, x: number, y: number) =>
    x >= 0 && y >= 0 && x + width <= strip.width && y + height <= strip.height;
  if (!inside(g, ax, ay)) return most;
  let least = most * count;
  const [from, to] = [g.grey, h.grey];
  for (const { dx, dy } of SHIFTS) {
    if (!inside(h, bx + dx, by + dy)) continue;
    let sum = 0;
    for (let y = 0; y < height && sum < least; y += step) {
      const first = (ay + y) * g.width + ax;
      const off = (by + dy + y) * h.width + bx + dx - first;
      for (let i = first, end = first + width; i < end; i += step) sum += Math.abs(from[i]! - to[i + off]!);
    }
    if (sum < least) least = sum;
  }
  return least / count;
}
