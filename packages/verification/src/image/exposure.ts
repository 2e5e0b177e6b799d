import type { Finding } from '../finding.ts';
import type { DecodedImage, GreyRaster } from './decode.ts';

/**
 * Least brightness (0 to 255) of the brightest twentieth of a picture. 48 specimen documents and 6 letters have 205 to
 * 255; at a third of their light 68 to 84, at half of it 102 to 127.
 */
export const DARKNESS_THRESHOLD = 110;

/** Least difference between the brightest and the darkest twentieth. The same 48 documents have 90 to 237. */
export const CONTRAST_THRESHOLD = 55;

/**
 * Least side, in pixels, of a square as large as the picture. Readable specimens begin at 327 (580 by 184), the one that
 * is known as too small has 225 (275 by 184).
 */
export const RESOLUTION_THRESHOLD = 280;

/** Too little light: even the paper is dark. */
export function darkness(image: Pick<DecodedImage, 'grey'>): Finding {
  const measure = quantiles(image.grey, [0.95])[0]!;
  return {
    name: 'darkness',
    measure,
    threshold: DARKNESS_THRESHOLD,
    result: measure < DARKNESS_THRESHOLD ? 'fail' : 'pass',
    reason: `Brightest twentieth begins at ${measure} of 255; at least ${DARKNESS_THRESHOLD} is light enough`,
  };
}

/** Print that hardly differs from its ground, or fog. */
export function contrast(image: Pick<DecodedImage, 'grey'>): Finding {
  const [low, high] = quantiles(image.grey, [0.05, 0.95]) as [number, number];
  const measure = high - low;
  return {
    name: 'contrast',
    measure,
    threshold: CONTRAST_THRESHOLD,
    result: measure < CONTRAST_THRESHOLD ? 'fail' : 'pass',
    reason: `Brightness spans ${measure} of 255 levels; at least ${CONTRAST_THRESHOLD} is enough`,
  };
}

/** Too few pixels to read from. */
export function resolution({ width, height }: Pick<DecodedImage, 'width' | 'height'>): Finding {
  const measure = Math.round(Math.sqrt(width * height));
  return {
    name: 'resolution',
    measure,
    threshold: RESOLUTION_THRESHOLD,
    result: measure < RESOLUTION_THRESHOLD ? 'fail' : 'pass',
    reason: `${width} by ${height} pixels are as many as a square of ${measure}; at least ${RESOLUTION_THRESHOLD} is enough`,
  };
}

/** Levels below which these shares of the pixels lie. */
function quantiles({ data }: GreyRaster, shares: readonly number[]): number[] {
  const counts = new Uint32Array(256);
  for (const level of data) counts[level]!++;
  return shares.map((share) => {
    let left = share * data.length;
    for (let level = 0; level < 256; level++) {
      left -= counts[level]!;
      if (left <= 0) return level;
    }
    return 255;
  });
}
