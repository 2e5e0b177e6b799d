import type { Ctx } from '../context/ctx.ts';
import { countMedia } from '../store/queries/media.ts';

/** Files that an applicant has before capture SDKs may add no more: a capture is ten, with every try that failed. */
const MOST_SDK_FILES = 200;

/** Bytes of them: some twenty videos of the largest size, besides the pictures. */
const MOST_SDK_BYTES = 1024 ** 3;

/** Returns whether an applicant has as many files as capture SDKs may add: the holder of a token can't fill the disk. */
export async function hasEnoughMedia(ctx: Ctx, applicantId: string): Promise<boolean> {
  const counted = await ctx.read.first(countMedia, { applicant_id: applicantId });
  return Number(counted?.n ?? 0) >= MOST_SDK_FILES || Number(counted?.bytes ?? 0) >= MOST_SDK_BYTES;
}
