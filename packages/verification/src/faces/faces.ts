import type { Finding } from '../finding.ts';
import { decodeRgb, type RgbRaster } from '../image/decode.ts';
import { type Candidate, candidates, strongest } from './candidates.ts';
import { type Box, overlap } from './geometry.ts';
import { findLandmarks, type Landmarks } from './landmarks.ts';
import { THRESHOLDS } from './thresholds.ts';
import { wholeOf } from './warp.ts';

/** A picture, or the bytes of a JPEG or PNG, which are read at a longest side of `PICTURE_SIDE`. */
export type Picture = RgbRaster | Uint8Array;

/** A face, in pixels of the raster in which it was found. */
export interface Face {
  /** Box from brow to chin and from ear to ear, about; may reach beyond the picture. */
  readonly box: Box;
  readonly landmarks: Landmarks;
  /** Confidence of the detector, 0 to 1. */
  readonly score: number;
  /** Width of the box. */
  readonly width: number;
}

/** Faces of less than about 1/25 of the longer side are not seen anyway. */
const PICTURE_SIDE = 1600;

/** Sides of the second looks, in sides of the candidate. */
const SECOND_LOOKS = [3, 2, 4.5];
/** More of them are a crowd, and each costs time. */
const MOST_CANDIDATES = 12;

/**
 * The raster that coordinates of faces refer to. Throws `UnreadableImage`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { rasterOf } from '@bonafide/verification';
 *
 * const raster = await rasterOf(await readFile('selfie.jpg'));
 * console.log(raster.width, raster.height);
 */
export async function rasterOf(picture: Picture): Promise<RgbRaster> {
  if (!(picture instanceof Uint8Array)) return picture;
  return (await decodeRgb(picture, { side: PICTURE_SIDE })).rgb;
}

/**
 * All faces in a picture, the widest first. The detector proposes; landmarks that the mirror image doesn't confirm refuse.
 * Throws `UnreadableImage` for bytes that are not a picture.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { findFaces } from '@bonafide/verification';
 *
 * const faces = await findFaces(await readFile('group.jpg'));
 * console.log(faces.map(({ box, score }) => [box, score]));
 */
export async function findFaces(picture: Picture): Promise<Face[]> {
  const raster = await rasterOf(picture);
  return facesOf(raster, await candidates(raster, wholeOf(raster), THRESHOLDS.candidate));
}

/** Keeps the candidates that are faces, the widest first. */
export async function facesOf(raster: RgbRaster, found: readonly Candidate[]): Promise<Face[]> {
  const faces: Face[] = [];
  for (const candidate of found.slice(0, MOST_CANDIDATES)) {
    const { landmarks, doubt } = await findLandmarks(raster, candidate.box);
    if (doubt > THRESHOLDS.doubt) continue;
    const { box, score } = await confirmed(raster, candidate);
    if (score >= THRESHOLDS.face) faces.push({ box, landmarks, score, width: box.width });
  }
  // Second looks may move two candidates to one face.
  return strongest(faces).sort((a, b) => b.width - a.width);
}

/**
 * Checks that there is exactly one face, as a live photo requires.
 *
 * @example
 * import { faceCount } from '@bonafide/verification';
 *
 * faceCount([]).result; // 'fail'
 */
export function faceCount(faces: readonly Face[]): Finding {
  return {
    name: 'face_count',
    measure: faces.length,
    threshold: 1,
    result: faces.length === 1 ? 'pass' : 'fail',
    reason: `Number of faces: ${faces.length} (expected 1)`,
  };
}

/** The surest of several looks, as many as it takes: small or tightly cut faces are seen better from nearer or further. */
async function confirmed(raster: RgbRaster, candidate: Candidate): Promise<Candidate> {
  let best = candidate;
  const { left, top, width, height } = candidate.box;
  for (const factor of SECOND_LOOKS) {
    if (best.score >= THRESHOLDS.face) break;
    const side = Math.max(width, height) * factor;
    const part = { left: left + (width - side) / 2, top: top + (height - side) / 2, width: side, height: side };
    const seen = await candidates(raster, part, THRESHOLDS.candidate);
    const same = seen.find(({ box }) => overlap(box, candidate.box) > 0.4);
    if (same && same.score > best.score) best = same;
  }
  return best;
}
