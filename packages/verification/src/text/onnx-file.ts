import { type Field, fieldsOf, float, message, number, numbersOf, text } from './protobuf.ts';

/** A node of an ONNX graph; `attributes` and `rest` are fields of its message as they stand in the file. */
export interface Node {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, Uint8Array>;
  readonly rest: readonly Uint8Array[];
}

export interface Tensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** An ONNX model (https://onnx.ai/onnx/repo-docs/IR.html) whose nodes can be exchanged; the rest stays byte for byte. */
export interface Model {
  /** Nodes in an order in which they can be run. */
  nodes: Node[];
  /** Constants that were added. */
  readonly added: Map<string, Tensor>;
  /** Outputs of the net. */
  readonly outputs: ReadonlySet<string>;
  readonly rest: readonly Uint8Array[];
  graphRest: readonly Field[];
}

/** Types of `TensorProto.DataType` and `AttributeProto.AttributeType` that are read and written here. */
const FLOATS = 1;
const FLOAT = 1;
const INTEGER = 2;
/** Fields of `ModelProto`, `GraphProto`, `NodeProto`, `AttributeProto` and `TensorProto`. */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5, output: 12 };
const NODE = { input: 1, output: 2, type: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, float: 2, int: 3, tensor: 5, ints: 8, type: 20 };
const TENSOR = { dims: 1, type: 2, name: 8, raw: 9 };

export function readModel(file: Uint8Array): Model {
  const fields = fieldsOf(file);
  const graph = fieldsOf(messagesIn(fields, MODEL.graph)[0]!);
  return {
    nodes: messagesIn(graph, GRAPH.node).map(readNode),
    added: new Map(),
    outputs: new Set(messagesIn(graph, GRAPH.output).map((port) => textIn(fieldsOf(port), 1))),
    rest: fields.filter((field) => field.number !== MODEL.graph).map(({ bytes }) => bytes),
    graphRest: graph.filter((field) => field.number !== GRAPH.node),
  };
}

export function writeModel({ nodes, added, rest, graphRest }: Model): Uint8Array {
  const graph = [
    ...nodes.map((node) => message(GRAPH.node, writeNode(node))),
    ...[...added].map(([name, tensor]) => message(GRAPH.initializer, writeTensor(name, tensor))),
    ...graphRest.map(({ bytes }) => bytes),
  ];
  return Buffer.concat([...rest, message(MODEL.graph, graph)]);
}

/** Declares that floats come out of the net, in no certain shape: the one in the file may have become wrong. */
export function declareOutput(model: Model, name: string): void {
  const port = message(GRAPH.output, [text(1, name), message(2, [message(1, [number(1, FLOATS)])])]);
  const others = model.graphRest.filter((field) => field.number !== GRAPH.output);
  model.graphRest = [...others, ...fieldsOf(port)];
}

/**
 * Looks up constants of 32-bit floats by name; null for other types and for initializers, which Paddle's files don't have and
 * which a program that runs the model may replace.
 */
export function constantsOf(model: Model): (name: string | undefined) => Tensor | null {
  const messages = new Map<string, Uint8Array>();
  for (const node of model.nodes) {
    const tensor = node.type === 'Constant' && bytesIn(attribute(node, 'value'), ATTRIBUTE.tensor);
    if (tensor) messages.set(node.outputs[0]!, tensor);
  }
  return (name = '') => {
    const known = messages.get(name);
    return model.added.get(name) ?? (known ? readTensor(known) : null);
  };
}

/** A list of whole numbers; empty when the node doesn't have it. */
export function integers(node: Node, name: string): number[] {
  return numbersIn(attribute(node, name), ATTRIBUTE.ints);
}

export function integer(node: Node, name: string): number | null {
  return numbersIn(attribute(node, name), ATTRIBUTE.int)[0] ?? null;
}

export function real(node: Node, name: string): number | null {
  return bytesIn(attribute(node, name), ATTRIBUTE.float)?.readFloatLE() ?? null;
}

function attribute(node: Node, name: string): readonly Field[] {
  return fieldsOf(node.attributes.get(name) ?? new Uint8Array());
}

/** A new node; numbers among its attributes are floats, bigints whole. */
export function nodeOf(
  type: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number | bigint>> = {},
): Node {
  const written = Object.entries(attributes).map(([name, value]) => {
    const parts =
      typeof value === 'bigint'
        ? [number(ATTRIBUTE.int, Number(value)), number(ATTRIBUTE.type, INTEGER)]
        : [float(ATTRIBUTE.float, value), number(ATTRIBUTE.type, FLOAT)];
    return [name, Buffer.concat([text(ATTRIBUTE.name, name), ...parts])] as const;
  });
  return { type, inputs, outputs: [output], attributes: new Map(written), rest: [] };
}

function readNode(bytes: Uint8Array): Node {
  const fields = fieldsOf(bytes);
  const texts = (number: number) => messagesIn(fields, number).map((value) => value.toString());
  const attributes = messagesIn(fields, NODE.attribute);
  const known: readonly number[] = Object.values(NODE);
  return {
    type: texts(NODE.type)[0]!,
    inputs: texts(NODE.input),
    outputs: texts(NODE.output),
    attributes: new Map(attributes.map((value) => [textIn(fieldsOf(value), ATTRIBUTE.name), value])),
    rest: fields.filter((field) => !known.includes(field.number)).map((field) => field.bytes),
  };
}

function writeNode({ type, inputs, outputs, attributes, rest }: Node): Uint8Array[] {
  return [
    ...inputs.map((name) => text(NODE.input, name)),
    ...outputs.map((name) => text(NODE.output, name)),
    text(NODE.type, type),
    ...[...attributes.values()].map((attribute) => message(NODE.attribute, [attribute])),
    ...rest,
  ];
}

function readTensor(bytes: Uint8Array): Tensor | null {
  const fields = fieldsOf(bytes);
  const raw = bytesIn(fields, TENSOR.raw);
  if (!raw || numbersIn(fields, TENSOR.type)[0] !== FLOATS) return null;
  // Copied, since floats have to lie at multiples of four bytes.
  return { dims: numbersIn(fields, TENSOR.dims), data: new Float32Array(Uint8Array.from(raw).buffer) };
}

function writeTensor(name: string, { dims, data }: Tensor): Uint8Array[] {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...dims.map((dim) => number(TENSOR.dims, dim)),
    number(TENSOR.type, FLOATS),
    text(TENSOR.name, name),
    message(TENSOR.raw, [raw]),
  ];
}

function bytesIn(fields: readonly Field[], number: number): Buffer | null {
  const value = fields.find((field) => field.number === number)?.value;
  return typeof value === 'object' ? value : null;
}

function textIn(fields: readonly Field[], number: number): string {
  return bytesIn(fields, number)?.toString() ?? '';
}

/** Messages in a field that may repeat. */
function messagesIn(fields: readonly Field[], number: number): Buffer[] {
  return fields.flatMap((field) => (field.number === number && typeof field.value === 'object' ? [field.value] : []));
}

/** Whole numbers of a list, packed or not. */
function numbersIn(fields: readonly Field[], number: number): number[] {
  const found = fields.filter((field) => field.number === number);
  return found.flatMap(({ value }) => (typeof value === 'number' ? [value] : numbersOf(value)));
}
