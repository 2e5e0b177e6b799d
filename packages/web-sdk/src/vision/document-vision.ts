import { type DocumentHint, documentHint } from './document-hint.ts';
import { partsOf } from './document-view.ts';
import { seldom, steady } from './steady.ts';
import { ALOUD_MS, frameMaker, placeOn, watch } from './watch.ts';

export { judgeDocument } from './document-still.ts';

/** Looks that must agree before the hint changes. */
const AGREEING = 3;
const PACE = { least: 200, share: 0.25 };

/** Result of one analysis of the picture. */
export interface DocumentLook {
  /** The hint, steady over several looks. */
  readonly hint: DocumentHint;
  /** True if a screen reader should read out the hint when it is shown. */
  readonly aloud: boolean;
  /** The hint of this analysis alone. */
  readonly seen: DocumentHint;
}

/**
 * Watches for a document in the frame that lies over a video, and hints how it could be placed better. Returns what stops it.
 *
 * @param listener gets what each look saw; undefined, and nothing more, where this device is too slow
 */
export default function watchDocument(
  video: HTMLVideoElement,
  frame: Element,
  listener: (look: DocumentLook | undefined) => void,
): () => void {
  const settle = steady<DocumentHint>(AGREEING);
  const aloud = seldom<DocumentHint>(ALOUD_MS, performance.now());
  const draw = frameMaker(video);
  let shown: DocumentHint | undefined;
  return watch(
    () => {
      if (!video.videoWidth) return undefined;
      const camera = { width: video.videoWidth, height: video.videoHeight };
      const parts = partsOf(placeOn(video, frame), camera);
      const overview = draw(parts.overview);
      const detail = () => draw(parts.detail);
      return overview && documentHint({ overview, frame: parts.frame, detail }, shown);
    },
    (seen) => {
      if (!seen) {
        listener(undefined);
        return;
      }
      const hint = settle(seen);
      if (!hint) return;
      shown = hint;
      listener({ hint, seen, aloud: aloud(hint, performance.now()) });
    },
    PACE,
  );
}
