import { Graph } from './graph.ts';
import { PIXELS } from './recognition.ts';
import type { Weights } from './weights.ts';

/** Side of the crop that the net looks at, in pixels. */
export const LANDMARKS_SIDE = 112;
/** Points that the net finds, in the order of the 68-point mark-up of faces (iBUG). */
export const LANDMARKS_COUNT = 68;

/** face-api's net for 68 landmarks: densely connected blocks of separable convolutions (MIT). */
export function landmarksNet(weights: Weights): Uint8Array {
  const graph = new Graph();
  const separable = (x: string, name: string, stride: 1 | 2) => {
    const filtered = graph.convolve(x, { filters: weights(`${name}/depthwise_filter`), depthwise: true, stride });
    const { data: bias } = weights(`${name}/bias`);
    return graph.convolve(filtered, { filters: weights(`${name}/pointwise_filter`), bias });
  };
  const first = (x: string) =>
    graph.convolve(x, {
      filters: weights('dense0/conv0/filters'),
      bias: weights('dense0/conv0/bias').data,
      stride: 2,
    });
  let x = graph.pixels(LANDMARKS_SIDE, PIXELS);
  for (const block of ['dense0', 'dense1', 'dense2', 'dense3']) {
    const before = graph.relu(block === 'dense0' ? first(x) : separable(x, `${block}/conv0`, 2));
    const parts = [before];
    x = before;
    for (const name of ['conv1', 'conv2', 'conv3']) {
      parts.push(separable(x, `${block}/${name}`, 1));
      x = graph.relu(graph.add(...parts));
    }
  }
  const points = graph.dense(graph.pool(x, 'Average', 7, 2), weights('fc/weights'), weights('fc/bias').data);
  return graph.encode({ points: { of: points, dims: ['count', 2 * LANDMARKS_COUNT] } });
}
