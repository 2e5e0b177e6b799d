import { NET_SIDE, type Raw, runNet } from './face-net.ts';
import type { Box, Point } from './frame.ts';

/** A face; places in shares (0 to 1) of the square that was looked at. */
export interface Face extends Box {
  /** The net's confidence, 0 to 1. */
  readonly score: number;
  /** Eye at the left of the picture, eye at its right, tip of the nose, mouth, ear at the left, ear at the right. */
  readonly points: readonly Point[];
}

/** Boxes that share more than this are one face. */
const SAME_FACE = 0.3;

/**
 * The faces in a square of `NET_SIDE` pixels, RGBA, the widest first.
 *
 * @param least see `Face.score`
 */
export function* findFaces(pixels: Uint8ClampedArray | Uint8Array, least: number): Generator<void, Face[]> {
  const found = (yield* runNet(pixels)).map(faceOf).filter(({ score, width }) => score >= least && width > 0);
  return joined(found).sort((a, b) => b.width - a.width);
}

function faceOf({ grid, column, row, score, numbers }: Raw): Face {
  const middle = { x: (column + 0.5) / grid, y: (row + 0.5) / grid };
  const at = (i: number): Point => ({
    x: middle.x + numbers[i]! / NET_SIDE,
    y: middle.y + numbers[i + 1]! / NET_SIDE,
  });
  const [width, height] = [numbers[2]! / NET_SIDE, numbers[3]! / NET_SIDE];
  const { x, y } = at(0);
  return {
    left: x - width / 2,
    top: y - height / 2,
    width,
    height,
    score: 1 / (1 + Math.exp(-score)),
    points: [4, 6, 8, 10, 12, 14].map(at),
  };
}

/**
 * Merges overlapping finds to one for each face: the mean of the finds that overlap with the surest, weighted by confidence. The
 * mean trembles less than the surest find.
 */
function joined(found: readonly Face[]): Face[] {
  let left = [...found].sort((a, b) => b.score - a.score);
  const faces: Face[] = [];
  while (left.length > 0) {
    const [best] = left as [Face];
    const same = left.filter((face) => face === best || overlap(face, best) > SAME_FACE);
    left = left.filter((face) => !same.includes(face));
    const sum = same.reduce((total, { score }) => total + score, 0);
    const mean = (value: (face: Face) => number) =>
      same.reduce((total, face) => total + face.score * value(face), 0) / sum;
    faces.push({
      left: mean((face) => face.left),
      top: mean((face) => face.top),
      width: mean((face) => face.width),
      height: mean((face) => face.height),
      score: best.score,
      points: best.points.map((_, i) => ({ x: mean((one) => one.points[i]!.x), y: mean((one) => one.points[i]!.y) })),
    });
  }
  return faces;
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const both = width * height;
  return both / (a.width * a.height + b.width * b.height - both);
}
