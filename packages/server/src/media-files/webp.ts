/** Pixels of a camera's frame at most: twice 4K. */
const MAX_PIXELS = 16_600_000;

/** Bytes that decoding a frame takes at most. */
export const WEBP_WEIGHT = 3 * MAX_PIXELS;

/** Returns whether bytes claim to be WebP (RFC 9649, section 2.4); libvips must not meet other formats that it may read. */
function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/**
 * A frame of a camera in WebP as JPEG, which analysers read. Null for a file that is not a WebP, is broken or is too large. Throws
 * `DecodeTimeout` or `OutOfMemory`.
 */
export async function webpToJpeg(bytes: Buffer): Promise<Buffer | null> {
  if (!isWebp(bytes)) return null;
  const { default: sharp } = await import('sharp');
  const { UnreadableImage, withinTime } = await import('@bonafide/verification');
  const frame = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
  return withinTime(frame, (image) => image.jpeg({ quality: 95 }).toBuffer()).catch((error: unknown) => {
    if (error instanceof UnreadableImage) return null;
    throw error;
  });
}
