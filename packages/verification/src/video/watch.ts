import { type AttackMeasures, measured } from '../faces/attack/signals.ts';
import { alignedChip, embed } from '../faces/embed.ts';
import { type Eyes, eyesOf } from '../faces/eyes.ts';
import { findFaces, type Picture } from '../faces/faces.ts';
import { type Box, sharesOf } from '../faces/geometry.ts';
import type { Landmarks } from '../faces/landmarks.ts';
import { type HeadPose, headPose } from '../faces/pose.ts';
import { laplacianVariance } from '../image/blur.ts';
import { decodeRgb, greyOf, type RgbRaster } from '../image/decode.ts';
import { VIDEO_THRESHOLDS } from './thresholds.ts';

/** One frame of a clip, upright. */
export interface VideoFrame {
  /** Seconds from the start of the clip. */
  readonly at: number;
  /** JPEG or PNG, or decoded. */
  readonly picture: Picture;
}

/** Analysis of one frame. */
export interface WatchedFrame {
  readonly at: number;
  /** Faces in it. */
  readonly faces: number;
  /** The widest face. */
  readonly face: WatchedFace | null;
}

export interface WatchedFace {
  /** Box in shares of the frame's width and height. */
  readonly box: Box;
  readonly eyes: Eyes;
  readonly pose: HeadPose;
  readonly landmarks: Landmarks;
  /** Variance of the Laplacian of the aligned face. */
  readonly sharpness: number;
  /** Absent where the head is turned too far to be compared. */
  readonly embedding?: Float32Array;
  /** Attack measures; present for some of the frames only, to save time. */
  readonly attack?: AttackMeasures;
}

/** Longest side of frames: what cameras of telephones and browsers record for such clips, 720p. */
const FRAME_SIDE = 1280;
/** Frames in which signs of attack are measured: they change little, and cost as much as finding the face. */
const ATTACK_FRAMES = 4;

/**
 * Looks at the frames one after the other, at the whole of each. To follow the face from the frame before would spare a third
 * of the time, but landmarks that miss a face by half its width may look as sure as others, and turned.
 *
 * Throws `UnreadableImage` for a frame that is not a picture.
 */
export async function watch(frames: readonly VideoFrame[]): Promise<WatchedFrame[]> {
  const seen: WatchedFrame[] = [];
  let attacks = 0;
  for (const [i, { at, picture }] of frames.entries()) {
    const raster = await decoded(picture);
    const faces = await findFaces(raster);
    const [widest] = faces;
    if (!widest) {
      seen.push({ at, faces: 0, face: null });
      continue;
    }
    const pose = headPose(widest.landmarks);
    const ahead = Math.abs(pose.yaw) <= VIDEO_THRESHOLDS.comparable;
    // Spread over the clip, as far as the head lets them be.
    const due = attacks < ATTACK_FRAMES && attacks * frames.length <= i * ATTACK_FRAMES;
    const attack = ahead && due ? measured(raster, widest) : undefined;
    if (attack) attacks++;
    seen.push({
      at,
      faces: faces.length,
      face: {
        box: sharesOf(widest.box, raster),
        eyes: eyesOf(widest.landmarks, raster),
        pose,
        landmarks: widest.landmarks,
        sharpness: laplacianVariance(greyOf(alignedChip(raster, widest.landmarks))),
        ...(ahead && { embedding: await embed(raster, widest) }),
        ...(attack && { attack }),
      },
    });
  }
  return seen;
}

async function decoded(picture: Picture): Promise<RgbRaster> {
  return picture instanceof Uint8Array ? (await decodeRgb(picture, { side: FRAME_SIDE })).rgb : picture;
}
