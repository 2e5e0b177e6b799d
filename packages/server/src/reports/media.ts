import { addressProofTypes, identityDocumentTypes } from './document-types.ts';
import type { ApplicantMedia, DocumentRef, MediaUse } from './types.ts';

export interface MediaId {
  id: string;
}

/** The media arrays of a report body. Only facial reports show the last four. */
export interface ReportMedia {
  documents: MediaId[];
  live_photos: MediaId[];
  live_videos: MediaId[];
  motion_captures: MediaId[];
  id_photos: MediaId[];
}

/** The most recent of uploads; of two of the same millisecond the one with the greater id, as ids are in time order. */
export function latest<T extends { id: string; created_at: number }>(uploads: readonly T[]): T | undefined {
  return uploads.reduce<T | undefined>(
    (best, upload) =>
      best === undefined ||
      upload.created_at > best.created_at ||
      (upload.created_at === best.created_at && upload.id > best.id)
        ? upload
        : best,
    undefined,
  );
}

/**
 * The documents that an identity report looks at: the documents in `document_ids`, else the most recent identity document with,
 * when uploaded, the other side of the same type (front first), else the latest upload of any type.
 */
export function identityDocuments({ documentIds, documents }: ApplicantMedia): MediaId[] {
  if (documentIds !== undefined && documentIds.length > 0) return documentIds.map((id) => ({ id }));
  const newest = latest(documents.filter(({ type }) => identityDocumentTypes.has(type))) ?? latest(documents);
  if (newest === undefined) return [];
  const opposite = newest.side && (newest.side === 'front' ? 'back' : 'front');
  const other = opposite && latest(documents.filter(({ type, side }) => type === newest.type && side === opposite));
  if (!other) return [{ id: newest.id }];
  return newest.side === 'front' ? [{ id: newest.id }, { id: other.id }] : [{ id: other.id }, { id: newest.id }];
}

/**
 * The document that a proof of address report looks at: of those that it was ordered for, if any, the latest proof of
 * address, else the latest upload.
 */
export function addressProof({ documents: all, documentIds }: ApplicantMedia): DocumentRef | undefined {
  const documents = documentIds?.length ? all.filter(({ id }) => documentIds.includes(id)) : all;
  return latest(documents.filter(({ type }) => addressProofTypes.has(type))) ?? latest(documents);
}

/** The media that a report lists. Call it at creation and, with a form, again when the applicant has sent the data. */
export function selectMedia(uses: MediaUse, media: ApplicantMedia): ReportMedia {
  const capture = uses.capture && latest(media[uses.capture]);
  const listed = (kind: MediaUse['capture']) => (capture && uses.capture === kind ? [{ id: capture.id }] : []);
  return {
    documents: uses.documents === 'identity' ? identityDocuments(media) : [],
    live_photos: listed('livePhotos'),
    live_videos: listed('liveVideos'),
    motion_captures: listed('motionCaptures'),
    id_photos: [],
  };
}
