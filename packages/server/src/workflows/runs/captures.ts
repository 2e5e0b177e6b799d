import { invalid } from '../../base/errors.ts';
import type { MediaKind } from '../../base/media-kind.ts';
import type { Ctx } from '../../context/ctx.ts';
import { type Media, toMedia } from '../../media/media.ts';
import { addressProofTypes } from '../../reports/document-types.ts';
import { findMedia, listMedia } from '../../store/queries/media.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { CaptureKind } from '../workflow.ts';
import type { Task } from './run.ts';

const mediaOf: Readonly<Record<CaptureKind, { readonly kind: MediaKind; fits?(media: Media): boolean }>> = {
  document_photo: { kind: 'document' },
  digital_credential: { kind: 'document' },
  proof_of_address: { kind: 'document', fits: ({ type }) => addressProofTypes.has(type ?? '') },
  face_photo: { kind: 'live_photo' },
  face_video: { kind: 'live_video' },
  face_motion: { kind: 'motion_capture' },
};

/** The media in the output of a capture. Media that were erased since are left out. */
export async function mediaOfCapture(
  ctx: Ctx,
  { output }: Pick<Task, 'output'>,
  { task }: { readonly task: CaptureKind },
): Promise<Media[]> {
  const captured = output as readonly { readonly id: string }[];
  const rows = await Promise.all(captured.map(({ id }) => ctx.read.first(findMedia, { id, kind: mediaOf[task].kind })));
  return rows.filter((row) => row !== undefined).map((row) => toMedia(ctx, row));
}

/** Sides of a document, and pages; a capture has one or two. */
const MOST = 10;

export interface Capture {
  readonly applicantId: string;
  readonly kind: CaptureKind;
  /** Data as the client sent it. */
  readonly data: unknown;
  /** True if only documents that a wallet presented are taken. */
  readonly credentialOnly?: boolean;
}

/** A media file in the output of a capture. Documents name their kind, as published clients expect. */
interface CapturedMedia {
  readonly id: string;
  readonly type?: 'document';
}

/**
 * The media that a capture is completed with. Throws `validation_error` unless each is media of the applicant, of the kind
 * that the task is for.
 */
export async function capturedMedia(ctx: Ctx, tx: ScopedTx, capture: Capture): Promise<CapturedMedia[]> {
  const { applicantId, data, credentialOnly = false } = capture;
  const { kind, fits = () => true } = mediaOf[capture.kind];
  const ids = Array.isArray(data) ? data.map((media: { id?: unknown } | null) => media?.id) : [];
  if (ids.length === 0 || ids.length > MOST)
    throw invalid({ data: [`must be an array of 1 to ${MOST} objects with id`] });
  const rows = await tx.all(listMedia, { applicant_id: applicantId, kind });
  const own = new Set<unknown>(
    rows
      .map((row) => toMedia(ctx, row))
      .filter((media) => fits(media) && (!credentialOnly || media.credential === true))
      .map(({ id }) => id),
  );
  if (!ids.every((id) => own.has(id))) {
    throw invalid({ data: [`must contain ids of the applicant's media of the kind ${capture.kind}`] });
  }
  return [...new Set(ids as string[])].map((id) => ({ id, ...(kind === 'document' && { type: kind }) }));
}
