import { keepClasses } from './classes.ts';
import { editable, layerOf, type Net } from './net-editor.ts';
import { integers, type Node, nodeOf, readModel, real, writeModel } from './onnx-file.ts';
import { upscaleLast } from './upscale.ts';

/**
 * The same net with fewer and faster nodes.
 *
 * The backbone of PP-OCRv4 (PP-LCNetV3) scales and shifts by learnt numbers after each convolution and each activation,
 * and its hard-swish was written into the file as four nodes. ONNX Runtime fuses neither, and goes over all values of a
 * layer up to eight times where its fast layout of channels (NCHWc) would need two or three. What isn't of these patterns
 * stays as it is in the file: nothing is guessed, and a net without them is only copied.
 *
 * @param classes those that the last layer keeps; all of them without
 */
export function fused(file: Uint8Array, classes?: readonly number[]): Uint8Array {
  const net = editable(readModel(file));
  if (classes) keepClasses(net, classes);
  foldIntoLayerBefore(net);
  joinHardSwish(net);
  foldIntoLayersAfter(net);
  joinGates(net);
  upscaleLast(net);
  dropUnread(net);
  return writeModel(net.model);
}

/** Effect of scalings, shifts and batch normalisations: `factor * x + shift`, one number for all channels or one for each. */
interface Affine {
  readonly input: string;
  readonly factor: readonly number[];
  readonly shift: readonly number[];
}

function affineOf({ constant }: Net, node: Node): Affine | null {
  if (node.type === 'BatchNormalization') {
    const [factor, shift, mean, variance] = node.inputs.slice(1).map((name) => constant(name)?.data);
    if (!factor || !shift || !mean || !variance || node.outputs.length > 1) return null;
    const factors = Array.from(factor, (value, c) => value / Math.sqrt(variance[c]! + (real(node, 'epsilon') ?? 1e-5)));
    return { input: node.inputs[0]!, factor: factors, shift: factors.map((value, c) => shift[c]! - mean[c]! * value) };
  }
  if (!['Mul', 'Div', 'Add', 'Sub'].includes(node.type)) return null;
  const second = constant(node.inputs[1]);
  const first = node.type === 'Mul' || node.type === 'Add' ? constant(node.inputs[0]) : null;
  const known = second ?? first;
  // One number for each channel stands in the third dimension from the last.
  if (!known || (first && second) || (known.data.length !== 1 && known.dims.at(-3) !== known.data.length)) return null;
  const values = Array.from(known.data);
  const input = node.inputs[second ? 0 : 1]!;
  const [ones, zeros] = [values.map(() => 1), values.map(() => 0)];
  if (node.type === 'Mul') return { input, factor: values, shift: zeros };
  if (node.type === 'Div') return { input, factor: values.map((value) => 1 / value), shift: zeros };
  return { input, factor: ones, shift: node.type === 'Add' ? values : values.map((value) => -value) };
}

/**
 * Scalings and shifts one after the other, each read by the next alone, taken together; null if `first` is neither.
 *
 * @param channels length of the lists; 1 for those alone that treat all channels alike
 */
function chainFrom(net: Net, first: Node | null, channels: number) {
  const nodes: Node[] = [];
  let [factor, shift]: [readonly number[], readonly number[]] = [Array(channels).fill(1), Array(channels).fill(0)];
  for (let next = first; next; next = net.onlyReader(next.outputs[0]!)) {
    const affine = affineOf(net, next);
    if (!affine || ![1, channels].includes(affine.factor.length)) break;
    const by = (list: readonly number[], c: number) => list[list.length === 1 ? 0 : c]!;
    shift = shift.map((value, c) => value * by(affine.factor, c) + by(affine.shift, c));
    factor = factor.map((value, c) => value * by(affine.factor, c));
    nodes.push(next);
  }
  return nodes.length === 0 ? null : { nodes, factor, shift, output: nodes.at(-1)!.outputs[0]! };
}

/** Scalings and shifts that follow a convolution go into its weights. */
function foldIntoLayerBefore(net: Net): void {
  for (const node of net.model.nodes) {
    const layer = layerOf(net, node);
    const chain = layer && chainFrom(net, net.onlyReader(node.outputs[0]!), layer.channels);
    if (!chain) continue;
    const { weights, bias, channels, inside } = layer;
    const { factor, shift } = chain;
    const scaled = weights.data.map((value, i) => value * factor[Math.floor(i / inside) % channels]!);
    const shifts = Float32Array.from(shift, (value, c) => (bias?.[c] ?? 0) * factor[c]! + value);
    const inputs = [node.inputs[0]!, net.add(weights.dims, scaled), net.add([channels], shifts)];
    net.remove(chain.nodes);
    net.exchange(node, { ...node, inputs, outputs: [chain.output] });
  }
}

