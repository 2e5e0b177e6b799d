import type { Box } from '../image/presence.ts';
import type { ForensicPicture, PixelBox } from './forensic-picture.ts';
import { boxOfPixels, pixelsOf } from './forensic-picture.ts';
import type { Part, Regions } from './forensics.ts';
import type { Measure, Traced } from './measure.ts';

/**
 * Share of a side's rows (or columns) that cross one and the same isolated step, on the second most suspect of four sides.
 * 5 of 328 sound captures of all open documents reach it, pictures that a program composed, and, on the
 * half for tuning, 8 of 19 portraits that were pasted with a hard border. `npm run eval -- --only forensics` prints the other half, whose
 * sound documents are among those captures.
 */
const THRESHOLD = 0.9;

/** A step is isolated where it is higher than this many times the steps beside it, and this many levels more. */
const TIMES = 2;
const LEVELS = 3;

/** Distance from the face within which borders are searched, in its widths or heights. */
const REACH = 1;
/** Share of the face that no border crosses: features of a face have steps of their own. */
const FACE = 0.1;
/** Least width of a face in pixels: below, a side has too few rows. */
const LEAST_WIDTH = 40;

/**
 * `portrait_border`: looks around a face for the straight border of a picture that was pasted. A border that a camera or a scanner saw is
 * spread over two pixels at least and seldom lies exactly along the pixels; one that a program drew is a step from one pixel to
 * the next all along a column or row.
 *
 * A pass says little, since a feathered border leaves no step: no pass is able.
 */
export const portraitBorder: Measure = (picture, { portrait, ghosts }: Regions) => [
  ...(portrait ? judged(picture, 'portrait', portrait) : []),
  ...ghosts.flatMap((ghost) => judged(picture, 'ghost', ghost)),
];

function judged(picture: ForensicPicture, part: Part, box: Box): Traced[] {
  const face = pixelsOf(picture, box);
  if (!face || face.width < LEAST_WIDTH) return [];
  const { share, border } = borderOf(picture, face);
  const fail = share >= THRESHOLD;
  return [
    {
      name: 'portrait_border',
      part,
      measure: share,
      threshold: THRESHOLD,
      able: fail,
      result: fail ? 'fail' : 'pass',
      reason: fail
        ? 'The portrait has a hard border that looks pasted in by a program'
        : 'The portrait has no hard border. A soft border would leave no trace',
      place: fail ? boxOfPixels(picture, border) : null,
    },
  ];
}

interface Step {
  readonly at: number;
  readonly share: number;
}

/** The second strongest of the borders on four sides, and the rectangle that all four make. */
export function borderOf({ grey, jpeg }: ForensicPicture, face: PixelBox): { share: number; border: PixelBox } {
  const { width: w, height: h } = face;
  const columns = { from: face.top - 0.3 * h, to: face.top + 1.3 * h, grid: jpeg?.gridX ?? null };
  const rows = { from: face.left - 0.25 * w, to: face.left + 1.25 * w, grid: jpeg?.gridY ?? null };
  const left = strongest(grey, 'column', face.left - REACH * w, face.left + FACE * w, columns);
  const right = strongest(grey, 'column', face.left + (1 - FACE) * w, face.left + (1 + REACH) * w, columns);
  const top = strongest(grey, 'row', face.top - REACH * h, face.top + FACE * h, rows);
  const bottom = strongest(grey, 'row', face.top + (1 - FACE) * h, face.top + (1 + REACH) * h, rows);
  const shares = [left, right, top, bottom].map(({ share }) => share).sort((a, b) => b - a);
  return {
    share: shares[1]!,
    border: { left: left.at, top: top.at, width: right.at - left.at, height: bottom.at - top.at },
  };
}

interface Along {
  readonly from: number;
  readonly to: number;
  /** Offset of the file's blocks: their own borders are steps, too. */
  readonly grid: number | null;
}

function strongest(
  { width, height, data }: ForensicPicture['grey'],
  direction: 'column' | 'row',
  first: number,
  last: number,
  { from, to, grid }: Along,
): Step {
  const [across, along] = direction === 'column' ? [1, width] : [width, 1];
  const [most, length] = direction === 'column' ? [width, height] : [height, width];
  const [start, end] = [Math.max(0, Math.round(from)), Math.min(length, Math.round(to))];
  let best: Step = { at: Math.max(0, Math.min(most - 1, Math.round((first + last) / 2))), share: 0 };
  for (let at = Math.max(2, Math.round(first)); at < Math.min(most - 1, last); at++) {
    if (grid !== null && (at - grid) % 8 === 0) continue;
    let [falls, rises] = [0, 0];
    for (let k = start; k < end; k++) {
      const i = at * across + k * along;
      const step = data[i]! - data[i - across]!;
      const before = Math.abs(data[i - across]! - data[i - 2 * across]!);
      const after = Math.abs(data[i + across]! - data[i]!);
      if (Math.abs(step) <= TIMES * Math.max(before, after) + LEVELS) continue;
      if (step > 0) rises++;
      else falls++;
    }
    const share = (rises + falls) / Math.max(1, end - start);
    if (share > best.share) best = { at, share };
  }
  return best;
}
