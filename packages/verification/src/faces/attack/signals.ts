import type { Finding } from '../../finding.ts';
import { laplacianVariance } from '../../image/blur.ts';
import { greyOf } from '../../image/decode.ts';
import { alignedChip } from '../embed.ts';
import { type Face, type Picture, rasterOf } from '../faces.ts';
import type { Box } from '../geometry.ts';
import { ATTACK_THRESHOLDS } from '../thresholds.ts';
import { reduced } from '../warp.ts';
import { frame } from './frame.ts';
import { moire } from './moire.ts';
import { skin } from './skin.ts';

/** Longest side, in pixels, at which edges and sharpness of the surroundings are measured. */
const SCENE_SIDE = 400;

/** Of `measure` against `threshold`, of which `most` says whether it is the most or the least allowed. */
function signal(name: string, measure: number, threshold: number, most: boolean, reason: string): Finding {
  const result = (most ? measure > threshold : measure < threshold) ? 'fail' : 'pass';
  return {
    name,
    measure,
    threshold,
    result,
    reason: `${reason}: ${measure.toFixed(3)}, ${most ? 'at most' : 'at least'} ${threshold} in live pictures`,
  };
}

/**
 * Weak signs that a live photo is a picture of a print or a screen, one finding each. Each is wrong on some honest pictures
 * and each is missing from some attacks: they are for adding up, and for a person to see, never for a decision of one alone.
 * Throws `UnreadableImage` for bytes that are no picture.
 */
export async function attackSignals(picture: Picture, face: Face): Promise<Finding[]> {
  const raster = await rasterOf(picture);
  const { raster: scene, scale } = reduced(raster, SCENE_SIDE);
  const chip = alignedChip(raster, face.landmarks);
  const { warmth, glare } = skin(chip);
  const greyScene = greyOf(scene);
  const surroundings = Math.log10((laplacianVariance(greyScene) + 1) / (laplacianVariance(greyOf(chip)) + 1));
  const limits = ATTACK_THRESHOLDS;
  return [
    signal(
      'moire',
      moire(greyOf(raster), face.box),
      limits.moire,
      true,
      'Strongest regular wave over its kind, as a power of ten',
    ),
    signal(
      'frame',
      frame(greyScene, scaled(face.box, scale)),
      limits.frame,
      true,
      'Second best straight edge beside the face',
    ),
    signal('skin_warmth', warmth, limits.warmth, false, 'Red over blue in the skin'),
    signal('glare_on_face', glare, limits.glare, true, 'White share of the face'),
    signal(
      'sharper_surroundings',
      surroundings,
      limits.sharperSurroundings,
      true,
      'Sharpness of the surroundings over that of the face, as a power of ten',
    ),
    signal(
      'face_share',
      face.width / raster.width,
      limits.faceShare,
      false,
      'Width of the face in that of the picture',
    ),
  ];
}

/**
 * 1 where no signal is raised, half of it for each that is: a rank for `spoofing_detection.score` (near 0 is an attack), not a
 * probability, for there is no data to fit one.
 */
export function genuineness(signals: readonly Finding[]): number {
  return 0.5 ** signals.filter(({ result }) => result === 'fail').length;
}

function scaled({ left, top, width, height }: Box, factor: number): Box {
  return { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
}
