import type { RgbRaster } from '../image/decode.ts';
import { net, recogniserAlphabet } from './engine.ts';
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

let alphabet: Promise<readonly string[]> | undefined;

/** Reads one line of text. */
export async function recognise(source: RgbRaster, quad: Quad): Promise<Reading> {
  alphabet ??= recogniserAlphabet();
  const { data, shape } = await scores(source, quad);
  return decode(data, shape[1]!, shape[2]!, await alphabet);
}

/** Probabilities of each class of `recogniserAlphabet` at each step along a line: shape 1, steps, classes. */
export async function scores(source: RgbRaster, quad: Quad) {
  const { width, height } = sizeOf(quad);
  const length = Math.min(LONGEST, Math.max(HEIGHT, Math.ceil((HEIGHT * width) / height / 8) * 8));
  const line = warp(source, quad, { width: length, height: HEIGHT });
  return (await net('recogniser')).run(planesOf(line), [1, 3, HEIGHT, length]);
}

/** Whether a line stands on its head, with a probability between 0 and 1. */
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
export function decode(data: Float32Array, steps: number, classes: number, letters: readonly string[]): Reading {
  let text = '';
  let [sum, count, last] = [0, 0, 0];
  for (let step = 0; step < steps; step++) {
    const from = step * classes;
    let best = 0;
    for (let c = 1; c < classes; c++) if (data[from + c]! > data[from + best]!) best = c;
    if (best !== 0 && best !== last) {
      text += letters[best];
      sum += data[from + best]!;
      count++;
    }
    last = best;
  }
  return { text, confidence: count === 0 ? 0 : sum / count };
}
