import { type AttackMeasures, measured } from '../faces/attack/signals.ts';
import { alignedChip, embed } from '../faces/embed.ts';
import { findFaces, type Picture } from '../faces/faces.ts';
import { around, type Box, sharesOf } from '../faces/geometry.ts';
import { findLandmarks, type Landmarks } from '../faces/landmarks.ts';
import { type HeadPose, headPose } from '../faces/pose.ts';
import { THRESHOLDS } from '../faces/thresholds.ts';
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

/** What one frame shows. */
export interface WatchedFrame {
  readonly at: number;
  /** Faces in it. Where the face was only followed from the frame before: 1. */
  readonly faces: number;
  /** The widest face. */
  readonly face: WatchedFace | null;
}

export interface WatchedFace {
  /** Around the landmarks, in shares of the frame's width and height. */
  readonly box: Box;
  readonly pose: HeadPose;
  readonly landmarks: Landmarks;
  /** Variance of the Laplacian of the aligned face. */
  readonly sharpness: number;
  /** Absent where the head is turned too far to be compared. */
  readonly embedding?: Float32Array;
  /** Of some of the frames, for their time. */
  readonly attack?: AttackMeasures;
}

/** Longest side of frames: what cameras of telephones and browsers record for such clips, 720p. */
const FRAME_SIDE = 1280;
/** Every how many frames the whole frame is searched; a face is followed in between, which takes a tenth of the time. */
const SEARCH_EVERY = 3;
/** Frames in which signs of attack are measured: they change little, and cost as much as all else of a frame. */
const ATTACK_FRAMES = 4;

/** Looks at the frames one after the other. Throws `UnreadableImage` for a frame that is no picture. */
export async function watch(frames: readonly VideoFrame[]): Promise<WatchedFrame[]> {
  const seen: WatchedFrame[] = [];
  let before: Landmarks | undefined;
  let attacks = 0;
  for (const [i, { at, picture }] of frames.entries()) {
    const raster = await decoded(picture);
    const searched = i % SEARCH_EVERY === 0 || i === frames.length - 1;
    const followed = searched || !before ? undefined : await follow(raster, before);
    const faces = followed ? [{ landmarks: followed, box: around(followed) }] : await findFaces(raster);
    const [widest] = faces;
    before = widest?.landmarks;
    if (!widest) {
      seen.push({ at, faces: 0, face: null });
      continue;
    }
    const pose = headPose(widest.landmarks);
    const ahead = Math.abs(pose.yaw) <= VIDEO_THRESHOLDS.comparable;
    const attack = !followed && ahead && attacks < ATTACK_FRAMES ? measured(raster, widest) : undefined;
    if (attack) attacks++;
    seen.push({
      at,
      faces: faces.length,
      face: {
        box: sharesOf(around(widest.landmarks), raster),
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

/** The landmarks where they were about in the frame before, or undefined where the face has left. */
async function follow(raster: RgbRaster, before: Landmarks): Promise<Landmarks | undefined> {
  const { landmarks, doubt } = await findLandmarks(raster, around(before));
  return doubt <= THRESHOLDS.doubt ? landmarks : undefined;
}

async function decoded(picture: Picture): Promise<RgbRaster> {
  return picture instanceof Uint8Array ? (await decodeRgb(picture, { side: FRAME_SIDE })).rgb : picture;
}
