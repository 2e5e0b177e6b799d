import type { RgbRaster } from '../../image/decode.ts';

/** The skin of an aligned face: from the brow down, away from its edges, in parts of the chip. */
const SKIN = { left: 0.25, right: 0.75, top: 0.3, bottom: 0.8 };
/** All channels at least this bright, of 255, are a mirror of a lamp. */
const WHITE = 250;

/**
 * Colour and light of an aligned face. `warmth`: median of (red - blue) / (red + green + blue), above 0 for skin of every
 * shade, about 0 for grey prints, below 0 for bluish screens. `glare`: share of pixels that are white.
 */
export function skin({ width, height, data }: RgbRaster): { warmth: number; glare: number } {
  const warmths: number[] = [];
  let white = 0;
  for (let y = Math.round(SKIN.top * height); y < SKIN.bottom * height; y++) {
    for (let x = Math.round(SKIN.left * width); x < SKIN.right * width; x++) {
      const i = (y * width + x) * 3;
      const [red, green, blue] = [data[i]!, data[i + 1]!, data[i + 2]!];
      if (Math.min(red, green, blue) >= WHITE) white++;
      warmths.push((red - blue) / (red + green + blue + 1));
    }
  }
  warmths.sort((a, b) => a - b);
  return { warmth: warmths[warmths.length >> 1]!, glare: white / warmths.length };
}
