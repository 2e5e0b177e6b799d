import type { Finding } from '../finding.ts';
import type { DecodedImage, RgbRaster } from './decode.ts';

/** Longest side, in pixels, at which glare is looked for. */
const SIDE = 400;

/** All three channels above this: the sensor has seen nothing but light. */
const SATURATED = 245;

/** Largest share of the picture that a spot of glare may cover, see `glare`. */
export const GLARE_THRESHOLD = 0.0012;

interface Spot {
  readonly pixels: readonly number[];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Glare: a saturated spot, round rather than angular, whose light fades into the picture around it. White print and
 * paper end at an edge, and paper that is white everywhere is no glare. Measured: the share of the largest such spot.
 */
export function glare(image: Pick<DecodedImage, 'rgb'>): Finding {
  const { width, height, darkest } = minima(image.rgb);
  let measure = 0;
  for (const spot of spotsOf(width, height, darkest)) {
    const share = spot.pixels.length / (width * height);
    if (share > measure && isGlare(spot, width, height, darkest)) measure = share;
  }
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  return {
    name: 'glare',
    measure,
    threshold: GLARE_THRESHOLD,
    result: measure > GLARE_THRESHOLD ? 'fail' : 'pass',
    reason: `Largest spot of glare covers ${percent(measure)} of the picture; at most ${percent(GLARE_THRESHOLD)} is allowed`,
  };
}

/** The least of the three channels, means over squares of pixels, at most `SIDE` a side. */
function minima({ width, height, data }: RgbRaster): { width: number; height: number; darkest: Uint8Array } {
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

function* spotsOf(width: number, height: number, darkest: Uint8Array): Generator<Spot> {
  const seen = new Uint8Array(darkest.length);
  for (let start = 0; start < darkest.length; start++) {
    if (seen[start] || darkest[start]! < SATURATED) continue;
    const pixels = [start];
    seen[start] = 1;
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let at = 0; at < pixels.length; at++) {
      const i = pixels[at]!;
      const x = i % width;
      const y = (i - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (const [dx, dy] of NEIGHBOURS) {
        const [u, v] = [x + dx, y + dy];
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        const next = v * width + u;
        if (seen[next] || darkest[next]! < SATURATED) continue;
        seen[next] = 1;
        pixels.push(next);
      }
    }
    yield { pixels, left, right, top, bottom };
  }
}

const NEIGHBOURS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** How far out, in pixels, the light of a spot is followed, and how much it may lose on the first two of them. */
const REACH = 8;
const SOFT = 45;

/** Share of the picture from which an ellipse counts though it has a hard edge, as of a lamp in a mirror. */
const ROUND_SHARE = 0.004;

function isGlare(spot: Spot, width: number, height: number, darkest: Uint8Array): boolean {
  const [w, h] = [spot.right - spot.left + 1, spot.bottom - spot.top + 1];
  const { length: area } = spot.pixels;
  // An ellipse fills 0.785 of its box. Text on white and the white around a card fill less, or more.
  const fill = area / (w * h);
  if (area < 12 || w > 6 * h || h > 6 * w || fill < 0.45 || area > 0.35 * darkest.length) return false;
  const [cx, cy] = [(spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2];
  const member = new Set(spot.pixels);
  let [rays, soft, dimmer, round] = [0, 0, 0, 0];
  for (let ray = 0; ray < 32; ray++) {
    const [dx, dy] = [Math.cos((ray * Math.PI) / 16), Math.sin((ray * Math.PI) / 16)];
    let distance = 0;
    const at = (d: number) => {
      const [x, y] = [Math.round(cx + d * dx), Math.round(cy + d * dy)];
      return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
    };
    while (at(distance) >= 0 && member.has(at(distance))) distance++;
    const radius = 2 * (distance - 0.5) * Math.hypot(dx / w, dy / h);
    if (radius > 0.82 && radius < 1.18) round++;
    const [near, far] = [at(distance + 1), at(distance + REACH)];
    if (near < 0 || far < 0) continue;
    rays++;
    if (255 - darkest[near]! < SOFT) soft++;
    if (darkest[far]! < darkest[near]! - 4 || darkest[far]! < SATURATED - 12) dimmer++;
  }
  if (rays < 16 || dimmer < 0.7 * rays) return false;
  const share = area / darkest.length;
  return (round >= 0.8 * rays && share >= ROUND_SHARE) || (soft >= 0.7 * rays && round >= 0.5 * rays);
}
