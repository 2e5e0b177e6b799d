import { type Frame, greyOf } from './frame.ts';
import { CAPTURE_LIMITS } from './limits.ts';

/**
 * Sharpness of a picture: the ratio between the bend and the slope of its steepest edges. A step from one pixel to the next has
 * 1, and a Gaussian blur takes that down by the square of its width, whatever the contrast. The service judges by the same
 * measure (`edgeSteepness`).
 * Returns 0 without an edge.
 */
export function* sharpnessOf(frame: Frame): Generator<void, number> {
  const { width, height } = frame;
  const data = greyOf(frame);
  const slopes = new Uint16Array(width * height);
  const counts = new Uint32Array(3 * 255 + 1);
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      const corners = data[i + width + 1]! - data[i - width - 1]!;
      const others = data[i - width + 1]! - data[i + width - 1]!;
      const across = Math.abs(data[i + 1]! - data[i - 1]! + corners + others);
      const down = Math.abs(data[i + width]! - data[i - width]! + corners - others);
      // The lowest bit holds the direction, so that it needn't be computed again.
      slopes[i] = (Math.max(across, down) << 1) | (across < down ? 1 : 0);
      counts[slopes[i]! >> 1]!++;
    }
  }
  yield;
  let [least, left] = [counts.length - 1, CAPTURE_LIMITS.edgeShare * (width - 4) * (height - 4)];
  while (least > CAPTURE_LIMITS.edgeSlope && left > 0) left -= counts[--least]!;
  let [bends, sum] = [0, 0];
  for (let i = 2 * width + 2; i < data.length - 2 * width - 2; i++) {
    if (slopes[i]! >> 1 < least) continue;
    const [step, along] = slopes[i]! & 1 ? [width, 1] : [1, width];
    bends += Math.abs(bend(data, i, step) + bend(data, i - along, step) + bend(data, i + along, step));
    sum += slopes[i]! >> 1;
  }
  return sum === 0 ? 0 : bends / sum;
}

/** Third difference. */
function bend(data: Uint8Array, i: number, step: number): number {
  return data[i + 2 * step]! - 2 * data[i + step]! + 2 * data[i - step]! - data[i - 2 * step]!;
}
