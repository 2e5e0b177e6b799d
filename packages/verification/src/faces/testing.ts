/** Pictures for tests and for measuring: made, not found. */
import type { RgbRaster } from '../image/decode.ts';
import type { Box } from './geometry.ts';

/** Width of an identity card in its height (ISO/IEC 7810 ID-1). */
const CARD_RATIO = 85.6 / 53.98;

/** Bytes that look random and are the same in every run (Park and Miller's generator). */
export function noise(width: number, height: number): RgbRaster {
  let state = 1;
  const data = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (state * 48271) % 2147483647;
    return state & 255;
  });
  return { width, height, data };
}

/** A person as children draw one, PNG. */
export async function drawing(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#9cf"/>
    <circle cx="200" cy="200" r="110" fill="#fc9"/><circle cx="160" cy="170" r="12"/><circle cx="240" cy="170" r="12"/>
    <path d="M150 250 Q200 300 250 250" stroke="#900" stroke-width="8" fill="none"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/**
 * A face cut out of a picture as a portrait on a card: grey, `width` pixels from side to side of the face; JPEG. The card is
 * as small as the portrait allows, or `card` pixels wide, at least that, and as high as an identity card is then.
 */
export async function onCard(
  { width, height, data }: RgbRaster,
  face: Box,
  portrait: { width: number; quality: number; card?: number },
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const left = Math.max(0, Math.round(face.left - 0.6 * face.width));
  const top = Math.max(0, Math.round(face.top - 0.5 * face.height));
  const right = Math.min(width, Math.round(face.left + 1.6 * face.width));
  const bottom = Math.min(height, Math.round(face.top + 1.6 * face.height));
  const scale = portrait.width / face.width;
  const margin = Math.round(0.4 * portrait.width);
  const cropped = {
    width: Math.max(1, Math.round((right - left) * scale)),
    height: Math.round((bottom - top) * scale),
  };
  const room = (length: number, least: number) => Math.max(least, Math.round(length - margin));
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize({ ...cropped, fit: 'fill' })
    .greyscale()
    .extend({
      top: margin,
      bottom: room((portrait.card ?? 0) / CARD_RATIO - cropped.height, 2 * margin),
      left: margin,
      right: room((portrait.card ?? 0) - cropped.width, 5 * portrait.width),
      background: '#e8e4d8',
    })
    .jpeg({ quality: portrait.quality })
    .toBuffer();
}
