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
  const sums = new Float64Array(width * 3);
  const add = from.height > height ? addBilinear : addSpline;
  const [p, q, r, s] = quad;
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let j = 0; j < ny; j++) {
      // Along a row the place in the source moves by equal steps from the left side of the quad to the right one.
      const v = (y + (j + 0.5) / ny) / height;
      const left = p.x + v * (s.x - p.x);
      const top = p.y + v * (s.y - p.y);
      add(source, { left, top, dx: q.x + v * (r.x - q.x) - left, dy: q.y + v * (r.y - q.y) - top, samples: nx }, sums);
    }
    // Clamped and rounded by the array.
    for (let i = 0, out = y * sums.length; i < sums.length; i++, out++) data[out] = sums[i]! / (nx * ny);
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

/** A row of samples, from `left` and `top` on by `dx` and `dy`; so many for each pixel of the result. */
interface Row {
  readonly left: number;
  readonly top: number;
  readonly dx: number;
  readonly dy: number;
  readonly samples: number;
}

const clamp = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value);

/** Adds samples to the sums of a row, three for each pixel. Written out, since it runs for every pixel of every line. */
function addBilinear({ width, height, data }: RgbRaster, row: Row, sums: Float64Array): void {
  const { left, top, dx, dy, samples } = row;
  const length = sums.length / 3;
  const right = width - 1;
  const low = height - 1;
  const line = width * 3;
  for (let x = 0, out = 0; x < length; x++, out += 3) {
    for (let i = 0; i < samples; i++) {
      const u = (x + (i + 0.5) / samples) / length;
      const px = left + u * dx;
      const py = top + u * dy;
      const x0 = Math.floor(px);
      const y0 = Math.floor(py);
      const near = clamp(x0, right) * 3;
      const far = clamp(x0 + 1, right) * 3;
      const above = clamp(y0, low) * line;
      const below = clamp(y0 + 1, low) * line;
      const fx = px - x0;
      const fy = py - y0;
      const gx = 1 - fx;
      const gy = 1 - fy;
      for (let k = 0; k < 3; k++) {
        const upper = data[above + near + k]! * gx + data[above + far + k]! * fx;
        const lower = data[below + near + k]! * gx + data[below + far + k]! * fx;
        sums[out + k]! += upper * gy + lower * fy;
      }
    }
  }
}

/** Adds samples as `addBilinear` does, with the splines of E. Catmull and R. Rom, "A class of local interpolating splines", 1974. */
function addSpline({ width, height, data }: RgbRaster, row: Row, sums: Float64Array): void {
  const { left, top, dx, dy, samples } = row;
  const length = sums.length / 3;
  const right = width - 1;
  const low = height - 1;
  const line = width * 3;
  for (let x = 0, out = 0; x < length; x++, out += 3) {
    for (let i = 0; i < samples; i++) {
      const u = (x + (i + 0.5) / samples) / length;
      const px = left + u * dx;
      const py = top + u * dy;
      const x0 = Math.floor(px);
      const y0 = Math.floor(py);
      const t = px - x0;
      const t2 = t * t;
      const t3 = t * t * t;
      const w0 = (-t3 + 2 * t2 - t) / 2;
      const w1 = (3 * t3 - 5 * t2 + 2) / 2;
      const w2 = (-3 * t3 + 4 * t2 + t) / 2;
      const w3 = (t3 - t2) / 2;
      const f = py - y0;
      const f2 = f * f;
      const f3 = f * f * f;
      const v0 = (-f3 + 2 * f2 - f) / 2;
      const v1 = (3 * f3 - 5 * f2 + 2) / 2;
      const v2 = (-3 * f3 + 4 * f2 + f) / 2;
      const v3 = (f3 - f2) / 2;
      const c0 = clamp(x0 - 1, right) * 3;
      const c1 = clamp(x0, right) * 3;
      const c2 = clamp(x0 + 1, right) * 3;
      const c3 = clamp(x0 + 2, right) * 3;
      const r0 = clamp(y0 - 1, low) * line;
      const r1 = clamp(y0, low) * line;
      const r2 = clamp(y0 + 1, low) * line;
      const r3 = clamp(y0 + 2, low) * line;
      for (let k = 0; k < 3; k++) {
        const a = c0 + k;
        const b = c1 + k;
        const c = c2 + k;
        const d = c3 + k;
        const upper = w0 * data[r0 + a]! + w1 * data[r0 + b]! + w2 * data[r0 + c]! + w3 * data[r0 + d]!;
        const above = w0 * data[r1 + a]! + w1 * data[r1 + b]! + w2 * data[r1 + c]! + w3 * data[r1 + d]!;
        const below = w0 * data[r2 + a]! + w1 * data[r2 + b]! + w2 * data[r2 + c]! + w3 * data[r2 + d]!;
        const lower = w0 * data[r3 + a]! + w1 * data[r3 + b]! + w2 * data[r3 + c]! + w3 * data[r3 + d]!;
        sums[out + k] = sums[out + k]! + v0 * upper + v1 * above + v2 * below + v3 * lower;
      }
    }
  }
}

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
