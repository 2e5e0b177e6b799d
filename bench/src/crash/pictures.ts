import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Random } from './random.ts';

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

/** Sides of the pictures in pixels: 47 KB, the least that an upload may have and a little, to 900 KB. */
const SIDES = [125, 160, 250, 550] as const;

/** Pictures of each size. */
const EACH = 6;

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** PNG files of noise, which no compression makes smaller. */
export async function drawPictures(random: Random): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const side of SIDES.flatMap((one) => Array<number>(EACH).fill(one))) {
    const pixels = Uint8Array.from({ length: side * side * 3 }, () => random.between(0, 256));
    const bytes = new Uint8Array(
      await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
        .png()
        .toBuffer(),
    );
    pictures.push({ bytes, sha256: sha256(bytes) });
  }
  return pictures;
}
