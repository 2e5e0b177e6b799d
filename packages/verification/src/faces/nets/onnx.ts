import { message, number, text } from '../../text/protobuf.ts';

/**
 * Writes ONNX models (https://onnx.ai/onnx/repo-docs/IR.html) in the wire format of protocol buffers, as far as the nets
 * beside this file need it. The weights come inside npm in a format of their own, so nothing can be written beforehand
 * without copying 12 MB of weights into this repository; and the few lines of writing weigh less than a library for it.
 */

/** Attribute of a node: a whole number, a text or a list of whole numbers. */
type Attribute = number | string | readonly number[];

export interface Node {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

export interface Constant {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

export interface Port {
  readonly name: string;
  readonly type: 'uint8' | 'float32';
  /** A name stands for a size known at run time only. */
  readonly dims: readonly (number | string)[];
}

export interface Model {
  readonly nodes: readonly Node[];
  readonly constants: readonly Constant[];
  readonly input: Port;
  readonly outputs: readonly Port[];
}

/** Numbers of `TensorProto.DataType`. */
const TENSOR_TYPES = { float32: 1, uint8: 2, int64: 7 };
/** Numbers of `AttributeProto.AttributeType`. */
const ATTRIBUTE_TYPES = { int: 2, string: 3, ints: 7 };
/** Version 7 of the format goes with operator set 13 (ONNX 1.8). */
const IR_VERSION = 7;
const OPERATOR_SET = 13;

export function encodeModel({ nodes, constants, input, outputs }: Model): Uint8Array {
  const graph = [
    ...nodes.map((node) => message(1, encodeNode(node))),
    text(2, 'net'),
    ...constants.map((constant) => message(5, encodeConstant(constant))),
    message(11, encodePort(input)),
    ...outputs.map((output) => message(12, encodePort(output))),
  ];
  return Buffer.concat([number(1, IR_VERSION), message(7, graph), message(8, [text(1, ''), number(2, OPERATOR_SET)])]);
}

function encodeNode({ type, inputs, output, attributes = {} }: Node): Uint8Array[] {
  return [
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, type),
    ...Object.entries(attributes).map(([name, value]) => message(5, [text(1, name), ...encodeAttribute(value)])),
  ];
}

function encodeAttribute(value: Attribute): Uint8Array[] {
  if (typeof value === 'number') return [number(3, value), number(20, ATTRIBUTE_TYPES.int)];
  if (typeof value === 'string') return [text(4, value), number(20, ATTRIBUTE_TYPES.string)];
  return [...value.map((item) => number(8, item)), number(20, ATTRIBUTE_TYPES.ints)];
}

function encodeConstant({ name, dims, data }: Constant): Uint8Array[] {
  const type = data instanceof Float32Array ? TENSOR_TYPES.float32 : TENSOR_TYPES.int64;
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [...dims.map((dim) => number(1, dim)), number(2, type), text(8, name), message(9, [raw])];
}

function encodePort({ name, type, dims }: Port): Uint8Array[] {
  const shape = dims.map((dim) => message(1, [typeof dim === 'number' ? number(1, dim) : text(2, dim)]));
  return [text(1, name), message(2, [message(1, [number(1, TENSOR_TYPES[type]), message(2, shape)])])];
}
