import { pngOfSamples, type SealPortrait, toPng, UnreadableImage } from '@bonafide/verification';
import { Malformed } from './byte-reader.ts';
import { decodeJpeg2000 } from './jpeg2000.ts';
import { webpToJpeg } from './webp.ts';

/** Shortest side that the portrait is enlarged to: seals hold 40 to 80 pixels, in which faces are not found. */
const SHORTEST_SIDE = 320;

/**
 * Grey margin on each side, in shortest sides of the portrait. The detector does not see a blurred face that fills the picture: of 60
 * portraits of 80 pixels it found 2 without a margin, 59 with this one, and fewer with half of it (`npm run eval -- --only seals`).
 */
const MARGIN = 1;
const GREY = { r: 136, g: 136, b: 136 };

/** Largest ratio of the sides of a portrait: an enlarged strip would take any amount of memory. */
const LARGEST_RATIO = 3;

/** The picture in which the face of a small signed portrait is searched. */
export interface SealPicture {
  /** The portrait as PNG, enlarged, with a margin around it. */
  readonly png: Buffer;
  /** Pixels of the PNG for each pixel of the portrait. */
  readonly scale: number;
}

/** The portrait in a seal or a credential, made ready for the search of its face; null when it can't be read. */
export async function sealPicture({ format, bytes }: SealPortrait): Promise<SealPicture | null> {
  try {
    const png = await pngOf({ format, bytes });
    if (!png) return null;
    const { default: sharp } = await import('sharp');
    const { width, height } = await sharp(png).metadata();
    if (Math.max(width, height) > LARGEST_RATIO * Math.min(width, height)) return null;
    const scale = Math.max(1, SHORTEST_SIDE / Math.min(width, height));
    const enlarged = await sharp(png)
      .resize(Math.round(width * scale), Math.round(height * scale), { kernel: 'cubic' })
      .png()
      .toBuffer();
    const margin = Math.round(MARGIN * Math.min(width, height) * scale);
    const around = { top: margin, bottom: margin, left: margin, right: margin, background: GREY };
    return { png: await sharp(enlarged).extend(around).png().toBuffer(), scale };
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
