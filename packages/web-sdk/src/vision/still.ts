import type { Box, Frame, Placed, RequestedFrame } from './frame.ts';

/** One measured property of a picture. The first four are good, the others are to be corrected. */
export type Finding =
  | 'corners'
  | 'sharp'
  | 'no_glare'
  | 'face'
  | 'cut'
  | 'no_corners'
  | 'no_document'
  | 'no_face'
  | 'many_faces'
  | 'dark'
  | 'blurred'
  | 'glare';

/** Result of judging a picture that was taken or chosen. */
export interface Judgement {
  /** Only what was measured: a picture whose document isn't found says nothing of its corners or of glare. */
  readonly findings: readonly Finding[];
  /** Part of the picture that shows the whole document, in pixels; absent where no outline was found. */
  readonly part?: Box;
}

/** A picture that is judged. */
export interface Still {
  readonly size: { readonly width: number; readonly height: number };
  draw(request: RequestedFrame): Frame | undefined;
  /** The frame over the camera, in pixels of the picture; absent of a file. */
  readonly frame?: Box;
  /** True if the camera took the picture by itself: its looks were good with the slack that they give. */
  readonly wasGood: boolean;
}

/** A picture as the screen has it. */
export interface StillInput {
  readonly picture: ImageBitmap;
  /** Absent of a file. */
  readonly placed?: Placed | undefined;
  readonly wasGood: boolean;
  /** Returns whether the screen is gone, so that nobody waits for the judgement. */
  readonly isStopped: () => boolean;
}
