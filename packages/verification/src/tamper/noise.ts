import type { GreyRaster } from '../image/decode.ts';
import { boxOfPixels, type ForensicPicture, type PixelBox, pixelsOf } from './forensic-picture.ts';
import type { TextBox } from './forensics.ts';
import type { Measure, Spot } from './measure.ts';

/**
 * Deviations, in the scale of the line's own cells, by which the paper around one letter of a zone may be noisier than
 * around the others. `npm run eval -- --only forensics` prints what it flags; chosen for 5 % of sound captures.
 */
const LETTER_NOISE = 3.2;

/** Letters of a zone below which its cells have no common scale. */
const LEAST_LETTERS = 20;

/** Pixels of paper that are needed in the cell of a letter. */
const LEAST_PAPER = 6;

/**
 * `noise`: whether the paper around a letter of the zone has more noise than around the others. Noise is the mean of a high
 * pass that passes over lines and slopes (J. Immerkær, "Fast noise variance estimation", 1996).
 *
 * It finds letters that were drawn over a fill with noise, and letters drawn before a good and after a bad compression. A
 * pass is evidence of nothing, so it is able only where it fails. The noise of portraits and of printed lines, and their
 * error level, differ from their document as much when sound as when changed, so they aren't measured.
 */
export const noise: Measure = (picture, { zone, turn }) => {
  // Letters side by side; the zone of a document that stands on its side is left out.
  const cells = turn % 2 === 0 ? zone.flatMap((line) => cellsOf(picture, line)) : [];
  if (cells.length < LEAST_LETTERS) return [];
  const median = medianOf(cells.map((cell) => cell.noise));
  const scale = 1.48 * medianOf(cells.map((cell) => Math.abs(cell.noise - median))) + 0.05;
  const spots: Spot[] = cells.map((cell) => ({
    box: boxOfPixels(picture, cell.pixels),
    strength: (cell.noise - median) / scale / LETTER_NOISE,
  }));
  const worst = cells.reduce((a, b) => (b.noise > a.noise ? b : a));
  const measure = (worst.noise - median) / scale;
  const failed = measure > LETTER_NOISE;
  return [
    {
      name: 'noise',
      part: 'zone',
      measure,
      threshold: LETTER_NOISE,
      result: failed ? 'fail' : 'pass',
      able: failed,
      place: boxOfPixels(picture, worst.pixels),
      spots: spots.filter(({ strength }) => strength > 0.5),
      reason: `Noise consistency: ${failed ? 'low' : 'high'} (measured ${measure.toFixed(1)} deviations around one MRZ character, maximum ${LETTER_NOISE})`,
    },
  ];
};

interface Cell {
  readonly pixels: PixelBox;
  readonly noise: number;
}

function cellsOf(picture: ForensicPicture, { box, text }: TextBox): Cell[] {
  const pixels = pixelsOf(picture, box);
  const { grey } = picture;
  const pitch = pixels ? pixels.width / text.length : 0;
  if (!pixels || text.length < LEAST_LETTERS || pitch < 3) return [];
  const inner = shrunk(pixels, grey);
  const levels = levelsOf(grey, inner);
  const [ink, paper] = [levels[Math.floor(levels.length * 0.04)]!, levels[Math.floor(levels.length * 0.8)]!];
  const least = (ink + paper) / 2 + 0.2 * (paper - ink);
  const cells: Cell[] = [];
  for (let left = inner.left; left + pitch <= inner.left + inner.width + 1; left += pitch / 2) {
    const cell = { ...inner, left: Math.round(left), width: Math.round(pitch) };
    cell.width = Math.min(cell.width, inner.left + inner.width - cell.left);
    let [sum, count] = [0, 0];
    for (let y = cell.top; y < cell.top + cell.height; y++) {
      for (let x = cell.left; x < cell.left + cell.width; x++) {
        if (darkestAround(grey, x, y) <= least) continue;
        sum += highPass(grey, x, y);
        count++;
      }
    }
    if (count >= LEAST_PAPER) cells.push({ pixels: cell, noise: Math.log(0.3 + sum / count) });
  }
  return cells;
}

/** Immerkær's mask at a pixel with neighbours on all sides. */
function highPass({ width, data }: GreyRaster, x: number, y: number): number {
  const at = y * width + x;
  const corners = data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
  const sides = data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]!;
  return Math.abs(corners - 2 * sides + 4 * data[at]!) / 6;
}

function darkestAround({ width, data }: GreyRaster, x: number, y: number): number {
  let darkest = 255;
  for (let row = y - 1; row <= y + 1; row++) {
    for (let at = row * width + x - 1, end = at + 3; at < end; at++) darkest = Math.min(darkest, data[at]!);
  }
  return darkest;
}

/** The part without the border of the raster, whose pixels lack neighbours. */
function shrunk({ left, top, width, height }: PixelBox, grey: GreyRaster): PixelBox {
  const [from, upper] = [Math.max(1, left), Math.max(1, top)];
  return {
    left: from,
    top: upper,
    width: Math.max(0, Math.min(grey.width - 1, left + width) - from),
    height: Math.max(0, Math.min(grey.height - 1, top + height) - upper),
  };
}

function levelsOf({ width: across, data }: GreyRaster, { left, top, width, height }: PixelBox): Uint8Array {
  const levels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    levels.set(data.subarray((top + y) * across + left, (top + y) * across + left + width), y * width);
  }
  return levels.sort();
}

function medianOf(values: readonly number[]): number {
  return Float32Array.from(values).sort()[values.length >> 1]!;
}
