import sharp, { type Sharp } from 'sharp';

/** Bytes that a file must have at least and at most. */
export const SMALLEST = 32 * 1024;
export const LARGEST = 10 * 1024 * 1024;

/** Fills up a JPEG or PNG with bytes after its end, which every decoder passes over. */
export function padded(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}

const flat = (): Sharp => sharp({ create: { width: 640, height: 400, channels: 3, background: '#808080' } });

/** A plain grey picture, which a detector would call blurred. */
export const greyPng = async (size = SMALLEST) => padded(await flat().png().toBuffer(), size);
export const greyJpeg = async (size = SMALLEST) => padded(await flat().jpeg().toBuffer(), size);

/** A picture full of edges, and the same out of focus. */
export function stripes(blur?: number): Promise<Buffer> {
  const side = 640;
  const pixels = Buffer.alloc(side * side * 3);
  for (let i = 0; i < pixels.length; i += 1) {
    const [x, y] = [Math.floor(i / 3) % side, Math.floor(i / 3 / side)];
    pixels[i] = (((x >> 3) ^ (y >> 3)) & 1) * 200 + ((i * 7919) % 23);
  }
  const picture = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
  return (blur ? picture.blur(blur) : picture).png({ compressionLevel: 0 }).toBuffer();
}

/** The first box of an MP4 or QuickTime file, then nothing that any player could show. */
export function hollowVideo(brand: 'isom' | 'qt  ' = 'isom', size = 4096): Buffer {
  const box = Buffer.alloc(24);
  box.writeUInt32BE(24, 0);
  box.write(`ftyp${brand}`, 4, 'latin1');
  box.write(`${brand}mp41`, 16, 'latin1');
  return padded(box, size);
}

/**
 * A picture as phones keep it: an AVIF file of ours whose first box names another brand of HEIF (ISO/IEC 23008-12, annex B).
 * @param brand `heic`, `mif1` …
 */
export async function heif(brand: string, size = SMALLEST): Promise<Buffer> {
  const bytes = await flat().avif({ effort: 0 }).toBuffer();
  bytes.write(brand, 8, 'latin1');
  return padded(bytes, size);
}
