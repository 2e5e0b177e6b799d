import type { Location } from '../applicants/applicant.ts';
import type { MediaKind } from '../base/media-kind.ts';
import type { Ctx } from '../context/ctx.ts';
import type { ApplicantMedia, CaptureRef, DocumentRef } from '../reports/types.ts';
import { listAllMedia } from '../store/queries/media.ts';
import type { MediaRow } from '../store/schema.ts';
import type { ScopedReader } from '../store/store.ts';
import type { Sender } from './sender.ts';

/** One half of a live video's challenge, as it was shown to the applicant. */
export type Challenge = { type: 'recite'; query: number[] } | { type: 'movement'; query: 'turnLeft' | 'turnRight' };

/** Sealed data of an upload. Fields that its kind doesn't have are absent. */
export interface MediaData {
  /** Base name as uploaded. */
  file_name: string;
  /** Extension of the stored file, lower case: `jpg`, `jpeg`, `png`, `pdf`, `json`, … */
  extension: string;
  /** Media type that it is served with. */
  media_type: string;
  type?: string;
  side?: 'front' | 'back' | null;
  issuing_country?: string | null;
  /** Location sent with the upload; it takes precedence over the applicant's. */
  location?: Location | null;
  /** The document that a document video shows. */
  document_id?: string;
  challenge?: Challenge[];
  /** The challenge that the chip of a document answered, base64. */
  chip_challenge?: string;
  /** Private key of the terminal to which the chip of a document proved its key, base64. */
  chip_terminal_key?: string;
  /** Time at which the second part of the challenge was shown, milliseconds from the start. */
  challenge_switch_at?: number;
  languages?: { source: string; language_code: string }[] | null;
  /** Set for a live photo with the very bytes of an earlier snapshot, which no camera gives twice. */
  repeats_snapshot?: boolean;
  /** Name that the browser gives the camera. */
  camera_name?: string;
  /** True if a wallet presented it as a credential, which the service verified. */
  credential?: true;
  /** True if the service has made it or fetched it for a signature. */
  made_by_service?: true;
  /** Remark of the member on a case file. */
  remark?: string;
  /** Principal who attached a case file, as `recordOf` writes it. */
  attached_by?: string;
  /** Sender of the upload; absent in sandbox, and for uploads from before this was stored. */
  sender?: Sender;
}

export interface Media extends MediaData {
  id: string;
  kind: MediaKind;
  applicant_id: string;
  created_at: number;
  file_size: number;
  storage_key: string;
}

export function toMedia(ctx: Ctx, row: MediaRow): Media {
  return {
    ...ctx.vault.open<MediaData>(row.id, row.data),
    id: row.id,
    kind: row.kind,
    applicant_id: row.applicant_id,
    created_at: row.created_at,
    file_size: row.file_size,
    storage_key: row.storage_key,
  };
}

export interface Uploads {
  /** Media as reports see them. */
  refs: ApplicantMedia;
  /** Location of the latest document upload that carries one. */
  location: Location | null;
  /**
   * Senders of the media, the latest first; empty in sandbox. Snapshots are left out, and binary media that may become a
   * document.
   */
  senders: readonly (Sender & { readonly media_id: string; readonly camera_name?: string })[];
}

/** A document as reports see it. */
export function documentRef({
  id,
  type = 'unknown',
  side = null,
  issuing_country = null,
  created_at,
}: Media): DocumentRef {
  return { id, type, side, issuing_country, created_at };
}

/** Kinds that are deleted soon. */
const passing: ReadonlySet<MediaKind> = new Set(['snapshot', 'binary_media']);

/** All that an applicant has uploaded. */
export async function uploadsOf(ctx: Ctx, reader: ScopedReader, applicantId: string): Promise<Uploads> {
  const rows = await reader.all(listAllMedia, { applicant_id: applicantId });
  const media = rows.map((row) => toMedia(ctx, row));
  const captures = (kind: MediaKind): CaptureRef[] => media.filter((upload) => upload.kind === kind);
  const documents = media.filter((upload) => upload.kind === 'document');
  const filmed = new Set(media.map((upload) => upload.document_id));
  return {
    refs: {
      documents: documents.map((document) => ({ ...documentRef(document), hasVideo: filmed.has(document.id) })),
      livePhotos: captures('live_photo'),
      liveVideos: captures('live_video'),
      motionCaptures: captures('motion_capture'),
      idPhotos: captures('id_photo'),
    },
    location: documents.find((document) => document.location)?.location ?? null,
    senders: media.flatMap(({ id, kind, sender, camera_name }) =>
      sender && !passing.has(kind) ? [{ ...sender, media_id: id, ...(camera_name && { camera_name }) }] : [],
    ),
  };
}
