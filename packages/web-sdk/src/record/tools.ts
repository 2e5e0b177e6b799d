import type { LiveCamera, troubleOf } from '../capture/live-camera.ts';
import type { startRecording } from '../capture/recording.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { h } from '../ui/dom.ts';
import type { filmSigns } from '../ui/film-signs.ts';
import type { setPhrase } from '../ui/parts.ts';
import type { nameFor, takePicture } from '../upload/picture.ts';
import type { loadFaceVision } from '../vision/lazy.ts';

/** Parts of the core that the recorders use. */
export interface RecordTools {
  readonly h: typeof h;
  readonly setPhrase: typeof setPhrase;
  readonly filmSigns: typeof filmSigns;
  readonly LiveCamera: typeof LiveCamera;
  readonly loadFaceVision: typeof loadFaceVision;
  readonly startRecording: typeof startRecording;
  readonly takePicture: typeof takePicture;
  readonly nameFor: typeof nameFor;
  readonly troubleOf: typeof troubleOf;
  /** Puts an instruction into the title, and reads it out. */
  instruct(kit: Kit, heading: HTMLElement, key: PhraseKey, values?: Readonly<Record<string, string>>): void;
  /** Shows and reads out that the camera gives no picture for now, in place of whatever was begun. */
  interrupt(kit: Kit, slots: RecordSlots): void;
}

/** Elements into which a recorder draws. */
export interface RecordSlots {
  readonly heading: HTMLElement;
  readonly stage: HTMLElement;
  readonly below: HTMLElement;
  /** The frame for the filmed object, and the phrase that asks to put it there. */
  readonly hole: HTMLElement;
  readonly words: PhraseKey;
  /** Class of the frame, such as `oval`. */
  readonly shape: string;
}
