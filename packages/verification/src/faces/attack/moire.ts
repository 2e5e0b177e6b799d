import type { RgbRaster } from '../../image/decode.ts';
import type { Box } from '../geometry.ts';
import { powerSpectrum } from './spectrum.ts';

/** Side of the window around the face, in pixels of the picture, unreduced: reducing would take the pattern away. */
const WINDOW = 256;
/** Frequencies looked at, in waves a window. Below, faces have shapes of their own; above, there is little but noise. */
const LEAST = 24;
const MOST = 112;
/** Waves that run along rows or columns come from JPEG's blocks and from straight edges. */
const AXIS = 3;

/**
 * Moiré: strength of the strongest wave around a face relative to other waves of its length, as a power of ten. The dots of a
 * screen or print, seen through the camera's pixel grid, form one strong regular wave; skin, hair and noise have none.
 * The result is 0 for pictures of less than 256 pixels a side.
 */
export function moire(image: RgbRaster, box: Box): number {
  if (image.width < WINDOW || image.height < WINDOW) return 0;
  const left = place(box.left + box.width / 2, image.width);
  const top = place(box.top + box.height / 2, image.height);
  const samples = new Float64Array(WINDOW * WINDOW);
  for (let y = 0; y < WINDOW; y++) {
    for (let x = 0; x < WINDOW; x++) {
      const i = ((top + y) * image.width + left + x) * 3;
      const luma = 0.3 * image.data[i]! + 0.59 * image.data[i + 1]! + 0.11 * image.data[i + 2]!;
      samples[y * WINDOW + x] = luma * hann[x]! * hann[y]!;
    }
  }
  const power = powerSpectrum(samples, WINDOW);
  const rings = Array.from({ length: MOST + 1 }, (): number[] => []);
  for (let y = 0; y < WINDOW; y++) {
    for (let x = 0; x <= WINDOW / 2; x++) {
      const v = y < WINDOW / 2 ? y : y - WINDOW;
      const ring = Math.round(Math.hypot(x, v));
      if (ring < LEAST || ring > MOST || x <= AXIS || Math.abs(v) <= AXIS) continue;
      rings[ring]!.push(power[y * WINDOW + x]!);
    }
  }
  const peaks = rings.slice(LEAST).map((ring) => {
    ring.sort((a, b) => a - b);
    return ring.at(-1)! / (ring[ring.length >> 1]! + 1e-9);
  });
  return Math.log10(Math.max(1, ...peaks));
}

/** First pixel of the window around `middle`, so that it lies within the picture. */
function place(middle: number, size: number): number {
  return Math.round(Math.min(size - WINDOW, Math.max(0, middle - WINDOW / 2)));
}

/** Hann window: without it, the cut itself would be in the spectrum. */
const hann = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW));
