import { loadSharp } from './decode.ts';
import { withinTime } from './decoder-failure.ts';
import { UnreadableImage } from './unreadable.ts';

/** Bounds of a redrawn logo: pixels of a side, pixels in all, and how many times one side may be longer. */
export const LOGO_LIMITS = { leastSide: 16, pixels: 4_194_304, ratio: 10 } as const;

/** A redrawn logo fits into this box, in pixels: three times what pages show. */
export const LOGO_BOX = { width: 512, height: 256 } as const;

/** Padding around a logo that was transparent, as a part of its height. */
const PADDING = 0.12;

/** Grounds of transparent logos: that of light pages, and that of dark ones. */
const WHITE = '#ffffff';
const DARK = '#12161c';

export interface RedrawnLogo {
  /** An opaque PNG without metadata. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a logo again: only its pixels are kept. A transparent logo gets an opaque ground with some padding, white under a
 * dark logo and dark under a light one, so that it is seen on light and dark pages and in print.
 *
 * @param bytes PNG, JPEG or WebP; of an animation the first picture. Throws `UnreadableImage`, `DecodeTimeout` or
 * `OutOfMemory`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { redrawLogo } from '@bonafide/verification';
 *
 * const { bytes, width, height } = await redrawLogo(await readFile('logo.png'));
 * console.log(bytes.length, width, height);
 */
export async function redrawLogo(bytes: Uint8Array): Promise<RedrawnLogo> {
  // libvips also reads SVG and more; those parsers must not get bytes from outside.
  if (!isKnown(bytes)) throw new UnreadableImage('unsupported', 'must be a PNG, JPEG or WebP file');
  const sharp = await loadSharp();
  const { data, info } = await withinTime(
    sharp(bytes, { failOn: 'error', limitInputPixels: LOGO_LIMITS.pixels }),
    async (image) => {
      checkSides((await image.metadata()).autoOrient);
      return image
        .autoOrient()
        .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true });
    },
  ).catch((error: unknown) => {
    throw worded(error);
  });
  const { width, height } = info;
  const pixels = sharp(data, { raw: { width, height, channels: 4 } });
  const ground = groundFor(data);
  const pad = ground === null ? 0 : Math.max(4, Math.round(height * PADDING));
  const background = ground ?? WHITE;
  const drawn = await pixels
    .flatten({ background })
    .extend({ top: pad, bottom: pad, left: pad, right: pad, background })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { bytes: drawn, width: width + 2 * pad, height: height + 2 * pad };
}

/** The words of the decoder say nothing to who uploads a logo. */
function worded(error: unknown): unknown {
  if (!(error instanceof UnreadableImage)) return error;
  if (error.reason === 'too_many_pixels') {
    return new UnreadableImage('too_many_pixels', 'must have at most 4 megapixels', error);
  }
  return error.reason === 'undecodable' ? new UnreadableImage('undecodable', 'is corrupt or incomplete', error) : error;
}

function checkSides({ width, height }: { width: number; height: number }): void {
  const { leastSide, ratio } = LOGO_LIMITS;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < leastSide) throw new UnreadableImage('unsupported', `must be at least ${leastSide} pixels wide and high`);
  if (long > short * ratio) {
    throw new UnreadableImage(
      'unsupported',
      `must not be more than ${ratio} times longer on one side than on the other`,
    );
  }
}

/** The ground that RGBA pixels need; null where none is transparent. */
function groundFor(data: Uint8Array): string | null {
  let seen = 0;
  let light = 0;
  let transparent = false;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]!;
    if (alpha < 255) transparent = true;
    seen += alpha;
    // Luma (ITU-R BT.601) is enough to distinguish a light logo from a dark one.
    light += alpha * (0.299 * data[i]! + 0.587 * data[i + 1]! + 0.114 * data[i + 2]!);
  }
  if (seen === 0) throw new UnreadableImage('unsupported', 'must not be wholly transparent');
  if (!transparent) return null;
  return light / seen > 185 ? DARK : WHITE;
}

function isKnown(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  );
}
