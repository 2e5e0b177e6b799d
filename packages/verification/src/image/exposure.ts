import type { Finding } from '../finding.ts';
import { CAPTURE_LIMITS } from './capture-limits.ts';
import type { DecodedImage, GreyRaster } from './decode.ts';

const DARKNESS_THRESHOLD = CAPTURE_LIMITS.documentLight;

/**
 * Least difference between the brightest and the darkest hundredth. 48 specimen documents have 133 to 255, at half of their
 * light 70 to 134; a page with little print 134 and more (by twentieths, which hold no ink, it would have 2).
 */
const CONTRAST_THRESHOLD = 55;

/**
 * Least side, in pixels, of a square as large as the picture. Readable specimens begin at 327 (580 by 184). The specimen that is
 * known to be too small has 225 (275 by 184).
 */
const RESOLUTION_THRESHOLD = 280;

/**
 * Fails if there is too little light: even the paper is dark.
 *
 * @example
 * import { darkness } from '@bonafide/verification';
 *
 * const grey = { width: 8, height: 8, data: new Uint8Array(64) };
 * darkness({ grey }).result; // 'fail'
 */
export function darkness(image: Pick<DecodedImage, 'grey'>): Finding {
  const measure = quantiles(withoutMargins(image.grey), [0.95])[0]!;
  return {
    name: 'darkness',
    measure,
    threshold: DARKNESS_THRESHOLD,
    result: measure < DARKNESS_THRESHOLD ? 'fail' : 'pass',
    reason: `Brightness: ${measure < DARKNESS_THRESHOLD ? 'low' : 'sufficient'} (measured level ${measure} of 255, minimum ${DARKNESS_THRESHOLD})`,
  };
}

/** Print that hardly differs from its ground, or fog. */
export function contrast(image: Pick<DecodedImage, 'grey'>): Finding {
  const [low, high] = quantiles(withoutMargins(image.grey), [0.01, 0.99]) as [number, number];
  const measure = high - low;
  return {
    name: 'contrast',
    measure,
    threshold: CONTRAST_THRESHOLD,
    result: measure < CONTRAST_THRESHOLD ? 'fail' : 'pass',
    reason: `Contrast: ${measure < CONTRAST_THRESHOLD ? 'low' : 'sufficient'} (measured range ${measure} of 255 levels, minimum ${CONTRAST_THRESHOLD})`,
  };
}

/** Fails if there are too few pixels to read from. */
export function resolution({ width, height }: Pick<DecodedImage, 'width' | 'height'>): Finding {
  const measure = Math.round(Math.sqrt(width * height));
  return {
    name: 'resolution',
    measure,
    threshold: RESOLUTION_THRESHOLD,
    result: measure < RESOLUTION_THRESHOLD ? 'fail' : 'pass',
    reason: `Resolution: ${measure < RESOLUTION_THRESHOLD ? 'low' : 'sufficient'} (measured ${width} × ${height} pixels, minimum ${RESOLUTION_THRESHOLD} × ${RESOLUTION_THRESHOLD})`,
  };
}

/** Most levels between the darkest and the brightest pixel of a line that shows nothing. */
const BLANK = 6;

/**
 * Removes the blank lines around the picture: the white of a page on which a photo was scanned, and the bars of a screen, say
 * nothing about the light of the photo. Returns the picture itself if it is blank all over.
 */
function withoutMargins(picture: GreyRaster): GreyRaster {
  const { width, height, data } = picture;
  let [left, top, right, bottom] = [0, 0, width, height];
  const row = (y: number) => isBlank(data, y * width + left, 1, right - left);
  const column = (x: number) => isBlank(data, top * width + x, width, bottom - top);
  // Cutting one side can leave the next one blank: a page's bars stand between its margins.
  for (let before = -1; before !== (right - left) * (bottom - top); ) {
    before = (right - left) * (bottom - top);
    while (top < bottom && row(top)) top++;
    while (top < bottom && row(bottom - 1)) bottom--;
    while (left < right && column(left)) left++;
    while (left < right && column(right - 1)) right--;
  }
  const size = { width: right - left, height: bottom - top };
  if (size.width * size.height === 0 || size.width * size.height === data.length) return picture;
  const inner = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const from = (top + y) * width + left;
    inner.set(data.subarray(from, from + size.width), y * size.width);
  }
  return { ...size, data: inner };
}

function isBlank(data: Uint8Array, from: number, step: number, count: number): boolean {
  let [low, high] = [255, 0];
  for (let n = 0, i = from; n < count; n++, i += step) {
    low = Math.min(low, data[i]!);
    high = Math.max(high, data[i]!);
    if (high - low > BLANK) return false;
  }
  return true;
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
