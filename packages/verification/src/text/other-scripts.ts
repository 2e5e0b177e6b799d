import { greyOf, type RgbRaster } from '../image/decode.ts';
import { centreOf, type Quad, quadAround, sizeOf, tiltOf } from './geometry.ts';
import { type Reader, SCRIPTS } from './languages.ts';
import { readWithNumbers } from './line-numbers.ts';
import { inReadingOrder, onHead, type TextLine } from './read-lines.ts';
import { type Reading, recognise } from './recognise.ts';
import { readLine } from './tesseract.ts';
import { warp } from './warp.ts';

/** Latin letters that are read surer than this are Latin, or look so: `WEBYEHKO` for ШЕВЧЕНКО has 0.92. */
const LATIN = 0.95;
/** Least confidence of a reading in another script. Right readings of drawn lines have 0.82 or more (`--only scripts`). */
const SURE = 0.8;
/** A reading that is surer needs no second one. */
const VERY_SURE = 0.9;
/** Two views of a line with this confidence that are read alike are sure. Short lines of Arabic have little confidence. */
const AGREED = 0.6;
/** Share of the letters of a line that are of the script, at least: others read a few signs as theirs. */
const OWN = 0.3;
/** Number of lines that show the script of a document about which nothing else is known. */
const SAMPLE = 3;
/** Number of these lines that must be read. */
const AGREEING = 2;
/** Longest of these lines, in heights; longer ones take longer, and show no more. */
const LONGEST = 14;
/** Letters that no script repeats: what fillers and ornaments are taken for. */
const REPEATED = /(\p{L})\1{3}/u;

/** Readers that are tried where the state is not known; the others have the letters of one of these. */
const TRIED: readonly Reader[] = ['han', 'jpn', 'kor', 'hin', 'ara', 'ell', 'kaz'];

/** The reader for a document, and whether the picture is upside down. */
export interface FoundScript {
  readonly reader: Reader;
  readonly onHead: boolean;
}

/**
 * The lines in the script that a state prints besides Latin, read by its own reader.
 * @param quads all lines of print, the zone left out
 * @param latin their reading as Latin; a quad without a line could not be read
 */
export async function readOtherScript(
  upright: RgbRaster,
  quads: readonly Quad[],
  latin: readonly TextLine[],
  reader: Reader,
): Promise<readonly TextLine[]> {
  const certain = new Set(latin.filter(isCertain).map(({ quad }) => quad));
  const texts = new Map(latin.map(({ quad, text }) => [quad, text]));
  const lines: TextLine[] = [];
  for (const quad of quads) {
    if (certain.has(quad)) continue;
    const reading = await readWhole(upright, quad, texts.get(quad) ?? '', reader);
    if (reading) lines.push({ ...reading, quad });
  }
  return inReadingOrder(lines);
}

/** The reading of a line with its numbers; null for a line that can't be relied on. */
async function readWhole(upright: RgbRaster, quad: Quad, latin: string, reader: Reader): Promise<Reading | null> {
  const reading = await readWith(upright, quad, reader);
  const isRight = isOf(reading, reader);
  const fromRight = reader === 'ara';
  if ((fromRight || reader === 'hin') && /\d{2}/.test(latin) && !(isRight && isAgreed(reading.text, latin, reader))) {
    const parted = await readWithNumbers(upright, quad, latin, (part) => readWith(upright, part, reader), fromRight);
    if (parted && isOf(parted, reader)) return parted;
  }
  const text = isRight ? withNumbers(reading.text, latin, reader) : null;
  return text === null ? null : { ...reading, text };
}

const NUMBER = /\d[\d./,:-]*/g;

const digitsOf = (numbers: readonly string[]) => numbers.join('').replace(/\D/g, '');

/** Returns whether two readers have the same digits in a line. PP-OCR reads Arabic lines from the left. */
function isAgreed(text: string, latin: string, reader: Reader): boolean {
  const [own, others] = [text.match(NUMBER) ?? [], latin.match(NUMBER) ?? []];
  return digitsOf(own) === digitsOf(reader === 'ara' ? others.toReversed() : others);
}

/**
 * A reading with the numbers that two readers have in common. Tesseract misreads most Arabic-Indic digits (١٩٨٥ as 1580), whose place
 * stays empty, and drops a digit of some Indian lines, which can't be relied on then.
 *
 * @param latin the same line as PP-OCR reads it, which knows the digits 0 to 9 best
 * @returns null for a line that can't be relied on
 */
export function withNumbers(text: string, latin: string, reader: Reader): string | null {
  if (reader !== 'ara' && reader !== 'hin') return text;
  if (isAgreed(text, latin, reader)) return text;
  if (reader === 'ara') return text.replace(NUMBER, ' ').replace(/\s+/g, ' ').trim();
  const [count, other] = [text, latin].map((line) => digitsOf(line.match(NUMBER) ?? []).length) as [number, number];
  return other >= 2 && Math.abs(count - other) <= 1 ? null : text;
}

/** Letters of another script within a reading as Latin, and digits within its words: `A0nvα` for Αθήνα. */
const FOREIGN = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}]|\p{L}\d\p{L}/u;

