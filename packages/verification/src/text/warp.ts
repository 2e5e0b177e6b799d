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
  const data = new Uint8Array(width * height * 3);
  const from = sizeOf(quad);
  const nx = Math.min(6, Math.max(1, Math.round(from.width / width)));
  const ny = Math.min(6, Math.max(1, Math.round(from.height / height)));
  const sample = from.height > height ? bilinear : spline;
  const sum = new Float32Array(3);
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++, out += 3) {
      sum.fill(0);
      for (let j = 0; j < ny; j++) {
        for (let i = 0; i < nx; i++) {
          const [u, v] = [(x + (i + 0.5) / nx) / width, (y + (j + 0.5) / ny) / height];
          const [a, b, c, d] = [(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v];
          const [p, q, r, s] = quad;
          sample(source, a * p.x + b * q.x + c * r.x + d * s.x, a * p.y + b * q.y + c * r.y + d * s.y, sum);
        }
      }
      for (let k = 0; k < 3; k++) data[out + k] = Math.max(0, Math.min(255, Math.round(sum[k]! / (nx * ny))));
    }
  }
  return { width, height, data };
}

type Sample = (source: RgbRaster, x: number, y: number, sum: Float32Array) => void;

const bilinear: Sample = ({ width, height, data }, x, y, sum) => {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  for (let j = 0; j < 2; j++) {
    const row = Math.max(0, Math.min(height - 1, y0 + j)) * width;
    const wy = j ? y - y0 : 1 - y + y0;
    for (let i = 0; i < 2; i++) {
      const at = (row + Math.max(0, Math.min(width - 1, x0 + i))) * 3;
      const weight = wy * (i ? x - x0 : 1 - x + x0);
      for (let k = 0; k < 3; k++) sum[k]! += weight * data[at + k]!;
    }
  }
};

/** E. Catmull and R. Rom, "A class of local interpolating splines", 1974. */
const spline: Sample = ({ width, height, data }, x, y, sum) => {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [wx, wy] = [weights(x - x0), weights(y - y0)];
  for (let j = 0; j < 4; j++) {
    const row = Math.max(0, Math.min(height - 1, y0 + j - 1)) * width;
    for (let i = 0; i < 4; i++) {
      const at = (row + Math.max(0, Math.min(width - 1, x0 + i - 1))) * 3;
      const weight = wy[j]! * wx[i]!;
      for (let k = 0; k < 3; k++) sum[k]! += weight * data[at + k]!;
    }
  }
};

function weights(t: number): [number, number, number, number] {
  const [t2, t3] = [t * t, t * t * t];
  return [(-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2];
}

/** Turned clockwise by so many quarters. */
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
