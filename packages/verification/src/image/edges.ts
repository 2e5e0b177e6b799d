import type { RgbRaster } from './decode.ts';

/** Thin edges of a picture: for each pixel the direction across the edge, or -1 for a pixel off any edge. */
export interface Edges {
  readonly width: number;
  readonly height: number;
  /** Degrees of the gradient, 0 to 179 (light to dark and dark to light alike). */
  readonly direction: Int16Array;
}

/** Slope in the strongest channel, in levels over two pixels, that is the least of an edge. */
const LEAST_SLOPE = 14;

/** Share of the pixels that may be edges: in busy pictures only the stronger ones are kept. */
const MOST_EDGES = 0.1;

/** Edges by the strongest of three colour gradients, thinned across (J. Canny, 1986, without hysteresis). */
export function edgesOf(picture: RgbRaster): Edges {
  const { width, height } = picture;
  const data = smoothed(picture);
  const slope = new Float32Array(width * height);
  const direction = new Int16Array(width * height).fill(-1);
  const line = 3 * width;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      let best = 0;
      for (let at = 3 * i, end = at + 3; at < end; at++) {
        const dx = data[at + 3]! - data[at - 3]!;
        const dy = data[at + line]! - data[at - line]!;
        const size = dx * dx + dy * dy;
        if (size > best) best = size;
      }
      slope[i] = Math.sqrt(best);
    }
  }
  const least = Math.max(LEAST_SLOPE, quantile(slope, 1 - 2.5 * MOST_EDGES));
  for (let i = 0; i < slope.length; i++) {
    // Only a few pixels are steep enough: no other needs its angle.
    if (slope[i]! < least) continue;
    const angle = angleAt(data, 3 * i, line);
    const eighth = Math.round(angle / 45 + 8) % 4;
    const step = (eighth === 0 ? 0 : eighth === 3 ? -width : width) + (eighth === 2 ? 0 : 1);
    const isPeak = slope[i]! >= (slope[i - step] ?? 0) && slope[i]! > (slope[i + step] ?? 0);
    if (isPeak) direction[i] = Math.round(angle + 360) % 180;
  }
  return { width, height, direction };
}

/** Degrees of the gradient of the strongest channel at a pixel, -180 to 180. */
function angleAt(data: Float32Array, pixel: number, line: number): number {
  let [best, bestX, bestY] = [0, 0, 0];
  for (let at = pixel; at < pixel + 3; at++) {
    const dx = data[at + 3]! - data[at - 3]!;
    const dy = data[at + line]! - data[at - line]!;
    const size = dx * dx + dy * dy;
    if (size > best) [best, bestX, bestY] = [size, dx, dy];
  }
  return (Math.atan2(bestY, bestX) * 180) / Math.PI;
}

/** Means of 3 by 3 pixels, so that a single noisy pixel is not an edge. */
function smoothed({ width, height, data }: RgbRaster): Float32Array {
  const rows = new Float32Array(data.length);
  const out = new Float32Array(data.length);
  const line = width * 3;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = y * line + Math.max(0, x - 1) * 3;
      const right = y * line + Math.min(width - 1, x + 1) * 3;
      const at = y * line + x * 3;
      for (let c = 0; c < 3; c++) rows[at + c] = data[left + c]! + data[at + c]! + data[right + c]!;
    }
  }
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - 1) * line;
    const down = Math.min(height - 1, y + 1) * line;
    for (let i = 0; i < line; i++) out[y * line + i] = (rows[up + i]! + rows[y * line + i]! + rows[down + i]!) / 9;
  }
  return out;
}

function quantile(values: Float32Array, share: number): number {
  const counts = new Uint32Array(512);
  for (const value of values) counts[Math.min(511, value | 0)]!++;
  let left = share * values.length;
  for (let level = 0; level < 512; level++) {
    left -= counts[level]!;
    if (left <= 0) return level;
  }
  return 511;
}
