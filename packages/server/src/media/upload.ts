import { getApplicant } from '../applicants/get.ts';
import { withResidence } from '../applicants/residence.ts';
import { invalid, problem } from '../base/errors.ts';
import type { MediaKind } from '../base/media-kind.ts';
import type { Ctx } from '../context/ctx.ts';
import { safeFileName } from '../media-files/file-name.ts';
import { missingFile, uploadRules } from '../media-files/rules.ts';
import { requestedUploadFailure } from '../reports/sandbox/upload-triggers.ts';
import { hasUnknownOutcome } from '../store/outcome.ts';
import { insertMedia } from '../store/queries/media.ts';
import type { ScopedTx } from '../store/store.ts';
import { openChipChallenge, useChallenge } from './challenge.ts';
import { type Examined, examine } from './examine.ts';
import { forClient, laneOf } from './for-client.ts';
import {
  faultsOfDocument,
  imageQuality,
  judgeLivePhoto,
  type Picture,
  type PictureChecks,
  type PictureWarnings,
  weigh,
} from './judge-picture.ts';
import type { Media, MediaData } from './media.ts';
import type { PendingUpload } from './pending-upload.ts';

/** Kinds whose files are called `<id>.<extension>`, whatever they were uploaded as. */
const namedAfterThemselves: ReadonlySet<MediaKind> = new Set(['id_photo', 'motion_capture']);

export interface NewMedia {
  kind: MediaKind;
  applicantId: string;
  /** Is in the storage already; claimed with the commit of its row. Undefined where the client sent none. */
  upload: PendingUpload | undefined;
  /**
   * Judge the quality of a picture too: `validate_image_quality` of documents, `advanced_validation` of live photos; or,
   * of a document, the checks that a capture SDK wants.
   */
  quality: boolean | PictureChecks;
  /** Facts of the kind of media besides its file. */
  facts: Omit<MediaData, 'file_name' | 'extension' | 'media_type'>;
  /** Writes more in the same transaction; its error undoes both. */
  also?(tx: ScopedTx, id: string): Promise<void>;
}

/** An upload that has its row, and what the checks that only warn have found. */
export interface AddedMedia extends Media {
  warnings: PictureWarnings;
}

/**
 * Adds a file to an applicant: examined, then written and claimed. Throws 404 or 410 for the applicant, `validation_error` for a
 * file that is missing, unreadable or, where asked for, of bad quality, or for a challenge that its chip could not answer, and
 * `unavailable` when no process could look at it.
 */
export async function addMedia(ctx: Ctx, media: NewMedia): Promise<AddedMedia> {
  const { kind, applicantId, upload } = media;
  const { sender, ...facts } = media.facts;
  await getApplicant(ctx, applicantId);
  const rules = uploadRules[kind];
  if (!upload) throw missingFile(rules);
  const { file, fileName, mediaId: id } = upload;
  let examined: Examined = {};
  let warnings = ctx.sandbox ? judgeByName(media.quality, kind, fileName) : {};
  if (!file.type.mediaType.startsWith('video/')) {
    // In sandbox the content has no influence, as long as the file can be read at all.
    const isPicture = file.type.mediaType.startsWith('image/');
    const picture = { applicantId, rules, weight: file.decodeWeight, read: file.read };
    const judgePicture = ctx.sandbox || !isPicture ? undefined : judgeOf(ctx, media.quality, kind);
    const { decoder } = ctx.services;
    // Who judges a picture decodes the whole of it: once is enough.
    if (judgePicture) warnings = await judgePicture(picture);
    // The service wrote the file of a credential itself.
    else if (!facts.credential)
      examined = await forClient(examine(file, { rules, decoder, lane: laneOf(ctx, applicantId) }));
  }
  const { chipChallengeId } = examined;
  const data: MediaData = {
    ...facts,
    ...(chipChallengeId !== undefined && (await openChipChallenge(ctx, applicantId, chipChallengeId))),
    ...(facts.location && { location: withResidence(ctx, facts.location) }),
    // Sandbox reports are canned, so nothing is kept for them.
    ...(sender && !ctx.sandbox && { sender }),
    file_name: storedName(kind, upload),
    extension: file.type.extension,
    media_type: file.type.mediaType,
  };
  const row = { id, kind, applicant_id: applicantId, file_size: file.size, storage_key: file.storageKey };
  const adding = ctx.transaction(async (tx) => {
    if (!(await tx.lock({ activeApplicant: applicantId })).activeApplicant) throw problem('gone');
    // The time at which it joins the applicant: a check that came before must not find it earlier than itself.
    const now = ctx.now();
    await tx.run(insertMedia, { ...row, created_at: now, sha256: file.sha256, data: ctx.vault.seal(id, data) });
    if (chipChallengeId !== undefined) await useChallenge(ctx, tx, chipChallengeId);
    await media.also?.(tx, id);
    return { ...row, created_at: now, ...data, warnings };
  });
  const added = await adding.catch((error) => {
    // The row may be there all the same, and a row without its file is worse than a file that the upkeep deletes later.
    if (hasUnknownOutcome(error)) upload.claim();
    throw error;
  });
  // A request that was sent again after a crash has the media that the first one added, and another file.
  if (added.id === id) upload.claim();
  return added;
}

/** Name with which a file is downloaded. The name of a case file ends with an extension of its format, so no text opens as a program. */
function storedName(kind: MediaKind, { mediaId, file, fileName }: PendingUpload): string {
  const { extension } = file.type;
  if (namedAfterThemselves.has(kind)) return `${mediaId}.${extension}`;
  if (kind !== 'case_file' || fileName.toLowerCase().endsWith(`.${extension}`)) return fileName;
  return safeFileName(`${fileName}.${extension}`);
}

type Wanted = NewMedia['quality'];

const checksOf = (quality: Wanted): PictureChecks => (quality === true ? imageQuality : quality || {});

function judgeByName(quality: Wanted, kind: MediaKind, fileName: string): PictureWarnings {
  if (!quality || (kind !== 'document' && kind !== 'live_photo')) return {};
  const faults = requestedUploadFailure(kind, fileName);
  if (kind === 'document') return weigh(faults, checksOf(quality));
  if (Object.keys(faults).length > 0) throw invalid(faults, 'quality');
  return {};
}

/** Function that checks a picture of this kind; undefined without a check. Throws as `addMedia` does. */
function judgeOf(
  ctx: Ctx,
  quality: Wanted,
  kind: MediaKind,
): ((picture: Picture) => Promise<PictureWarnings>) | undefined {
  if (kind === 'live_photo' && quality && ctx.services.settings.analysis !== 'off') {
    return async (picture) => {
      await judgeLivePhoto(ctx, picture);
      return {};
    };
  }
  const checks = kind === 'document' ? checksOf(quality) : {};
  if (Object.keys(checks).length === 0) return undefined;
  return async (picture) => weigh(await faultsOfDocument(ctx, picture), checks);
}
