import type { RgbRaster } from './decode.ts';
import type { Outline } from './outline.ts';

/** Sides, in pixels, that a straightened document may have at most. */
const LONGEST_SIDE = 4000;

/**
 * The quadrangle of a picture as if seen from straight above: a rectangle as wide and as high as the means of its opposite
 * sides. Bilinear; what lies outside of the picture repeats its border.
 *
 * Undefined when the corners don't make a quadrangle.
 */
export function straighten(
  { width, height, data }: RgbRaster,
  { corners }: Pick<Outline, 'corners'>,
): RgbRaster | undefined {
  const [a, b, c, d] = corners.map(({ x, y }) => [x * width, y * height] as const) as [P, P, P, P];
  const outWidth = Math.round((length(a, b) + length(d, c)) / 2);
  const outHeight = Math.round((length(b, c) + length(a, d)) / 2);
  const map = squareToQuad(a, b, c, d);
  if (!map || outWidth < 2 || outHeight < 2 || Math.max(outWidth, outHeight) > LONGEST_SIDE) return undefined;
  const out = new Uint8Array(outWidth * outHeight * 3);
  for (let v = 0, to = 0; v < outHeight; v++) {
    for (let u = 0; u < outWidth; u++, to += 3) {
      const [x, y] = map((u + 0.5) / outWidth, (v + 0.5) / outHeight);
      const px = Math.min(Math.max(x - 0.5, 0), width - 1);
      const py = Math.min(Math.max(y - 0.5, 0), height - 1);
      const left = Math.max(0, Math.min(px | 0, width - 2));
      const top = Math.max(0, Math.min(py | 0, height - 2));
      const i = (top * width + left) * 3;
      const right = width > 1 ? 3 : 0;
      const below = height > 1 ? i + width * 3 : i;
      for (let channel = 0; channel < 3; channel++) {
        const upper = data[i + channel]! + (px - left) * (data[i + right + channel]! - data[i + channel]!);
        const lower = data[below + channel]! + (px - left) * (data[below + right + channel]! - data[below + channel]!);
        out[to + channel] = upper + (py - top) * (lower - upper) + 0.5;
      }
    }
  }
  return { width: outWidth, height: outHeight, data: out };
}

type P = readonly [x: number, y: number];

function length([ax, ay]: P, [bx, by]: P): number {
  return Math.hypot(bx - ax, by - ay);
}

/** Projective map of the unit square onto a quadrangle (P. S. Heckbert, 1989, section 2.2.3). */
function squareToQuad([x0, y0]: P, [x1, y1]: P, [x2, y2]: P, [x3, y3]: P): ((u: number, v: number) => P) | undefined {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const determinant = dx1 * dy2 - dx2 * dy1;
  if (Math.abs(determinant) < 1e-9) return undefined;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  const [a, b] = [x1 - x0 + g * x1, x3 - x0 + h * x3];
  const [d, e] = [y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [(a * u + b * v + x0) / w, (d * u + e * v + y0) / w];
  };
}
