import type { GreyRaster } from './decode.ts';

/** Signs that stand in one row like print. Boxes in pixels of the raster. */
export interface TextRow {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Signs in it. */
  readonly signs: number;
  /** Median height of its signs. */
  readonly height: number;
  /** Unevenness of the steps from sign to sign, as a share of the step: below `EVEN_STEPS` for type of one width. */
  readonly unevenness: number;
  /** First, last, highest and lowest sign touch the border of the picture. */
  readonly touches: {
    readonly left: boolean;
    readonly right: boolean;
    readonly top: boolean;
    readonly bottom: boolean;
  };
}

interface Sign {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Fewer signs are not a row: leaves and hair make short ones. */
const FEWEST_SIGNS = 6;

/** Most unevenness of type of one width. Zones of specimens have 0 to 0.09, print of other kinds 0.13 and more. */
export const EVEN_STEPS = 0.1;

/** Signs of print have their feet on one line, within this share of their height (median deviation). */
const STRAIGHT = 0.16;

/** More connected dark spots than this are noise, not print: a full page has about 5,000. */
const MOST_SIGNS = 20_000;

/**
 * Rows of dark signs on lighter ground, without reading them: spots darker than their surroundings, of like height,
 * side by side. Rows may be tilted by up to about 15 degrees. Light print on dark ground is not seen.
 */
export function textRows(picture: GreyRaster): TextRow[] {
  const signs = signsOf(picture);
  if (signs.length > MOST_SIGNS) return [];
  return chains(signs)
    .map((row) => rowOf(row, picture))
    .filter((row) => row !== undefined);
}

function signsOf(picture: GreyRaster): Sign[] {
  const { width, height } = picture;
  const ink = inkOf(picture);
  const highest = Math.max(12, 0.09 * Math.max(width, height));
  const signs: Sign[] = [];
  const stack = new Int32Array(ink.length);
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue;
    let [left, right, top, bottom, area, depth] = [width, 0, height, 0, 0, 0];
    stack[depth++] = start;
    ink[start] = 2;
    while (depth > 0) {
      const i = stack[--depth]!;
      const x = i % width;
      const y = (i - x) / width;
      area++;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy++) {
        for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx++) {
          const next = i + dy * width + dx;
          if (ink[next] !== 1) continue;
          ink[next] = 2;
          stack[depth++] = next;
        }
      }
    }
    const [w, h] = [right - left + 1, bottom - top + 1];
    if (h < 4 || h > highest || w > 4 * h || area < 6 || area < 0.12 * w * h) continue;
    signs.push({ left, top, right, bottom });
  }
  return signs;
}

/** 1 where a pixel is clearly darker than the mean of its surroundings, 0 elsewhere. */
function inkOf({ width, height, data }: GreyRaster): Uint8Array {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += data[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  const reach = Math.max(7, Math.round(Math.max(width, height) / 60));
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [y0, y1] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    const upper = y0 * (width + 1);
    const lower = y1 * (width + 1);
    for (let x = 0; x < width; x++) {
      const x0 = x < reach ? 0 : x - reach;
      const x1 = x + reach + 1 > width ? width : x + reach + 1;
      const sum = sums[lower + x1]! - sums[upper + x1]! - sums[lower + x0]! + sums[upper + x0]!;
      const mean = sum / ((x1 - x0) * (y1 - y0));
      if (data[y * width + x]! < mean - Math.max(14, 0.13 * mean)) ink[y * width + x] = 1;
    }
  }
  return ink;
}

/** Joins each sign with the nearest fitting one to its right. */
function chains(signs: readonly Sign[]): Sign[][] {
  const sorted = [...signs].sort((a, b) => a.left - b.left);
  const next = new Int32Array(sorted.length).fill(-1);
  const previous = new Int32Array(sorted.length).fill(-1);
  for (let i = 0; i < sorted.length; i++) {
    const sign = sorted[i]!;
    const h = sign.bottom - sign.top + 1;
    for (let j = i + 1; j < sorted.length; j++) {
      const other = sorted[j]!;
      if (other.left - sign.right > 2.2 * h) break;
      if (previous[j] !== -1 || other.left <= (sign.left + sign.right) / 2) continue;
      const otherHeight = other.bottom - other.top + 1;
      if (otherHeight > 1.7 * h || h > 1.7 * otherHeight) continue;
      if (Math.abs(other.bottom + other.top - sign.bottom - sign.top) > 0.7 * Math.max(h, otherHeight)) continue;
      next[i] = j;
      previous[j] = i;
      break;
    }
  }
  const rows: Sign[][] = [];
  for (let i = 0; i < sorted.length; i++) {
    if (previous[i] !== -1 || next[i] === -1) continue;
    const row: Sign[] = [];
    for (let j = i; j !== -1; j = next[j]!) row.push(sorted[j]!);
    if (row.length >= FEWEST_SIGNS) rows.push(row);
  }
  return rows;
}

function rowOf(signs: readonly Sign[], { width, height }: GreyRaster): TextRow | undefined {
  const typical = median(signs.map(({ top, bottom }) => bottom - top + 1));
  if (deviation(signs) > STRAIGHT * typical + 0.5) return undefined;
  const left = Math.min(...signs.map((sign) => sign.left));
  const right = Math.max(...signs.map((sign) => sign.right));
  const top = Math.min(...signs.map((sign) => sign.top));
  const bottom = Math.max(...signs.map((sign) => sign.bottom));
  // A row of spots without gaps is a line or a pattern; one with wide gaps is chance.
  const inked = signs.reduce((sum, sign) => sum + sign.right - sign.left + 1, 0) / (right - left + 1);
  if (inked < 0.3 || inked > 0.97) return undefined;
  const touches = {
    left: left <= 0,
    right: right >= width - 1,
    // One tall letter may reach the border; half of the row may not.
    top: 2 * signs.filter((sign) => sign.top <= 0).length >= signs.length,
    bottom: 2 * signs.filter((sign) => sign.bottom >= height - 1).length >= signs.length,
  };
  return { left, top, right, bottom, signs: signs.length, height: typical, unevenness: unevenness(signs), touches };
}

/** Median deviation of the steps between the signs' middles from their median, as a share of it. */
function unevenness(signs: readonly Sign[]): number {
  const middles = signs.map(({ left, right }) => (left + right) / 2);
  const steps = middles.slice(1).map((x, i) => x - middles[i]!);
  const step = median(steps);
  return median(steps.map((each) => Math.abs(each - step))) / step;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** Median distance of the signs' feet from the line through them. */
function deviation(signs: readonly Sign[]): number {
  const n = signs.length;
  const xs = signs.map(({ left, right }) => (left + right) / 2);
  const ys = signs.map(({ bottom }) => bottom);
  const [mx, my] = [xs.reduce((a, b) => a + b) / n, ys.reduce((a, b) => a + b) / n];
  const slope =
    xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i]! - my), 0) /
    Math.max(
      1,
      xs.reduce((sum, x) => sum + (x - mx) ** 2, 0),
    );
  return median(xs.map((x, i) => Math.abs(ys[i]! - my - slope * (x - mx))));
}
