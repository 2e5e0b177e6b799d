import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { InferenceSession } from 'onnxruntime-node';

/** One input, one output: a picture of three planes, or several of one size, in; figures out. */
export interface Net {
  run(planes: Float32Array, shape: readonly number[]): Promise<{ data: Float32Array; shape: readonly number[] }>;
}

/**
 * Nets of PP-OCR (Apache-2.0), rewritten by `scripts/text-models.js`. `recogniser` has no classes for Chinese characters; `han`
 * is the same net with all of them.
 */
export type NetName = 'detector' | 'recogniser' | 'turns' | 'han';

const loaded = new Map<string, Promise<Net>>();

/** A net that reads text. It is loaded with its first use, which takes 20 to 60 ms of a core, and kept. */
export function net(name: NetName): Promise<Net> {
  const known = loaded.get(name) ?? readFile(modelFile(`${name}.onnx`)).then(load);
  loaded.set(name, known);
  return known;
}

/** Characters of a recogniser's classes: class 0 is the blank of CTC, the last one the space. */
export async function alphabetOf(name: 'recogniser' | 'han'): Promise<readonly string[]> {
  return JSON.parse(await readFile(modelFile(name === 'han' ? 'han-letters.json' : 'letters.json'), 'utf8'));
}

/** Found by the name of the package, since a bundle lies elsewhere. */
export const modelFile = (file: string): string =>
  createRequire(import.meta.url).resolve(`@bonafide/verification/models/text/${file}`);

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
