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

export interface HintListener {
  /** Gets a hint when it changes or is to be read out. */
  hint(hint: CameraHint): void;
  /** Gets each look: true if the hint is good and the picture of this moment is good too. */
  look(good: boolean): void;
  /** No hint comes: this device is too slow for hints, or their part of the SDK couldn't be loaded. Called once. */
  none(): void;
}

/**
 * Hints how the picture could be better. A hint never forbids a picture: the service judges pictures. Returns a function that
 * stops the hints.
 *
 * @param hole frame for the document or the face
 */
export function watchPicture(
  what: 'document' | 'face',
  video: HTMLVideoElement,
  hole: HTMLElement,
  listener: HintListener,
): () => void {
  let stopped = false;
  let stop: (() => void) | undefined;
  let last: string | undefined;

  function update(
    look: { readonly hint: string; readonly seen: string; readonly aloud: boolean } | undefined,
    best: string,
  ): void {
    if (stopped) return;
    if (!look) {
      listener.none();
      return;
    }
    const { hint, seen, aloud } = look;
    // The reminder to press the button stays until there is another hint.
    if (hint !== last || aloud) listener.hint({ key: `hint.${hint}` as PhraseKey, good: hint === best, aloud });
    last = hint;
    listener.look(hint === best && seen === best);
  }

  async function watch(): Promise<void> {
    if (what === 'face') {
      const { default: watchFace } = await loadFaceVision();
      if (!stopped) stop = watchFace(video, hole, (look) => update(look, 'good'), 'still');
    } else {
      const { default: watchDocument } = await loadDocumentVision();
      if (!stopped) stop = watchDocument(video, hole, (look) => update(look, 'found'));
    }
  }

  // Without vision, pictures are taken without hints.
  watch().catch(() => stopped || listener.none());
  return () => {
    stopped = true;
    stop?.();
  };
}
