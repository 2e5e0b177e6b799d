import type { GreyRaster } from '../../image/decode.ts';
import type { Box } from '../geometry.ts';
import { transposed } from './frame.ts';

/** Distance that sides of a frame reach beyond the face, along it and away from it, in sizes of the face. */
const ALONG = 0.2;
const AWAY = 1.5;

/** Tilts tried, as shift sideways for each step along a side: up to 17 degrees. */
const TILTS = Array.from({ length: 21 }, (_, i) => (i - 10) * 0.03);

/** Least change from one side of an edge to the other, of 255, over four pixels. */
const STEP = 16;

/** Share of a side that each of the two edges of a frame covers; a hand may hide the rest. */
const COVER = 0.6;

/** Least width of a frame in pixels, and the largest in widths of the face. */
const NARROWEST = 3;
const WIDEST = 0.6;

/** Levels of dark and of white frames, of 255, and the spread within which the middle half of the levels along a frame lies. */
const DARK = 75;
const WHITE = 190;
const SPREAD = 14;

/**
 * The frame of a telephone, a tablet or a monitor around a face: counts the sides of the face, 0 to 4, beside which a straight band
 * of one dark or white tone runs with an edge on either side. A door or a wall has one edge, or is farther away.
 */
export function deviceFrame(image: GreyRaster, box: Box): number {
  const turned = transposed(image);
  const across = { left: box.top, top: box.left, width: box.height, height: box.width };
  return [
    hasBand(image, box, -1),
    hasBand(image, box, 1),
    hasBand(turned, across, -1),
    hasBand(turned, across, 1),
  ].filter((is) => is).length;
}

/** @param away -1 for the left of the box, 1 for its right */
function hasBand(image: GreyRaster, box: Box, away: -1 | 1): boolean {
  const { width, height } = image;
  const first = Math.max(0, Math.round(box.top - ALONG * box.height));
  const last = Math.min(height - 1, Math.round(box.top + (1 + ALONG) * box.height));
  const rows = last - first + 1;
  if (rows < 12) return false;
  const start = away < 0 ? box.left : box.left + box.width;
  const count = Math.min(Math.floor(AWAY * box.width), Math.floor(away < 0 ? start - 3 : width - 4 - start));
  const widest = Math.round(WIDEST * box.width);
  for (const tilt of TILTS) {
    const shifts = Int32Array.from({ length: rows }, (_, i) => Math.round(tilt * (i - rows / 2)));
    const covers = Array.from({ length: Math.max(0, count) }, (_, d) =>
      coverOf(image, { x: Math.round(start + away * d), first, shifts }),
    );
    for (const [inner, from] of covers.entries()) {
      if (Math.max(from.rises, from.falls) < COVER) continue;
      for (let outer = inner + NARROWEST; outer < Math.min(covers.length, inner + widest); outer++) {
        const to = covers[outer]!;
        // A band between two lighter or two darker parts: its edges go opposite ways.
        const dark = Math.min(away < 0 ? from.rises : from.falls, away < 0 ? to.falls : to.rises) >= COVER;
        const white = Math.min(away < 0 ? from.falls : from.rises, away < 0 ? to.rises : to.falls) >= COVER;
        if (!dark && !white) continue;
        const middle = Math.round(start + (away * (inner + outer)) / 2);
        const { level, spread } = levelOf(image, { x: middle, first, shifts });
        if (spread <= SPREAD && ((dark && level <= DARK) || (white && level >= WHITE))) return true;
      }
    }
  }
  return false;
}

/** A line down the picture: its middle, its first row, and its shift in each row. */
interface Side {
  readonly x: number;
  readonly first: number;
  readonly shifts: Int32Array;
}

/** Shares of a line along which the picture grows brighter and darker to the right. */
function coverOf({ width, data }: GreyRaster, { x, first, shifts }: Side): { rises: number; falls: number } {
  let [rises, falls] = [0, 0];
  for (let i = 0, row = first * width; i < shifts.length; i++, row += width) {
    const at = x + shifts[i]!;
    if (at < 2 || at >= width - 2) continue;
    const step = data[row + at + 2]! - data[row + at - 2]!;
    if (step > STEP) rises++;
    else if (step < -STEP) falls++;
  }
  return { rises: rises / shifts.length, falls: falls / shifts.length };
}

/** Median level along a line, and half of the distance between its quartiles. */
function levelOf({ width, data }: GreyRaster, { x, first, shifts }: Side): { level: number; spread: number } {
  const levels: number[] = [];
  for (let i = 0; i < shifts.length; i++) {
    const at = x + shifts[i]!;
    if (at >= 0 && at < width) levels.push(data[(first + i) * width + at]!);
  }
  levels.sort((a, b) => a - b);
  const quartile = (share: number) => levels[Math.floor(share * (levels.length - 1))] ?? 0;
  return { level: quartile(0.5), spread: (quartile(0.75) - quartile(0.25)) / 2 };
}
