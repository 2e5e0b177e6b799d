import type { Finding } from '../finding.ts';
import { attackSignals, genuineness } from './attack/signals.ts';
import { embed } from './embed.ts';
import { type Eyes, eyesOf } from './eyes.ts';
import { faceCount, findFaces, type Picture, rasterOf } from './faces.ts';
import { type Box, sharesOf } from './geometry.ts';
import { type HeadPose, headPose } from './pose.ts';

/** Analysis of a live photo. Plain data: it crosses threads. */
export interface SelfieAnalysis {
  /** Boxes of the faces, the widest first, in shares (0 to 1) of the upright picture's width and height. */
  readonly faces: readonly Box[];
  /** Finding on whether there is exactly one face. */
  readonly count: Finding;
  /** The only face; null with no face or several, since then it is unclear who is meant. */
  readonly person: SelfiePerson | null;
}

export interface SelfiePerson {
  /** See `embed`. */
  readonly embedding: Float32Array;
  readonly eyes: Eyes;
  readonly pose: HeadPose;
  /** Weak signs of a picture of a picture: see `attackSignals`. */
  readonly signals: readonly Finding[];
  /** 0 to 1, near 0 for an attack: see `genuineness`. */
  readonly genuineness: number;
}

/**
 * Everything that a live photo shows by itself. Throws `UnreadableImage` for bytes that are not a picture.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { analyseSelfie } from '@bonafide/verification';
 *
 * const { count, person } = await analyseSelfie(await readFile('selfie.jpg'));
 * console.log(count.reason, person?.embedding);
 */
export async function analyseSelfie(picture: Picture): Promise<SelfieAnalysis> {
  const raster = await rasterOf(picture);
  const faces = await findFaces(raster);
  const found = { faces: faces.map(({ box }) => sharesOf(box, raster)), count: faceCount(faces) };
  const [face, other] = faces;
  if (!face || other) return { ...found, person: null };
  const signals = await attackSignals(raster, face);
  const embedding = await embed(raster, face);
  return {
    ...found,
    person: {
      embedding,
      eyes: eyesOf(face.landmarks, raster),
      pose: headPose(face.landmarks),
      signals,
      genuineness: genuineness(signals),
    },
  };
}
