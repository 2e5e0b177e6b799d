import type { GreyRaster } from '../image/decode.ts';

/**
 * Share of pixels that equal their neighbours to the right and below, above which a picture was drawn by a program. Scanned
 * specimens have up to 0.22, drawn ones 0.6 and more, also as JPEG.
 */
const DRAWN = 0.35;

/** Pixels that are looked at, spread over the picture. */
const SAMPLES = 60_000;

/** Returns whether a picture was drawn rather than taken: without noise, honest letters are equal and parts differ by nature. */
export function isDrawn({ width, height, data }: GreyRaster): boolean {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / SAMPLES)));
  let [equal, count] = [0, 0];
  for (let y = 0; y < height - 1; y += step) {
    for (let x = 0; x < width - 1; x += step) {
      const at = y * width + x;
      if (data[at] === data[at + 1] && data[at] === data[at + width]) equal++;
      count++;
    }
  }
  return equal > DRAWN * count;
}
