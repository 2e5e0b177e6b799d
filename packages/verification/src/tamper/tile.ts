import { blockDct } from './block-dct.ts';
import type { ForensicPicture } from './forensic-picture.ts';

/** Names of `Tile.values`, in their order; all but the last three are natural logarithms. */
export const TILE_VALUES = [
  'residual',
  'horizontal',
  'vertical',
  'fourth',
  'blue',
  'red',
  'peaks',
  'fine',
  'middle',
  'lag',
  'channels',
  'coefficients',
] as const;

/** Statistics of 8 by 8 pixels, from which noise, sharpness and compression of two areas can be compared. */
export interface Tile {
  /** Column and row of its first pixel. */
  readonly left: number;
  readonly top: number;
  /** Mean luma, 0 to 255. */
  readonly level: number;
  /** Deviation of means over 2 by 2 pixels: detail that isn't noise, in levels. */
  readonly texture: number;
  readonly values: Float64Array;
}

/** Pixels around a tile that its filters touch. */
export const TILE_MARGIN = 2;

/** Share of samples at the end of their range from which on a tile says nothing. */
const MOST_CLIPPED = 3;

/** A coefficient on the edge of its step counts, whatever the sums of the transform have lost. */
const ROUNDING = 1e-9;

const coefficients = new Float64Array(64);

/**
 * Statistics of the tile from (left, top) on; null where it is clipped. The raster must extend `TILE_MARGIN` pixels beyond it.
 * Residuals are taken from second and fourth differences, and from the mask of J. Immerkær ("Fast noise variance estimation",
 * 1996), which passes over lines and slopes.
 */
export function tileOf(picture: ForensicPicture, left: number, top: number): Tile | null {
  const { grey, rgb, jpeg } = picture;
  const { width, data } = grey;
  const colour = rgb.data;
  let [clipped, level] = [0, 0];
  let [sum, squares, across, down, fourth, lag, lagged] = [0, 0, 0, 0, 0, 0, 0];
  let [blue, red, rr, gg, rg] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + 8; y++) {
    let before = 0;
    for (let x = left; x < left + 8; x++) {
      const at = y * width + x;
      const value = data[at]!;
      level += value;
      if (value <= 1 || value >= 254) clipped++;
      const w = data[at - 1]!;
      const e = data[at + 1]!;
      const n = data[at - width]!;
      const s = data[at + width]!;
      const corners = data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
      const mask = (corners - 2 * (w + e + n + s) + 4 * value) / 6;
      sum += Math.abs(mask);
      squares += mask * mask;
      const second = w + e - 2 * value;
      across += Math.abs(second);
      down += Math.abs(n + s - 2 * value);
      fourth += Math.abs(data[at - 2]! + data[at + 2]! - 4 * (w + e) + 6 * value);
      if (x > left) lag += second * before;
      lagged += second * second;
      before = second;
      const r = maskOf(colour, at, width, 0);
      const g = maskOf(colour, at, width, 1);
      const b = maskOf(colour, at, width, 2);
      red += Math.abs(r - mask);
      blue += Math.abs(b - mask);
      rr += r * r;
      gg += g * g;
      rg += r * g;
    }
  }
  if (clipped > MOST_CLIPPED) return null;
  blockDct(grey, left, top, coefficients);
  let [fine, middle, coded] = [0, 0, 0];
  for (let i = 1; i < 64; i++) {
    const order = (i & 7) + (i >> 3);
    const value = Math.abs(coefficients[i]!);
    if (order >= 8) fine += value;
    else if (order >= 4) middle += value;
    if (order >= 3 && value >= (jpeg?.luma[i] ?? 2) / 2 - ROUNDING) coded++;
  }
  return {
    left,
    top,
    level: level / 64,
    texture: textureOf(data, width, left, top),
    values: Float64Array.of(
      Math.log(0.15 + sum / 64),
      Math.log(0.3 + across / 64),
      Math.log(0.3 + down / 64),
      Math.log(0.6 + fourth / 64),
      Math.log(0.1 + blue / 64),
      Math.log(0.1 + red / 64),
      Math.log((0.1 + squares / 64) / (0.1 + (sum / 64) ** 2)),
      Math.log(0.3 + fine / 28),
      Math.log(0.3 + middle / 26),
      lag / (lagged + 8),
      rg / (Math.sqrt(rr * gg) + 8),
      coded / 58,
    ),
  };
}

/** Immerkær's mask of one colour. */
function maskOf(data: Uint8Array, at: number, width: number, k: number): number {
  const i = 3 * at + k;
  const up = i - 3 * width;
  const down = i + 3 * width;
  const corners = data[up - 3]! + data[up + 3]! + data[down - 3]! + data[down + 3]!;
  return (corners - 2 * (data[i - 3]! + data[i + 3]! + data[up]! + data[down]!) + 4 * data[i]!) / 6;
}

function textureOf(data: Uint8Array, width: number, left: number, top: number): number {
  let [sum, squares] = [0, 0];
  for (let y = top; y < top + 8; y += 2) {
    for (let x = left; x < left + 8; x += 2) {
      const at = y * width + x;
      const mean = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4;
      sum += mean;
      squares += mean * mean;
    }
  }
  return Math.sqrt(Math.max(0, squares / 16 - (sum / 16) ** 2));
}
