import type { Box, RequestedFrame } from './frame.ts';
import { CAPTURE_LIMITS } from './limits.ts';

/** Longest side in pixels of the picture in which the outline is looked for. */
export const OVERVIEW_SIDE = 320;
/** Margin around the frame that is analysed, in widths of the frame. */
const AROUND = 0.16;
/** Longest side in pixels of the detail, and how much of the frame it shows. Its scale is the one at which the service judges blur. */
export const DETAIL_SIDE = 400;
export const DETAIL_SHARE = 0.8;

export interface DocumentParts {
  /** The frame and its surroundings. */
  readonly overview: RequestedFrame;
  /** Box of the frame in the overview. */
  readonly frame: Box;
  /** The middle of the frame, less reduced. */
  readonly detail: RequestedFrame;
}

/**
 * The parts of the camera's picture that are searched for a document in the frame.
 *
 * @param frame in pixels of the camera's picture
 */
export function partsOf(frame: Box, camera: { readonly width: number; readonly height: number }): DocumentParts {
  const margin = AROUND * Math.max(frame.width, frame.height);
  const left = Math.max(0, frame.left - margin);
  const top = Math.max(0, frame.top - margin);
  const part = {
    left,
    top,
    width: Math.min(camera.width, frame.left + frame.width + margin) - left,
    height: Math.min(camera.height, frame.top + frame.height + margin) - top,
  };
  const scale = OVERVIEW_SIDE / Math.max(part.width, part.height);
  const detail = Math.min(1, CAPTURE_LIMITS.side / Math.max(camera.width, camera.height));
  const width = Math.min(DETAIL_SHARE * frame.width, DETAIL_SIDE / detail);
  const height = Math.min(DETAIL_SHARE * frame.height, DETAIL_SIDE / detail);
  return {
    overview: sized(part, scale),
    frame: {
      left: (frame.left - left) * scale,
      top: (frame.top - top) * scale,
      width: frame.width * scale,
      height: frame.height * scale,
    },
    detail: sized(
      {
        left: frame.left + (frame.width - width) / 2,
        top: frame.top + (frame.height - height) / 2,
        width,
        height,
      },
      detail,
    ),
  };
}

/** A part, to be drawn at a scale. */
export const sized = (part: Box, scale: number): RequestedFrame => ({
  part,
  width: Math.max(1, Math.round(part.width * scale)),
  height: Math.max(1, Math.round(part.height * scale)),
});
