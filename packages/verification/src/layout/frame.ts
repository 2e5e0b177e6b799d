import type { Spot } from './layout.ts';

/** A map from one plane to another: scale, turn and shift. */
export interface Frame {
  place(spot: Spot): Spot;
  /** Root of the mean squared distance of the pairs that it was made of, in units of the second plane. */
  readonly residual: number;
}

type Pair = readonly [from: Spot, to: Spot];

/**
 * The similarity that brings points nearest to their partners: least squares in closed form (S. Umeyama, "Least-squares
 * estimation of transformation parameters between two point patterns", 1991). Undefined for fewer than two points.
 */
export function frameOf(pairs: readonly Pair[]): Frame | undefined {
  if (pairs.length < 2) return undefined;
  const [from, to] = [middle(pairs.map(([a]) => a)), middle(pairs.map(([, b]) => b))];
  let [same, cross, spread] = [0, 0, 0];
  for (const [a, b] of pairs) {
    const [ax, ay, bx, by] = [a.x - from.x, a.y - from.y, b.x - to.x, b.y - to.y];
    same += ax * bx + ay * by;
    cross += ax * by - ay * bx;
    spread += ax ** 2 + ay ** 2;
  }
  if (spread === 0) return undefined;
  const [cos, sin] = [same / spread, cross / spread];
  const place = ({ x, y }: Spot): Spot => ({
    x: to.x + cos * (x - from.x) - sin * (y - from.y),
    y: to.y + sin * (x - from.x) + cos * (y - from.y),
  });
  const squares = pairs.map(([a, b]) => distance(place(a), b) ** 2);
  return { place, residual: Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / pairs.length) };
}

export const distance = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

function middle(spots: readonly Spot[]): Spot {
  return {
    x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
    y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
  };
}
