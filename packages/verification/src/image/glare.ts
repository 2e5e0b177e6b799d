import type { Finding } from '../finding.ts';
import type { DecodedImage, RgbRaster } from './decode.ts';
import { depthsOf, type Spot, spotsOf } from './spots.ts';

/** Longest side, in pixels, at which glare is looked for. */
const SIDE = 400;

/** All three channels at or above this: the sensor has seen nothing but light. */
const SATURATED = 245;

/**
 * Largest share of the picture that a spot of glare may cover, see `glare`.
 *
 * Measured on 48 specimen documents, 5 letters, 17 pictures of other things and 138 portraits: none of the documents and
 * letters is flagged, 2 of the portraits are. With a drawn spot over 1 to 3 % of a document 85 to 90 % are found; the others
 * have it on paper that is white anyway.
 */
const GLARE_THRESHOLD = 0.0012;

/** Pixels by which white is thinned before spots are separated: 2 and 5 part a spot from the paper between print. */
const OPENINGS = [0, 2, 5] as const;

/**
 * Glare: a saturated spot, round rather than angular, whose light fades into the picture around it, or a large ellipse.
 * White print and paper end at an edge, paper that is white everywhere or lit is not glare, and white that reaches the border
 * of the picture is its background. Measured: the share of the largest such spot.
 */
export function glare(image: Pick<DecodedImage, 'rgb'>): Finding {
  const light = minima(image.rgb);
  const depths = depthsOf(light.darkest, light.width, SATURATED);
  const pixels = light.darkest.length;
  let measure = 0;
  for (const opening of OPENINGS) {
    for (const spot of spotsOf(depths, light.width, opening)) {
      const share = spot.pixels.length / pixels;
      if (share <= measure || touchesBorder(spot, light)) continue;
      const surroundings = surroundingsOf(spot, light);
      if (surroundings.darker < DARKER * surroundings.rays) continue;
      if (isEllipse(spot, share, surroundings) || (opening === 0 && isShine(spot, share, surroundings)))
        measure = share;
    }
  }
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  return {
    name: 'glare',
    measure,
    threshold: GLARE_THRESHOLD,
    result: measure > GLARE_THRESHOLD ? 'fail' : 'pass',
    reason: `Glare: ${measure > GLARE_THRESHOLD ? 'strong' : 'low'} (measured largest spot: ${percent(measure)} of the image, maximum ${percent(GLARE_THRESHOLD)})`,
  };
}

interface Light {
  readonly width: number;
  readonly height: number;
  /** The least of the three channels, means over squares of pixels. */
  readonly darkest: Uint8Array;
}

function minima({ width, height, data }: RgbRaster): Light {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / SIDE));
  const [w, h] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))];
  const darkest = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let sum = 0;
      let n = 0;
      for (let v = y * step; v < Math.min(height, (y + 1) * step); v++) {
        for (let u = x * step; u < Math.min(width, (x + 1) * step); u++, n++) {
          const i = (v * width + u) * 3;
          sum += Math.min(data[i]!, data[i + 1]!, data[i + 2]!);
        }
      }
      darkest[y * w + x] = sum / n;
    }
  }
  return { width: w, height: h, darkest };
}

function touchesBorder({ left, top, right, bottom }: Spot, { width, height }: Light): boolean {
  return left <= 0 || top <= 0 || right >= width - 1 || bottom >= height - 1;
}

const RAYS = 32;

/** Distance, in pixels, over which the light of a spot is followed; the next constant limits its loss over the first two. */
const REACH = 8;
const SOFT = 45;

/**
 * Least light of white paper `REACH` beyond where a lamp takes it to saturation, and least share of rays that must meet less.
 * Around a mirrored lamp light falls at once, over lit paper slowly: of 92 drawn papers under uneven light 12 were flagged
 * without this and none is with it; of 92 with a mirrored lamp 88 are found, as before.
 */
const PAPER = 230;
const DARKER = 0.2;

/** Results of the rays from the middle of a spot, as numbers of `RAYS`. */
interface Surroundings {
  /** Rays that stay in the picture for `REACH` beyond the spot; `soft`, `dimmer` and `darker` are of these. */
  readonly rays: number;
  /** Light fades rather than ends. */
  readonly soft: number;
  /** Rays that get darker farther out. */
  readonly dimmer: number;
  /** Rays that meet no white paper farther out. */
  readonly darker: number;
  /** The spot ends where an ellipse of its size would. */
  readonly round: number;
}

function surroundingsOf(spot: Spot, { width, height, darkest }: Light): Surroundings {
  const member = new Uint8Array(darkest.length);
  let [cx, cy] = [0, 0];
  for (const i of spot.pixels) {
    member[i] = 1;
    cx += (i % width) / spot.pixels.length;
    cy += Math.floor(i / width) / spot.pixels.length;
  }
  const [w, h] = sizeOf(spot);
  let [rays, soft, dimmer, darker, round] = [0, 0, 0, 0, 0];
  for (let ray = 0; ray < RAYS; ray++) {
    const [dx, dy] = [Math.cos((2 * ray * Math.PI) / RAYS), Math.sin((2 * ray * Math.PI) / RAYS)];
    const at = (d: number) => {
      const [x, y] = [Math.round(cx + d * dx), Math.round(cy + d * dy)];
      return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
    };
    let distance = 0;
    while (at(distance) >= 0 && member[at(distance)]) distance++;
    const radius = 2 * (distance - 0.5) * Math.hypot(dx / w, dy / h);
    if (radius > 0.82 && radius < 1.18) round++;
    const [near, far] = [at(distance + 1), at(distance + REACH)];
    if (near < 0 || far < 0) continue;
    rays++;
    if (255 - darkest[near]! < SOFT) soft++;
    if (darkest[far]! < PAPER) darker++;
    if (darkest[far]! < darkest[near]! - 4 || darkest[far]! < SATURATED - 12) dimmer++;
  }
  return { rays, soft, dimmer, darker, round };
}

function sizeOf({ left, top, right, bottom }: Spot): [width: number, height: number] {
  return [right - left + 1, bottom - top + 1];
}

/** Share of its box that a spot covers, or 0 for one that is not a spot but a line. An ellipse covers 0.785. */
function fillOf(spot: Spot): number {
  const [w, h] = sizeOf(spot);
  return w > 6 * h || h > 6 * w ? 0 : spot.pixels.length / (w * h);
}

/** Share of the picture from which an ellipse counts though it has a hard edge, as of a lamp in a mirror. */
const HARD_SHARE = 0.004;

/** Something like round, on darker ground, and soft unless it is large. */
function isShine(spot: Spot, share: number, { rays, soft, dimmer, round }: Surroundings): boolean {
  // Text on white and the white around a card fill less.
  if (spot.pixels.length < 12 || fillOf(spot) < 0.45 || share > MOST || rays < RAYS / 2) return false;
  if (dimmer < 0.7 * rays) return false;
  return (round >= 0.8 * rays && share >= HARD_SHARE) || (soft >= 0.7 * rays && round >= 0.6 * rays);
}

/** Share of the picture from which an ellipse counts though what is around it is nearly as white. */
const ELLIPSE_SHARE = 0.008;

/** More than this is paper. */
const MOST = 0.35;

/** An ellipse, which print seldom leaves white. A rectangle meets 23 of 32 rays. */
function isEllipse(spot: Spot, share: number, { rays, dimmer, round }: Surroundings): boolean {
  const fill = fillOf(spot);
  if (share < ELLIPSE_SHARE || share > MOST || fill < 0.68 || fill > 0.92) return false;
  return round >= 0.84 * RAYS && dimmer >= 0.2 * rays;
}
