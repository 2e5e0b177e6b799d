import { type DocumentHint, documentHint } from './document-hint.ts';
import { partsOf } from './document-view.ts';
import { seldom, steady } from './steady.ts';
import { ALOUD_MS, frameMaker, placeOn, watch } from './watch.ts';

/** Looks that must agree before something else is told. */
const AGREEING = 3;
const PACE = { least: 200, share: 0.25 };

/**
 * Watches for a document in the frame that lies over a video, and tells what could be better. Answers what stops it.
 *
 * @param told gets a hint whenever it is another, or is to be said aloud
 */
export default function watchDocument(
  video: HTMLVideoElement,
  frame: Element,
  told: (hint: DocumentHint, aloud: boolean) => void,
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
      const heard = aloud(hint, performance.now());
      if (hint !== shown || heard) told(hint, heard);
      shown = hint;
    },
    PACE,
  );
}
