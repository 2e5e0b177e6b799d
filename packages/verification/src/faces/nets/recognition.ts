import { Graph } from './graph.ts';
import type { Weights } from './weights.ts';

/** Side of the aligned face that the net looks at, in pixels. */
export const CHIP_SIDE = 150;
/** Numbers that the net makes of a face in its last layer, and in the middle, before its last block. */
export const LENGTHS = { last: 128, middle: 256 } as const;
/** Means of red, green and blue that both nets were trained with, and their scale. */
export const PIXELS = { mean: [122.782, 117.001, 104.298], factor: 1 / 255 } as const;

/**
 * dlib's face recognition net, a residual net of 29 layers (D. King, `dlib_face_recognition_resnet_model_v1`, which he
 * gave to the public domain; 99.38 % on LFW as he states), in the weights and by the layers of face-api.
 *
 * It also gives what it holds before its last block: that block has learnt to distinguish the people it was trained with, and
 * takes some others for alike whom the layers before still distinguish.
 */
export function recognitionNet(weights: Weights): Uint8Array {
  const graph = new Graph();
  const layer = (x: string, name: string, stride: 1 | 2, padding: 'same' | 'valid') =>
    graph.convolve(x, {
      filters: weights(`${name}/conv/filters`),
      bias: weights(`${name}/conv/bias`).data,
      scaling: { factor: weights(`${name}/scale/weights`).data, shift: weights(`${name}/scale/biases`).data },
      stride,
      padding,
    });
  const residual = (x: string, name: string) => {
    const inside = graph.relu(layer(x, `${name}/conv1`, 1, 'same'));
    return graph.relu(graph.add(layer(inside, `${name}/conv2`, 1, 'same'), x));
  };
  /** Halves the picture; `shape` says what the two branches lack to be of one shape. */
  const reducing = (x: string, name: string, shape: { channels?: number; smaller?: boolean }) => {
    const inside = graph.relu(layer(x, `${name}/conv1`, 2, 'valid'));
    const out = layer(inside, `${name}/conv2`, 1, 'same');
    const pooled = graph.pool(x, 'Average', 2, 2);
    return graph.relu(
      graph.add(
        shape.smaller ? graph.pad(out, { rows: 1, columns: 1 }) : out,
        shape.channels ? graph.pad(pooled, { channels: shape.channels }) : pooled,
      ),
    );
  };
  let x = graph.relu(layer(graph.pixels(CHIP_SIDE, PIXELS), 'conv32_down', 2, 'valid'));
  x = graph.pool(x, 'Max', 3, 2); // 35 pixels a side
  for (const name of ['conv32_1', 'conv32_2', 'conv32_3']) x = residual(x, name);
  x = reducing(x, 'conv64_down', { channels: 32 }); // 17
  for (const name of ['conv64_1', 'conv64_2', 'conv64_3']) x = residual(x, name);
  x = reducing(x, 'conv128_down', { channels: 64 }); // 8
  for (const name of ['conv128_1', 'conv128_2']) x = residual(x, name);
  x = reducing(x, 'conv256_down', { channels: 128, smaller: true }); // 4
  for (const name of ['conv256_1', 'conv256_2']) x = residual(x, name);
  const middle = graph.mean(x);
  x = reducing(x, 'conv256_down_out', { smaller: true }); // 2
  return graph.encode({
    last: { of: graph.dense(graph.mean(x), weights('fc')), dims: ['count', LENGTHS.last] },
    middle: { of: middle, dims: ['count', LENGTHS.middle] },
  });
}
