import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { greyOf, type RgbRaster } from '../image/decode.ts';
import { alphabetOf, load, type Net } from '../text/engine.ts';
import type { Quad } from '../text/geometry.ts';
import { scores } from '../text/recognise.ts';
import { warp } from '../text/warp.ts';
import { ALPHABET, CLASSES, type Steps } from './align.ts';

/** Probabilities below count as this: no single step may rule a text out. */
const LEAST = 1e-6;

/** Pixels of height, and of pitch from letter to letter, that our own net was trained with. */
const HEIGHT = 32;
const PITCH = 16;

/** Our own net. It is resolved by the name of the package, since a bundle is elsewhere. */
async function loadOcrB(): Promise<Net> {
  const file = createRequire(import.meta.url).resolve('@bonafide/verification/models/ocr-b.onnx');
  return load(await readFile(file));
}

let ocrb: Promise<Net> | undefined;

/**
 * Reads a line with our own net for OCR-B, the typeface of machine readable zones; see `net/README.md`.
 *
 * @param characters about how many stand in the line; a tenth more or less doesn't matter
 */
export async function readOcrB(source: RgbRaster, quad: Quad, characters: number): Promise<Steps> {
  ocrb ??= loadOcrB();
  const width = Math.round((characters * PITCH) / 4) * 4;
  const { data } = greyOf(warp(source, quad, { width, height: HEIGHT }));
  const result = await (await ocrb).run(normalised(data), [1, 1, HEIGHT, width]);
  return { count: result.shape[1]!, logs: result.data };
}

/** Share of a line's height, above and below, that bears no letters. */
const MARGIN = 0.12;

/**
 * Returns whether letters are lighter than their background: then most pixels that differ from the margins are lighter than them.
 */
function isLightOnDark(grey: Uint8Array): boolean {
  const edge = Math.round(MARGIN * HEIGHT) * (grey.length / HEIGHT);
  const margins = new Uint8Array(2 * edge);
  margins.set(grey.subarray(0, edge));
  margins.set(grey.subarray(-edge), edge);
  return sumOf(grey) - grey.length * margins.sort()[edge]! > LIGHT * grey.length;
}

/** Grey levels, as a mean over the line, by which light letters raise their ground: a fifth of it is ink. */
const LIGHT = 12;

/** Mean 0 and deviation 1, dark on light; noise on bare paper is not blown up. */
function normalised(printed: Uint8Array): Float32Array {
  const grey = isLightOnDark(printed) ? printed.map((value) => 255 - value) : printed;
  const mean = sumOf(grey) / grey.length;
  let squares = 0;
  for (let i = 0; i < grey.length; i++) squares += (grey[i]! - mean) ** 2;
  const deviation = Math.max(8, Math.sqrt(squares / grey.length));
  const planes = new Float32Array(grey.length);
  for (let i = 0; i < grey.length; i++) planes[i] = (grey[i]! - mean) / deviation;
  return planes;
}

function sumOf(grey: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < grey.length; i++) sum += grey[i]!;
  return sum;
}

/** Characters that PP-OCR may read for the filler: all of them look like it. */
const FILLERS = ['<', '《', '〈', '＜', '‹', '«', 'く', '‹'];

let projection: Promise<Int32Array> | undefined;

/** Reads a line with PP-OCR, whose thousands of classes are folded into ours. */
export async function readPrint(source: RgbRaster, quad: Quad): Promise<Steps> {
  projection ??= alphabetOf('recogniser').then((letters) => Int32Array.from(letters, classOf));
  const to = await projection;
  const { data, shape } = await scores(source, quad);
  const [count, classes] = [shape[1]!, shape[2]!];
  const logs = new Float32Array(count * CLASSES);
  for (let step = 0; step < count; step++) {
    const row = logs.subarray(step * CLASSES, (step + 1) * CLASSES);
    let rest = 1;
    for (let c = 0; c < classes; c++) {
      if (to[c]! < 0) continue;
      row[to[c]!]! += data[step * classes + c]!;
      rest -= data[step * classes + c]!;
    }
    // What it takes for a letter of another script may be any of ours.
    for (let c = 0; c < CLASSES; c++) {
      row[c] = Math.log(Math.max(LEAST, row[c]! + (c === 0 ? 0 : Math.max(0, rest) / ALPHABET.length)));
    }
  }
  return { count, logs };
}

function classOf(letter: string, index: number): number {
  if (index === 0) return 0;
  if (FILLERS.includes(letter)) return ALPHABET.indexOf('<') + 1;
  const at = letter.length === 1 ? ALPHABET.indexOf(letter.toUpperCase()) : -1;
  return at < 0 ? -1 : at + 1;
}
