import type { openCamera } from '../capture/camera.ts';
import type { nameFor, takePicture } from '../capture/picture.ts';
import type { startTape } from '../capture/tape.ts';
import type { CameraTrouble } from '../flow/state.ts';
import type { PhraseKey } from '../language/en.ts';
import type { h } from '../ui/dom.ts';
import type { loadFaceVision } from '../vision/lazy.ts';

/** What the recorder gets of the core. */
export interface RecordTools {
  readonly h: typeof h;
  readonly openCamera: typeof openCamera;
  readonly loadFaceVision: typeof loadFaceVision;
  readonly startTape: typeof startTape;
  readonly takePicture: typeof takePicture;
  readonly nameFor: typeof nameFor;
  troubleOf(error: unknown): CameraTrouble;
}

/** Where the recorder shows itself. */
export interface RecordSlots {
  readonly heading: HTMLElement;
  readonly stage: HTMLElement;
  readonly below: HTMLElement;
  /** The frame for what is filmed, and what to do with it. */
  readonly hole: HTMLElement;
  readonly words: PhraseKey;
}
