import { type Box, type Frame, greyOf } from './frame.ts';

/** Level (0 to 255) that the brightest twentieth of a part of a picture reaches. */
export function brightness(picture: Frame, part: Box): number {
  const grey = greyOf(picture);
  const counts = new Uint32Array(256);
  let count = 0;
  const [right, bottom] = [part.left + part.width, part.top + part.height];
  for (let y = Math.max(0, Math.round(part.top)); y < Math.min(picture.height, bottom); y++) {
    for (let x = Math.max(0, Math.round(part.left)); x < Math.min(picture.width, right); x++, count++)
      counts[grey[y * picture.width + x]!]!++;
  }
  let [level, left] = [255, 0.05 * count];
  while (level > 0 && left > counts[level]!) left -= counts[level--]!;
  return level;
}
