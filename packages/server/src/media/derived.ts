import { buffer } from 'node:stream/consumers';
import { notFound } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { extractFrame } from '../media-files/frame.ts';
import { forClient, laneOf } from './for-client.ts';
import { listMediaOf, mediaBytes } from './get.ts';
import type { Media } from './media.ts';

/**
 * The portrait of a document's chip as PNG. Throws `resource_not_found` when the document holds no chip data, and
 * `unavailable` when no process could look at it.
 */
export async function nfcFace(ctx: Ctx, document: Media): Promise<Uint8Array> {
  if (document.extension !== 'json') throw notFound('NfcFace', document.id);
  const chip = async () => ({ bytes: await buffer(await mediaBytes(ctx, document)) });
  const turn = { lane: laneOf(ctx, document.applicant_id) };
  const face = await forClient(ctx.services.decoder.run('chipPortrait', chip, turn));
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

/** Names of a video in errors. */
export type VideoSubject = 'video' | 'motion capture';

/** One frame of a video, JPEG. Throws `frame_extraction_failed` or `frame_extraction_unavailable`. */
export async function videoFrame(ctx: Ctx, video: Media, subject: VideoSubject): Promise<Buffer> {
  const { clock, frameTurns: turns, settings } = ctx.services;
  const turn = { lane: laneOf(ctx, video.applicant_id) };
  const tools = { ffmpeg: settings.ffmpeg, directory: settings.data, clock, turns, turn };
  return extractFrame(() => mediaBytes(ctx, video), tools, subject);
}
