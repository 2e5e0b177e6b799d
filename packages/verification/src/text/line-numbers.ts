import { greyOf, type RgbRaster } from '../image/decode.ts';
import { inkOf, wordsOf } from './blanks.ts';
import { type Quad, sizeOf } from './geometry.ts';
import { type Reading, recognise } from './recognise.ts';
import { warp } from './warp.ts';

/*
 * Numbers in lines of Arabic and Hindi. Tesseract, which reads the words, drops or changes digits between them. PP-OCR reads the digits
 * 0 to 9, and takes the words for Latin letters.
 */

/** Pixels of height at which the words of a line are told apart. */
const HEIGHT = 48;

/** Pixels of paper beside a word, at that height. */
const MARGIN = 6;

/** Words of digits, with the punctuation of house numbers, postcodes and days. */
const NUMBER = /^[-–#/.,:]?\d[\d./,: -]*$/;

/** Least confidence in a number. Arabic-Indic digits and words that are read as numbers have less. */
const SURE = 0.9;

/** Narrower parts of a line, in its heights, are dashes and commas. */
const NARROW = 0.5;

/** Least digits of a line: the Arabic letter alif alone is read as 1. */
const LEAST_DIGITS = 2;

interface Part {
  /** Shares of the length of the line. */
  readonly from: number;
  readonly to: number;
  /** The number that the part is; null for words. */
  readonly number: string | null;
  readonly confidence: number;
}

/**
 * Reads a line whose numbers PP-OCR reads word by word, and the words between them with another reader.
 *
 * @param whole the reading of the whole line by PP-OCR
 * @param readWords reads a part of the line without numbers
 * @param fromRight true for lines that run from the right
 * @returns null for a line whose digits differ between the words and the whole, and for one with fewer than two digits
 */
export async function readWithNumbers(
  upright: RgbRaster,
  quad: Quad,
  whole: string,
  readWords: (quad: Quad) => Promise<Reading>,
  fromRight: boolean,
): Promise<Reading | null> {
  const parts = await partsOf(upright, quad);
  if (
    !isConfirmed(
      parts.map(({ number }) => number).filter((number) => number !== null),
      whole,
    )
  )
    return null;
  const { width, height } = sizeOf(quad);
  const readings: Reading[] = [];
  for (const { from, to, number, confidence } of fromRight ? parts.toReversed() : parts) {
    if (number !== null) readings.push({ text: number, confidence });
    else if ((to - from) * width > NARROW * height) readings.push(await readWords(between(quad, from, to)));
  }
  return {
    text: readings.map(({ text }) => text).join(' '),
    confidence: Math.min(...readings.map(({ confidence }) => confidence)),
  };
}

/**
 * Returns whether the whole line has all numbers of its words, and no others. Single digits may be letters: PP-OCR reads alif as 1, and a
 * comma beside a word as 9.
 */
function isConfirmed(numbers: readonly string[], whole: string): boolean {
  const read = numbers.join('').replace(/\D/g, '');
  const own = whole.replace(/\D/g, '');
  return (
    read.length >= LEAST_DIGITS &&
    numbers.every((number) => own.includes(number.replace(/\D/g, ''))) &&
    (whole.match(/\d{2,}/g) ?? []).every((run) => read.includes(run))
  );
}

/** The numbers of a line, and the words between them, from left to right. */
async function partsOf(upright: RgbRaster, quad: Quad): Promise<Part[]> {
  const { width, height } = sizeOf(quad);
  const length = Math.max(1, Math.ceil((HEIGHT * width) / height));
  const ink = inkOf(greyOf(warp(upright, quad, { width: length, height: HEIGHT })));
  const read = async (from: number, to: number): Promise<Part> => {
    const around = between(quad, Math.max(0, from - MARGIN) / length, Math.min(length, to + MARGIN) / length);
    const { text, confidence } = await recognise(upright, around);
    const number = NUMBER.test(text) && confidence >= SURE ? text : null;
    return { from: from / length, to: to / length, number, confidence };
  };
  const parts: (Part & { readonly words: number })[] = [];
  for (const { from, to } of ink ? wordsOf(ink) : []) {
    const next = { ...(await read(from, to)), words: 1 };
    const last = parts.at(-1);
    const isMore = last && (last.number === null) === (next.number === null);
    if (isMore) parts.splice(-1, 1, { ...next, from: last.from, words: last.words + 1 });
    else parts.push(next);
  }
  // A narrow 1 stands as far from its neighbours as words do, so that words of digits are read once more as one.
  return Promise.all(
    parts.map((part) => (part.number !== null && part.words > 1 ? read(part.from * length, part.to * length) : part)),
  );
}

/** The part of a line between two shares of its length. */
function between([tl, tr, br, bl]: Quad, from: number, to: number): Quad {
  const at = (a: Quad[number], b: Quad[number], share: number) => ({
    x: a.x + (b.x - a.x) * share,
    y: a.y + (b.y - a.y) * share,
  });
  return [at(tl, tr, from), at(tl, tr, to), at(bl, br, to), at(bl, br, from)];
}
