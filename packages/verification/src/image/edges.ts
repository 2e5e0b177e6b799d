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
  const across = new Int8Array(width * height * 2);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      let [best, bestX, bestY] = [0, 0, 0];
      for (let c = 0; c < 3; c++) {
        const dx = data[(i + 1) * 3 + c]! - data[(i - 1) * 3 + c]!;
        const dy = data[(i + width) * 3 + c]! - data[(i - width) * 3 + c]!;
        const size = dx * dx + dy * dy;
        if (size > best) [best, bestX, bestY] = [size, dx, dy];
      }
      slope[i] = Math.sqrt(best);
      const angle = (Math.atan2(bestY, bestX) * 180) / Math.PI;
      direction[i] = Math.round(angle + 360) % 180;
      const eighth = Math.round(angle / 45 + 8) % 4;
      across[2 * i] = eighth === 2 ? 0 : 1;
      across[2 * i + 1] = eighth === 0 ? 0 : eighth === 3 ? -1 : 1;
    }
  }
  const least = Math.max(LEAST_SLOPE, quantile(slope, 1 - 2.5 * MOST_EDGES));
  for (let i = 0; i < slope.length; i++) {
    const step = across[2 * i + 1]! * width + across[2 * i]!;
    const isPeak = slope[i]! >= least && slope[i]! >= (slope[i - step] ?? 0) && slope[i]! > (slope[i + step] ?? 0);
    if (!isPeak) direction[i] = -1;
  }
  return { width, height, direction };
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
