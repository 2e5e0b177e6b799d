import type { Box } from '../image/presence.ts';
import type { ForensicPicture } from './forensic-picture.ts';
import type { Regions } from './forensics.ts';
import { type Strip, stripOf } from './strip.ts';

/** Columns and rows of the canonical picture of one letter; its cell is one pitch wide and 1.35 pitches high. */
export const CELL = { width: 20, height: 27 } as const;
const CELL_HEIGHT = 1.35;

/** One letter of a zone, cut out. */
export interface ZoneLetter {
  readonly line: number;
  readonly index: number;
  readonly letter: string;
  /** Box in shares of the whole picture. */
  readonly box: Box;
  /** Ink of each pixel of its cell, 0 for paper and 1 for the darkest ink of its surroundings; `CELL` in size. */
  readonly ink: Float32Array;
  /** The same cell without any correction: luma as it is in the picture. */
  readonly luma: Float32Array;
}

/** The letters of one line of a zone and the grid on which they stand. */
export interface ZoneLine {
  readonly strip: Strip;
  /** Pixels from letter to letter. */
  readonly pitch: number;
  /** Column of the middle of the first cell, row of the middle of the letters there, rows a column that the line falls. */
  readonly start: number;
  readonly middle: number;
  readonly slope: number;
  readonly letters: readonly ZoneLetter[];
}

/**
 * The letters of each line of the MRZ. Letters of OCR-B stand on a fixed pitch (ISO 1073-2; ICAO Doc
 * 9303-3, 4), so the grid with the least ink between its cells is theirs. A line whose grid is not found is left out.
 */
export function zoneLines(picture: ForensicPicture, { zone, turn }: Regions): ZoneLine[] {
  const lines: ZoneLine[] = [];
  for (const [i, { box, text }] of zone.entries()) {
    if (text.length < LEAST_LETTERS) continue;
    const strip = stripOf(picture, box, turn, (short, long) => [long / text.length, 0.2 * short]);
    const line = strip && lineOf(strip, text, i);
    if (line) lines.push(line);
  }
  return lines;
}

/** Shorter lines have too few letters of each kind. */
const LEAST_LETTERS = 20;

function lineOf(strip: Strip, text: string, line: number): ZoneLine | null {
  const paper = levelOf(strip, 0.75);
  const dark = darkness(strip, paper);
  const slope = slopeOf(strip, dark);
  const { top, bottom } = rowsOf(strip, dark, slope);
  if (bottom - top < 5) return null;
  const columns = columnsOf(strip, dark, slope, top, bottom);
  const grid = gridOf(columns, text.length, strip.width);
  if (!grid) return null;
  const middle = (top + bottom) / 2;
  const { start, pitch } = grid;
  const ink = levelOf(strip, 0.04);
  const letters = Array.from(text, (letter, index): ZoneLetter => {
    const x = start + index * pitch;
    const y = middle + slope * x;
    const [w, h] = [pitch, CELL_HEIGHT * pitch];
    const luma = resampled(strip, x - w / 2, y - h / 2, w, h);
    const [bright, deep] = [paper[clamped(x, strip.width)]!, ink[clamped(x, strip.width)]!];
    return {
      line,
      index,
      letter,
      luma,
      box: strip.boxOf(Math.round(x - w / 2), Math.round(y - h / 2), Math.round(w), Math.round(h)),
      ink: luma.map((value) => (bright - value) / Math.max(8, bright - deep)),
    };
  });
  return { strip, pitch, start, middle, slope, letters };
}

const clamped = (x: number, width: number) => Math.max(0, Math.min(width - 1, Math.round(x)));

/** Level that a share of the pixels around each column is below: paper or ink, under light that changes along a line. */
function levelOf({ width, height, grey }: Strip, share: number): Float32Array {
  const half = Math.round(1.2 * height);
  const step = Math.max(1, Math.round(height / 4));
  // Of large letters, every other pixel or fewer show the same.
  const every = Math.max(1, Math.round(height / 30));
  const levels = new Float32Array(width);
  const counts = new Uint32Array(256);
  for (let from = 0; from < width; from += step) {
    const x = from + step / 2;
    counts.fill(0);
    let of = 0;
    for (let c = Math.max(0, Math.floor(x - half)); c < Math.min(width, x + half); c += every) {
      for (let y = 0; y < height; y += every, of++) counts[grey[y * width + c]! | 0]!++;
    }
    let level = 0;
    for (let sum = counts[0]!; sum < share * of && level < 255; ) sum += counts[++level]!;
    levels.fill(level, from, Math.min(width, from + step));
  }
  return levels;
}

function darkness(strip: Strip, paper: Float32Array): Float32Array {
  return strip.grey.map((value, i) => Math.max(0, paper[i % strip.width]! - value - 6));
}

/** Steepest line that is looked for, in rows a column: boxes of steeper ones hold too much else. */
const STEEPEST = 0.12;

/** The slope at which rows differ most: a line's own. */
function slopeOf({ width, height }: Strip, dark: Float32Array): number {
  let [best, most] = [0, -1];
  const step = Math.max(0.7, height / 30) / width;
  const steps = Math.ceil(Math.min(STEEPEST, (0.8 * height) / width) / step);
  // Every other column, one after the other.
  const columns = new Float32Array(Math.ceil(width / 2) * height);
  for (let x = 0, at = 0; x < width; x += 2) for (let y = 0; y < height; y++) columns[at++] = dark[y * width + x]!;
  const rows = new Float64Array(height);
  for (let k = -steps; k <= steps; k++) {
    rows.fill(0);
    for (let x = 0, at = 0; x < width; x += 2, at += height) {
      const shift = Math.round(-k * step * (x - width / 2));
      const last = Math.min(height, height - shift);
      for (let y = Math.max(0, -shift); y < last; y++) rows[y + shift]! += columns[at + y]!;
    }
    const sharp = rows.reduce((sum, value) => sum + value * value, 0);
    if (sharp > most) [best, most] = [k * step, sharp];
  }
  return best;
}