/** `x * clip(x + 3, 0, 6) / 6` becomes `x * HardSigmoid(x)`, which ONNX Runtime computes within a convolution before. */
function joinHardSwish(net: Net): void {
  for (const sixth of net.model.nodes) {
    const last = affineOf(net, sixth);
    const product = last && isScalar(last, 1 / 6, 0) ? net.makerOf(last.input) : undefined;
    if (product?.type !== 'Mul' || net.onlyReader(product.outputs[0]!) !== sixth) continue;
    for (const [x, other] of bothWays(product)) {
      const clip = net.makerOf(other);
      const shift = clip && isClip(net, clip, 0, 6) ? net.makerOf(clip.inputs[0]!) : undefined;
      const affine = shift && affineOf(net, shift);
      if (!clip || !affine || affine.input !== x || !isScalar(affine, 1, 3)) continue;
      if (net.onlyReader(other) !== product || net.onlyReader(shift.outputs[0]!) !== clip) continue;
      net.remove([shift, product]);
      net.exchange(clip, nodeOf('HardSigmoid', [x], other, { alpha: 1 / 6, beta: 0.5 }));
      net.exchange(sixth, nodeOf('Mul', [x, other], sixth.outputs[0]!));
      break;
    }
  }
}

const bothWays = ({ inputs }: Node): [string, string][] => [
  [inputs[0]!, inputs[1]!],
  [inputs[1]!, inputs[0]!],
];

function isScalar({ factor, shift }: Affine, f: number, s: number): boolean {
  return factor.length === 1 && factor[0] === f && shift[0] === s;
}

/** Bounds are attributes up to operator set 10, inputs from 11. */
function isClip({ constant }: Net, node: Node, least: number, most: number): boolean {
  const bound = (name: string, input: number) => real(node, name) ?? constant(node.inputs[input])?.data[0];
  return node.type === 'Clip' && bound('min', 1) === least && bound('max', 2) === most;
}

/**
 * Scalings and shifts by one number go into the convolutions that read the result. A shift can't go before zeros that pad
 * the border, which aren't shifted; there both become one batch normalisation, which stays in the layout of channels.
 */
function foldIntoLayersAfter(net: Net): void {
  for (const first of net.model.nodes) {
    const chain = net.isIn(first) && first.type !== 'BatchNormalization' ? chainFrom(net, first, 1) : null;
    if (!chain || net.model.outputs.has(chain.output)) continue;
    const { nodes, output } = chain;
    const [factor, shift] = [chain.factor[0]!, chain.shift[0]!];
    const input = affineOf(net, first)!.input;
    const readers = net.readersOf(output);
    const channels = channelsOf(net, input);
    if (readers.every((node) => takesAffine(net, node, output, shift))) {
      net.remove(nodes);
      for (const node of readers) net.exchange(node, withAffineBefore(net, node, input, factor, shift));
    } else if (channels && nodes.length > 1) {
      net.remove(nodes.slice(0, -1));
      net.exchange(nodes.at(-1)!, normalisation(net, input, output, channels, factor, shift));
    }
  }
}

function takesAffine(net: Net, node: Node, input: string, shift: number): boolean {
  if (node.type !== 'Conv' || !layerOf(net, node) || node.inputs.lastIndexOf(input) > 0) return false;
  const padded = integers(node, 'pads').some((pad) => pad !== 0) || node.attributes.has('auto_pad');
  return shift === 0 || !padded;
}

function withAffineBefore(net: Net, node: Node, input: string, factor: number, shift: number): Node {
  const { weights, bias, channels, inside } = layerOf(net, node)!;
  const shifts = Float32Array.from({ length: channels }, (_, c) => {
    const sum = weights.data.subarray(c * inside, (c + 1) * inside).reduce((total, weight) => total + weight, 0);
    return (bias?.[c] ?? 0) + shift * sum;
  });
  const scaled = weights.data.map((weight) => weight * factor);
  return { ...node, inputs: [input, net.add(weights.dims, scaled), net.add([channels], shifts)] };
}

function normalisation(net: Net, input: string, output: string, channels: number, factor: number, shift: number): Node {
  const all = (value: number) => net.add([channels], new Float32Array(channels).fill(value));
  return nodeOf('BatchNormalization', [input, all(factor), all(shift), all(0), all(1)], output, { epsilon: 0 });
}

/** Number of channels of a value, by the convolution that it comes from; null if that can't be seen. */
function channelsOf(net: Net, name: string): number | null {
  const maker = net.makerOf(name);
  if (!maker) return null;
  const layer = layerOf(net, maker);
  if (layer) return layer.channels;
  // The product of a hard-swish has the shape of its first factor.
  const gate = maker.type === 'Mul' ? net.makerOf(maker.inputs[1]!) : undefined;
  return gate?.type === 'HardSigmoid' && gate.inputs[0] === maker.inputs[0] ? channelsOf(net, maker.inputs[0]!) : null;
}

/** `x + x * gate`, where the gate is one number for each channel, becomes `x * (gate + 1)`. */
function joinGates(net: Net): void {
  for (const sum of net.model.nodes) {
    if (sum.type !== 'Add') continue;
    for (const [x, other] of bothWays(sum)) {
      const product = net.makerOf(other);
      if (product?.type !== 'Mul' || net.onlyReader(other) !== sum || product.inputs[0] !== x) continue;
      net.exchange(product, nodeOf('Add', [product.inputs[1]!, net.add([1], Float32Array.of(1))], other));
      net.exchange(sum, nodeOf('Mul', [x, other], sum.outputs[0]!));
      break;
    }
  }
}

/** Constants that nothing reads any more. */
function dropUnread(net: Net): void {
  net.remove(net.model.nodes.filter(({ type, outputs }) => type === 'Constant' && !net.readersOf(outputs[0]!).length));
  for (const name of net.model.added.keys()) if (!net.readersOf(name).length) net.model.added.delete(name);
}
