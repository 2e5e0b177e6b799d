import { pngOfSamples, type SealPortrait, toPng, UnreadableImage } from '@bonafide/verification';
import { Malformed } from './byte-reader.ts';
import { decodeJpeg2000 } from './jpeg2000.ts';
import { webpToJpeg } from './webp.ts';

/** Shortest side that the portrait is enlarged to: seals hold 40 to 80 pixels, in which faces are not found. */
const SHORTEST_SIDE = 320;

/** Largest ratio of the sides of a portrait: an enlarged strip would take any amount of memory. */
const LARGEST_RATIO = 3;

/** The portrait in a seal as PNG, enlarged; null when it can't be read. */
export async function sealPicture({ format, bytes }: SealPortrait): Promise<Buffer | null> {
  try {
    const png = await pngOf({ format, bytes });
    if (!png) return null;
    const { default: sharp } = await import('sharp');
    const { width, height } = await sharp(png).metadata();
    if (Math.max(width, height) > LARGEST_RATIO * Math.min(width, height)) return null;
    const scale = SHORTEST_SIDE / Math.min(width, height);
    return scale <= 1
      ? png
      : await sharp(png)
          .resize(Math.round(width * scale), Math.round(height * scale), { kernel: 'cubic' })
          .png()
          .toBuffer();
  } catch (error) {
    if (error instanceof Malformed || error instanceof UnreadableImage) return null;
    throw error;
  }
}

async function pngOf({ format, bytes }: SealPortrait): Promise<Buffer | null> {
  if (format === 'jp2') {
    const { data, ...size } = await decodeJpeg2000(bytes);
    return pngOfSamples(data, size);
  }
  if (format !== 'webp') return toPng(bytes);
  const jpeg = await webpToJpeg(Buffer.from(bytes));
  return jpeg && toPng(jpeg);
}
