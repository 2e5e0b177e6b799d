import type { Net } from './net-editor.ts';
import { declareOutput } from './onnx-file.ts';

/**
 * A net with fewer classes: the other columns of its last layer are removed, and the rest share their probability.
 *
 * @param kept the classes that stay, which are then numbered in this order
 * @throws when the net doesn't end with a product with constant weights, a bias and a softmax: what its classes stand for
 * is known to the caller, so the net can't stay as it is
 */
export function keepClasses(net: Net, kept: readonly number[]): void {
  const [output, ...others] = net.model.outputs;
  const softmax = net.makerOf(output ?? '');
  const sum = softmax?.type === 'Softmax' ? net.makerOf(softmax.inputs[0]!) : undefined;
  const product = sum?.type === 'Add' ? net.makerOf(sum.inputs[0]!) : undefined;
  const weights = product?.type === 'MatMul' ? net.constant(product.inputs[1]) : null;
  const bias = net.constant(sum?.inputs[1]);
  if (!sum || !product || weights?.dims.length !== 2 || !bias || others.length > 0) {
    throw new Error('The net does not end with a layer of classes.');
  }
  const [inside, classes] = weights.dims as [number, number];
  const columns = new Float32Array(inside * kept.length);
  for (let row = 0, to = 0; row < inside; row++) {
    for (const c of kept) columns[to++] = weights.data[row * classes + c]!;
  }
  const biases = Float32Array.from(kept, (c) => bias.data[c]!);
  net.exchange(product, { ...product, inputs: [product.inputs[0]!, net.add([inside, kept.length], columns)] });
  net.exchange(sum, { ...sum, inputs: [sum.inputs[0]!, net.add([kept.length], biases)] });
  declareOutput(net.model, output!);
}
