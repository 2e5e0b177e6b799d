import type { Sharp, SharpOptions } from 'sharp';
import { CAPTURE_LIMITS } from './capture-limits.ts';
import { withinTime } from './decoder-failure.ts';
import { UnreadableImage } from './unreadable.ts';

/** An upload has at most 64 MPx (contract 4.6). */
export const MAX_PIXELS = 64_000_000;

/** Pixels of the longest side of the raster that analysers look at; their thresholds hold for this size only. */
export const ANALYSIS_SIDE = CAPTURE_LIMITS.side;

/** One byte a pixel, rows from top to bottom without padding. */
export interface GreyRaster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Three bytes a pixel, red, green and blue of sRGB, rows from top to bottom without padding. */
export interface RgbRaster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Part of a picture, in pixels of the picture upright and unreduced. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface DecodedImage {
  /** Pixels of the picture as a viewer shows it, that is, turned as its EXIF orientation says. */
  readonly width: number;
  readonly height: number;
  /** The picture upright, its longest side at most `ANALYSIS_SIDE`, never enlarged, on white where it is transparent. */
  readonly grey: GreyRaster;
  /** The same in colour, in the same size. */
  readonly rgb: RgbRaster;
  /** The decoder's warning, in its own words, though it decoded the picture. */
  readonly warning?: string;
}

/**
 * Decodes a whole JPEG or PNG and gives what the analysers need of it.
 *
 * Every byte of the picture is read, so truncated and damaged files are found, too. Decoder warnings
 * that viewers pass over too (stray bytes between segments, odd colour profiles) are accepted.
 *
 * Grey, 16-bit, CMYK and palette pictures come out as sRGB; of an animated PNG, the picture that stands for all.
 *
 * Throws `UnreadableImage`, `DecodeTimeout` or `OutOfMemory`.
 *
 * @example
 * import { decode, pngOfSamples } from '@bonafide/verification';
 *
 * const png = await pngOfSamples(new Uint8Array(12), { width: 2, height: 2, channels: 3 });
 * const { width, height } = await decode(png);
 * [width, height]; // [2, 2]
 */
export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const decoded = await decodeRgb(bytes, { side: ANALYSIS_SIDE });
  return { ...decoded, grey: greyOf(decoded.rgb) };
}

/**
 * Decodes the picture upright in colour, its longest side at most `side` pixels, never enlarged; or a region of it.
 *
 * `width` and `height` describe the whole picture, upright. Throws as `decode` does.
 *
 * @example
 * import { decodeRgb, pngOfSamples } from '@bonafide/verification';
 *
 * const png = await pngOfSamples(new Uint8Array(300), { width: 10, height: 10, channels: 3 });
 * (await decodeRgb(png, { side: 5 })).rgb.width; // 5
 */
export async function decodeRgb(
  bytes: Uint8Array,
  { side, region }: { side: number; region?: Region },
): Promise<Omit<DecodedImage, 'grey'>> {
  try {
    return await decodeAt(bytes, side, region, 'warning');
  } catch (error) {
    if (!(error instanceof UnreadableImage) || error.reason !== 'undecodable') throw error;
    return { ...(await decodeAt(bytes, side, region, 'error')), warning: error.message };
  }
}

async function decodeAt(
  bytes: Uint8Array,
  side: number,
  region: Region | undefined,
  failOn: 'warning' | 'error',
): Promise<Omit<DecodedImage, 'grey'>> {
  return withinTime(await open(bytes, { failOn }), async (image) => {
    const { autoOrient } = await image.metadata();
    const upright = image.autoOrient();
    const { data, info } = await (region ? upright.extract(region) : upright)
      .flatten({ background: '#ffffff' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      rgb: { width: info.width, height: info.height, data: info.channels === 1 ? tripled(data) : data },
    };
  });
}

/**
 * The middle of a picture in all its pixels, at most `side` a side, as it is stored: turning a picture by EXIF would take
 * all of it. Throws as `decode` does.
 */
export async function decodeMiddle(bytes: Uint8Array, side: number): Promise<RgbRaster> {
  // In sequence, so that what lies below is never decoded.
  return withinTime(await open(bytes, { failOn: 'error', sequentialRead: true }), async (image) => {
    const stored = await image.metadata();
    const [width, height] = [Math.min(side, stored.width), Math.min(side, stored.height)];
    const { data, info } = await image
      .extract({ left: (stored.width - width) >> 1, top: (stored.height - height) >> 1, width, height })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width, height, data: info.channels === 1 ? tripled(data) : data };
  });
}