/** Digits alone may be all that was read of a line in another script. */
const isCertain = ({ text, confidence }: TextLine) =>
  confidence >= LATIN && /\p{Script=Latin}{2}/u.test(text) && !FOREIGN.test(text);

/**
 * Finds the script of a document about which nothing is known, since hardly any line could be read as Latin. A few lines are
 * tried in each script and both ways up, since the classifier of turns knows Latin and Chinese alone. That takes 0.3 to 1 s of a
 * core; a document in Latin takes none.
 * @returns null for Latin, and for a script that can't be read here
 */
export async function findScript(
  upright: RgbRaster,
  quads: readonly Quad[],
  latin: readonly TextLine[],
): Promise<FoundScript | null> {
  const read = new Set(
    latin.filter(({ confidence }) => confidence >= LATIN).filter(({ text }) => /\p{L}{2}/u.test(text)),
  );
  const legible = new Set([...read].map(({ quad }) => quad));
  const doubted = quads.filter((quad) => !legible.has(quad));
  if (doubted.length < AGREEING || 2 * doubted.length < quads.length) return null;
  const sample = doubted
    .filter((quad) => sizeOf(quad).width < LONGEST * sizeOf(quad).height)
    .sort((a, b) => sizeOf(b).width - sizeOf(a).width)
    .slice(0, SAMPLE);
  for (const reader of TRIED) {
    const [asShown, turned] = [
      await surety(upright, sample, reader),
      await surety(upright, sample.map(onHead), reader),
    ];
    if (Math.max(asShown, turned) === 0) continue;
    const onItsHead = turned > asShown;
    return { reader: await surest(upright, onItsHead ? sample.map(onHead) : sample, reader), onHead: onItsHead };
  }
  return null;
}

/** Readers with most of the letters of another. */
const KIN: Readonly<Partial<Record<Reader, readonly Reader[]>>> = { kaz: ['ukr', 'srp'] };

/** The surest of a reader and its kin. */
async function surest(upright: RgbRaster, quads: readonly Quad[], reader: Reader): Promise<Reader> {
  let [best, most] = [reader, await surety(upright, quads, reader)];
  for (const kin of KIN[reader] ?? []) {
    const sure = await surety(upright, quads, kin);
    if (sure > most) [best, most] = [kin, sure];
  }
  return best;
}

/** Confidence of a reader in the lines that it can read; 0 where it can read too few. */
async function surety(upright: RgbRaster, quads: readonly Quad[], reader: Reader): Promise<number> {
  let [sum, count] = [0, 0];
  for (const [i, quad] of quads.entries()) {
    // As soon as too few can be left, the script is another.
    if (count + quads.length - i < AGREEING) return 0;
    const reading = await readWith(upright, quad, reader, VIEWS.slice(0, reader === 'ara' ? 2 : 1));
    if (isOf(reading, reader)) [sum, count] = [sum + reading.confidence, count + 1];
  }
  return count >= AGREEING ? sum : 0;
}

interface View {
  /** Share of the height of a line that is added around it; below 0, cut off above and below. */
  readonly around: number;
  /** Pixels of height at which Tesseract reads the line. Arabic is read better the smaller, Han the larger. */
  readonly pixels: number;
}

/**
 * Views of a line that are read one after the other. The detector cuts off dots and vowels of Arabic; on a tilted page, what is added
 * around a line shows parts of its neighbours, and so does its box.
 */
const VIEWS: readonly View[] = [
  { around: 0.3, pixels: 36 },
  { around: 0.3, pixels: 28 },
  { around: 0, pixels: 44 },
  { around: -0.1, pixels: 44 },
];

async function readWith(upright: RgbRaster, quad: Quad, reader: Reader, views = VIEWS): Promise<Reading> {
  if (reader === 'han') return recognise(upright, quad, 'han');
  const { width, height } = sizeOf(quad);
  let best: Reading = { text: '', confidence: 0 };
  const seen = new Set<string>();
  for (const { around, pixels } of views) {
    const [wide, high] = [width + Math.max(0, around) * height, (1 + around) * height];
    const whole = quadAround(centreOf(quad), wide, high, tiltOf(quad));
    const line = warp(upright, whole, { width: Math.max(1, Math.ceil((pixels * wide) / high)), height: pixels });
    const reading = await readLine(greyOf(line), reader);
    if (reading.confidence > best.confidence) best = reading;
    if (best.confidence >= VERY_SURE) break;
    if (reading.confidence < AGREED) continue;
    if (seen.has(reading.text)) return { text: reading.text, confidence: Math.max(SURE, reading.confidence) };
    seen.add(reading.text);
  }
  return best;
}

function isOf({ text, confidence }: Reading, reader: Reader): boolean {
  const { letters, unlikeLatin = letters } = SCRIPTS[reader];
  const all = text.match(/\p{L}/gu) ?? [];
  const own = all.filter((letter) => letters.test(letter)).length;
  return confidence >= SURE && !REPEATED.test(text) && own > 0 && own >= OWN * all.length && unlikeLatin.test(text);
}
