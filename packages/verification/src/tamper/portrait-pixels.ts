import { pixelsOf } from './forensic-picture.ts';
import type { Regions } from './forensics.ts';
import type { Measure } from './measure.ts';
import { portraitFeatures } from './portrait-features.ts';
import model from './portrait-model.json' with { type: 'json' };
import { type Features, type ScoreModel, scoreOf } from './score.ts';

/**
 * `passed`: the score below which a portrait passes, as 3 % of the exchanged ones do that documents of the half for tuning
 * bear. `flagged`: the score that 2 % of their sound portraits reach. Both come from models that never saw the document.
 *
 * Only `passed` decides. On the half `held`, sound portraits of a few documents reach `flagged` in every picture:
 * `npm run eval -- --only portraits` prints how many.
 */
export const PORTRAIT_LIMITS: { readonly passed: number; readonly flagged: number } = model;

/** Least width of a face in pixels: below, too few of its tiles match tiles of the document. */
export const LEAST_FACE = 80;

/**
 * `portrait_pixels`: whether noise, sharpness, colours, compression and resampling of a head match the document around it. A
 * forger's portrait came out of another camera and another file; see `portraitFeatures`.
 *
 * Able where the portrait passes; a higher score decides nothing. Ghosts are printed in tints and lines, so they aren't scored.
 */
export const portraitPixels: Measure = (picture, { portrait, ghosts }: Regions) => {
  const face = portrait && pixelsOf(picture, portrait);
  if (!face || face.width < LEAST_FACE) return [];
  const features = portraitFeatures(picture, face, [
    face,
    ...ghosts.flatMap((ghost) => pixelsOf(picture, ghost) ?? []),
  ]);
  if (!features) return [];
  const score = portraitScore(features);
  const able = score < PORTRAIT_LIMITS.passed;
  return [
    {
      name: 'portrait_pixels',
      part: 'portrait',
      measure: score,
      threshold: PORTRAIT_LIMITS.passed,
      able,
      result: 'pass',
      place: null,
      reason: able
        ? 'Portrait consistency: high. Noise, sharpness and compression match the document around it'
        : 'Portrait consistency: unclear. Noise, sharpness and compression do not prove that it belongs to the document',
    },
  ];
};

/** Probability that a portrait was exchanged, were as many exchanged as sound, by the model that is stored beside this file. */
export const portraitScore = (features: Features): number => scoreOf(model satisfies ScoreModel, features);
