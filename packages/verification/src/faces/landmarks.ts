import type { RgbRaster } from '../image/decode.ts';
import { apply, around, type Box, centre, type Point, type Similarity } from './geometry.ts';
import { LANDMARKS_COUNT, LANDMARKS_SIDE } from './nets/landmarks.ts';
import { runNet } from './nets/runtime.ts';
import { mirrored, warp } from './warp.ts';

/**
 * Landmarks: 68 points, in pixels of the picture, by the mark-up of iBUG: jaw 0-16, brows, nose 27-35, eyes 36-47, mouth 48-67.
 */
export type Landmarks = readonly Point[];

/** The landmark that replaces each landmark after left and right were swapped. */
const MIRROR_ORDER = [
  ...[16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
  ...[26, 25, 24, 23, 22, 21, 20, 19, 18, 17],
  ...[27, 28, 29, 30, 35, 34, 33, 32, 31],
  ...[45, 44, 43, 42, 47, 46, 39, 38, 37, 36, 41, 40],
  ...[54, 53, 52, 51, 50, 49, 48, 59, 58, 57, 56, 55],
  ...[64, 63, 62, 61, 60, 67, 66, 65],
];

/** Looks taken: each turns and cuts the face by the landmarks of the previous one. */
const LOOKS = 3;

/** Side of the square that the net looks at, in sides of the box around the landmarks. */
const MARGIN = 1.1;

export interface LandmarkReading {
  readonly landmarks: Landmarks;
  /** Distance between the outputs for the face and its mirror image, in parts of the crop: small for a face. */
  readonly doubt: number;
}

/** The landmarks of the face in `box`. The net looks again and again, each time at a face that is better upright. */
export async function findLandmarks(picture: RgbRaster, box: Box): Promise<LandmarkReading> {
  let seen = await readLandmarks(picture, upright(box, 0, 1));
  for (let i = 1; i < LOOKS; i++) {
    seen = await readLandmarks(picture, upright(around(seen.landmarks), roll(seen.landmarks), MARGIN));
  }
  return seen;
}

/** Turn of the head in the plane of the picture, in radians, clockwise: the slope of the line through the eyes. */
function roll(landmarks: Landmarks): number {
  const [left, right] = [centre(landmarks.slice(36, 42)), centre(landmarks.slice(42, 48))];
  return Math.atan2(right.y - left.y, right.x - left.x);
}

/** One look, at the crop and its mirror image, whose answers are averaged. */
async function readLandmarks(picture: RgbRaster, place: Similarity): Promise<LandmarkReading> {
  const crop = warp(picture, place, LANDMARKS_SIDE);
  const { points } = await runNet('landmarks', Buffer.concat([crop.data, mirrored(crop).data]), LANDMARKS_SIDE);
  let apart = 0;
  const landmarks = Array.from({ length: LANDMARKS_COUNT }, (_, i) => {
    const j = LANDMARKS_COUNT + MIRROR_ORDER[i]!;
    const [x, y, u, v] = [points![2 * i]!, points![2 * i + 1]!, 1 - points![2 * j]!, points![2 * j + 1]!];
    apart += Math.hypot(x - u, y - v);
    return apply(place, { x: ((x + u) / 2) * LANDMARKS_SIDE, y: ((y + v) / 2) * LANDMARKS_SIDE });
  });
  return { landmarks, doubt: apart / LANDMARKS_COUNT };
}

/** The similarity that maps a square around a box, turned by `angle`, to the picture. */
function upright(box: Box, angle: number, margin: number): Similarity {
  const scale = (Math.max(box.width, box.height) * margin) / LANDMARKS_SIDE;
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const turn = { a: scale * Math.cos(angle), b: scale * Math.sin(angle), tx: 0, ty: 0 };
  const half = apply(turn, { x: LANDMARKS_SIDE / 2, y: LANDMARKS_SIDE / 2 });
  return { ...turn, tx: middle.x - half.x, ty: middle.y - half.y };
}
