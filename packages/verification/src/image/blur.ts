import type { Finding } from '../finding.ts';
import { CAPTURE_LIMITS } from './capture-limits.ts';
import type { GreyRaster } from './decode.ts';

/** See `CAPTURE_LIMITS.sharpness`. */
export const BLUR_THRESHOLD = CAPTURE_LIMITS.sharpness;

/**
 * Blur, by how fast the steepest edges bend: their third derivative against their first, each a mean over three pixels
 * along the edge, which noise doesn't pass. A Gaussian blur flattens the one by the square of its width, whatever the
 * contrast of the edge is, and however much of the picture is an empty table; the variance of the Laplacian (J. L.
 * Pech-Pacheco et al., 2000) depends on both.
 *
 * @example
 * import { blur } from '@bonafide/verification';
 *
 * const white = { width: 64, height: 64, data: new Uint8Array(64 * 64).fill(255) };
 * console.log(blur(white).reason);
 */
export function blur(image: GreyRaster): Finding {
  const measure = edgeSteepness(image);
  return {
    name: 'blur',
    measure,
    threshold: BLUR_THRESHOLD,
    result: measure < BLUR_THRESHOLD ? 'fail' : 'pass',
    reason: `Sharpness: ${measure < BLUR_THRESHOLD ? 'low' : 'sufficient'} (measured edge steepness ${measure.toFixed(2)}, minimum ${BLUR_THRESHOLD})`,
  };
}

/** See `blur`; 0 where the picture has no edge. A step from one pixel to the next has 1, a line of one pixel 2. */
export function edgeSteepness({ width, height, data }: GreyRaster): number {
  if (width < 5 || height < 5) return 0;
  const slopes = new Uint16Array(width * height);
  const counts = new Uint32Array(3 * 255 + 1);
  const level = new Uint8Array(width * height);
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      const above = i - width;
      const below = i + width;
      const corners = data[below + 1]! - data[above - 1]!;
      const others = data[above + 1]! - data[below - 1]!;
      const across = Math.abs(data[i + 1]! - data[i - 1]! + corners + others);
      const down = Math.abs(data[below]! - data[above]! + corners - others);
      level[i] = across < down ? 1 : 0;
      slopes[i] = Math.max(across, down);
      counts[slopes[i]!]!++;
    }
  }
  const least = Math.max(
    CAPTURE_LIMITS.edgeSlope,
    steepest(counts, CAPTURE_LIMITS.edgeShare * (width - 4) * (height - 4)),
  );
  let [bends, sum] = [0, 0];
  for (let i = 2 * width + 2; i < data.length - 2 * width - 2; i++) {
    if (slopes[i]! < least) continue;
    const step = level[i] ? width : 1;
    const along = level[i] ? 1 : width;
    bends += Math.abs(bend(data, i, step) + bend(data, i - along, step) + bend(data, i + along, step));
    sum += slopes[i]!;
  }
  return sum === 0 ? 0 : bends / sum;
}

/** Third difference. */
function bend(data: Uint8Array, i: number, step: number): number {
  return data[i + 2 * step]! - 2 * data[i + step]! + 2 * data[i - step]! - data[i - 2 * step]!;
}

/** Slope that this many pixels reach. */
function steepest(counts: Uint32Array, pixels: number): number {
  let left = pixels;
  for (let slope = counts.length - 1; slope > 0; slope--) {
    left -= counts[slope]!;
    if (left <= 0) return slope;
  }
  return 0;
}

/** Variance of the 4-neighbour Laplacian over all pixels but the border's; 0 for a raster of less than 3 by 3. */
export function laplacianVariance({ width, height, data }: GreyRaster): number {
  const count = (width - 2) * (height - 2);
  if (width < 3 || height < 3) return 0;
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y++) {
    const end = (y + 1) * width - 1;
    for (let i = y * width + 1; i < end; i++) {
      const value = data[i - 1]! + data[i + 1]! + data[i - width]! + data[i + width]! - 4 * data[i]!;
      sum += value;
      squares += value * value;
    }
  }
  return squares / count - (sum / count) ** 2;
}
