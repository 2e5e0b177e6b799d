import type { RgbRaster } from '../image/decode.ts';
import { type Face, type Picture, rasterOf } from './faces.ts';
import { fitSimilarity, type Point } from './geometry.ts';
import type { Landmarks } from './landmarks.ts';
import { CHIP_SIDE, LENGTHS } from './nets/recognition.ts';
import { runNet } from './nets/runtime.ts';
import { mirrored, warp } from './warp.ts';

/**
 * Positions on which dlib's net was trained for corners of the eyes and base of the nose, in parts of the box around a face (mean
 * shape of `dlib::get_face_chip_details` for five points), by number of the landmark.
 */
const TEMPLATE: readonly (readonly [landmark: number, x: number, y: number])[] = [
  [36, 0.1205750620789, 0.2137274526848],
  [39, 0.3340850613712, 0.2290642403242],
  [42, 0.6460604764104, 0.2289674387677],
  [45, 0.8595674595992, 0.2134981538014],
  [33, 0.4901123135679, 0.6277975316475],
];
/** Room that dlib leaves on each side of that box, in its sides. */
const PADDING = 0.25;

/** Pixels by which further views of the face are shifted sideways: evens out what landmarks miss by. */
const SHIFTS = [0, -4, 4];

/**
 * Names how embeddings are made: net, weights, alignment and views. Templates that were kept under another name can't be compared
 * with a face of now, so a change of any of these changes the name.
 */
export const EMBEDDING_MODEL = 'dlib-resnet-29-v1/384';

/** Numbers of an embedding. */
export const EMBEDDING_LENGTH = LENGTHS.last + LENGTHS.middle;

/**
 * Weight of the net's middle against its end. Cosines of different people scatter 12 times as widely at the end (0.037)
 * as in the middle (0.0031; 1770 pairs of portraits), so at 12 both count alike.
 */
const MIDDLE_WEIGHT = 12;

const onChip = (share: number) => ((share + PADDING) / (1 + 2 * PADDING)) * CHIP_SIDE;
const template: readonly Point[] = TEMPLATE.map(([, x, y]) => ({ x: onChip(x), y: onChip(y) }));

/**
 * 384 numbers of length 1 that stand for a face: alike for one person, unlike for two. `compareFaces` compares them.
 * The mean of six views of the face, three of them mirrored.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { embed, findFaces } from '@bonafide/verification';
 *
 * const picture = await readFile('selfie.jpg');
 * const [face] = await findFaces(picture);
 * if (face) console.log((await embed(picture, face)).length);
 */
export async function embed(picture: Picture, face: Pick<Face, 'landmarks'>): Promise<Float32Array> {
  const raster = await rasterOf(picture);
  const views = SHIFTS.map((shift) => alignedChip(raster, face.landmarks, shift));
  const chips = views.flatMap((view) => [view.data, mirrored(view).data]);
  const { last, middle } = await runNet('recognition', Buffer.concat(chips), CHIP_SIDE);
  const embedding = new Float32Array(EMBEDDING_LENGTH);
  embedding.set(direction(last!, LENGTHS.last, 1));
  embedding.set(direction(middle!, LENGTHS.middle, MIDDLE_WEIGHT), LENGTHS.last);
  return embedding;
}

/** The face turned, scaled and shifted to where the recognition net expects it. */
export function alignedChip(picture: RgbRaster, landmarks: Landmarks, shift = 0): RgbRaster {
  const places = TEMPLATE.map(([landmark]) => landmarks[landmark]!);
  const target = template.map(({ x, y }) => ({ x: x + shift, y }));
  return warp(picture, fitSimilarity(target, places), CHIP_SIDE);
}

/** Sum of the views' directions, of such a length that the whole embedding has length 1 and this part its weight in it. */
function direction(views: Float32Array, length: number, weight: number): Float32Array {
  const sum = new Float32Array(length);
  for (let at = 0; at < views.length; at += 2 * length) {
    const pair = new Float32Array(length);
    for (let i = 0; i < length; i++) pair[i] = views[at + i]! + views[at + length + i]!;
    const norm = Math.hypot(...pair);
    for (let i = 0; i < length; i++) sum[i]! += pair[i]! / norm;
  }
  const scale = Math.sqrt(weight / (1 + MIDDLE_WEIGHT)) / Math.hypot(...sum);
  return sum.map((value) => value * scale);
}
