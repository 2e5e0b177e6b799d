import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Media } from '../../media/media.ts';
import { uploadsOf } from '../../media/media.ts';
import { addMedia, type NewMedia } from '../../media/upload.ts';
import { type ApplicantForm, assertOpen } from './find.ts';

/** Files that an applicant may have in all before the form takes no more: the holder of a link can't fill the disk. */
const MOST_FILES = 60;

/** A file from a page on which an applicant chose it. */
export type PageMedia = Pick<NewMedia, 'upload' | 'facts'> & { kind: 'document' | 'live_photo' };

/** Adds a file to the applicant of a form, which counts by being the latest of its kind. Throws as `addMedia` does. */
export async function addFormMedia({ ctx, check, applicant }: ApplicantForm, media: PageMedia): Promise<Media> {
  assertOpen(check);
  return addPageMedia(ctx, applicant.id, media);
}

/**
 * Adds a file that an applicant has chosen on a page. Its quality is judged at once, where the account may: an applicant with the
 * document in hand can take another picture. Throws as `addMedia` does.
 */
export async function addPageMedia(
  ctx: Ctx,
  applicantId: string,
  media: PageMedia,
  judged = { quality: true },
): Promise<Media> {
  const { refs } = await uploadsOf(ctx, ctx.read, applicantId);
  if (refs.documents.length + refs.livePhotos.length >= MOST_FILES) throw invalid({ file: ['is one too many'] });
  // Chip data is read by capture SDKs; typed in, it could hold anything.
  if (media.upload?.file.type.format === 'json') throw invalid({ file: ['must be a picture or a PDF'] }, 'format');
  const quality = media.kind === 'live_photo' || (judged.quality && ctx.account.settings.image_quality);
  return addMedia(ctx, { ...media, applicantId, quality });
}
