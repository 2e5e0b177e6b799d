import { buffer } from 'node:stream/consumers';
import { getApplicant } from '../applicants/get.ts';
import { recordAudit } from '../audit/record.ts';
import type { MediaKind } from '../base/media-kind.ts';
import { pictureFormats } from '../checks/reports/crop.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { nfcFace, videoFrame } from '../media/derived.ts';
import { forClient, laneOf } from '../media/for-client.ts';
import { mediaBytes } from '../media/get.ts';
import { type Media, toMedia } from '../media/media.ts';
import { frameAt } from '../media/video-frames.ts';
import { storedWeight } from '../media-files/decode-weight.ts';
import { findMediaById } from '../store/queries/media.ts';

const WHOLE = { left: 0, top: 0, width: 1, height: 1 };

const films: ReadonlySet<MediaKind> = new Set(['live_video', 'motion_capture', 'document_video']);

/** Media of any kind, but files of cases. Throws `resource_not_found`, or `gone` with its applicant. */
export async function findAnyMedia(ctx: Ctx, id: string): Promise<Media> {
  const row = await ctx.read.first(findMediaById, { id });
  if (!row || row.kind === 'case_file') throw await missing(ctx, 'Media', id);
  await getApplicant(ctx, row.applicant_id);
  return toMedia(ctx, row);
}

/** A picture to look at. */
export interface View {
  readonly body: Buffer;
  readonly mediaType: 'image/png' | 'image/jpeg';
}

/** Requested picture of media. */
interface WantedView {
  /** Page of a PDF, from 0. */
  readonly page: number;
  /** Time in a film: seconds from its start; default: its first picture. */
  readonly at?: number | undefined;
}

/**
 * A picture of media for the screen, without metadata: of a picture or a page of a PDF at most 1,200 pixels a side, of a film one
 * frame, of a chip its portrait. The audit records who opened it before it is sent. Throws as `findAnyMedia`, and `unavailable` when
 * no process could make it.
 */
export async function viewOf(ctx: Ctx, id: string, options: WantedView): Promise<View> {
  const media = await findAnyMedia(ctx, id);
  const view = films.has(media.kind) ? await frameOf(ctx, media, options) : await pictureOf(ctx, media, options);
  await recordAudit(ctx, { action: 'media_opened', object_id: id });
  return view;
}

async function frameOf(ctx: Ctx, media: Media, { at }: WantedView): Promise<View> {
  const body = at === undefined ? await videoFrame(ctx, media, 'video') : await frameAt(ctx, media, at);
  return { body, mediaType: 'image/jpeg' };
}

async function pictureOf(ctx: Ctx, media: Media, { page }: WantedView): Promise<View> {
  if (media.extension === 'json') return { body: Buffer.from(await nfcFace(ctx, media)), mediaType: 'image/png' };
  const order = async () => ({
    bytes: new Uint8Array(await buffer(await mediaBytes(ctx, media))),
    mediaType: media.media_type,
    page,
    box: WHOLE,
    margin: 0,
  });
  const format = pictureFormats[media.media_type];
  const weight = format ? await storedWeight(format, await mediaBytes(ctx, media)) : 0;
  const turn = { lane: laneOf(ctx, media.applicant_id), weight };
  return {
    body: Buffer.from(await forClient(ctx.services.decoder.run('pictureCrop', order, turn))),
    mediaType: 'image/png',
  };
}
