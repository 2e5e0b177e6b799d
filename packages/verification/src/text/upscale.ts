import { layerOf, type Net } from './net-editor.ts';
import { integers, type Node, nodeOf } from './onnx-file.ts';

/**
 * The detector's last layers double rows and columns twice, by transposed convolutions that never overlap: each pixel
 * becomes two by two, and each of them two by two again, seen by no neighbour. So all sixteen are computed as channels of
 * the small picture, by convolutions of one pixel that ONNX Runtime has fast ones for, and arranged only at the end.
 */
export function upscaleLast(net: Net): void {
  for (const first of net.model.nodes) {
    const relu = doubles(net, first) ? net.onlyReader(first.outputs[0]!) : null;
    const second = relu?.type === 'Relu' ? net.onlyReader(relu.outputs[0]!) : null;
    const last = second && doubles(net, second) ? net.onlyReader(second.outputs[0]!) : null;
    if (!relu || !second || last?.type !== 'Sigmoid') continue;
    const [one, two] = [layerOf(net, first)!, layerOf(net, second)!];
    if (two.channels !== 1) continue;
    const [inside, between] = [one.weights.dims[0]!, one.channels];

    // Channels of the middle: place among two by two, then channel.
    const middle = new Float32Array(4 * between * inside);
    for (let i = 0; i < inside; i++) {
      for (let c = 0; c < between; c++) {
        for (let place = 0; place < 4; place++) {
          middle[(place * between + c) * inside + i] = one.weights.data[(i * between + c) * 4 + place]!;
        }
      }
    }
    // Channels at the end: row, then column, among four by four.
    const end = new Float32Array(16 * 4 * between);
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4; column++) {
        const [coarse, fine] = [(row >> 1) * 2 + (column >> 1), (row & 1) * 2 + (column & 1)];
        for (let c = 0; c < between; c++) {
          end[(row * 4 + column) * 4 * between + coarse * between + c] = two.weights.data[c * 4 + fine]!;
        }
      }
    }
    const biases = Float32Array.from({ length: 4 * between }, (_, c) => one.bias?.[c % between] ?? 0);
    const bias = new Float32Array(16).fill(two.bias?.[0] ?? 0);
    const [x, output] = [first.inputs[0]!, last.outputs[0]!];
    const names = [first, relu, second].map((node) => node.outputs[0]!) as [string, string, string];
    const weights = [net.add([4 * between, inside, 1, 1], middle), net.add([4 * between], biases)];
    net.exchange(first, nodeOf('Conv', [x, ...weights], names[0]));
    net.exchange(
      second,
      nodeOf('Conv', [names[1], net.add([16, 4 * between, 1, 1], end), net.add([16], bias)], names[2]),
    );
    net.insertBefore(last, nodeOf('Sigmoid', [names[2]], `${output}.small`));
    net.exchange(last, nodeOf('DepthToSpace', [`${output}.small`], output, { blocksize: 4n }));
  }
}

/** Returns whether a transposed convolution makes two by two pixels from each one, by itself. */
function doubles(net: Net, node: Node): boolean {
  const bare = ![...node.attributes.keys()].some((name) => UNUSUAL.includes(name));
  const twice = (name: string) => integers(node, name).join() === '2,2';
  const padded =
    integers(node, 'pads').some((pad) => pad !== 0) || integers(node, 'dilations').some((step) => step !== 1);
  return (
    node.type === 'ConvTranspose' &&
    bare &&
    !padded &&
    twice('kernel_shape') &&
    twice('strides') &&
    !!layerOf(net, node)
  );
}

const UNUSUAL = ['auto_pad', 'output_padding', 'output_shape'];
