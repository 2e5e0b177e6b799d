import type { RgbRaster } from '../image/decode.ts';
import { type Quad, sizeOf } from './geometry.ts';

/**
 * Straightens what lies in a quad into an upright raster. Enlarges with Catmull-Rom splines, which keep small print
 * readable; when it makes smaller, every pixel is the mean of the samples that fall into it.
 *
 * Corners are mapped bilinearly: over one line of text that differs from true perspective by less than a pixel.
 *
 * @param size in pixels; what lies outside of the picture takes the colour of its border
 */
export function warp(source: RgbRaster, quad: Quad, size: { width: number; height: number }): RgbRaster {
  const { width, height } = size;
  const data = new Uint8ClampedArray(width * height * 3);
  const from = sizeOf(quad);
  const nx = Math.min(6, Math.max(1, Math.round(from.width / width)));
  const ny = Math.min(6, Math.max(1, Math.round(from.height / height)));
  const sample = from.height > height ? bilinear : spline;
  const [p, q, r, s] = quad;
  const sum = new Float64Array(3);
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++, out += 3) {
      sum.fill(0);
      for (let j = 0; j < ny; j++) {
        // Along a row the place in the source moves by equal steps from the left side of the quad to the right one.
        const v = (y + (j + 0.5) / ny) / height;
        const left = p.x + v * (s.x - p.x);
        const top = p.y + v * (s.y - p.y);
        const dx = q.x + v * (r.x - q.x) - left;
        const dy = q.y + v * (r.y - q.y) - top;
        for (let i = 0; i < nx; i++) {
          const u = (x + (i + 0.5) / nx) / width;
          sample(source, left + u * dx, top + u * dy, sum);
        }
      }
      // Clamped and rounded by the array.
      data[out] = sum[0]! / (nx * ny);
      data[out + 1] = sum[1]! / (nx * ny);
      data[out + 2] = sum[2]! / (nx * ny);
    }
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

type Sample = (source: RgbRaster, x: number, y: number, sum: Float64Array) => void;

const clamp = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value);

const bilinear: Sample = ({ width, height, data }, x, y, sum) => {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const left = clamp(x0, width - 1) * 3;
  const right = clamp(x0 + 1, width - 1) * 3;
  const above = clamp(y0, height - 1) * width * 3;
  const below = clamp(y0 + 1, height - 1) * width * 3;
  const [fx, fy] = [x - x0, y - y0];
  for (let k = 0; k < 3; k++) {
    const top = data[above + left + k]! * (1 - fx) + data[above + right + k]! * fx;
    const bottom = data[below + left + k]! * (1 - fx) + data[below + right + k]! * fx;
    sum[k]! += top * (1 - fy) + bottom * fy;
  }
};

/** E. Catmull and R. Rom, "A class of local interpolating splines", 1974. */
const spline: Sample = ({ width, height, data }, x, y, sum) => {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const t = x - x0;
  const [t2, t3] = [t * t, t * t * t];
  const w0 = (-t3 + 2 * t2 - t) / 2;
  const w1 = (3 * t3 - 5 * t2 + 2) / 2;
  const w2 = (-3 * t3 + 4 * t2 + t) / 2;
  const w3 = (t3 - t2) / 2;
  const c0 = clamp(x0 - 1, width - 1) * 3;
  const c1 = clamp(x0, width - 1) * 3;
  const c2 = clamp(x0 + 1, width - 1) * 3;
  const c3 = clamp(x0 + 2, width - 1) * 3;
  const f = y - y0;
  const [f2, f3] = [f * f, f * f * f];
  for (let j = 0; j < 4; j++) {
    const row = clamp(y0 + j - 1, height - 1) * width * 3;
    const wy =
      j === 0
        ? (-f3 + 2 * f2 - f) / 2
        : j === 1
          ? (3 * f3 - 5 * f2 + 2) / 2
          : j === 2
            ? (-3 * f3 + 4 * f2 + f) / 2
            : (f3 - f2) / 2;
    for (let k = 0; k < 3; k++) {
      const at = row + k;
      sum[k]! += wy * (w0 * data[at + c0]! + w1 * data[at + c1]! + w2 * data[at + c2]! + w3 * data[at + c3]!);
    }
  }
};

/**
 * Turned clockwise by so many quarters.
 *
 * @example
 * import { turn } from '@bonafide/verification';
 *
 * const { width, height } = turn({ width: 2, height: 1, data: new Uint8Array(6) }, 1);
 * [width, height]; // [1, 2]
 */
export function turn(source: RgbRaster, quarters: 0 | 1 | 2 | 3): RgbRaster {
  if (quarters === 0) return source;
  const { width: w, height: h } = source;
  const [width, height] = quarters === 2 ? [w, h] : [h, w];
  const data = new Uint8Array(w * h * 3);
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++, out += 3) {
      const [sx, sy] = quarters === 1 ? [y, h - 1 - x] : quarters === 2 ? [w - 1 - x, h - 1 - y] : [w - 1 - y, x];
      const at = (sy * w + sx) * 3;
      data[out] = source.data[at]!;
      data[out + 1] = source.data[at + 1]!;
      data[out + 2] = source.data[at + 2]!;
    }
  }
  return { width, height, data };
}
