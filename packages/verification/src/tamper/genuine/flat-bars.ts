import type { GreyRaster } from '../../image/decode.ts';
import type { ForensicPicture } from '../forensic-picture.ts';

/** Heights of title bars, menus and rows of buttons, in shares of the picture's height. */
const LEAST_BAR = 0.02;
const MOST_BAR = 0.14;

/** Share of a row that must have the one colour of a bar; the rest are its letters and signs. */
const OF_ONE_COLOUR = 0.6;

/** Levels by which a bar's colour may vary, and by which it must differ from its surroundings. */
const EQUAL = 3;
const STEP = 8;

/** Lighter than any bar, darker than any bar: margins of scans and of drawings. */
const WHITE = 250;
const BLACK = 5;

/**
 * Counts the bars of one colour, neither white nor black, that run along the upper and lower border of a picture over its whole
 * width and end in a straight edge.
 */
export function flatBars({ grey, height }: Pick<ForensicPicture, 'grey' | 'height'>): number {
  const all = grey.height === height ? [barFrom(grey, 0, 1), barFrom(grey, grey.height - 1, -1)] : [];
  return all.filter((is) => is).length;
}

function barFrom(grey: GreyRaster, first: number, step: 1 | -1): boolean {
  const ground = groundOf(grey, first);
  if (ground === null || ground >= WHITE || ground <= BLACK) return false;
  let rows = 0;
  while (rows < MOST_BAR * grey.height && isOf(grey, first + step * rows, ground)) rows++;
  if (rows < LEAST_BAR * grey.height || rows >= MOST_BAR * grey.height) return false;
  const next = groundOf(grey, first + step * (rows + 2));
  return next === null || Math.abs(next - ground) >= STEP;
}

/** The level that most of a row has, if it has one. */
function groundOf({ width, data }: GreyRaster, row: number): number | null {
  const counts = new Uint32Array(256);
  for (let i = row * width; i < (row + 1) * width; i++) counts[data[i]!]!++;
  const level = counts.indexOf(Math.max(...counts));
  return shareOf({ width, data }, row, level) >= OF_ONE_COLOUR ? level : null;
}

const isOf = (grey: GreyRaster, row: number, level: number) => shareOf(grey, row, level) >= OF_ONE_COLOUR;

function shareOf({ width, data }: Pick<GreyRaster, 'width' | 'data'>, row: number, level: number): number {
  let of = 0;
  for (let i = row * width; i < (row + 1) * width; i++) if (Math.abs(data[i]! - level) <= EQUAL) of++;
  return of / width;
}
