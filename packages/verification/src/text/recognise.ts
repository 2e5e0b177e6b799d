import { greyOf, type RgbRaster } from '../image/decode.ts';
import { type ReadLetter, withBlanks } from './blanks.ts';
import { alphabetOf, net } from './engine.ts';
import { type Quad, sizeOf } from './geometry.ts';
import { warp } from './warp.ts';

/** Pixels of height of the line that PP-OCR's recogniser and classifier of turns were trained with. */
const HEIGHT = 48;
/** Pixels of length of the longest line that is read; longer ones are squeezed. */
const LONGEST = 2400;
/** Pixels of length that the classifier of turns sees. */
const TURN_WIDTH = 192;

export interface Reading {
  readonly text: string;
  /** Mean probability of its letters, 0 to 1; 0 when there is nothing to read. */
  readonly confidence: number;
}

type Recogniser = 'recogniser' | 'han';

const alphabets = new Map<Recogniser, Promise<readonly string[]>>();

/**
 * Reads one line of text, with the blanks that its gaps show.
 *
 * @param name `han` also reads Chinese characters, and takes a tenth more time
 */
export async function recognise(source: RgbRaster, quad: Quad, name: Recogniser = 'recogniser'): Promise<Reading> {
  const alphabet = alphabets.get(name) ?? alphabetOf(name);
  alphabets.set(name, alphabet);
  const line = lineOf(source, quad);
  const { data, shape } = await scoresOf(line, name);
  const letters = lettersOf(data, shape[1]!, shape[2]!, await alphabet);
  const spaced = withBlanks(letters, greyOf(line));
  return { text: spaced.map(({ letter }) => letter).join(''), confidence: confidenceOf(letters) };
}

/** Probabilities of each class of the recogniser at each step along a line: shape 1, steps, classes. */
export const scores = (source: RgbRaster, quad: Quad) => scoresOf(lineOf(source, quad));

/** A line, level and 48 pixels high. */
function lineOf(source: RgbRaster, quad: Quad): RgbRaster {
  const { width, height } = sizeOf(quad);
  const length = Math.min(LONGEST, Math.max(HEIGHT, Math.ceil((HEIGHT * width) / height / 8) * 8));
  return warp(source, quad, { width: length, height: HEIGHT });
}

const scoresOf = async (line: RgbRaster, name: Recogniser = 'recogniser') =>
  (await net(name)).run(planesOf(line), [1, 3, line.height, line.width]);

/** Probability between 0 and 1 that a line is upside down. */
export async function upsideDown(source: RgbRaster, quad: Quad): Promise<number> {
  const { width, height } = sizeOf(quad);
  const length = Math.min(TURN_WIDTH, Math.max(16, Math.ceil((HEIGHT * width) / height)));
  const line = planesOf(warp(source, quad, { width: length, height: HEIGHT }));
  const padded = new Float32Array(3 * HEIGHT * TURN_WIDTH);
  for (let row = 0; row < 3 * HEIGHT; row++) {
    padded.set(line.subarray(row * length, (row + 1) * length), row * TURN_WIDTH);
  }
  return (await (await net('turns')).run(padded, [1, 3, HEIGHT, TURN_WIDTH])).data[1]!;
}

function planesOf({ width, height, data }: RgbRaster): Float32Array {
  const pixels = width * height;
  const planes = new Float32Array(pixels * 3);
  for (let plane = 0; plane < 3; plane++) {
    for (let i = 0, from = 2 - plane, to = plane * pixels; i < pixels; i++, from += 3) {
      planes[to + i] = data[from]! / 127.5 - 1;
    }
  }
  return planes;
}

/** Most likely class at each step, repetitions and blanks left out (A. Graves et al., CTC, ICML 2006). */
export function lettersOf(
  data: Float32Array,
  steps: number,
  classes: number,
  alphabet: readonly string[],
): ReadLetter[] {
  const letters: ReadLetter[] = [];
  let last = 0;
  for (let step = 0; step < steps; step++) {
    const from = step * classes;
    let best = 0;
    for (let c = 1; c < classes; c++) if (data[from + c]! > data[from + best]!) best = c;
    if (best !== 0 && best !== last) {
      letters.push({
        letter: alphabet[best]!,
        probability: data[from + best]!,
        from: step / steps,
        to: (step + 1) / steps,
      });
    } else if (best !== 0) letters.push({ ...letters.pop()!, to: (step + 1) / steps });
    last = best;
  }
  return letters;
}

/** Mean probability of letters, 0 to 1; 0 when there are none. */
export function confidenceOf(letters: readonly ReadLetter[]): number {
  return letters.length === 0 ? 0 : letters.reduce((sum, { probability }) => sum + probability, 0) / letters.length;
}
