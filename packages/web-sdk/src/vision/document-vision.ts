import { type DocumentHint, documentHint } from './document-hint.ts';
import { partsOf } from './document-view.ts';
import { seldom, steady } from './steady.ts';
import { ALOUD_MS, frameMaker, placeOn, watch } from './watch.ts';

/** Looks that must agree before the hint changes. */
const AGREEING = 3;
const PACE = { least: 200, share: 0.25 };

/**
 * Watches for a document in the frame that lies over a video, and hints how it could be placed better. Returns what stops it.
 *
 * @param listener gets a hint whenever it changes, or is to be read out
 */
export default function watchDocument(
  video: HTMLVideoElement,
  frame: Element,
  listener: (hint: DocumentHint, aloud: boolean) => void,
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
      const hint = seen && settle(seen);
      if (!hint) return;
      const readOut = aloud(hint, performance.now());
      if (hint !== shown || readOut) listener(hint, readOut);
      shown = hint;
    },
    PACE,
  );
}
