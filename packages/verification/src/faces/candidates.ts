import type { RgbRaster } from '../image/decode.ts';
import { type Box, overlap } from './geometry.ts';
import { ANCHORS_COUNT, CLASSES_COUNT, DETECTOR_SIDE } from './nets/detector.ts';
import { runNet } from './nets/runtime.ts';
import { readWeights } from './nets/weights.ts';
import { cut } from './warp.ts';

/** Something that may be a face. */
export interface Candidate {
  readonly box: Box;
  /** Confidence of the detector, 0 to 1. */
  readonly score: number;
}

/** Boxes that share more than this are one face. */
const SAME_FACE = 0.5;
/** Factors that scaled the net's outputs in training, for place and size (as in the SSD paper). */
const VARIANCES = { place: 10, size: 5 };

/**
 * Detects faces within a square part of the picture, by falling score; boxes in pixels of the picture. Faces of less than about
 * 1/20 of the part's longer side are not seen.
 */
export async function candidates(picture: RgbRaster, part: Box, least: number): Promise<Candidate[]> {
  const { data } = cut(picture, part, DETECTOR_SIDE);
  const { boxes, classes } = await runNet('detector', data, DETECTOR_SIDE);
  const anchors = await readAnchors();
  const side = Math.max(part.width, part.height);
  const found: Candidate[] = [];
  for (let i = 0; i < ANCHORS_COUNT; i++) {
    const score = 1 / (1 + Math.exp(-classes![i * CLASSES_COUNT + 1]!));
    if (score < least) continue;
    const { left, top, width, height } = decodeBox(anchors.subarray(4 * i), boxes!.subarray(4 * i));
    const box = {
      left: part.left + left * side,
      top: part.top + top * side,
      width: width * side,
      height: height * side,
    };
    if (width > 0 && height > 0) found.push({ box, score });
  }
  return strongest(found);
}

/** One candidate per face: the most certain of overlapping candidates. */
export function strongest<T extends Candidate>(found: readonly T[]): T[] {
  const kept: T[] = [];
  for (const candidate of [...found].sort((a, b) => b.score - a.score)) {
    if (kept.every(({ box }) => overlap(box, candidate.box) <= SAME_FACE)) kept.push(candidate);
  }
  return kept;
}

/** Decodes a box into shares of the square's side. Anchors are top, left, bottom, right; outputs are y, x, height, width. */
function decodeBox(anchor: Float32Array, answer: Float32Array): Box {
  const [top, left, bottom, right] = anchor as unknown as [number, number, number, number];
  const [y, x, tall, wide] = answer as unknown as [number, number, number, number];
  const height = Math.exp(tall / VARIANCES.size) * (bottom - top);
  const width = Math.exp(wide / VARIANCES.size) * (right - left);
  const middle = {
    x: (left + right) / 2 + (x / VARIANCES.place) * (right - left),
    y: (top + bottom) / 2 + (y / VARIANCES.place) * (bottom - top),
  };
  return { left: middle.x - width / 2, top: middle.y - height / 2, width, height };
}

let anchors: Promise<Float32Array> | undefined;

function readAnchors(): Promise<Float32Array> {
  anchors ??= readWeights('ssd_mobilenetv1').then((weights) => weights('Output/extra_dim').data);
  return anchors;
}
