import { type FaceHint, faceHint, LEAST_SCORE } from './face-hint.ts';
import { NET_SIDE } from './face-net.ts';
import { findFaces } from './faces.ts';
import type { Box } from './frame.ts';
import { yawOf } from './pose.ts';
import { seldom, steady } from './steady.ts';
import { ALOUD_MS, frameMaker, placeOn, watch } from './watch.ts';

/** Looks that must agree before the hint changes. */
const AGREEING = 2;
/** Side of the square that is looked at, in heights of the oval: the face is large enough in it, and others are seen. */
const SIDE = 1.5;
/** Least milliseconds between looks, and share of the thread for them: a moving head needs more looks than a still one. */
const PACE = { still: { least: 200, share: 0.3 }, moving: { least: 60, share: 0.6 } };

/** Result of one analysis of the picture. */
export interface FaceLook {
  /** The hint, steady over several looks. */
  readonly hint: FaceHint;
  /** True if a screen reader should read out the hint when it is shown. */
  readonly aloud: boolean;
  /** The hint of this analysis alone. */
  readonly seen: FaceHint;
  /** Degrees by which the widest face is turned to the person's own left; absent without a face. */
  readonly yaw?: number;
}

/**
 * Watches for a face in the oval that lies over a video. Returns what stops it.
 *
 * @param listener gets what each look saw; undefined, and nothing more, where this device is too slow
 */
export default function watchFace(
  video: HTMLVideoElement,
  oval: Element,
  listener: (look: FaceLook | undefined) => void,
  pace: keyof typeof PACE,
): () => void {
  const settle = steady<FaceHint>(AGREEING);
  const aloud = seldom<FaceHint>(ALOUD_MS, performance.now());
  const draw = frameMaker(video);
  let was: FaceHint | undefined;

  function* findFace(
    pixels: Uint8ClampedArray | Uint8Array,
    part: Box,
  ): Generator<void, { seen: FaceHint; yaw?: number }> {
    const faces = yield* findFaces(pixels, LEAST_SCORE);
    // The square in which faces are found, with the oval in its middle.
    const { width, height } = placeOn(video, oval);
    const [w, h] = [width / part.width, height / part.height];
    const frame = { left: 0.5 - w / 2, top: 0.5 - h / 2, width: w, height: h };
    const seen = faceHint(faces, frame, was);
    return faces[0] ? { seen, yaw: yawOf(faces[0].points) } : { seen };
  }

  return watch(
    () => {
      if (!video.videoWidth) return undefined;
      const { left, top, width, height } = placeOn(video, oval);
      const side = SIDE * height;
      const part = { left: left + (width - side) / 2, top: top + (height - side) / 2, width: side, height: side };
      const frame = draw({ part, width: NET_SIDE, height: NET_SIDE });
      return frame && findFace(frame.data, part);
    },
    (result) => {
      if (!result) {
        listener(undefined);
        return;
      }
      // Looks that don't agree yet change nothing.
      const hint = settle(result.seen) ?? was;
      if (!hint) return;
      was = hint;
      listener({ ...result, hint, aloud: aloud(hint, performance.now()) });
    },
    PACE[pace],
  );
}
