import { brightness } from './brightness.ts';
import { LEAST_SCORE } from './face-hint.ts';
import { SLACK, scaled } from './face-look.ts';
import { NET_SIDE } from './face-net.ts';
import { findFaces } from './faces.ts';
import { CAPTURE_LIMITS } from './limits.ts';
import { sharpnessOf } from './sharpness.ts';
import type { Finding, Judgement, Still, StillInput } from './still.ts';
import { drawer, finished } from './watch.ts';

/** Judges a selfie by the rules of the camera's hints. The face may be anywhere in the picture. */
export function* lookAtFace({ size, draw, wasGood }: Still): Generator<void, Judgement> {
  const side = Math.max(size.width, size.height);
  const part = { left: (size.width - side) / 2, top: (size.height - side) / 2, width: side, height: side };
  const square = draw({ part, width: NET_SIDE, height: NET_SIDE });
  if (!square) return { findings: [] };
  const [face, other] = yield* findFaces(square.data, LEAST_SCORE);
  if (!face) return { findings: wasGood ? [] : ['no_face'] };
  if (other) return { findings: ['many_faces'] };
  const slack = wasGood ? SLACK : 1;
  const findings: Finding[] = ['face'];
  if (brightness(square, scaled(face, square)) < CAPTURE_LIMITS.faceLight * slack)
    return { findings: [...findings, 'dark'] };
  yield;
  const detail = draw({
    part: {
      left: part.left + face.left * side,
      top: part.top + face.top * side,
      width: face.width * side,
      height: face.height * side,
    },
    width: CAPTURE_LIMITS.faceSide,
    height: CAPTURE_LIMITS.faceSide,
  });
  if (detail) findings.push((yield* sharpnessOf(detail)) < CAPTURE_LIMITS.faceSharpness * slack ? 'blurred' : 'sharp');
  return { findings };
}

/** Judges a photo or a file of a face; undefined if the screen is gone before the end. */
export function judgeFace({ picture, wasGood, isStopped }: StillInput): Promise<Judgement | undefined> {
  const size = { width: picture.width, height: picture.height };
  return finished(lookAtFace({ size, draw: drawer(picture, () => size), wasGood }), isStopped);
}
