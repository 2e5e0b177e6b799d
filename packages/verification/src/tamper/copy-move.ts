import type { GreyRaster } from '../image/decode.ts';
import { isDrawn } from './drawn.ts';
import { boxOfPixels, type ForensicPicture, type PixelBox, pixelsOf } from './forensic-picture.ts';
import type { TextBox } from './forensics.ts';
import type { Measure } from './measure.ts';

/**
 * Natural logarithm of how many times nearer the two most alike letters of a zone may be to each other than the next alike. Of 15
 * documents used for tuning, none has more than 0.98 in any sound capture, and 6 of 16 zones with copied letters have more than 1.
 * `npm run eval -- --only forensics` prints what it flags of the others.
 */
const TOO_ALIKE = 1;

/** Pairs, after the first, that the first is compared with. */
const NEXT_PAIRS = 30;

/** Pixels by which a letter may stand off its cell. */
const SHIFT = 2;

/** Pixels of a letter's height above which every other is looked at. */
const DENSE = 24;

/** Mean difference that counts as none, so that nothing is divided by 0. */
const NONE = 0.5;

const LEAST_LETTERS = 20;

/**
 * `copy_move`: whether two letters of the zone are one and the same in every pixel, with their noise. Shapes repeat by
 * nature in a zone, noise doesn't: the nearest pair is compared with the pairs that follow, which have the same shape.
 *
 * It finds a third of the letters that were copied within a zone, and nothing else: a pass is evidence of nothing, so it
 * is able only where it fails.
 */
export const copyMove: Measure = (picture, { zone, turn }) => {
  const cells = turn % 2 === 0 ? zone.flatMap((line) => cellsOf(picture, line)) : [];
  if (cells.length < LEAST_LETTERS) return [];
  const pairs = pairsOf(picture.grey, cells);
  const [nearest] = pairs;
  const next = pairs[1 + (NEXT_PAIRS >> 1)];
  if (!nearest || !next) return [];
  const measure = Math.max(0, Math.log((NONE + next.distance) / (NONE + nearest.distance)));
  const failed = measure > TOO_ALIKE && !isDrawn(picture.grey);
  const places = [nearest.a, nearest.b].map((cell) => boxOfPixels(picture, cell));
  return [
    {
      name: 'copy_move',
      part: 'zone',
      measure,
      threshold: TOO_ALIKE,
      result: failed ? 'fail' : 'pass',
      able: failed,
      place: places[0]!,
      spots: places.map((box) => ({ box, strength: measure / TOO_ALIKE })),
      reason: failed
        ? `Two MRZ characters are too similar, one is probably a copy (measured difference ${nearest.distance.toFixed(1)} grey levels, next pair ${next.distance.toFixed(1)})`
        : `No MRZ character is a copy of another (measured difference ${nearest.distance.toFixed(1)} grey levels, next pair ${next.distance.toFixed(1)})`,
    },
  ];
};

function cellsOf(picture: ForensicPicture, { box, text }: TextBox): PixelBox[] {
  const pixels = pixelsOf(picture, box);
  if (!pixels || text.length < LEAST_LETTERS) return [];
  const pitch = pixels.width / text.length;
  const width = Math.round(pitch);
  const cells = Array.from(text, (_, i) => ({ ...pixels, left: Math.round(pixels.left + i * pitch), width }));
  const { width: across, height: down } = picture.grey;
  // Fillers are side by side in every zone, on the same paper: no forger needs to copy one.
  return cells.filter(
    ({ left, top, height }, i) =>
      text[i] !== '<' &&
      width >= 4 &&
      left > SHIFT &&
      top > SHIFT &&
      left + width + SHIFT < across &&
      top + height + SHIFT < down,
  );
}

interface Pair {
  readonly a: PixelBox;
  readonly b: PixelBox;
  /** Mean difference of their pixels in grey levels, at the shift where it is least. */
  readonly distance: number;
}

/** The pairs of cells that are most alike, the nearest first. */
function pairsOf(grey: GreyRaster, cells: readonly PixelBox[]): Pair[] {
  let nearest: Pair[] = [];
  let most = Number.POSITIVE_INFINITY;
  for (const [i, a] of cells.entries()) {
    for (const b of cells.slice(i + 1)) {
      const distance = distanceOf(grey, a, b, most);
      if (distance >= most) continue;
      nearest.push({ a, b, distance });
      if (nearest.length < 4 * NEXT_PAIRS) continue;
      nearest = nearest.sort(byDistance).slice(0, NEXT_PAIRS + 1);
      most = nearest.at(-1)!.distance;
    }
  }
  return nearest.sort(byDistance).slice(0, NEXT_PAIRS + 1);
}

const byDistance = (a: Pair, b: Pair) => a.distance - b.distance;

/** `most` or more if the cells are further apart than `most`. */
function distanceOf({ width: across, data }: GreyRaster, a: PixelBox, b: PixelBox, most: number): number {
  const step = a.height > DENSE ? 2 : 1;
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  const count = Math.ceil(width / step) * Math.ceil(height / step);
  let least = most * count;
  for (let dy = -SHIFT; dy <= SHIFT; dy++) {
    for (let dx = -SHIFT; dx <= SHIFT; dx++) {
      let sum = 0;
      for (let y = 0; y < height && sum < least; y += step) {
        const [from, to] = [(a.top + y) * across + a.left, (b.top + dy + y) * across + b.left + dx];
        for (let x = 0; x < width; x += step) sum += Math.abs(data[from + x]! - data[to + x]!);
      }
      least = Math.min(least, sum);
    }
  }
  return least / count;
}
