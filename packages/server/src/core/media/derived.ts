import { buffer } from 'node:stream/consumers';
import { notFound } from '../../base/errors.ts';
import { chipFace, parseChip } from '../../media-files/chip.ts';
import { extractFrame } from '../../media-files/frame.ts';
import type { Ctx } from '../ctx.ts';
import { listMediaOf, mediaBytes } from './get.ts';
import type { Media } from './media.ts';

/** The portrait of a document's chip as PNG. Throws `resource_not_found` when the document holds no chip data. */
export async function nfcFace(ctx: Ctx, document: Media): Promise<Buffer> {
  const chip = document.extension === 'json' ? parseChip(await buffer(await mediaBytes(ctx, document))) : null;
  const face = chip && (await chipFace(chip));
  if (!face) throw notFound('NfcFace', document.id);
  return face;
}

/** The video that a capture SDK took of a document. Throws `resource_not_found` when there is none. */
export async function documentVideo(ctx: Ctx, document: Media): Promise<Media> {
  const videos = await listMediaOf(ctx, 'document_video', document.applicant_id);
  const video = videos.find(({ document_id }) => document_id === document.id);
  if (!video) throw notFound('DocumentVideo', document.id);
  return video;
}

/** What an error calls a video. */
export type VideoSubject = 'video' | 'motion capture';

/** One frame of a video, JPEG. Throws `frame_extraction_failed` or `frame_extraction_unavailable`. */
export async function videoFrame(ctx: Ctx, video: Media, subject: VideoSubject): Promise<Buffer> {
  const { clock, decodeSlots, settings } = ctx.services;
  const tools = { ffmpeg: settings.ffmpeg, directory: settings.data, clock, slots: decodeSlots };
  return extractFrame(() => mediaBytes(ctx, video), tools, subject);
}
