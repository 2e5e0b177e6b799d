import { extractFrames } from '../../media-files/frame.ts';
import type { Frame } from '../../reports/live/tools.ts';
import type { Ctx } from '../ctx.ts';
import { mediaBytes } from './get.ts';
import type { Media } from './media.ts';

/** Pictures of a video, evenly spread. Throws `frame_extraction_failed` or `frame_extraction_unavailable`. */
export function videoFrames(ctx: Ctx, video: Media, count: number): Promise<Frame[]> {
  const { clock, decodeSlots, settings } = ctx.services;
  const tools = { ffmpeg: settings.ffmpeg, directory: settings.data, clock, slots: decodeSlots };
  const subject = video.kind === 'motion_capture' ? 'motion capture' : 'video';
  return extractFrames(() => mediaBytes(ctx, video), tools, { count, subject });
}
