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

/** The same of a side whose opposite side shows no such frame. */
const COVER_ALONE = 0.8;

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
  return (
    sidesOf(bandsBeside(image, box, -1), bandsBeside(image, box, 1)) +
    sidesOf(bandsBeside(turned, across, -1), bandsBeside(turned, across, 1))
  );
}

/** A straight band beside the face. */
interface Band {
  /** Shift sideways for each step along the band. */
  readonly tilt: number;
  /** Pixels across. */
  readonly width: number;
  /** The band is lighter than its surroundings. */
  readonly white: boolean;
  /** Share of the band that its weaker edge covers. */
  readonly cover: number;
}

/** Differences of tilt, and ratio of widths, up to which two bands at opposite sides are of one frame, in perspective. */
const SKEW = 0.04;
const UNEQUAL = 1.7;

/** Sides of a frame that two bands at opposite sides of the face make: bands of unlike frames count as one. */
function sidesOf(left: readonly Band[], right: readonly Band[]): 0 | 1 | 2 {
  if (left.some((one) => right.some((other) => areOfOneFrame(one, other)))) return 2;
  return [...left, ...right].some(({ cover }) => cover >= COVER_ALONE) ? 1 : 0;
}

function areOfOneFrame(one: Band, other: Band): boolean {
  const [narrow, wide] = [Math.min(one.width, other.width), Math.max(one.width, other.width)];
  return one.white === other.white && Math.abs(one.tilt - other.tilt) <= SKEW && wide <= UNEQUAL * narrow;
}

/** @param away -1 for the left of the box, 1 for its right */
function bandsBeside(image: GreyRaster, box: Box, away: -1 | 1): Band[] {
  const { width, height } = image;
  const first = Math.max(0, Math.round(box.top - ALONG * box.height));
  const last = Math.min(height - 1, Math.round(box.top + (1 + ALONG) * box.height));
  const rows = last - first + 1;
  if (rows < 12) return [];
  const start = away < 0 ? box.left : box.left + box.width;
  const count = Math.min(Math.floor(AWAY * box.width), Math.floor(away < 0 ? start - 3 : width - 4 - start));
  const widest = Math.round(WIDEST * box.width);
  const bands: Band[] = [];
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
        const dark = Math.min(away < 0 ? from.rises : from.falls, away < 0 ? to.falls : to.rises);
        const white = Math.min(away < 0 ? from.falls : from.rises, away < 0 ? to.rises : to.falls);
        const cover = Math.max(dark, white);
        if (cover < COVER) continue;
        const middle = Math.round(start + (away * (inner + outer)) / 2);
        const { level, spread } = levelOf(image, { x: middle, first, shifts });
        const isTone = white > dark ? level >= WHITE : level <= DARK;
        if (spread <= SPREAD && isTone) bands.push({ tilt, width: outer - inner, white: white > dark, cover });
      }
    }
  }
  return bands;
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
