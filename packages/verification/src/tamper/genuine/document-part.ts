import type { Box } from '../../image/presence.ts';
import { type ForensicPicture, type PixelBox, pixelsOf } from '../forensic-picture.ts';
import type { Regions } from '../forensics.ts';

/** Parts of a document below which nobody knows where it ends. */
const LEAST_PARTS = 3;

/** The box around all parts of the document that were found; null where there are too few. */
export function documentPart(picture: ForensicPicture, { zone, print, portrait }: Regions): PixelBox | null {
  const boxes: Box[] = [...zone, ...print].map(({ box }) => box);
  if (portrait) boxes.push(portrait);
  if (boxes.length < LEAST_PARTS) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return pixelsOf(picture, { left, top, width: right - left, height: bottom - top });
}