/** First and last row of the letters at column 0. */
function rowsOf({ width, height }: Strip, dark: Float32Array, slope: number): { top: number; bottom: number } {
  const reach = Math.ceil(Math.abs(slope) * width);
  const rows = new Float64Array(height + 2 * reach);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      const row = Math.round(y - slope * x) + reach;
      if (row >= 0 && row < rows.length) rows[row]! += dark[y * width + x]!;
    }
  }
  const least = 0.25 * percentile(rows, 0.9);
  let peak = 0;
  for (let i = 0; i < rows.length; i++) if (rows[i]! > rows[peak]!) peak = i;
  let [top, bottom] = [peak, peak];
  // Strokes leave rows of less ink within letters.
  const gap = Math.max(2, Math.round(height * 0.12));
  while (top > 0 && rows.subarray(Math.max(0, top - gap), top).some((value) => value > least)) top--;
  while (bottom < rows.length - 1 && rows.subarray(bottom + 1, bottom + 1 + gap).some((value) => value > least))
    bottom++;
  return { top: top - reach, bottom: bottom + 1 - reach };
}

function percentile(values: Float64Array, share: number): number {
  return values.slice().sort()[Math.floor(share * (values.length - 1))]!;
}

/** Sums of ink up to each column of the letters. */
function columnsOf(strip: Strip, dark: Float32Array, slope: number, top: number, bottom: number): Float64Array {
  const { width, height } = strip;
  const sums = new Float64Array(width + 1);
  for (let x = 0; x < width; x++) {
    let ink = 0;
    for (let y = Math.max(0, Math.round(top + slope * x)); y < Math.min(height, bottom + slope * x); y++) {
      ink += dark[y * width + x]!;
    }
    sums[x + 1] = sums[x]! + ink;
  }
  return sums;
}

/** Share of a cell, about its border, that OCR-B leaves bare (it prints on 50 of 72 units). */
const BARE = 0.24;

function gridOf(sums: Float64Array, count: number, width: number): { start: number; pitch: number } | null {
  const upTo = (x: number) => {
    const at = Math.max(0, Math.min(width, x));
    const i = Math.min(width - 1, Math.floor(at));
    return sums[i]! + (at - i) * (sums[i + 1]! - sums[i]!);
  };
  const total = sums[width]!;
  let best: { start: number; pitch: number } | null = null;
  let most = -Infinity;
  const tryPitch = (pitch: number, start: number) => {
    let between = 0;
    for (let i = 0; i <= count; i++) {
      const x = start + (i - 0.5) * pitch;
      between += upTo(x + (BARE / 2) * pitch) - upTo(x - (BARE / 2) * pitch);
    }
    const inside = upTo(start + (count - 0.5) * pitch) - upTo(start - 0.5 * pitch);
    const score = (inside - 2.5 * between) / (total || 1);
    if (score > most) [best, most] = [{ start, pitch }, score];
  };
  // The strip has a margin of one pitch on both sides of a box that may be somewhat too large or too small.
  const about = width / (count + 2);
  for (let pitch = 0.9 * about; pitch <= 1.1 * about; pitch += (0.05 * about) / count) {
    for (let start = 0.3 * about; start + (count - 0.8) * pitch <= width; start += 0.04 * about) tryPitch(pitch, start);
  }
  if (!best || most < 0.5) return null;
  const rough: { start: number; pitch: number } = best;
  for (let p = -4; p <= 4; p++) {
    for (let s = -4; s <= 4; s++) tryPitch(rough.pitch + (p * 0.0125 * about) / count, rough.start + s * 0.01 * about);
  }
  return best;
}

/** Part of a strip in the size of `CELL`; every pixel is the mean of the samples that fall into it. */
function resampled({ width, height, grey }: Strip, left: number, top: number, w: number, h: number): Float32Array {
  const cell = new Float32Array(CELL.width * CELL.height);
  const n = Math.min(4, Math.max(1, Math.round(w / CELL.width)));
  for (let y = 0, i = 0; y < CELL.height; y++) {
    for (let x = 0; x < CELL.width; x++, i++) {
      let sum = 0;
      for (let k = 0; k < n * n; k++) {
        const u = left + ((x + ((k % n) + 0.5) / n) / CELL.width) * w - 0.5;
        const v = top + ((y + (Math.floor(k / n) + 0.5) / n) / CELL.height) * h - 0.5;
        const x0 = Math.max(0, Math.min(width - 2, Math.floor(u)));
        const y0 = Math.max(0, Math.min(height - 2, Math.floor(v)));
        const fx = Math.max(0, Math.min(1, u - x0));
        const fy = Math.max(0, Math.min(1, v - y0));
        const at = y0 * width + x0;
        sum +=
          (grey[at]! * (1 - fx) + grey[at + 1]! * fx) * (1 - fy) +
          (grey[at + width]! * (1 - fx) + grey[at + width + 1]! * fx) * fy;
      }
      cell[i] = sum / (n * n);
    }
  }
  return cell;
}
