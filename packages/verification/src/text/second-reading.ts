import { greyOf, type RgbRaster } from '../image/decode.ts';
import { centreOf, type Quad, quadAround, sizeOf, tiltOf } from './geometry.ts';
import type { Language } from './languages.ts';
import { readLine } from './tesseract.ts';
import { warp } from './warp.ts';

/*
 * Second readings of single lines, where a wrong letter would name another person.
 */

/** A line that was read again. */
export interface SecondReading {
  readonly text: string;
  /** True if most views of the line have the same letters. */
  readonly isConfirmed: boolean;
}

interface View {
  /** Share of the height of a line that is added around it; below 0, cut off above and below. */
  readonly around: number;
  /** Pixels of height at which the line is read. */
  readonly pixels: number;
}

/** Views of a line. On a tilted page, its box shows parts of its neighbours. */
const VIEWS: readonly View[] = [
  { around: 0, pixels: 44 },
  { around: 0.15, pixels: 40 },
  { around: -0.1, pixels: 44 },
  { around: 0, pixels: 36 },
  { around: -0.1, pixels: 36 },
];

/** Views of the same letters that confirm a line. */
const MAJORITY = 3;

async function readView(upright: RgbRaster, quad: Quad, { around, pixels }: View, language: Language): Promise<string> {
  const { width, height } = sizeOf(quad);
  const [wide, high] = [width + Math.max(0, around) * height, (1 + around) * height];
  const whole = quadAround(centreOf(quad), wide, high, tiltOf(quad));
  const line = warp(upright, whole, { width: Math.max(1, Math.ceil((pixels * wide) / high)), height: pixels });
  return (await readLine(greyOf(line), language)).text;
}

/** Letters that readings of a line must have in common. Numbers of Arabic and Hindi are read by PP-OCR (`line-numbers.ts`). */
const keyOf = (text: string, language: Language) =>
  text.replace(language === 'ara' || language === 'hin' ? /[^\p{L}\p{M}]+/gu : /[^\p{L}\p{M}\p{N}]+/gu, '');

/** Reads a line in another script in more views, and returns the words of most of them. Numbers stay as they were read. */
export async function readViews(
  upright: RgbRaster,
  quad: Quad,
  text: string,
  language: Language,
): Promise<SecondReading> {
  const counts = new Map<string, { count: number; text: string }>();
  for (const view of VIEWS) {
    const read = await readView(upright, quad, view, language);
    const key = keyOf(read, language);
    counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, text: read });
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  if (!most || most.count < MAJORITY) return { text, isConfirmed: false };
  if (keyOf(most.text, language) === keyOf(text, language)) return { text, isConfirmed: true };
  const both = withWordsOf(text, most.text);
  return both === null ? { text, isConfirmed: false } : { text: both, isConfirmed: true };
}

/** A text with the words of another reading in their places; null where the readings have other words or numbers. */
function withWordsOf(text: string, other: string): string | null {
  const isWord = (token: string) => /\p{L}/u.test(token) && !/\d/.test(token);
  const words = other.split(' ').filter(isWord);
  const tokens = text.split(' ');
  if (tokens.filter(isWord).length !== words.length) return null;
  let at = 0;
  return tokens.map((token) => (isWord(token) ? words[at++]! : token)).join(' ');
}
