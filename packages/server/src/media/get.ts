import type { Readable } from 'node:stream';
import { getApplicant } from '../applicants/get.ts';
import { notFound } from '../base/errors.ts';
import type { MediaKind } from '../base/media-kind.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { findMedia, listMedia } from '../store/queries/media.ts';
import { type Media, toMedia } from './media.ts';

/** Name of each kind in the error when it can't be found. */
const resources: Record<MediaKind, string> = {
  document: 'Document',
  live_photo: 'LivePhoto',
  id_photo: 'IdPhoto',
  live_video: 'LiveVideo',
  motion_capture: 'MotionCapture',
  document_video: 'DocumentVideo',
  signing_document: 'SigningDocument',
  signed_document: 'SignedDocument',
  signature_receipt: 'SignatureReceipt',
  snapshot: 'Snapshot',
  binary_media: 'BinaryMedia',
  case_file: 'CaseFile',
};

/**
 * Media of one kind. Throws `resource_not_found`, or `gone` with its applicant.
 * @param applicantId the applicant that they must belong to; media of another are not found
 */
export async function getMedia(ctx: Ctx, kind: MediaKind, id: string, applicantId?: string): Promise<Media> {
  const row = await ctx.read.first(findMedia, { id, kind });
  if (!row) throw await missing(ctx, resources[kind], id);
  if (applicantId !== undefined && row.applicant_id !== applicantId) throw notFound(resources[kind], id);
  await getApplicant(ctx, row.applicant_id);
  return toMedia(ctx, row);
}

/** Media of one kind of an applicant, newest first. */
export async function listMediaOf(ctx: Ctx, kind: MediaKind, applicantId: string): Promise<Media[]> {
  await getApplicant(ctx, applicantId);
  const rows = await ctx.read.all(listMedia, { applicant_id: applicantId, kind });
  return rows.map((row) => toMedia(ctx, row));
}

/** The bytes as they were uploaded. */
export function mediaBytes(ctx: Ctx, media: Media): Promise<Readable> {
  return ctx.services.storage.get(media.storage_key);
}
