import type { Finding } from '../finding.ts';
import { CAPTURE_LIMITS } from './capture-limits.ts';
import type { DecodedImage, RgbRaster } from './decode.ts';
import type { Point } from './point.ts';
import { depthsOf, type Spot, spotsOf } from './spots.ts';

/** Longest side, in pixels, at which glare is looked for. */
const SIDE = 400;

const SATURATED = CAPTURE_LIMITS.saturated;

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
 * Glare: a saturated spot, round rather than angular, whose light fades into the picture around it, or a large ellipse, with
 * print or other detail around it. White print and paper end at an edge, paper that is white everywhere or lit is not glare, blank
 * paper has nothing that glare could hide, and white that reaches the border of the picture is its background. Measured: the share of the largest such spot.
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
      if (surroundings.darker < DARKER * surroundings.rays || surroundings.printed < PRINTED * RAYS) continue;
      // A sheet ends at darker ground, so that nothing has to part it from other white.
      if (opening === 0 && surroundings.soft < SOFT_RAYS * surroundings.rays && isSheet(spot, light)) continue;
      if (isEllipse(share, surroundings) || (opening === 0 && isShine(spot, share, surroundings))) measure = share;
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

/**
 * Pixels beyond a spot in which print, or any other detail, is looked for, and the least by which light rises again behind it.
 * Over blank paper, light only falls: there is nothing that glare could hide.
 */
const PRINT_REACH = 48;
const RISE = 20;
const PRINTED = 0.1;

/** Least share of rays with a soft end from which a spot is not a sheet of paper, whose edges are sharp. */
const SOFT_RAYS = 0.5;

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
  /** Rays that meet detail farther out. */
  readonly printed: number;
  /** The spot ends where an ellipse of its size would. */
  readonly round: number;
  /** Share of the box along its axes that the spot covers, or 0 for a line. An ellipse covers 0.785. */
  readonly fill: number;
}

function surroundingsOf(spot: Spot, { width, height, darkest }: Light): Surroundings {
  const member = new Uint8Array(darkest.length);
  let [cx, cy] = [0, 0];
  for (const i of spot.pixels) {
    member[i] = 1;
    cx += (i % width) / spot.pixels.length;
    cy += Math.floor(i / width) / spot.pixels.length;
  }
  const { cos, sin, along: w, across: h } = axesOf(spot, { width, cx, cy });
  let [rays, soft, dimmer, darker, printed, round] = [0, 0, 0, 0, 0, 0];
  for (let ray = 0; ray < RAYS; ray++) {
    const [dx, dy] = [Math.cos((2 * ray * Math.PI) / RAYS), Math.sin((2 * ray * Math.PI) / RAYS)];
    const at = (d: number) => {
      const [x, y] = [Math.round(cx + d * dx), Math.round(cy + d * dy)];
      return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
    };
    let distance = 0;
    while (at(distance) >= 0 && member[at(distance)]) distance++;
    const radius = 2 * (distance - 0.5) * Math.hypot((dx * cos + dy * sin) / w, (dy * cos - dx * sin) / h);
    if (radius > 0.82 && radius < 1.18) round++;
    if (meetsDetail(distance + 1, (d) => darkest[at(d)])) printed++;
    const [near, far] = [at(distance + 1), at(distance + REACH)];
    if (near < 0 || far < 0) continue;
    rays++;
    if (255 - darkest[near]! < SOFT) soft++;
    if (darkest[far]! < PAPER) darker++;
    if (darkest[far]! < darkest[near]! - 4 || darkest[far]! < SATURATED - 12) dimmer++;
  }
  const fill = w > 6 * h || h > 6 * w ? 0 : spot.pixels.length / (w * h);
  return { rays, soft, dimmer, darker, printed, round, fill };
}

/** @param lightAt light at a distance; undefined outside of the picture */
function meetsDetail(from: number, lightAt: (distance: number) => number | undefined): boolean {
  let least = 255;
  for (let d = from; d < from + PRINT_REACH; d++) {
    const light = lightAt(d);
    if (light === undefined) return false;
    if (light > least + RISE) return true;
    least = Math.min(least, light);
  }
  return false;
}

