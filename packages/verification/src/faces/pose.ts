import { centre } from './geometry.ts';
import type { Landmarks } from './landmarks.ts';

/** Angles in degrees. Left and right belong to the picture, not to the person. */
export interface HeadPose {
  /** Turn to the side; positive where the nose points to the right. */
  readonly yaw: number;
  /** Nod; positive where the nose points up. Half-open mouths and long chins move it by some degrees. */
  readonly pitch: number;
  /** Tilt in the plane of the picture; positive clockwise. */
  readonly roll: number;
}

type Vector = readonly [x: number, y: number, z: number];

/**
 * Positions of landmarks on an average head: x to the right, y up, z towards the camera, in units of its own. The model of six
 * points in wide use with OpenCV's solvePnP (S. Mallick, "Head pose estimation using OpenCV and dlib", 2016).
 */
const HEAD: readonly (readonly [landmark: number, place: Vector])[] = [
  [30, [0, 0, 0]],
  [8, [0, -330, -65]],
  [36, [-225, 170, -135]],
  [45, [225, 170, -135]],
  [48, [-150, -150, -125]],
  [54, [150, -150, -125]],
];

const middle = scaled(sum(HEAD.map(([, place]) => place)), 1 / HEAD.length);
const model = HEAD.map(([, place]) => minus(place, middle));
const fit = inverse(model);

/**
 * Estimates the pose of a head under weak perspective: the rows of the camera that takes the model nearest to the landmarks by
 * least squares, made orthogonal (first step of D. DeMenthon and L. Davis, "Model-based object pose in 25 lines of code", 1995).
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { findFaces, headPose } from '@bonafide/verification';
 *
 * const [face] = await findFaces(await readFile('selfie.jpg'));
 * if (face) console.log(headPose(face.landmarks).yaw);
 */
export function headPose(landmarks: Landmarks): HeadPose {
  const seen = HEAD.map(([landmark]) => landmarks[landmark]!);
  const { x, y } = centre(seen);
  const right = camera(seen.map((point) => point.x - x));
  // The picture counts rows downwards, the model upwards.
  const up = camera(seen.map((point) => y - point.y));
  const ahead = unit(cross(right, up));
  const r = unit(right);
  const u = cross(ahead, r);
  return {
    yaw: degrees(Math.atan2(-ahead[0], ahead[2])),
    pitch: degrees(-Math.asin(ahead[1])),
    roll: degrees(Math.atan2(r[1], u[1])),
  };
}

/** The row that takes the model's places to `seen`. */
function camera(seen: readonly number[]): Vector {
  const moments = sum(model.map((place, i) => scaled(place, seen[i]!)));
  return fit.map((row) => dot(row, moments)) as unknown as Vector;
}

/** Inverse of the places' 3 × 3 matrix of second moments, which is symmetric: by Cramer's rule. */
function inverse(places: readonly Vector[]): readonly Vector[] {
  const axes = [0, 1, 2] as const;
  const [a, b, c] = axes.map((i) => sum(places.map((place) => scaled(place, place[i])))) as [Vector, Vector, Vector];
  const [p, q, r] = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = dot(a, p);
  return axes.map((i) => scaled([p[i], q[i], r[i]], 1 / determinant));
}

function sum(vectors: readonly Vector[]): Vector {
  return vectors.reduce<Vector>(([x, y, z], [u, v, w]) => [x + u, y + v, z + w], [0, 0, 0]);
}

function minus([x, y, z]: Vector, [u, v, w]: Vector): Vector {
  return [x - u, y - v, z - w];
}

function scaled([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor];
}

function dot([x, y, z]: Vector, [u, v, w]: Vector): number {
  return x * u + y * v + z * w;
}

function cross([x, y, z]: Vector, [u, v, w]: Vector): Vector {
  return [y * w - z * v, z * u - x * w, x * v - y * u];
}

function unit(vector: Vector): Vector {
  return scaled(vector, 1 / Math.hypot(...vector));
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
