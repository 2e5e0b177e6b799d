import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { Graph } from './graph.ts';

async function run(graph: Graph, output: string, dims: readonly (number | string)[], pixels: number[], side: number) {
  const session = await InferenceSession.create(graph.encode({ out: { of: output, dims } }), { logSeverityLevel: 3 });
  const count = pixels.length / side / side / 3;
  const { out } = await session.run({ pixels: new Tensor('uint8', Uint8Array.from(pixels), [count, side, side, 3]) });
  return [...(out!.data as Float32Array)];
}

/** Two by two pixels; the channels stand for tens, ones and tenths. */
const pixels = [10, 1, 0, 20, 2, 0, 30, 3, 0, 40, 4, 0];

test('bytes become numbers, channels first', async () => {
  const graph = new Graph();
  const values = graph.pixels(2, { mean: [10, 1, 0], factor: 0.5 });
  expect(await run(graph, values, ['count', 3, 2, 2], pixels, 2)).toEqual([0, 5, 10, 15, 0, 0.5, 1, 1.5, 0, 0, 0, 0]);
});

test('filters in the order of TensorFlow, with bias and scaling folded in', async () => {
  const graph = new Graph();
  const values = graph.pixels(2, { mean: [0, 0, 0], factor: 1 });
  // One by one pixel, three channels in, two out: the sum of all, and the second alone.
  const filters = { dims: [1, 1, 3, 2], data: Float32Array.of(1, 0, 1, 1, 1, 0) };
  const scaling = { factor: Float32Array.of(2, 1), shift: Float32Array.of(0, 7) };
  const sums = graph.convolve(values, { filters, bias: Float32Array.of(1, 0), scaling });
  expect(await run(graph, sums, ['count', 2, 2, 2], pixels, 2)).toEqual([24, 46, 68, 90, 8, 9, 10, 11]);
});

test('a stride of two over an even size pads behind, as TensorFlow does', async () => {
  const graph = new Graph();
  const values = graph.pixels(2, { mean: [0, 0, 0], factor: 1 });
  const filters = { dims: [3, 3, 3, 1], data: new Float32Array(27).map((_, i) => (i % 3 === 0 ? 1 : 0)) };
  const sum = graph.convolve(values, { filters, stride: 2 });
  expect(await run(graph, sum, ['count', 1, 1, 1], pixels, 2)).toEqual([100]);
});

test('rows take channels last, one place after the other, for each of several pictures', async () => {
  const graph = new Graph();
  const rows = graph.rows(graph.pixels(1, { mean: [0, 0, 0], factor: 1 }), 3);
  expect(await run(graph, rows, ['count', 1, 3], [1, 2, 3, 4, 5, 6], 1)).toEqual([1, 2, 3, 4, 5, 6]);
});
