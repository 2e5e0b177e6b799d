import type { FaceHint } from './face-hint.ts';
import { lookForFace } from './face-look.ts';
import { NET_SIDE } from './face-net.ts';
import type { Face } from './faces.ts';
import { CAPTURE_LIMITS } from './limits.ts';
import { seldom, steady } from './steady.ts';
import { ALOUD_MS, frameMaker, placeOn, watch } from './watch.ts';

export { judgeFace } from './face-still.ts';

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
 * @param frame the oval
 * @param listener gets what each look saw; undefined, and nothing more, where this device is too slow
 */
export default function watchFace(
  video: HTMLVideoElement,
  frame: Element,
  listener: (look: FaceLook | undefined) => void,
  pace: keyof typeof PACE,
): () => void {
  const settle = steady<FaceHint>(AGREEING);
  const aloud = seldom<FaceHint>(ALOUD_MS, performance.now());
  const draw = frameMaker(video);
  let was: FaceHint | undefined;

  return watch(
    () => {
      if (!video.videoWidth) return undefined;
      const { left, top, width, height } = placeOn(video, frame);
      const side = SIDE * height;
      const part = { left: left + (width - side) / 2, top: top + (height - side) / 2, width: side, height: side };
      const square = draw({ part, width: NET_SIDE, height: NET_SIDE });
      const [w, h] = [width / side, height / side];
      const detail = (face: Face) =>
        draw({
          part: {
            left: part.left + face.left * side,
            top: part.top + face.top * side,
            width: face.width * side,
            height: face.height * side,
          },
          width: CAPTURE_LIMITS.faceSide,
          height: CAPTURE_LIMITS.faceSide,
        });
      const oval = { left: 0.5 - w / 2, top: 0.5 - h / 2, width: w, height: h };
      return square && lookForFace(pace === 'still' ? { square, oval, detail } : { square, oval }, was);
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
