import type { Box } from '../image/presence.ts';
import type { Traced } from './measure.ts';
import type { Strip } from './strip.ts';
import type { ZoneLine } from './zone-letters.ts';

/**
 * Most difference of two prints of one letter, in the usual difference of such a pair in the same zone, at which one is taken
 * for a copy of the other. Of 123 sound captures 4 have such a pair, and 21 of 34 zones in which whole cells were copied; letters
 * that were blended with the paper of their new place don't. `npm run eval -- --only forensics` prints more.
 */
const TOO_EQUAL = 0.15;

/** Pairs below `TOO_EQUAL` that a zone may have at most: drawn zones have letters that are all equal, which says nothing. */
const MOST_EQUAL = 0.15;
/** Number of pairs below which the usual difference is unknown. */
const LEAST_PAIRS = 6;
/** Least usual difference, in levels: below it all pairs are equal but for compression. */
const LEAST_USUAL = 5;
/** Least pixels from letter to letter. */
const LEAST_PITCH = 9;

/**
 * `zone_clones`: compares all prints of the same letter, pixel by pixel with the paper around them. Two prints of one letter
 * differ by their place on the grid of the camera, by noise and by the pattern of the paper; a letter that was copied within the
 * picture differs from its origin by compression alone.
 *
 * A pass is not evidence of a genuine document: a forger may take letters from another picture, or draw them.
 */
export function zoneClones(lines: readonly ZoneLine[]): Traced[] {
  const pairs = pairsOf(lines);
  if (!pairs) return [];
  const { measure, copy, known } = pairs;
  const fail = known && measure < TOO_EQUAL;
  return [
    {
      name: 'zone_clones',
      part: 'zone',
      measure,
      threshold: TOO_EQUAL,
      able: fail,
      result: fail ? 'fail' : 'pass',
      reason: fail
        ? `Two MRZ characters (${copy.letter}) are identical in every pixel, including the paper. One is a copy of the other`
        : 'No MRZ character is a pixel copy of another',
      place: fail ? copy.box : null,
    },
  ];
}

interface Print {
  readonly letter: string;
  readonly box: Box;
  readonly strip: Strip;
  readonly x: number;
  readonly y: number;
}

interface Pairs {
  /** Difference of the most equal pair, relative to the usual one. */
  readonly measure: number;
  /** The later one of the most equal pair. */
  readonly copy: Print;
  /** True if the MRZ has enough pairs to show the usual difference. */
  readonly known: boolean;
}

function pairsOf(lines: readonly ZoneLine[]): Pairs | null {
  const [first] = lines;
  if (!first || first.pitch < LEAST_PITCH) return null;
  const { pitch } = first;
  const kinds = new Map<string, Print[]>();
  for (const { strip, start, middle, slope, letters } of lines) {
    for (const { letter, index, box } of letters) {
      // Fillers stand in rows, are never worth copying, and would outnumber all other pairs.
      if (letter === '<') continue;
      const x = start + index * pitch;
      kinds.set(letter, [...(kinds.get(letter) ?? []), { letter, box, strip, x, y: middle + slope * x }]);
    }
  }
  const found: { difference: number; copy: Print }[] = [];
  for (const prints of kinds.values()) {
    for (const [i, copy] of prints.entries()) {
      for (const other of prints.slice(0, i)) found.push({ difference: differenceOf(copy, other, pitch), copy });
    }
  }
  if (found.length < LEAST_PAIRS) return null;
  found.sort((a, b) => a.difference - b.difference);
  const usual = found[found.length >> 1]!.difference;
  const measure = found[0]!.difference / Math.max(1e-3, usual);
  const equal = found.filter(({ difference }) => difference < TOO_EQUAL * usual).length;
  return {
    measure,
    copy: found[0]!.copy,
    known: usual >= LEAST_USUAL && equal <= Math.max(1, MOST_EQUAL * found.length),
  };
}

/** Least root mean square difference of two cells in their own pixels, one of them moved by up to two pixels each way. */
function differenceOf(a: Print, b: Print, pitch: number): number {
  const w = Math.round(0.45 * pitch);
  const h = Math.round(0.6 * pitch);
  const [ax, ay, bx, by] = [a.x, a.y, b.x, b.y].map(Math.round) as [number, number, number, number];
  let least = Infinity;
  const [from, to] = [a.strip.grey, b.strip.grey];
  const whole = (2 * w + 1) * (2 * h + 1);
  for (let dy = -2; dy <= 2; dy++) {
    // Rows and columns that lie in both strips.
    const [top, bottom] = [
      Math.max(-h, -ay, -by - dy),
      Math.min(h, a.strip.height - 1 - ay, b.strip.height - 1 - by - dy),
    ];
    for (let dx = -2; dx <= 2; dx++) {
      const [left, right] = [
        Math.max(-w, -ax, -bx - dx),
        Math.min(w, a.strip.width - 1 - ax, b.strip.width - 1 - bx - dx),
      ];
      const count = Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1);
      if (count <= w * h) continue;
      let sum = 0;
      // A sum that is too large for all pixels is too large for fewer.
      for (let y = top; y <= bottom && sum <= least * whole; y++) {
        const first = (ay + y) * a.strip.width + ax;
        const off = (by + y + dy) * b.strip.width + bx + dx - first;
        for (let i = first + left, end = first + right; i <= end; i++) sum += (from[i]! - to[i + off]!) ** 2;
      }
      least = Math.min(least, sum / count);
    }
  }
  return Math.sqrt(least);
}
