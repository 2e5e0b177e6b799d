import { type Constant, encodeModel, type Node, type Port } from './onnx.ts';
import type { Weight } from './weights.ts';

/** Per channel, like a scaling or a batch normalisation after a convolution: `factor * x + shift`. */
interface Affine {
  readonly factor: Float32Array;
  readonly shift: Float32Array;
}

export interface Convolution {
  readonly filters: Weight;
  readonly bias?: Float32Array;
  readonly stride?: 1 | 2;
  readonly padding?: 'same' | 'valid';
  /** One filter for each channel, in TensorFlow's order height, width, channel, 1. */
  readonly depthwise?: boolean;
  /** Folded into filters and bias. */
  readonly scaling?: Affine;
}

/** A net under construction: each method adds a layer and returns the name of its output. Channels come first. */
export class Graph {
  readonly #nodes: Node[] = [];
  readonly #constants: Constant[] = [];
  #input: Port | undefined;
  #count = 0;

  /** Pictures of `size` × `size` RGB bytes, as many as are given at once; out come `(value - mean) * factor`. */
  pixels(size: number, { mean, factor }: { mean: readonly [number, number, number]; factor: number }): string {
    this.#input = { name: 'pixels', type: 'uint8', dims: ['count', size, size, 3] };
    const values = this.#node('Cast', ['pixels'], { to: 1 });
    const planes = this.#node('Transpose', [values], { perm: [0, 3, 1, 2] });
    const centred = this.#node('Sub', [planes, this.#floats([1, 3, 1, 1], Float32Array.from(mean))]);
    return this.#node('Mul', [centred, this.#floats([1], Float32Array.of(factor))]);
  }

  convolve(
    x: string,
    { filters, bias, stride = 1, padding = 'same', depthwise = false, scaling }: Convolution,
  ): string {
    const [height, width, channelsIn, last] = filters.dims as [number, number, number, number];
    const channels = depthwise ? channelsIn : last;
    const dims = [channels, depthwise ? 1 : channelsIn, height, width];
    const data = channelsFirst(filters, channels, scaling?.factor);
    const shifts = Float32Array.from(
      { length: channels },
      (_, c) => (bias?.[c] ?? 0) * (scaling?.factor[c] ?? 1) + (scaling?.shift[c] ?? 0),
    );
    return this.#node('Conv', [x, this.#floats(dims, data), this.#floats([channels], shifts)], {
      strides: [stride, stride],
      auto_pad: padding === 'same' ? 'SAME_UPPER' : 'VALID',
      group: depthwise ? channels : 1,
    });
  }

  relu(x: string): string {
    return this.#node('Relu', [x]);
  }

  /** The activation ReLU6: negative values become 0, and values above 6 become 6. */
  relu6(x: string): string {
    return this.#node('Clip', [x, this.#floats([], Float32Array.of(0)), this.#floats([], Float32Array.of(6))]);
  }

  add(...terms: string[]): string {
    return terms.reduce((sum, term) => this.#node('Add', [sum, term]));
  }

  pool(x: string, kind: 'Max' | 'Average', size: number, stride: number): string {
    return this.#node(`${kind}Pool`, [x], { kernel_shape: [size, size], strides: [stride, stride] });
  }

  /** Zeros at the end of channels, rows and columns. */
  pad(x: string, { channels = 0, rows = 0, columns = 0 }): string {
    return this.#node('Pad', [x, this.#integers([0, 0, 0, 0, 0, channels, rows, columns])]);
  }

  /** Mean over rows and columns. */
  mean(x: string): string {
    return this.#node('Flatten', [this.#node('GlobalAveragePool', [x])]);
  }

  dense(x: string, { dims, data }: Weight, bias?: Float32Array): string {
    const product = this.#node('MatMul', [this.#node('Flatten', [x]), this.#floats(dims, data)]);
    return bias ? this.add(product, this.#floats([bias.length], bias)) : product;
  }

  /** Rows of `width` numbers, channels last: what a detector says of one place after the other. */
  rows(x: string, width: number): string {
    return this.#node('Reshape', [
      this.#node('Transpose', [x], { perm: [0, 2, 3, 1] }),
      this.#integers([0, -1, width]),
    ]);
  }

  concat(parts: readonly string[]): string {
    return this.#node('Concat', parts, { axis: 1 });
  }

  /** The model as bytes; `outputs` by name, with the sizes that are known. */
  encode(outputs: Readonly<Record<string, { of: string; dims: readonly (number | string)[] }>>): Uint8Array {
    for (const [name, { of }] of Object.entries(outputs)) {
      this.#nodes.push({ type: 'Identity', inputs: [of], output: name });
    }
    const ports = Object.entries(outputs).map(([name, { dims }]): Port => ({ name, type: 'float32', dims }));
    return encodeModel({ nodes: this.#nodes, constants: this.#constants, input: this.#input!, outputs: ports });
  }

  #node(type: string, inputs: readonly string[], attributes?: Node['attributes']): string {
    const output = this.#name();
    this.#nodes.push({ type, inputs, output, ...(attributes && { attributes }) });
    return output;
  }

  #floats(dims: readonly number[], data: Float32Array): string {
    return this.#constant({ name: this.#name(), dims, data });
  }

  #integers(values: readonly number[]): string {
    return this.#constant({ name: this.#name(), dims: [values.length], data: BigInt64Array.from(values, BigInt) });
  }

  #constant(constant: Constant): string {
    this.#constants.push(constant);
    return constant.name;
  }

  #name(): string {
    return `v${this.#count++}`;
  }
}

/** Reorders weights from height, width, in, out (or height, width, channel, 1) to ONNX's order: out, in, height, width. */
function channelsFirst({ dims, data }: Weight, channels: number, factor?: Float32Array): Float32Array {
  const area = dims[0]! * dims[1]!;
  const inside = data.length / area / channels;
  const result = new Float32Array(data.length);
  let from = 0;
  for (let place = 0; place < area; place++) {
    for (let i = 0; i < inside; i++) {
      for (let c = 0; c < channels; c++) {
        result[(c * inside + i) * area + place] = data[from++]! * (factor?.[c] ?? 1);
      }
    }
  }
  return result;
}
