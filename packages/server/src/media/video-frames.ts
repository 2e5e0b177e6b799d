import type { Ctx } from '../context/ctx.ts';
import { extractFrames } from '../media-files/frame.ts';
import type { VideoFrame } from '../media-files/video-frame.ts';
import { laneOf } from './for-client.ts';
import { mediaBytes } from './get.ts';
import type { Media } from './media.ts';

/** Pictures of a video, evenly spread, for a report: it waits as long as it must. Throws `frame_extraction_failed` or `frame_extraction_unavailable`. */
export function videoFrames(ctx: Ctx, video: Media, count: number): Promise<VideoFrame[]> {
  return framesOf(ctx, video, { count, patient: true });
}

/** The picture of a video that is nearest to a time, in seconds from its start, for a person who waits. Throws as `videoFrames`. */
export async function frameAt(ctx: Ctx, video: Media, at: number): Promise<Buffer> {
  const frames = await framesOf(ctx, video, { count: Number.POSITIVE_INFINITY, patient: false });
  return frames.reduce((a, b) => (Math.abs(b.at - at) < Math.abs(a.at - at) ? b : a)).bytes;
}

function framesOf(ctx: Ctx, video: Media, { count, patient }: { count: number; patient: boolean }) {
  const { clock, frameTurns: turns, settings } = ctx.services;
  const turn = { lane: laneOf(ctx, video.applicant_id), patient };
  const tools = { ffmpeg: settings.ffmpeg, directory: settings.data, clock, turns, turn };
  const subject = video.kind === 'motion_capture' ? 'motion capture' : 'video';
  return extractFrames(() => mediaBytes(ctx, video), tools, { count, subject });
}
