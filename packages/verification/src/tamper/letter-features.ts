import { hypotenuse } from '../image/hypotenuse.ts';
import { CELL, type ZoneLetter } from './zone-letters.ts';

const { width: W, height: H } = CELL;

/** Features of the cell of one letter. */
export interface LetterFeatures {
  /** Darkness of its darkest tenth relative to its paper, in levels. */
  readonly depth: number;
  /** Steepest steps at the edges of the letter, in depths a pixel. */
  readonly sharpness: number;
  /** Twice the ink over the length of its outline: the mean width of its strokes, in pixels. */
  readonly stroke: number;
  /** Mean second difference of its bare paper, in levels; not a number where no paper is bare. */
  readonly texture: number;
}

/** Share of the darkest pixels of a cell, and where its paper is; OCR-B covers about a fifth of it. */
const DARKEST = 0.08;
const PAPER = 0.7;
/** Pixels of the steepest steps. */
const STEEPEST = 24;

export function featuresOf({ luma }: Pick<ZoneLetter, 'luma'>): LetterFeatures {
  const sorted = luma.slice().sort();
  const count = Math.ceil(DARKEST * sorted.length);
  let deep = 0;
  for (let i = 0; i < count; i++) deep += sorted[i]! / count;
  const paper = sorted[Math.floor(PAPER * sorted.length)]!;
  const depth = Math.max(4, paper - deep);
  const ink = luma.map((value) => Math.max(0, Math.min(1.2, (paper - value) / depth)));
  const steps: number[] = [];
  let [mass, length, texture, bare] = [0, 0, 0, 0];
  for (let y = 1; y < H - 1; y++) {
    for (let x = 1; x < W - 1; x++) {
      const i = y * W + x;
      const step = hypotenuse(ink[i + 1]! - ink[i - 1]!, ink[i + W]! - ink[i - W]!) / 2;
      mass += ink[i]!;
      length += step;
      steps.push(step);
      if (Math.max(ink[i]!, ink[i - 1]!, ink[i + 1]!, ink[i - W]!, ink[i + W]!) > 0.25) continue;
      texture += Math.abs(4 * luma[i]! - luma[i - 1]! - luma[i + 1]! - luma[i - W]! - luma[i + W]!);
      bare++;
    }
  }
  steps.sort((a, b) => b - a);
  return {
    depth,
    sharpness: steps.slice(0, STEEPEST).reduce((sum, step) => sum + step, 0) / STEEPEST,
    stroke: (2 * mass) / Math.max(1, length),
    texture: bare > 8 ? texture / bare : Number.NaN,
  };
}

/** Least root mean square difference of the ink of two cells, one of them shifted by up to a pixel each way. */
export function distance(a: Float32Array, b: Float32Array): number {
  let least = Infinity;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      let sum = 0;
      for (let y = 1; y < H - 1; y++) {
        const from = y * W;
        const to = (y + dy) * W + dx;
        for (let x = 1; x < W - 1; x++) sum += (a[from + x]! - b[to + x]!) ** 2;
      }
      least = Math.min(least, sum);
    }
  }
  return Math.sqrt(least / ((W - 2) * (H - 2)));
}
