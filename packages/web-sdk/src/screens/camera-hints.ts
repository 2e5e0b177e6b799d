import type { PhraseKey } from '../language/en.ts';
import { loadDocumentVision, loadFaceVision } from '../vision/lazy.ts';

/** A hint for the applicant, which stays until the next one. */
export interface CameraHint {
  readonly key: PhraseKey;
  /** True if nothing has to be corrected. */
  readonly good: boolean;
  /** True if a screen reader should read out the hint. */
  readonly aloud: boolean;
}

/**
 * Hints how the picture could be better. A hint never forbids a picture: the service judges pictures. Returns a function that
 * stops the hints.
 *
 * @param hole frame for the document or the face
 * @param listener gets a hint when it changes or is to be read out
 */
export function watchPicture(
  what: 'document' | 'face',
  video: HTMLVideoElement,
  hole: HTMLElement,
  listener: (hint: CameraHint) => void,
): () => void {
  let stopped = false;
  let stop: (() => void) | undefined;
  let last: string | undefined;

  function update(hint: string, good: boolean, aloud: boolean): void {
    if (stopped) return;
    // The reminder to press the button stays until there is another hint.
    if (hint !== last || aloud) listener({ key: `hint.${hint}` as PhraseKey, good, aloud });
    last = hint;
  }

  async function watch(): Promise<void> {
    if (what === 'face') {
      const { default: watchFace } = await loadFaceVision();
      const look = (seen?: { hint: string; aloud: boolean }) =>
        seen && update(seen.hint, seen.hint === 'good', seen.aloud);
      if (!stopped) stop = watchFace(video, hole, look, 'still');
    } else {
      const { default: watchDocument } = await loadDocumentVision();
      if (!stopped) stop = watchDocument(video, hole, (seen, aloud) => update(seen, seen === 'found', aloud));
    }
  }

  // Without vision, pictures are taken without hints.
  watch().catch(() => {});
  return () => {
    stopped = true;
    stop?.();
  };
}
