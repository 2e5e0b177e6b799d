import type { GreyRaster } from '../image/decode.ts';
import { levelsAt } from '../image/levels.ts';

/** A letter that was read, and from where to where it stands, as shares of the line's length. */
export interface ReadLetter {
  readonly letter: string;
  /** 0 to 1. */
  readonly probability: number;
  readonly from: number;
  readonly to: number;
}

/** Share of the way from the background to the ink at which a pixel counts as ink. */
const INK = 0.4;
/** Pixels of ink in a column from which it belongs to a letter; fewer are lines of a background. */
const COLUMN = 2;
/** Least width of a gap between words, as a share of the height of letters; those between letters have half of it. */
const WORDS = 0.23;
/** The same, as a multiple of the median gap of the line: type may be tracked. */
const WIDER = 2.4;

/**
 * The letters with blanks between them where the line shows a gap as wide as between words. The recogniser, which was trained
 * with Chinese beside Latin, leaves most blanks out.
 *
 * @param line the picture that was read
 */
export function withBlanks(letters: readonly ReadLetter[], line: GreyRaster): ReadLetter[] {
  const gaps = gapsOf(letters, line);
  if (gaps === null) return [...letters];
  const { widths, height } = gaps;
  const usual = [...widths].sort((a, b) => a - b)[widths.length >> 1]!;
  const least = Math.max(WORDS * height, WIDER * usual);
  return letters.flatMap((letter, i) => {
    const next = letters[i + 1];
    if (
      !next ||
      widths[i]! < least ||
      letter.letter === ' ' ||
      next.letter === ' ' ||
      !parts(letter.letter, next.letter)
    ) {
      return [letter];
    }
    return [letter, { letter: ' ', probability: 1, from: letter.to, to: next.from }];
  });
}

/**
 * Returns whether a gap separates words. Between a letter and punctuation a gap means nothing, nor between the digits of a
 * number.
 */
function parts(a: string, b: string): boolean {
  return /[\p{L}\d]/u.test(b) && /[\p{L}\d.,:)]/u.test(a) && !(/\d/.test(a) && /\d/.test(b));
}

/** Ink of a line: pixels of ink in each column, and the height of the letters in pixels. */
export interface Ink {
  readonly columns: Uint8Array;
  readonly height: number;
}

/** Measures the ink of a line; null for a line without ink. */
export function inkOf({ width, height, data }: GreyRaster): Ink | null {
  const [ground, ink] = levelsAt(
    data,
    [0.7, 0.03].map((share) => Math.floor(share * data.length)),
  ) as [number, number];
  if (ground - ink < 20) return null;
  const limit = ground - INK * (ground - ink);
  const columns = new Uint8Array(width);
  const rows = new Uint16Array(height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! > limit) continue;
      columns[x]!++;
      rows[y]!++;
    }
  }
  const full = Array.from(rows, (count, y) => ({ count, y })).filter(({ count }) => count > 0.04 * width);
  return full.length === 0 ? null : { columns, height: full.at(-1)!.y - full[0]!.y + 1 };
}

/** Returns the words of a line, from left to right: pixels between gaps as wide as between words. */
export function wordsOf({ columns, height }: Ink): { readonly from: number; readonly to: number }[] {
  const words: { from: number; to: number }[] = [];
  for (const [x, count] of columns.entries()) {
    if (count < COLUMN) continue;
    const last = words.at(-1);
    if (last && x - last.to < WORDS * height) last.to = x + 1;
    else words.push({ from: x, to: x + 1 });
  }
  return words;
}

/** Widths, in pixels, of the bare ground between each letter and the next, and the height of the letters; null without ink. */
function gapsOf(letters: readonly ReadLetter[], line: GreyRaster) {
  const ink = inkOf(line);
  if (ink === null) return null;
  const { columns, height } = ink;
  const widths = letters.slice(1).map((next, i) => {
    const [from, to] = [centreOf(letters[i]!), centreOf(next)].map((share) => Math.round(share * line.width)) as [
      number,
      number,
    ];
    let [widest, run] = [0, 0];
    for (let x = from; x <= to; x++) {
      run = columns[x]! < COLUMN ? run + 1 : 0;
      widest = Math.max(widest, run);
    }
    return widest;
  });
  return { widths, height };
}

const centreOf = ({ from, to }: ReadLetter) => (from + to) / 2;
