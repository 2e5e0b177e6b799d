import type { GreyRaster } from '../image/decode.ts';
import type { PixelBox } from './forensic-picture.ts';

/** Frequencies that are looked at: from `LOWEST` to 0.5 cycles a pixel. */
const FREQUENCIES = 240;
const LOWEST = 0.05;

/** Multiples of the frequency of blocks of JPEG, and what lies this near, are ignored. */
const BLOCK = 1 / 8;
const NEAR_BLOCK = 0.012;

/** Pixels on each side whose mean is taken away from the signal. */
const AROUND = 5;

const frequencyOf = (i: number) => LOWEST + ((0.5 - LOWEST) * (i + 1)) / FREQUENCIES;

/**
 * Strength of the repetition of second differences along rows, by frequency, in medians over all frequencies. Interpolation makes
 * their size periodic where a picture was made larger or smaller (A. C. Gallagher, "Detection of linear and cubic interpolation
 * in JPEG compressed images", 2005). Null for less than 48 columns.
 * @param includes which pixels count
 */
export function repetition(
  { width, height, data }: GreyRaster,
  box: PixelBox,
  includes: (x: number, y: number) => boolean,
): Float64Array | null {
  const [left, right] = [Math.max(1, Math.round(box.left)), Math.min(width - 1, Math.round(box.left + box.width))];
  const [top, bottom] = [Math.max(0, Math.round(box.top)), Math.min(height, Math.round(box.top + box.height))];
  const columns = right - left;
  if (columns < 48 || bottom - top < 16) return null;
  const [sums, counts] = [new Float64Array(columns), new Float64Array(columns)];
  for (let y = top; y < bottom; y += 2) {
    for (let x = left; x < right; x++) {
      if (!includes(x, y)) continue;
      const at = y * width + x;
      // Steps of print and borders would drown the rest.
      sums[x - left]! += Math.min(12, Math.abs(data[at - 1]! + data[at + 1]! - 2 * data[at]!));
      counts[x - left]!++;
    }
  }
  const signal = sums.map((sum, i) => (counts[i]! > 0 ? sum / counts[i]! : 0));
  const level = signal.map((value, i) => value - meanOf(signal.subarray(Math.max(0, i - AROUND), i + AROUND + 1)));
  const power = new Float64Array(FREQUENCIES);
  for (let k = 0; k < FREQUENCIES; k++) {
    const turn = 2 * Math.PI * frequencyOf(k);
    let [real, imaginary] = [0, 0];
    for (let x = 0; x < columns; x++) {
      real += level[x]! * Math.cos(turn * x);
      imaginary += level[x]! * Math.sin(turn * x);
    }
    power[k] = Math.hypot(real, imaginary);
  }
  const median = power.slice().sort()[FREQUENCIES >> 1]! || 1;
  return power.map((value) => value / median);
}

/** The strongest repetition of a document, and how strong it is within a part of it, both as natural logarithms. */
export function strongestRepetition(whole: Float64Array, part: Float64Array): { whole: number; part: number } {
  let best = 0;
  for (let i = 0; i < FREQUENCIES; i++) {
    const off = Math.abs(frequencyOf(i) / BLOCK - Math.round(frequencyOf(i) / BLOCK)) * BLOCK;
    if (off > NEAR_BLOCK && whole[i]! > whole[best]!) best = i;
  }
  // A narrow part shows a frequency less sharply.
  const there = Math.max(...part.subarray(Math.max(0, best - 2), best + 3));
  return { whole: Math.log(Math.max(1, whole[best]!)), part: Math.log(Math.max(1, there)) };
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