/**
 * Pixels of a picture as a viewer shows it, and the EXIF orientation (1 to 8; 1 where none is stated) that its file is
 * turned by, from its header alone. Throws as `decode` does.
 *
 * @example
 * import { orientationOf, pngOfSamples } from '@bonafide/verification';
 *
 * const png = await pngOfSamples(new Uint8Array(12), { width: 2, height: 2, channels: 3 });
 * (await orientationOf(png)).orientation; // 1
 */
export async function orientationOf(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; orientation: number }> {
  return withinTime(await open(bytes), async (image) => {
    const { autoOrient, orientation } = await image.metadata();
    return { ...autoOrient, orientation: orientation ?? 1 };
  });
}

/**
 * Luma of each pixel (ITU-R BT.601, in 1/256), rounded.
 *
 * @example
 * import { greyOf } from '@bonafide/verification';
 *
 * greyOf({ width: 1, height: 1, data: new Uint8Array([255, 255, 255]) }).data[0]; // 255
 */
export function greyOf({ width, height, data }: RgbRaster): GreyRaster {
  const grey = new Uint8Array(width * height);
  for (let i = 0, j = 0; i < grey.length; i++, j += 3) {
    grey[i] = (77 * data[j]! + 150 * data[j + 1]! + 29 * data[j + 2]! + 128) >> 8;
  }
  return { width, height, data: grey };
}

function tripled(grey: Uint8Array): Uint8Array {
  const data = new Uint8Array(grey.length * 3);
  for (let i = 0; i < grey.length; i++) data.fill(grey[i]!, i * 3, i * 3 + 3);
  return data;
}

/**
 * The picture as PNG, upright, with no metadata. Throws as `decode` does.
 *
 * @example
 * import { jpegOf, toPng } from '@bonafide/verification';
 *
 * const jpeg = await jpegOf({ width: 1, height: 1, data: new Uint8Array([255, 0, 0]) });
 * (await toPng(jpeg)).subarray(1, 4).toString(); // 'PNG'
 */
export async function toPng(bytes: Uint8Array): Promise<Buffer> {
  return withinTime(await open(bytes), (image) => image.autoOrient().png().toBuffer());
}

/**
 * JPEG of a picture in colour, with no metadata: small enough to be printed in a document.
 *
 * @example
 * import { jpegOf } from '@bonafide/verification';
 *
 * const jpeg = await jpegOf({ width: 1, height: 1, data: new Uint8Array([255, 0, 0]) });
 * jpeg.subarray(0, 2).toString('hex'); // 'ffd8'
 */
export async function jpegOf({ data, width, height }: RgbRaster): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer();
}

/**
 * PNG of raw samples, 8 bits each, interleaved: grey (1), grey and alpha (2), RGB (3) or RGBA (4).
 *
 * @example
 * import { pngOfSamples } from '@bonafide/verification';
 *
 * const png = await pngOfSamples(new Uint8Array(4), { width: 2, height: 2, channels: 1 });
 * png.subarray(1, 4).toString(); // 'PNG'
 */
export async function pngOfSamples(
  data: Uint8Array,
  size: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(data, { raw: size }).png().toBuffer();
}

async function open(bytes: Uint8Array, options: SharpOptions = { failOn: 'error' }): Promise<Sharp> {
  // libvips also opens SVG, TIFF, GIF and more. Those parsers must not meet bytes from outside.
  if (!isJpeg(bytes) && !isPng(bytes)) throw new UnreadableImage('unsupported', 'The file is not a JPEG or PNG image');
  const sharp = await loadSharp();
  return sharp(bytes, { ...options, limitInputPixels: MAX_PIXELS });
}

/** Loaded with the first picture, so that a process which sees none doesn't pay for libvips. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // No picture comes twice, so the operation cache would only hold memory and other people's pictures.
  sharp.cache(false);
  return sharp;
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
