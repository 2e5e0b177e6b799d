import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Numbers of one layer, in TensorFlow's order: height, width, channels in, channels out. */
export interface Weight {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** Weights of a net, by its authors' names. */
export type Weights = (name: string) => Weight;

interface Manifest {
  readonly paths: readonly string[];
  readonly weights: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly dtype: 'float32' | 'int32';
    readonly quantization?: { readonly dtype: 'uint8'; readonly scale: number; readonly min: number };
  }[];
}

/**
 * Reads a net of `@vladmandic/face-api` (MIT) as it lies in that package: `<name>_model-weights_manifest.json` beside
 * `<name>_model.bin`, most weights in 8 bits, to be scaled (format of `tf.io.loadWeights`).
 */
export async function readWeights(name: string): Promise<Weights> {
  const folder = join(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'), '../model');
  const [manifest]: Manifest[] = JSON.parse(
    await readFile(join(folder, `${name}_model-weights_manifest.json`), 'utf8'),
  );
  const bytes = Buffer.concat(await Promise.all(manifest!.paths.map((path) => readFile(join(folder, path)))));
  const weights = new Map<string, Weight>();
  let offset = 0;
  for (const { name, shape, quantization } of manifest!.weights) {
    const count = shape.reduce((product, size) => product * size, 1);
    const length = quantization ? count : count * 4;
    const part = bytes.subarray(offset, offset + length);
    const data = quantization ? scaled(part, quantization) : new Float32Array(Uint8Array.from(part).buffer);
    weights.set(name, { dims: shape, data });
    offset += length;
  }
  return (name) => {
    const weight = weights.get(name);
    if (!weight) throw new Error(`The face model has no weight ${name}`);
    return weight;
  };
}

function scaled(bytes: Uint8Array, { scale, min }: { scale: number; min: number }): Float32Array {
  const data = new Float32Array(bytes.length);
  for (let i = 0; i < data.length; i++) data[i] = bytes[i]! * scale + min;
  return data;
}
