import type { Sharp } from 'sharp';
import { UnreadableImage } from './unreadable.ts';

/** The v3 document limits an upload to 64 MPx. */
export const MAX_PIXELS = 64_000_000;

/** Pixels of the longest side of the raster that analysers look at; their thresholds hold for this size only. */
export const ANALYSIS_SIDE = 1000;

/** Seconds after which libvips gives up, against pictures made to be slow. An image quality check may take five. */
const DECODE_SECONDS = 5;

/** One byte a pixel, rows from top to bottom without padding. */
export interface GreyRaster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface DecodedImage {
  /** Pixels of the picture as a viewer shows it, that is, turned as its EXIF orientation says. */
  readonly width: number;
  readonly height: number;
  /** The picture upright, its longest side at most `ANALYSIS_SIDE`, never enlarged, on white where it is transparent. */
  readonly grey: GreyRaster;
}

/**
 * Decodes a whole JPEG or PNG and gives what the analysers need of it.
 *
 * Every byte of the picture is read, so this also tells a sound file from a truncated or damaged one. Decoder warnings
 * that viewers pass over too (stray bytes between segments, odd colour profiles) are accepted.
 *
 * Throws `UnreadableImage`.
 */
export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const image = await open(bytes);
  try {
    const { autoOrient } = await image.metadata();
    const { data, info } = await image
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: ANALYSIS_SIDE, height: ANALYSIS_SIDE, fit: 'inside', withoutEnlargement: true })
      .greyscale()
      .timeout({ seconds: DECODE_SECONDS })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      grey: { width: info.width, height: info.height, data },
    };
  } catch (error) {
    throw unreadable(error);
  }
}

/** The picture as PNG, upright, with no metadata. Throws `UnreadableImage`. */
export async function toPng(bytes: Uint8Array): Promise<Buffer> {
  const image = await open(bytes);
  try {
    return await image.autoOrient().timeout({ seconds: DECODE_SECONDS }).png().toBuffer();
  } catch (error) {
    throw unreadable(error);
  }
}

/** PNG of raw samples, 8 bits each, interleaved: grey (1), grey and alpha (2), RGB (3) or RGBA (4). */
export async function pngOfSamples(
  data: Uint8Array,
  size: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(data, { raw: size }).png().toBuffer();
}

async function open(bytes: Uint8Array): Promise<Sharp> {
  // libvips also opens SVG, TIFF, GIF and more. Those parsers must not meet bytes from outside.
  if (!isJpeg(bytes) && !isPng(bytes)) throw new UnreadableImage('unsupported', 'Neither JPEG nor PNG');
  const sharp = await loadSharp();
  return sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
}

/** Loaded with the first picture, so that a process which sees none doesn't pay for libvips. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // No picture comes twice, so the operation cache would only hold memory and other people's pictures.
  sharp.cache(false);
  return sharp;
}

function unreadable(error: unknown): UnreadableImage {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('exceeds pixel limit')) return new UnreadableImage('too_many_pixels', message, error);
  return new UnreadableImage('undecodable', message, error);
}

function isJpeg(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0xff, 0xd8, 0xff]);
}

function isPng(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
