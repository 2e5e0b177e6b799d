import { decode, UnreadableImage } from '@bonafide/verification';
import { invalid } from '../../base/errors.ts';
import { webpToJpeg } from '../../media-files/webp.ts';
import type { Ctx } from '../ctx.ts';
import { faultsOfDocument, type PictureWarnings, pictureChecks, weigh } from './judge-picture.ts';

/** `data:` address (RFC 2397) of a picture that cameras of browsers give. */
const DATA_URL = /^data:image\/(webp|jpeg|png);base64,([A-Za-z0-9+/]+={0,2})$/;

const wanted = Object.fromEntries(pictureChecks.map((check) => [check, 'warn' as const]));

/**
 * Whether a frame of a camera shows a document that is fit to be taken, and what of it is not. Nothing of it is kept. In
 * sandbox every frame is. Throws `validation_error` for what is no picture, `unavailable` when nobody could look.
 */
export async function detectDocument(
  ctx: Ctx,
  image: string,
): Promise<{ isDocument: boolean; valid: boolean; breakdown: PictureWarnings }> {
  const frame = await ctx.services.decodeSlots.run(() => pictureOf(image));
  if (!frame) throw invalid({ image: ['must be a jpeg, png or webp picture as a data URL'] });
  const breakdown = weigh(ctx.sandbox ? {} : await faultsOfDocument(ctx, async () => frame), wanted);
  const valid = pictureChecks.every((check) => breakdown[check]?.valid);
  return { isDocument: breakdown.detect_document?.valid ?? false, valid, breakdown };
}

async function pictureOf(image: string): Promise<Buffer | null> {
  const [, format, base64] = DATA_URL.exec(image) ?? [];
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (format === 'webp') return webpToJpeg(bytes);
  try {
    await decode(bytes);
    return bytes;
  } catch (error) {
    if (error instanceof UnreadableImage) return null;
    throw error;
  }
}
