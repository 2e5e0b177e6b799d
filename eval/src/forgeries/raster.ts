import { decodeRgb, type RgbRaster } from '@bonafide/verification';
import sharp, { type Sharp } from 'sharp';
import { normal, type Random } from './random.ts';

/** A box in whole pixels. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The longest side at which pictures are changed: all of the open ones stay as they are. */
const SIDE = 4000;

export const opened = async (bytes: Uint8Array): Promise<RgbRaster> => (await decodeRgb(bytes, { side: SIDE })).rgb;

export const sharpOf = ({ width, height, data }: RgbRaster): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

export async function rasterOf(picture: Sharp): Promise<RgbRaster> {
  const { data, info } = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

export const copyOf = ({ width, height, data }: RgbRaster): RgbRaster => ({
  width,
  height,
  // The slice of a buffer would be the same memory.
  data: Uint8Array.from(data),
});

/** The box in whole pixels, cut at the borders of the picture; null where nothing is left of it. */
export function within({ width, height }: RgbRaster, box: PixelBox): PixelBox | null {
  const left = Math.max(0, Math.round(box.left));
  const top = Math.max(0, Math.round(box.top));
  const right = Math.min(width, Math.round(box.left + box.width));
  const bottom = Math.min(height, Math.round(box.top + box.height));
  return right - left < 2 || bottom - top < 2 ? null : { left, top, width: right - left, height: bottom - top };
}

export function cut({ width, data }: RgbRaster, box: PixelBox): RgbRaster {
  const part = new Uint8Array(box.width * box.height * 3);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.top + y) * width + box.left) * 3;
    part.set(data.subarray(from, from + box.width * 3), y * box.width * 3);
  }
  return { width: box.width, height: box.height, data: part };
}

/** Puts a part in its place, changing `canvas`; `alpha` gives the share of the part at each of its pixels. */
export function paste(
  canvas: RgbRaster,
  part: RgbRaster,
  { left, top }: { left: number; top: number },
  alpha: (x: number, y: number) => number = () => 1,
): void {
  for (let y = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) {
      const [cx, cy] = [left + x, top + y];
      if (cx < 0 || cy < 0 || cx >= canvas.width || cy >= canvas.height) continue;
      const share = alpha(x, y);
      if (share <= 0) continue;
      const [to, from] = [(cy * canvas.width + cx) * 3, (y * part.width + x) * 3];
      for (let k = 0; k < 3; k++) {
        canvas.data[to + k] = Math.round(canvas.data[to + k]! * (1 - share) + part.data[from + k]! * share);
      }
    }
  }
}

export const luma = (data: Uint8Array, at: number) => 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;

/** Mean and standard deviation of each colour in a box. */
export function statistics(canvas: RgbRaster, box: PixelBox): { mean: number[]; deviation: number[] } {
  const [sum, squares] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      for (let k = 0; k < 3; k++) {
        const value = canvas.data[(y * canvas.width + x) * 3 + k]!;
        sum[k]! += value;
        squares[k]! += value * value;
      }
    }
  }
  const count = box.width * box.height;
  const mean = sum.map((value) => value / count);
  return { mean, deviation: squares.map((value, k) => Math.sqrt(Math.max(0, value / count - mean[k]! ** 2))) };
}

/** Adds noise of so many grey levels to every pixel, as a sensor does. */
export function noisy(canvas: RgbRaster, levels: number, random: Random): RgbRaster {
  const data = new Uint8ClampedArray(canvas.data.length);
  for (let i = 0; i < data.length; i += 3) {
    const grey = normal(random) * levels;
    for (let k = 0; k < 3; k++) data[i + k] = canvas.data[i + k]! + grey + normal(random) * levels * 0.4;
  }
  return { ...canvas, data: new Uint8Array(data.buffer) };
}

/**
 * Deviation of the noise in a box: the median of how far pixels are from the mean of their neighbours, so that lines of
 * print and guilloche count for little.
 */
export function noiseOf(canvas: RgbRaster, box: PixelBox): number {
  const found: number[] = [];
  const { width, data } = canvas;
  for (let y = Math.max(1, box.top); y < Math.min(canvas.height - 1, box.top + box.height); y++) {
    for (let x = Math.max(1, box.left); x < Math.min(width - 1, box.left + box.width); x++) {
      const at = (y * width + x) * 3;
      const around = luma(data, at - 3) + luma(data, at + 3) + luma(data, at - width * 3) + luma(data, at + width * 3);
      found.push(Math.abs(luma(data, at) - around / 4));
    }
  }
  found.sort((a, b) => a - b);
  return (found[found.length >> 1] ?? 0) * 1.33;
}
