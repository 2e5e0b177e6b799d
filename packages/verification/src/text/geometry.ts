/** A place in a picture, in pixels; whole numbers are the centres of pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Corners in reading order of the text in it: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Length of a line of text and height of its letters, in pixels. */
export function sizeOf([tl, tr, br, bl]: Quad): { width: number; height: number } {
  return { width: (distance(tl, tr) + distance(bl, br)) / 2, height: (distance(tl, bl) + distance(tr, br)) / 2 };
}

export const centreOf = (quad: Quad): Point => ({
  x: quad.reduce((sum, { x }) => sum + x, 0) / 4,
  y: quad.reduce((sum, { y }) => sum + y, 0) / 4,
});

/** Radians that a line of text is turned clockwise, between -π and π. */
export const tiltOf = ([tl, tr]: Quad) => Math.atan2(tr.y - tl.y, tr.x - tl.x);

/** The tilt of most lines, in radians clockwise: the median, each line by its length; 0 without lines. */
export function commonTilt(quads: readonly Quad[]): number {
  const lines = quads
    .map((quad) => ({ tilt: tiltOf(quad), weight: sizeOf(quad).width }))
    .sort((a, b) => a.tilt - b.tilt);
  let left = lines.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { tilt, weight } of lines) {
    left -= weight;
    if (left <= 0) return tilt;
  }
  return 0;
}

/** Rotates a quad clockwise by `angle` radians about a point. */
export function turnedAbout(quad: Quad, angle: number, { x: cx, y: cy }: Point): Quad {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return quad.map(({ x, y }) => ({
    x: cx + (x - cx) * cos - (y - cy) * sin,
    y: cy + (x - cx) * sin + (y - cy) * cos,
  })) as unknown as Quad;
}

/** Rectangle around a middle, turned clockwise by `tilt` radians. */
export function quadAround({ x, y }: Point, width: number, height: number, tilt: number): Quad {
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const corner = (dx: number, dy: number) => ({ x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos });
  const [w, h] = [width / 2, height / 2];
  return [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)];
}

/** Convex hull, clockwise as seen on a screen (A. M. Andrew, 1979). */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const half = (list: readonly Point[]) => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length > 1 && cross(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const cross = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

/**
 * Smallest rectangle around points: one of its sides lies on a side of their hull (H. Freeman and R. Shapira, 1975). Of
 * the four ways to read it, the one with its longer side level, so that `tilt` lies between -π/2 and π/2.
 */
export function smallestRectangle(points: readonly Point[]): {
  middle: Point;
  width: number;
  height: number;
  tilt: number;
} {
  const corners = hull(points);
  let best = { middle: corners[0]!, width: 0, height: 0, tilt: 0 };
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < corners.length; i++) {
    const next = corners[(i + 1) % corners.length]!;
    const angle = Math.atan2(next.y - corners[i]!.y, next.x - corners[i]!.x);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of corners) {
      const [u, v] = [x * cos + y * sin, y * cos - x * sin];
      [left, right, top, bottom] = [Math.min(left, u), Math.max(right, u), Math.min(top, v), Math.max(bottom, v)];
    }
    const [width, height] = [right - left, bottom - top];
    if (width * height >= least) continue;
    least = width * height;
    const [u, v] = [(left + right) / 2, (top + bottom) / 2];
    best = { middle: { x: u * cos - v * sin, y: u * sin + v * cos }, width, height, tilt: angle };
  }
  return level(best);
}

function level<T extends { width: number; height: number; tilt: number }>(box: T): T {
  let { width, height, tilt } = box;
  if (height > width) [width, height, tilt] = [height, width, tilt + Math.PI / 2];
  tilt -= Math.PI * Math.round(tilt / Math.PI);
  return { ...box, width, height, tilt };
}
