import type { Box } from '../../image/presence.ts';
import { boxOfPixels, type ForensicPicture, type PixelBox } from '../forensic-picture.ts';
import type { Forensic } from '../forensics.ts';

/** Pure colours in which people draw on pictures: red, green, blue, yellow, magenta, cyan; channels on or off. */
const INKS: readonly (readonly [red: 0 | 1, green: 0 | 1, blue: 0 | 1, name: string])[] = [
  [1, 0, 0, 'red'],
  [0, 1, 0, 'green'],
  [0, 0, 1, 'blue'],
  [1, 1, 0, 'yellow'],
  [1, 0, 1, 'magenta'],
  [0, 1, 1, 'cyan'],
];

/** Levels of a channel that is on and off in an ink that a program draws with; print is never as pure. */
const ON = 195;
const OFF = 80;

/** Length of a drawn line in shares of the picture's shorter side, and its thickness. */
const LEAST_LINE = 0.06;
const MOST_THICK = 0.03;

/** Share of a line's pixels that have the ink: print crosses it nowhere. */
const COVER = 0.92;

/** Sides of a drawn box that are enough. */
const SIDES_THRESHOLD = 3;

/**
 * Boxes and lines of a pure colour that were drawn on the picture (`drawn_marks`). The measure is the number of straight
 * level and upright lines of one ink that meet at their ends.
 */
export function drawnMarks(picture: ForensicPicture): Forensic[] {
  let best: { sides: number; ink: string; place: Box | null } = { sides: 0, ink: '', place: null };
  for (const { ink, mask } of masksOf(picture)) {
    const { sides, place } = largestBox(mask);
    if (sides > best.sides) best = { sides, ink, place: place && boxIn(picture, mask, place) };
  }
  const fail = best.sides >= SIDES_THRESHOLD;
  return [
    {
      name: 'drawn_marks',
      part: 'whole',
      able: true,
      place: fail ? best.place : null,
      measure: best.sides,
      threshold: SIDES_THRESHOLD,
      result: fail ? 'fail' : 'pass',
      reason: fail
        ? `A box in pure ${best.ink} was drawn on the image`
        : 'No box in a pure colour was drawn on the image',
    },
  ];
}

/** Mask of one ink in a picture: 1 for each square of pixels that contains any. */
interface Mask {
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture along a side of a square. */
  readonly step: number;
  readonly data: Uint8Array;
}

/** Squares along the longest side of a mask: thin lines stay, and the search takes little time. */
const MASK_SIDE = 1000;

/** Fewer squares with an ink than this share of all draw nothing. */
const LEAST_INK = 0.0004;

/** A mask of each ink that the picture has enough of. */
function masksOf({ rgb }: ForensicPicture): { ink: string; mask: Mask }[] {
  const step = Math.max(1, Math.ceil(Math.max(rgb.width, rgb.height) / MASK_SIDE));
  const [width, height] = [Math.ceil(rgb.width / step), Math.ceil(rgb.height / step)];
  // Red is the first bit.
  const names = new Map(INKS.map(([red, green, blue, name]) => [red + 2 * green + 4 * blue, name]));
  const masks = new Map([...names.keys()].map((key) => [key, new Uint8Array(width * height)]));
  const byKey = Array.from({ length: 8 }, (_, key) => masks.get(key));
  const { data } = rgb;
  for (let y = 0, i = 0; y < rgb.height; y++) {
    const row = Math.floor(y / step) * width;
    for (let x = 0; x < rgb.width; x++, i += 3) {
      const red = data[i]!;
      const green = data[i + 1]!;
      const blue = data[i + 2]!;
      // Most pixels have a channel that is neither on nor off.
      if ((red > OFF && red < ON) || (green > OFF && green < ON) || (blue > OFF && blue < ON)) continue;
      const key = (red >= ON ? 1 : 0) + (green >= ON ? 2 : 0) + (blue >= ON ? 4 : 0);
      const mask = byKey[key];
      if (mask) mask[row + Math.floor(x / step)] = 1;
    }
  }
  return [...masks]
    .filter(([, data]) => data.reduce((sum, is) => sum + is, 0) >= LEAST_INK * data.length)
    .map(([key, data]) => ({ ink: names.get(key)!, mask: { width, height, step, data } }));
}

function boxIn(picture: ForensicPicture, { step }: Mask, { left, top, width, height }: PixelBox): Box {
  return boxOfPixels(picture, { left: step * left, top: step * top, width: step * width, height: step * height });
}

interface Line {
  /** Position across the line: its row, or its column. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

function largestBox(mask: Mask) {
  const { width, height, data } = mask;
  const short = Math.min(width, height);
  const [least, thick] = [LEAST_LINE * short, Math.max(2, MOST_THICK * short)];
  const level = linesOf((row, column) => data[row * width + column]!, height, width, least, thick);
  const upright = linesOf((column, row) => data[row * width + column]!, width, height, least, thick);
  let [sides, place]: [number, PixelBox | null] = [0, null];
  for (const mark of level) {
    const near = (a: number, b: number) => Math.abs(a - b) <= 2 * thick;
    const meets = (line: Line, at: number) => near(line.at, at) && (near(line.from, mark.at) || near(line.to, mark.at));
    const across = [upright.find((line) => meets(line, mark.from)), upright.find((line) => meets(line, mark.to))];
    const opposite = level.find(
      (line) => line !== mark && near(line.from, mark.from) && near(line.to, mark.to) && !near(line.at, mark.at),
    );
    const count = 1 + across.filter(Boolean).length + (opposite ? 1 : 0);
    if (count <= sides) continue;
    const ends = [mark.at, ...across.flatMap((line) => (line ? [line.from, line.to] : []))];
    const top = Math.min(...ends);
    const box = { left: mark.from, top, width: mark.to - mark.from + 1, height: Math.max(...ends) - top + 1 };
    if (isFilled(mask, box)) continue;
    sides = count;
    place = box;
  }
  return { sides, place };
}

/** Share of a box that has the ink from which it is an area of colour, as in a flag. */
const FILLED = 0.35;

function isFilled(mask: Mask, { left, top, width, height }: PixelBox): boolean {
  let inked = 0;
  for (let row = top; row < top + height; row++) {
    for (let column = left; column < left + width; column++) inked += mask.data[row * mask.width + column] ?? 0;
  }
  return inked > FILLED * width * height;
}

/** Runs of ink along rows (or columns) that are long, unbroken and thin. */
function linesOf(
  at: (row: number, column: number) => number,
  rows: number,
  columns: number,
  least: number,
  thick: number,
): Line[] {
  const lines: Line[] = [];
  for (let row = 0; row < rows; row++) {
    let [from, inked, gap] = [-1, 0, 0];
    for (let column = 0; column <= columns; column++) {
      const is = column < columns && at(row, column) === 1;
      if (is) {
        if (from < 0) [from, inked] = [column, 0];
        inked++;
        gap = 0;
      } else if (from >= 0 && ++gap > 3) {
        const to = column - gap;
        if (to - from >= least && inked >= COVER * (to - from + 1)) add(lines, { at: row, from, to }, thick);
        [from, gap] = [-1, 0];
      } else if (from >= 0 && column === columns) {
        if (column - from >= least) add(lines, { at: row, from, to: column - 1 }, thick);
      }
    }
  }
  return lines;
}

/** Rows of one thick line are one. */
function add(lines: Line[], line: Line, thick: number): void {
  const known = lines.findIndex(
    (other) =>
      line.at - other.at <= thick && Math.abs(other.from - line.from) <= thick && Math.abs(other.to - line.to) <= thick,
  );
  if (known < 0) lines.push(line);
}
