import { Graph } from './graph.ts';
import type { Weights } from './weights.ts';

/** Side of the square that the net looks at, in pixels. */
export const DETECTOR_SIDE = 512;
/** Places that the net judges. */
export const ANCHORS_COUNT = 5118;
/** Numbers that it gives of each: nothing, face, and one that is not used. */
export const CLASSES_COUNT = 3;

/** Epsilon of the published net's batch normalisation. */
const EPSILON = 0.0010000000474974513;
/** Blocks that halve the picture. */
const REDUCING = new Set([2, 4, 6, 12]);

/**
 * SSD with MobileNet v1 (W. Liu et al., "SSD: Single shot multibox detector", 2016), trained on WIDER FACE, in the
 * weights and by the layers of face-api (MIT).
 */
export function detectorNet(weights: Weights): Uint8Array {
  const graph = new Graph();
  const pointwise = (x: string, name: string, stride: 1 | 2) =>
    graph.relu6(
      graph.convolve(x, {
        filters: weights(`${name}/weights`),
        bias: weights(`${name}/convolution_bn_offset`).data,
        stride,
      }),
    );
  const depthwise = (x: string, name: string, stride: 1 | 2) =>
    graph.relu6(
      graph.convolve(x, {
        filters: weights(`${name}/depthwise_weights`),
        depthwise: true,
        stride,
        scaling: normalisation((part) => weights(`${name}/BatchNorm/${part}`).data),
      }),
    );
  const places: { boxes: string; classes: string }[] = [];
  const addScale = (x: string) => {
    const part = (name: string, width: number) => {
      const base = `Prediction/BoxPredictor_${places.length}/${name}`;
      const { data: bias } = weights(`${base}/biases`);
      return graph.rows(graph.convolve(x, { filters: weights(`${base}/weights`), bias }), width);
    };
    places.push({ boxes: part('BoxEncodingPredictor', 4), classes: part('ClassPredictor', CLASSES_COUNT) });
  };

  let x = graph.pixels(DETECTOR_SIDE, { mean: [127.5, 127.5, 127.5], factor: 1 / 127.5 });
  x = pointwise(x, 'MobilenetV1/Conv2d_0_pointwise', 2);
  for (let i = 1; i <= 13; i++) {
    x = depthwise(x, `MobilenetV1/Conv2d_${i}_depthwise`, REDUCING.has(i) ? 2 : 1);
    x = pointwise(x, `MobilenetV1/Conv2d_${i}_pointwise`, 1);
    if (i === 11 || i === 13) addScale(x);
  }
  for (let i = 0; i < 8; i++) {
    x = pointwise(x, `Prediction/Conv2d_${i}_pointwise`, i % 2 === 0 ? 1 : 2);
    if (i % 2 === 1) addScale(x);
  }
  return graph.encode({
    boxes: { of: graph.concat(places.map(({ boxes }) => boxes)), dims: ['count', ANCHORS_COUNT, 4] },
    classes: { of: graph.concat(places.map(({ classes }) => classes)), dims: ['count', ANCHORS_COUNT, CLASSES_COUNT] },
  });
}

function normalisation(part: (name: string) => Float32Array) {
  const [gamma, beta, mean, variance] = ['gamma', 'beta', 'moving_mean', 'moving_variance'].map(part);
  const factor = gamma!.map((value, c) => value / Math.sqrt(variance![c]! + EPSILON));
  return { factor, shift: beta!.map((value, c) => value - mean![c]! * factor[c]!) };
}
