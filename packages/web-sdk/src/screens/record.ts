import { CameraUnavailable, openCamera } from '../capture/camera.ts';
import type { CameraTrouble } from '../flow/state.ts';
import type { ScreenView } from '../kit.ts';
import { loadRecorder } from '../record/lazy.ts';
import { h } from '../ui/dom.ts';
import { title } from '../ui/parts.ts';
import { loadFaceVision } from '../vision/lazy.ts';

/** What the recorder gets of the core. */
export interface RecordTools {
  readonly h: typeof h;
  readonly openCamera: typeof openCamera;
  readonly loadFaceVision: typeof loadFaceVision;
  troubleOf(error: unknown): CameraTrouble;
}

/** Where the recorder shows itself. */
export interface RecordSlots {
  readonly heading: HTMLElement;
  readonly stage: HTMLElement;
  readonly below: HTMLElement;
  /** The frame for the face. */
  readonly hole: HTMLElement;
}

const tools: RecordTools = {
  h,
  openCamera,
  loadFaceVision,
  troubleOf: (error) => (error instanceof CameraUnavailable ? error.what : 'busy'),
};

/** A face that is filmed: the frame of it; the rest is loaded when it is needed. */
export const record: ScreenView = (kit) => {
  const heading = title(kit, 'capture.opening');
  const hole = h('div', { class: 'hole oval' });
  const stage = h('div', { class: 'stage' }, hole);
  const below = h('div', { class: 'below' });
  let gone = false;
  let stop: (() => void) | undefined;
  return {
    layout: 'live',
    content: [heading, stage, below],
    shown() {
      loadRecorder().then(
        (module) => {
          if (!gone) stop = module.default(kit, tools, { heading, stage, below, hole });
        },
        () => kit.send({ type: 'camera_trouble', what: 'offline' }),
      );
    },
    gone() {
      gone = true;
      stop?.();
    },
  };
};
