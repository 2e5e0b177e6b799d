import type { RgbRaster } from '@bonafide/verification';
import { pick, type Random } from './random.ts';
import { opened, sharpOf } from './raster.ts';
import type { Upload } from './source.ts';

type File = Pick<Upload, 'bytes' | 'mediaType'>;

export async function asJpeg(canvas: RgbRaster, quality: number): Promise<File> {
  return { bytes: await sharpOf(canvas).jpeg({ quality }).toBuffer(), mediaType: 'image/jpeg' };
}

export async function asPng(canvas: RgbRaster): Promise<File> {
  return { bytes: await sharpOf(canvas).png({ compressionLevel: 6 }).toBuffer(), mediaType: 'image/png' };
}

/** Saves as programs do: mostly JPEG of good quality, else PNG. */
export const saved = (canvas: RgbRaster, random: Random): Promise<File> =>
  random() < 0.7 ? asJpeg(canvas, pick(random, [82, 88, 92, 95])) : asPng(canvas);

/** Saved as JPEG again and again, as messengers do: each time at another quality, the first time made smaller. */
export async function chained(canvas: RgbRaster, random: Random): Promise<File> {
  const generations = 2 + Math.floor(random() * 3);
  let picture = canvas;
  let file = await asJpeg(picture, pick(random, [95, 90]));
  for (let i = 1; i < generations; i++) {
    picture = await opened(file.bytes);
    const quality = pick(random, [70, 75, 80, 85, 90]);
    const resized =
      i === 1 && picture.width > 700 ? sharpOf(picture).resize(Math.round(picture.width * 0.85)) : sharpOf(picture);
    file = { bytes: await resized.jpeg({ quality }).toBuffer(), mediaType: 'image/jpeg' };
  }
  return file;
}

/** Made smaller, as services do with uploads: what a forger left at the borders of letters goes with it. */
export async function reduced(canvas: RgbRaster, random: Random): Promise<File> {
  const width = Math.round(canvas.width * pick(random, [0.5, 0.6, 0.75]));
  return {
    bytes: await sharpOf(canvas)
      .resize(width)
      .jpeg({ quality: pick(random, [80, 88, 92]) })
      .toBuffer(),
    mediaType: 'image/jpeg',
  };
}
