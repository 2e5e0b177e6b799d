import type { GreyRaster } from '../image/decode.ts';

/** Longest side, in pixels, at which slopes are measured, and side of the squares that each give one direction. */
const SIDE = 1000;
const SQUARE = 24;

/** Mean square of the slope, in grey levels a pixel squared, above which a square shows bars or print. */
const STEEP = 1000;

/** Least share of a square's slope that must point in one direction (0: none, 1: all): bars do, print does less. */
const COHERENT = 0.5;

/** Fewer squares that agree are not a barcode worth a turn. */
const FEWEST_SQUARES = 4;

/** Squares so far apart, in their own lengths, belong to one symbol. */
const TOGETHER = 2.5;

/** Degrees by which the direction of a symbol's squares differs, at most: photographs foreshorten it. */
const ALIKE = 6;

/** Supposed bars and their angle. */
export interface Bars {
  /** Degrees clockwise, within 45 to either side. */
  readonly tilt: number;
  /** Pixels of the picture, around the largest group of squares of that direction. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Number of squares of 24 pixels, in a picture of 1000, that show the bars. */
  readonly squares: number;
}

/**
 * Finds the supposed bars of a picture and their angle; undefined when nothing in it looks like bars. Measured by the structure
 * tensor (J. Bigün, G. H. Granlund, 1987) of small squares, whose most common direction counts. On drawn licences turned by 5 to
 * 20 degrees it found 100 to 123 % of the turn.
 */
export function barsOf(picture: GreyRaster): Bars | undefined {
  const { width, height, data, factor } = reduced(picture);
  const squares: { x: number; y: number; degree: number }[] = [];
  const degrees = new Uint16Array(90);
  for (let top = 1; top + SQUARE < height; top += SQUARE) {
    for (let left = 1; left + SQUARE < width; left += SQUARE) {
      let xx = 0;
      let yy = 0;
      let xy = 0;
      for (let y = top; y < top + SQUARE; y++) {
        for (let i = y * width + left; i < y * width + left + SQUARE; i++) {
          const dx = data[i + 1]! - data[i - 1]!;
          const dy = data[i + width]! - data[i - width]!;
          xx += dx * dx;
          yy += dy * dy;
          xy += dx * dy;
        }
      }
      const sum = xx + yy;
      if (sum < STEEP * SQUARE ** 2 || Math.hypot(xx - yy, 2 * xy) < COHERENT * sum) continue;
      const direction = (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI;
      const degree = Math.floor((direction + 135) % 90);
      degrees[degree]!++;
      squares.push({ x: left, y: top, degree });
    }
  }
  const around = (i: number) => degrees[(i + 89) % 90]! + degrees[i]! + degrees[(i + 1) % 90]!;
  let best = 0;
  for (let i = 1; i < 90; i++) if (around(i) > around(best)) best = i;
  if (around(best) < FEWEST_SQUARES) return undefined;
  const alike = squares.filter(({ degree }) => Math.min((degree - best + 90) % 90, (best - degree + 90) % 90) <= ALIKE);
  const group = largestGroup(alike);
  const [xs, ys] = [group.map(({ x }) => x), group.map(({ y }) => y)];
  return {
    tilt: best + 0.5 - 45,
    left: Math.min(...xs) * factor,
    top: Math.min(...ys) * factor,
    right: (Math.max(...xs) + SQUARE) * factor,
    bottom: (Math.max(...ys) + SQUARE) * factor,
    squares: group.length,
  };
}

/** The largest set of squares that are connected by nearness. */
function largestGroup<T extends { readonly x: number; readonly y: number }>(squares: readonly T[]): T[] {
  let best: T[] = [];
  const left = new Set(squares);
  while (left.size > best.length) {
    const [first] = left as Set<T>;
    const group = [first!];
    left.delete(first!);
    for (const segment of group) {
      for (const other of left) {
        if (Math.hypot(other.x - segment.x, other.y - segment.y) > TOGETHER * SQUARE) continue;
        left.delete(other);
        group.push(other);
      }
    }
    if (group.length > best.length) best = group;
  }
  return best;
}

/** Means of squares of whole pixels. */
function reduced(picture: GreyRaster) {
  const factor = Math.round(Math.max(picture.width, picture.height) / SIDE);
  if (factor <= 1) return { ...picture, factor: 1 };
  const width = Math.floor(picture.width / factor);
  const height = Math.floor(picture.height / factor);
  const data = new Float32Array(width * height);
  for (let y = 0; y < height * factor; y++) {
    const row = Math.floor(y / factor) * width;
    const from = y * picture.width;
    for (let x = 0; x < width * factor; x++) data[row + Math.floor(x / factor)]! += picture.data[from + x]!;
  }
  for (let i = 0; i < data.length; i++) data[i]! /= factor ** 2;
  return { width, height, data, factor };
}