/** Directions in which the outermost pixels of a spot are looked for. */
const DIRECTIONS = 36;

/**
 * Least share of a spot's convex hull that the largest quadrangle in it covers if the spot is a sheet of paper, at any angle and in
 * any perspective. In an ellipse, the largest quadrangle covers 0.64.
 */
const QUADRANGLE = 0.8;

function isSheet(spot: Spot, { width }: Light): boolean {
  const hull = Array.from({ length: DIRECTIONS }, (_, i) => {
    const [dx, dy] = [Math.cos((2 * Math.PI * i) / DIRECTIONS), Math.sin((2 * Math.PI * i) / DIRECTIONS)];
    let [x, y, most] = [0, 0, -Infinity];
    for (const pixel of spot.pixels) {
      const [u, v] = [pixel % width, Math.floor(pixel / width)];
      if (u * dx + v * dy > most) [x, y, most] = [u, v, u * dx + v * dy];
    }
    return { x, y };
  });
  const areaOf = (points: readonly Point[]) =>
    Math.abs(points.reduce((sum, { x, y }, i) => sum + x * points.at(i - 1)!.y - points.at(i - 1)!.x * y, 0)) / 2;
  let largest = 0;
  for (let i = 0; i < DIRECTIONS; i++) {
    for (let k = i + 2; k < DIRECTIONS; k++) {
      const [one, other] = [hull.slice(i + 1, k), [...hull.slice(k + 1), ...hull.slice(0, i)]];
      const beside = (points: readonly Point[]) =>
        Math.max(0, ...points.map((point) => areaOf([hull[i]!, point, hull[k]!])));
      largest = Math.max(largest, beside(one) + beside(other));
    }
  }
  return largest > QUADRANGLE * areaOf(hull);
}

/** The direction in which a spot is longest, by its second moments, and its size in pixels along and across. */
function axesOf(spot: Spot, { width, cx, cy }: { width: number; cx: number; cy: number }) {
  let [xx, xy, yy] = [0, 0, 0];
  for (const i of spot.pixels) {
    const [x, y] = [(i % width) - cx, Math.floor(i / width) - cy];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [first, last, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const i of spot.pixels) {
    const [x, y] = [(i % width) - cx, Math.floor(i / width) - cy];
    const [u, v] = [x * cos + y * sin, y * cos - x * sin];
    first = Math.min(first, u);
    last = Math.max(last, u);
    top = Math.min(top, v);
    bottom = Math.max(bottom, v);
  }
  return { cos, sin, along: last - first + 1, across: bottom - top + 1 };
}

/** Share of the picture from which an ellipse counts though it has a hard edge, as of a lamp in a mirror. */
const HARD_SHARE = 0.004;

/** Something like round, on darker ground, and soft unless it is large. */
function isShine(spot: Spot, share: number, { rays, soft, dimmer, round, fill }: Surroundings): boolean {
  // Text on white and the white around a card fill less.
  if (spot.pixels.length < 12 || fill < 0.45 || share > MOST || rays < RAYS / 2) return false;
  if (dimmer < 0.7 * rays) return false;
  return (round >= 0.8 * rays && share >= HARD_SHARE) || (soft >= 0.7 * rays && round >= 0.6 * rays);
}

/** Share of the picture from which an ellipse counts though what is around it is nearly as white. */
const ELLIPSE_SHARE = 0.008;

/** More than this is paper. */
const MOST = 0.35;

/** An ellipse, which print seldom leaves white. A rectangle meets 23 of 32 rays. */
function isEllipse(share: number, { rays, dimmer, round, fill }: Surroundings): boolean {
  if (share < ELLIPSE_SHARE || share > MOST || fill < 0.68 || fill > 0.92) return false;
  return round >= 0.84 * RAYS && dimmer >= 0.2 * rays;
}
