import { centre, type Point } from '../faces/geometry.ts';
import type { Landmarks } from '../faces/index.ts';
import { type Observation, undecided } from './observation.ts';
import { VIDEO_THRESHOLDS } from './thresholds.ts';

/** Landmarks of the outer corners of the eyes. */
const EYES = [36, 45] as const;

/** Root of the mean squared way of points, in units of `to` as it stands. */
function spread(from: readonly Point[], to: readonly Point[]): number {
  return Math.sqrt(from.reduce((sum, { x, y }, i) => sum + (x - to[i]!.x) ** 2 + (y - to[i]!.y) ** 2, 0) / from.length);
}

/** Way of the landmarks from one frame to another, in distances between the eyes of the other. */
export function movement(from: Landmarks, to: Landmarks): number {
  return spread(from, to) / eyes(to);
}

/**
 * Residual movement when one frame is warped onto the other by the affine map that fits best, in the same unit. A sheet that is
 * moved before a distant camera is mapped so (weak perspective), a head that turns or talks is not.
 */
export function bending(from: Landmarks, to: Landmarks): number {
  return spread(affine(from, to), to) / eyes(to);
}

/** Signs of a picture held before the camera, from the landmarks of all frames against the best one's. */
export function heldPicture(frames: readonly Landmarks[], best: Landmarks): Observation[] {
  if (frames.length < 2) {
    const reason = `Movement: not measured. Only ${frames.length} frames show a face`;
    return [undecided('still_picture', reason), undecided('flat_picture', reason)];
  }
  const moved = Math.max(...frames.map((frame) => movement(frame, best)));
  const bent = Math.max(...frames.map((frame) => bending(frame, best)));
  const limits = VIDEO_THRESHOLDS;
  return [
    {
      name: 'still_picture',
      measure: moved,
      threshold: limits.moved,
      result: moved < limits.moved ? 'fail' : 'pass',
      reason: `Movement of the face: ${moved < limits.moved ? 'none. The video may show a still image' : 'visible'} (measured ${moved.toFixed(3)} eye distances, minimum ${limits.moved})`,
    },
    {
      name: 'flat_picture',
      measure: bent,
      threshold: limits.bent,
      result: bent < limits.bent ? 'fail' : bent < limits.solid ? null : 'pass',
      reason: `Depth of the face: ${bent < limits.bent ? 'none. The video may show a flat image' : bent < limits.solid ? 'unclear' : 'visible'} (measured ${bent.toFixed(3)} eye distances, minimum ${limits.solid})`,
    },
  ];
}

function eyes(landmarks: Landmarks): number {
  const [a, b] = EYES.map((place) => landmarks[place]!) as [Point, Point];
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The points moved by the affine map that takes them nearest to `to`, by least squares. */
function affine(from: readonly Point[], to: readonly Point[]): Point[] {
  const [f, t] = [centre(from), centre(to)];
  let [xx, xy, yy, xu, xv, yu, yv] = [0, 0, 0, 0, 0, 0, 0];
  for (const [i, point] of from.entries()) {
    const [x, y, u, v] = [point.x - f.x, point.y - f.y, to[i]!.x - t.x, to[i]!.y - t.y];
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xu += x * u;
    xv += x * v;
    yu += y * u;
    yv += y * v;
  }
  const determinant = xx * yy - xy * xy;
  const [a, b] = [(xu * yy - yu * xy) / determinant, (yu * xx - xu * xy) / determinant];
  const [c, d] = [(xv * yy - yv * xy) / determinant, (yv * xx - xv * xy) / determinant];
  return from.map(({ x, y }) => ({ x: t.x + a * (x - f.x) + b * (y - f.y), y: t.y + c * (x - f.x) + d * (y - f.y) }));
}
