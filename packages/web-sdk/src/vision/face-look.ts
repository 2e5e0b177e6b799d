import { brightness } from './brightness.ts';
import { type FaceHint, LEAST_SCORE, placeHint } from './face-hint.ts';
import { type Face, findFaces } from './faces.ts';
import type { Box, Frame } from './frame.ts';
import { CAPTURE_LIMITS } from './limits.ts';
import { yawOf } from './pose.ts';
import { sharpnessOf } from './sharpness.ts';

/** Factor by which the limits of light and sharpness give way to a face that was good a moment ago. */
export const SLACK = 0.85;

export interface FaceView {
  /** Square of `NET_SIDE` pixels around the oval. */
  readonly square: Frame;
  /** The oval, in shares (0 to 1) of the square. */
  readonly oval: Box;
  /**
   * Draws a face `CAPTURE_LIMITS.faceSide` pixels wide. It is called only when every other test passed. A view without it shows no
   * blur: heads that move are blurred now and then.
   */
  detail?(face: Face): Frame | undefined;
}

/** Result of one look: its hint, and the degrees by which the widest face is turned to the person's own left. */
export interface SeenFace {
  readonly seen: FaceHint;
  /** Absent without a face. */
  readonly yaw?: number;
}

/**
 * Looks for a face in an oval. The hint is that the face is good, or the first thing that isn't, in the order in which things are
 * mended.
 *
 * @param was the hint before
 */
export function* lookForFace({ square, oval, detail }: FaceView, was?: FaceHint): Generator<void, SeenFace> {
  const faces = yield* findFaces(square.data, LEAST_SCORE);
  const [face] = faces;
  const place = placeHint(faces, oval, was);
  if (!face) return { seen: place };
  const yaw = yawOf(face.points);
  if (place === 'many_faces') return { seen: place, yaw };
  const slack = was === 'good' ? SLACK : 1;
  if (brightness(square, scaled(face, square)) < CAPTURE_LIMITS.faceLight * slack) return { seen: 'dark', yaw };
  if (place !== 'good') return { seen: place, yaw };
  yield;
  const close = detail?.(face);
  yield;
  const blurred = close && (yield* sharpnessOf(close)) < CAPTURE_LIMITS.faceSharpness * slack;
  return { seen: blurred ? 'blur' : 'good', yaw };
}

export const scaled = (
  { left, top, width, height }: Box,
  to: { readonly width: number; readonly height: number },
): Box => ({
  left: left * to.width,
  top: top * to.height,
  width: width * to.width,
  height: height * to.height,
});
