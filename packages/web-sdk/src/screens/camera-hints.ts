import type { PhraseKey } from '../language/en.ts';
import { loadDocumentVision, loadFaceVision } from '../vision/lazy.ts';

/**
 * Hints how the picture could be better, and marks the frame of a good one. A hint never forbids a picture: the service judges
 * pictures. Returns what stops the hints.
 *
 * @param hole frame for the document or the face
 */
export function watchPicture(
  what: 'document' | 'face',
  video: HTMLVideoElement,
  hole: HTMLElement,
  showHint: (key: PhraseKey, aloud: boolean) => void,
): () => void {
  let stopped = false;
  let stop: (() => void) | undefined;
  let last: string | undefined;

  function update(hint: string, good: boolean, aloud: boolean): void {
    if (stopped) return;
    // The reminder to press the button stays until there is another hint.
    if (hint !== last || aloud) showHint(`hint.${hint}` as PhraseKey, aloud);
    last = hint;
    hole.classList.toggle('good', good);
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
