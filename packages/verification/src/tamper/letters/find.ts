import type { ForensicPicture } from '../forensic-picture.ts';
import type { Regions, TextBox } from '../forensics.ts';
import { type Strip, stripOf } from '../strip.ts';

/** A connected piece of ink: mostly one letter. Pixels of its strip. */
export interface Letter {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A line of text, cut out, and its letters from left to right. */
export interface LetterLine {
  readonly strip: Strip;
  readonly letters: readonly Letter[];
  /** Median height of the letters. */
  readonly height: number;
}

/** Least pixels of a letter's height: smaller ones show neither edges nor noise. */
const LEAST_HEIGHT = 7;
/** Least grey levels between ink and paper. */
const LEAST_CONTRAST = 24;
/** Share of the contrast that a pixel of ink is darker than its paper. */
const INK = 0.45;
/** Parts lower than this share of a line are dots, accents and dirt. */
const LEAST_SHARE = 0.3;
/** Width of one letter in heights at most: a wider one is several that touch. */
const WIDEST = 1.5;
/** Least number of found letters of a line; other lines are left out. */
const LEAST_LETTERS = 3;

/** The letters of each line; lines that are too small, too pale or too incomplete are left out. */
export function letterLines(picture: ForensicPicture, lines: readonly TextBox[], turn: Regions['turn']): LetterLine[] {
  return lines.flatMap(({ box }): LetterLine[] => {
    const strip = stripOf(picture, box, turn, (short) => [0.3 * short, 0.25 * short]);
    if (!strip || strip.height < LEAST_HEIGHT) return [];
    const letters = lettersOf(strip);
    if (letters.length < LEAST_LETTERS) return [];
    const height = letters.map((letter) => letter.height).sort((a, b) => a - b)[letters.length >> 1]!;
    return height < LEAST_HEIGHT ? [] : [{ strip, letters, height }];
  });
}

function lettersOf(strip: Strip): Letter[] {
  const parts = partsOf(strip, inkOf(strip));
  if (parts.length === 0) return [];
  // The line's own letters are higher than the parts of other lines that reach into its strip.
  const high = parts.map(({ height }) => height).sort((a, b) => a - b)[Math.floor(0.75 * parts.length)]!;
  return parts
    .filter(
      ({ height, top }) => height >= LEAST_SHARE * high && height <= 2 * high && top > 0 && top + height < strip.height,
    )
    .flatMap((part) => split(part, high))
    .sort((a, b) => a.left - b.left);
}

/** 1 where a pixel is ink, under light that changes along the line. */
function inkOf({ width, height, grey }: Strip): Uint8Array {
  const ink = new Uint8Array(width * height);
  const size = Math.max(8, 2 * height);
  const counts = new Uint32Array(256);
  for (let from = 0; from < width; from += size >> 1) {
    const [left, right] = [Math.max(0, from - (size >> 1)), Math.min(width, from + size)];
    counts.fill(0);
    for (let y = 0; y < height; y++) for (let x = left; x < right; x++) counts[grey[y * width + x]!]!++;
    const total = (right - left) * height;
    const [dark, paper] = [levelAt(counts, 0.03 * total), levelAt(counts, 0.7 * total)];
    if (paper - dark < LEAST_CONTRAST) continue;
    const least = paper - INK * (paper - dark);
    for (let y = 0; y < height; y++) {
      for (let x = from; x < Math.min(width, from + (size >> 1)); x++)
        if (grey[y * width + x]! < least) ink[y * width + x] = 1;
    }
  }
  return ink;
}

function levelAt(counts: Uint32Array, count: number): number {
  let level = 0;
  for (let sum = counts[0]!; sum < count && level < 255; ) sum += counts[++level]!;
  return level;
}

/** Boxes of pieces of ink that hang together, corners included. */
function partsOf({ width, height }: Strip, ink: Uint8Array): Letter[] {
  const parts: Letter[] = [];
  const open: number[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue;
    ink[start] = 2;
    open.push(start);
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      const [x, y] = [i % width, Math.floor(i / width)];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          if (ink[v * width + u] !== 1) continue;
          ink[v * width + u] = 2;
          open.push(v * width + u);
        }
      }
    }
    parts.push({ left, top, width: right - left + 1, height: bottom - top + 1 });
  }
  return parts;
}

/** Letters that touch, in pieces of equal width. */
function split(part: Letter, high: number): Letter[] {
  if (part.width <= WIDEST * high) return [part];
  const count = Math.round(part.width / (0.75 * high));
  return Array.from({ length: count }, (_, i) => {
    const left = part.left + Math.round((i * part.width) / count);
    return { ...part, left, width: part.left + Math.round(((i + 1) * part.width) / count) - left };
  });
}
