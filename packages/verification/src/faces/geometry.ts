/** A point in pixels from the left and top of the picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box in pixels of the picture; may reach beyond its edges. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Turn, scale and shift: (x, y) goes to (a x - b y + tx, b x + a y + ty). */
export interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly tx: number;
  readonly ty: number;
}

export function apply({ a, b, tx, ty }: Similarity, { x, y }: Point): Point {
  return { x: a * x - b * y + tx, y: b * x + a * y + ty };
}

/** Pixels that one pixel becomes. */
export function scaleOf({ a, b }: Similarity): number {
  return Math.hypot(a, b);
}

/** The similarity that takes `from` nearest to `to` by least squares (S. Umeyama, 1991; without reflection). */
export function fitSimilarity(from: readonly Point[], to: readonly Point[]): Similarity {
  const f = centre(from);
  const t = centre(to);
  let dot = 0;
  let cross = 0;
  let norm = 0;
  for (const [i, point] of from.entries()) {
    const [x, y] = [point.x - f.x, point.y - f.y];
    const [u, v] = [to[i]!.x - t.x, to[i]!.y - t.y];
    dot += x * u + y * v;
    cross += x * v - y * u;
    norm += x * x + y * y;
  }
  const [a, b] = [dot / norm, cross / norm];
  return { a, b, tx: t.x - a * f.x + b * f.y, ty: t.y - b * f.x - a * f.y };
}

export function centre(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Smallest box around points. */
export function around(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

export function scaled({ left, top, width, height }: Box, factor: number): Box {
  return { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
}

/** The box in shares (0 to 1) of the width and height of the raster that it lies in. */
export function sharesOf(box: Box, { width, height }: { width: number; height: number }): Box {
  return { left: box.left / width, top: box.top / height, width: box.width / width, height: box.height / height };
}

/** Shared area of all area (intersection over union), 0 to 1. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}
