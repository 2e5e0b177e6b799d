import type { GreyRaster } from '../image/decode.ts';

/** Longest side, in pixels, at which slopes are measured, and side of the squares that each give one direction. */
const SIDE = 1000;
const SQUARE = 24;

/** Mean square of the slope, in grey levels a pixel squared, above which a square shows bars or print. */
const STEEP = 1000;

/** How much of a square's slope must point in one direction (0: none, 1: all): bars do, print does less. */
const COHERENT = 0.5;

/** Fewer squares that agree are no barcode worth a turn. */
const FEWEST_SQUARES = 4;

/**
 * Degrees clockwise, within 45 to either side, by which the bars of a picture seem to be turned; undefined when nothing
 * in it looks like bars. Measured by the structure tensor (J. Bigün, G. H. Granlund, 1987) of small squares, whose most
 * common direction counts. On drawn licences turned by 5 to 20 degrees it found 100 to 123 % of the turn.
 */
export function tiltOfBars(picture: GreyRaster): number | undefined {
  const { width, height, data } = reduced(picture);
  const degrees = new Uint16Array(90);
  for (let top = 1; top + SQUARE < height; top += SQUARE) {
    for (let left = 1; left + SQUARE < width; left += SQUARE) {
      let xx = 0;
      let yy = 0;
      let xy = 0;
      for (let y = top; y < top + SQUARE; y++) {
        for (let i = y * width + left; i < y * width + left + SQUARE; i++) {
          const dx = data[i + 1]! - data[i - 1]!;
          const dy = data[i + width]! - data[i - width]!;
          xx += dx * dx;
          yy += dy * dy;
          xy += dx * dy;
        }
      }
      const sum = xx + yy;
      if (sum < STEEP * SQUARE ** 2 || Math.hypot(xx - yy, 2 * xy) < COHERENT * sum) continue;
      const direction = (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI;
      degrees[Math.floor((direction + 135) % 90)]!++;
    }
  }
  const around = (i: number) => degrees[(i + 89) % 90]! + degrees[i]! + degrees[(i + 1) % 90]!;
  let best = 0;
  for (let i = 1; i < 90; i++) if (around(i) > around(best)) best = i;
  return around(best) < FEWEST_SQUARES ? undefined : best + 0.5 - 45;
}

/** Means of squares of whole pixels. */
function reduced(picture: GreyRaster): { width: number; height: number; data: Float32Array | Uint8Array } {
  const factor = Math.round(Math.max(picture.width, picture.height) / SIDE);
  if (factor <= 1) return picture;
  const width = Math.floor(picture.width / factor);
  const height = Math.floor(picture.height / factor);
  const data = new Float32Array(width * height);
  for (let y = 0; y < height * factor; y++) {
    const row = Math.floor(y / factor) * width;
    const from = y * picture.width;
    for (let x = 0; x < width * factor; x++) data[row + Math.floor(x / factor)]! += picture.data[from + x]!;
  }
  for (let i = 0; i < data.length; i++) data[i]! /= factor ** 2;
  return { width, height, data };
}
