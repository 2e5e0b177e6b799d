import type { Finding } from '../../finding.ts';
import { laplacianVariance } from '../../image/blur.ts';
import { greyOf, type RgbRaster } from '../../image/decode.ts';
import { alignedChip } from '../embed.ts';
import { type Face, type Picture, rasterOf } from '../faces.ts';
import { scaled } from '../geometry.ts';
import { ATTACK_THRESHOLDS } from '../thresholds.ts';
import { reduced } from '../warp.ts';
import { deviceFrame } from './device.ts';
import { frame } from './frame.ts';
import { moire } from './moire.ts';
import { skin } from './skin.ts';

/** Longest side, in pixels, at which edges and sharpness of the surroundings are measured. */
const SCENE_SIDE = 400;

/** The measure of each sign of attack. */
export type AttackMeasures = Readonly<Record<keyof typeof SIGNALS, number>>;

/** The signs, in order: their threshold, whether it is the most or the least in live pictures, and its measure. */
const SIGNALS = {
  moire: {
    limit: ATTACK_THRESHOLDS.moire,
    most: true,
    what: 'Screen pattern',
  },
  frame: { limit: ATTACK_THRESHOLDS.frame, most: true, what: 'Frame around the face' },
  skin_warmth: { limit: ATTACK_THRESHOLDS.warmth, most: false, what: 'Skin tone' },
  glare_on_face: { limit: ATTACK_THRESHOLDS.glare, most: true, what: 'Glare on the face' },
  sharper_surroundings: {
    limit: ATTACK_THRESHOLDS.sharperSurroundings,
    most: true,
    what: 'Sharper background than face',
  },
  face_share: { limit: ATTACK_THRESHOLDS.faceShare, most: false, what: 'Size of the face' },
  device_frame: {
    limit: ATTACK_THRESHOLDS.deviceSides,
    most: true,
    what: 'Sides of the face with the frame of a device',
  },
} as const;

/** Sides of the frame of a device that are as good as two signs: both sides of a phone are seldom an accident. */
const SURE_SIDES = 2;

const names = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];

/**
 * Weak signs that a live photo is a picture of a print or a screen, one finding each. Each is wrong on some honest pictures
 * and each is missing from some attacks: they are for adding up, and for a person to see, never for a decision of one alone.
 * Throws `UnreadableImage` for bytes that are not a picture.
 */
export async function attackSignals(picture: Picture, face: Face): Promise<Finding[]> {
  return judged([measured(await rasterOf(picture), face)]);
}

export function measured(raster: RgbRaster, face: Pick<Face, 'box' | 'landmarks'>): AttackMeasures {
  const { raster: scene, scale } = reduced(raster, SCENE_SIDE);
  const chip = alignedChip(raster, face.landmarks);
  const { warmth, glare } = skin(chip);
  const greyScene = greyOf(scene);
  return {
    moire: moire(raster, face.box),
    frame: frame(greyScene, scaled(face.box, scale)),
    skin_warmth: warmth,
    glare_on_face: glare,
    sharper_surroundings: Math.log10((laplacianVariance(greyScene) + 1) / (laplacianVariance(greyOf(chip)) + 1)),
    face_share: face.box.width / raster.width,
    device_frame: deviceFrame(greyScene, scaled(face.box, scale)),
  };
}

/** Returns findings on the mean measures of several pictures of one scene, at least one. */
export function judged(pictures: readonly AttackMeasures[]): Finding[] {
  return names.map((name): Finding => {
    const { limit, most, what } = SIGNALS[name];
    const measure = pictures.reduce((sum, picture) => sum + picture[name], 0) / pictures.length;
    const fails = most ? measure > limit : measure < limit;
    return {
      name,
      measure,
      threshold: limit,
      result: fails ? 'fail' : 'pass',
      reason: `${what}: ${fails ? 'unusual' : 'normal'} (measured ${measure.toFixed(3)}, ${most ? 'maximum' : 'minimum'} ${limit})`,
    };
  });
}

/**
 * 1 where no signal is raised, half of it for each that is, a quarter for a frame of a device on two sides: a rank for `spoofing_detection.score` (near 0 is an attack), not a
 * probability, for there is no data to fit one.
 */
export function genuineness(
  signals: readonly {
    readonly name: string;
    readonly measure: number | null;
    readonly result: Finding['result'] | null;
  }[],
): number {
  const raised = signals.filter(({ result }) => result === 'fail');
  return (
    0.5 **
    (raised.length +
      raised.filter(({ name, measure }) => name === 'device_frame' && (measure ?? 0) >= SURE_SIDES).length)
  );
}
