import type { ForensicPicture } from './forensic-picture.ts';
import type { Part, Regions, TextBox } from './forensics.ts';
import type { Measure, Spot, Traced } from './measure.ts';
import { type Strip, stripOf } from './strip.ts';

/**
 * Largest allowed smoothness of the paper between letters relative to the paper above and below them, as the logarithm of the
 * ratio.
 * 9 of 376 sound captures of all open documents reach it, and, on the half for tuning, 14 of 16 names on a patch of one colour;
 * places that were filled with noise don't. `npm run eval -- --only forensics` prints the other half, whose sound documents are
 * among those captures.
 */
const SMOOTHER = 0.8;

/** Constant in levels that is added to both sides of the ratio, as large as the rounding error. */
const ROUNDING = 0.3;
/** Least roughness of the surroundings in levels: smooth paper can't become smoother. */
const ROUGH = 2;
/** Least height of a line in pixels. */
const LEAST_HEIGHT = 8;
/** Examined margin above and below a line, and the length of one place, in heights of the line. */
const [AROUND, PLACE] = [0.8, 1.5];
/** Share of the contrast of a line by which bare paper is darker than its paper at most. */
const BARE = 0.3;
/** Least pixels of bare paper. */
const [LEAST_INSIDE, LEAST_AROUND] = [20, 30];

/**
 * `text_paper`: compares the paper between the letters of each line with the paper above and below it. What a program filled,
 * to set other text there, lacks the noise and the pattern of its surroundings.
 *
 * A pass is never able: a careful forger adds noise, and single letters leave no such place.
 */
export const textPaper: Measure = (picture, { print, zone, turn }: Regions) => [
  ...judged(picture, 'zone', zone, turn),
  ...judged(picture, 'print', print, turn),
];

function judged(picture: ForensicPicture, part: Part, lines: readonly TextBox[], turn: Regions['turn']): Traced[] {
  const spots = lines.flatMap((line) => placesOf(picture, line, turn));
  if (spots.length === 0) return [];
  const worst = spots.reduce((a, b) => (b.strength > a.strength ? b : a));
  const fail = worst.strength >= 1;
  return [
    {
      name: 'text_paper',
      part,
      measure: worst.strength * SMOOTHER,
      threshold: SMOOTHER,
      able: fail,
      result: fail ? 'fail' : 'pass',
      reason: fail
        ? 'The paper under some text is smoother than the paper around it. A program may have filled this place'
        : 'The paper between the characters looks like the paper around them',
      place: fail ? worst.box : null,
      ...(fail && { spots: spots.filter(({ strength }) => strength > 0.5) }),
    },
  ];
}

function placesOf(picture: ForensicPicture, { box }: TextBox, turn: Regions['turn']): Spot[] {
  let line = 0;
  const strip = stripOf(picture, box, turn, (short) => {
    line = short;
    return [0, AROUND * short];
  });
  if (!strip || line < LEAST_HEIGHT) return [];
  const { width, height } = strip;
  const top = Math.round((height - line) / 2);
  const rough = roughness(strip, [top, height - top]);
  const size = Math.max(12, Math.round(PLACE * line));
  const spots: Spot[] = [];
  for (let left = 0; left + size <= width; left += Math.max(3, size >> 2)) {
    const [above, inside, below] = rough.map((band) => meanOf(band, left, left + size)) as [Mean, Mean, Mean];
    if (inside.count < LEAST_INSIDE || above.count + below.count < LEAST_AROUND) continue;
    // The smoother of the two: a line may stand between a picture and plain paper.
    const around = Math.min(...[above, below].filter(({ count }) => count > 0).map(({ sum, count }) => sum / count));
    if (around < ROUGH) continue;
    const smoother = Math.log((around + ROUNDING) / (inside.sum / inside.count + ROUNDING));
    spots.push({ box: strip.boxOf(left, top, size, height - 2 * top), strength: Math.max(0, smoother / SMOOTHER) });
  }
  return spots;
}

/** Absolute second differences of bare paper: their sum and count in each column of a band of rows. */
interface Band {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

/** Roughness of the rows of a strip above the first border, between both and below the second. */
function roughness({ width, height, grey }: Strip, borders: readonly [number, number]): Band[] {
  const [paper, ink] = [levelAt(grey, 0.7), levelAt(grey, 0.03)];
  const least = paper - Math.max(10, BARE * (paper - ink));
  const bands = Array.from({ length: 3 }, () => ({ sums: new Float64Array(width), counts: new Float64Array(width) }));
  for (let y = 1; y < height - 1; y++) {
    const { sums, counts } = bands[y < borders[0] ? 0 : y < borders[1] ? 1 : 2]!;
    // Columns to the left that were bare, in all three rows.
    let run = 0;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      run = grey[i - width]! > least && grey[i]! > least && grey[i + width]! > least ? run + 1 : 0;
      if (run < 3) continue;
      const c = i - 1;
      sums[x - 1]! += Math.abs(4 * grey[c]! - grey[c - 1]! - grey[c + 1]! - grey[c - width]! - grey[c + width]!);
      counts[x - 1]!++;
    }
  }
  return bands;
}

/** The level that a share of the pixels is at or below. */
function levelAt(grey: Float32Array, share: number): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < grey.length; i++) counts[grey[i]!]!++;
  let level = 0;
  for (let sum = counts[0]!; sum <= share * (grey.length - 1); ) sum += counts[++level]!;
  return level;
}

interface Mean {
  readonly sum: number;
  readonly count: number;
}

/** Sums are whole numbers, so their order doesn't matter. */
function meanOf({ sums, counts }: Band, left: number, right: number): Mean {
  let [sum, count] = [0, 0];
  for (let x = left; x < right; x++) {
    sum += sums[x]!;
    count += counts[x]!;
  }
  return { sum, count };
}
