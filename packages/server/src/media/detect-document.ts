import { invalid } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { weigher } from '../media-files/decode-weight.ts';
import { uploadRules } from '../media-files/rules.ts';
import { WEBP_WEIGHT } from '../media-files/webp.ts';
import { forClient, laneOf } from './for-client.ts';
import { faultsOfDocument, type PictureWarnings, pictureChecks, weigh } from './judge-picture.ts';

/** `data:` address (RFC 2397) of a picture that cameras of browsers give. */
const DATA_URL = /^data:image\/(webp|jpeg|png);base64,([A-Za-z0-9+/]+={0,2})$/;

const checks = Object.fromEntries(pictureChecks.map((check) => [check, 'warn' as const]));

/**
 * Analyses whether a frame of a camera shows a document that is fit to be taken, and its faults. Nothing of it is stored. In
 * sandbox every frame is fit. Throws `validation_error` if it is not a picture, `unavailable` when no process could analyse it.
 */
export async function detectDocument(
  ctx: Ctx,
  { applicantId, image }: { applicantId: string; image: string },
): Promise<{ isDocument: boolean; valid: boolean; breakdown: PictureWarnings }> {
  const frame = await frameOf(ctx, applicantId, image);
  if (!frame) throw invalid({ image: ['must be a jpeg, png or webp image as a data URL'] });
  const picture = { applicantId, rules: FRAME_RULES, read: async () => frame };
  const breakdown = weigh(ctx.sandbox ? {} : await faultsOfDocument(ctx, picture), checks);
  const valid = pictureChecks.every((check) => breakdown[check]?.valid);
  return { isDocument: breakdown.detect_document?.valid ?? false, valid, breakdown };
}

async function frameOf(ctx: Ctx, applicantId: string, image: string): Promise<Uint8Array | null> {
  const [, format, base64] = DATA_URL.exec(image) ?? [];
  if (base64 === undefined) return null;
  const frame = { bytes: Buffer.from(base64, 'base64'), format: format as 'webp' | 'jpeg' | 'png' };
  const turn = { lane: laneOf(ctx, applicantId), weight: weightOf(frame) };
  return forClient(ctx.services.decoder.run('cameraFrame', frame, turn));
}

/** Throws `validation_error` for a frame that has too many pixels. */
function weightOf({ bytes, format }: { bytes: Buffer; format: 'webp' | 'jpeg' | 'png' }): number {
  if (format === 'webp') return WEBP_WEIGHT;
  const weigh = weigher(format === 'png' ? 'png' : 'jpg', FRAME_RULES);
  weigh.push(bytes);
  return weigh.weight();
}

/** Rules for a picture of a document, except the name of the field. */
const { document } = uploadRules;
const FRAME_RULES = { ...document, fields: { ...document.fields, content: 'image' } };
