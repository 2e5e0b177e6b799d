import type { Finding } from '../finding.ts';
import { type GreyRaster, greyOf, type RgbRaster } from '../image/decode.ts';
import { spectrumOf } from '../image/fft.ts';

/** Side, in pixels, of the squares whose spectra are looked at; a power of two. */
const TILE = 256;

/** Middles of the squares, in shares of the picture's sides. */
const PLACES = [
  [0.5, 0.5],
  [0.25, 0.3],
  [0.75, 0.7],
] as const;

/**
 * Largest allowed height of the highest peak above the median of its ring (in natural logarithms), in the median of three
 * squares. Measured: 66 documents and other pictures at most 3.3, the fine lines of documents included. Pictures of a drawn
 * screen (pixels of three stripes) at 2.2 and 3.1 camera pixels for each of the screen 2.9 to 6.9, most above 4; at 1.3 they are
 * not found.
 */
const SCREEN_THRESHOLD = 3.6;

/**
 * A picture of a screen: the grid of its pixels makes sharp peaks in the spectrum, away from the axes, on which the lines
 * of print and the blocks of JPEG lie. It has to be looked at in full detail: a reduced picture has lost the grid.
 *
 * @param detail the picture, or a part of it, as many pixels as the camera gave
 */
export function screenGrid(detail: RgbRaster): Finding {
  const grey = greyOf(detail);
  const peaks = PLACES.map(([x, y]) => tileAt(grey, x, y))
    .filter((tile) => tile !== undefined)
    .map((tile) => highestPeak(spectrumOf(tile, TILE)))
    .sort((a, b) => a - b);
  const measure = peaks[peaks.length >> 1] ?? 0;
  return {
    name: 'photo_of_screen',
    measure,
    threshold: SCREEN_THRESHOLD,
    result: measure > SCREEN_THRESHOLD ? 'fail' : 'pass',
    reason: `Screen pattern: ${measure > SCREEN_THRESHOLD ? 'visible. The image may show a screen' : 'none'} (measured strength ${measure.toFixed(1)}, maximum ${SCREEN_THRESHOLD})`,
  };
}

function tileAt({ width, height, data }: GreyRaster, x: number, y: number): Float64Array | undefined {
  if (width < TILE || height < TILE) return undefined;
  const left = Math.min(Math.max(0, Math.round(width * x - TILE / 2)), width - TILE);
  const top = Math.min(Math.max(0, Math.round(height * y - TILE / 2)), height - TILE);
  const tile = new Float64Array(TILE * TILE);
  for (let row = 0; row < TILE; row++) {
    for (let column = 0; column < TILE; column++) {
      tile[row * TILE + column] = data[(top + row) * width + left + column]!;
    }
  }
  return tile;
}

/**
 * Lowest searched frequency, above the slow changes of any picture, in cycles a pixel; the next constant is the distance from the
 * axes, in steps of the spectrum.
 */
const SLOWEST = 0.12;
const OFF_AXIS = 3;

function highestPeak(spectrum: Float64Array): number {
  const half = TILE / 2;
  const logs = spectrum.map((magnitude) => Math.log(1 + magnitude));
  const rings = Array.from({ length: half }, () => [] as number[]);
  for (let y = 0; y <= half; y++) {
    for (let x = 0; x < TILE; x++) rings[Math.hypot(x - half, y - half) | 0]?.push(logs[y * TILE + x]!);
  }
  const medians = rings.map((ring) => Float64Array.from(ring).sort()[ring.length >> 1] ?? 0);
  let highest = 0;
  // The other half is its mirror image.
  for (let y = 0; y < half - OFF_AXIS; y++) {
    for (let x = 0; x < TILE; x++) {
      const radius = Math.hypot(x - half, y - half);
      if (radius < SLOWEST * TILE || radius > half - 2 || Math.abs(x - half) < OFF_AXIS) continue;
      highest = Math.max(highest, logs[y * TILE + x]! - medians[radius | 0]!);
    }
  }
  return highest;
}
