import type { CameraTrouble } from '../flow/state.ts';
import { h } from '../ui/dom.ts';
import { CameraUnavailable, type OpenCamera, openCamera } from './camera.ts';

export interface LiveCameraOptions {
  /** A document's camera looks away from the applicant, a face's at the applicant. */
  readonly facing: 'environment' | 'user';
  /** Asks for the microphone too. */
  readonly sound?: boolean;
  /** A face is shown as in a mirror; the words of a document would not be readable so. */
  readonly mirrored?: boolean;
  /** The first picture of the camera is shown. */
  playing(camera: OpenCamera): void;
  /** The camera can't be used, or has stopped by itself. Not called after `close`. */
  trouble(what: CameraTrouble): void;
}

/** A camera that is shown in a page, and the timers that end with it. */
export interface LiveCamera {
  /** To be placed by the caller. */
  readonly video: HTMLVideoElement;
  /** Opens the camera and plays it. */
  start(): Promise<void>;
  /** Runs `work` after so many milliseconds, unless the timers were stopped before. */
  after(milliseconds: number, work: () => void): void;
  stopTimers(): void;
  isClosed(): boolean;
  /** Closes the camera, also while it is being opened, and stops the timers. */
  close(): void;
}

/** Why a camera can't be used; an error of any other kind counts as a busy camera. */
export const troubleOf = (error: unknown): CameraTrouble => (error instanceof CameraUnavailable ? error.what : 'busy');

export function makeLiveCamera({
  facing,
  sound = false,
  mirrored = false,
  playing,
  trouble,
}: LiveCameraOptions): LiveCamera {
  const video = h('video', {
    playsinline: true,
    muted: true,
    autoplay: true,
    class: mirrored && 'mirrored',
    'aria-hidden': 'true',
  });
  // Some browsers obey the property alone.
  video.muted = true;
  const timers = new Set<number>();
  let closed = false;
  let open: OpenCamera | undefined;

  const fail = (what: CameraTrouble): void => {
    if (!closed) trouble(what);
  };
  const stopTimers = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };

  return {
    video,
    async start() {
      try {
        const opened = await openCamera(facing, () => fail('lost'), sound);
        if (closed) {
          opened.close();
          return;
        }
        open = opened;
        video.addEventListener('playing', () => closed || playing(opened), { once: true });
        video.srcObject = opened.stream;
        await video.play().catch(() => {});
      } catch (error) {
        fail(troubleOf(error));
      }
    },
    after(milliseconds, work) {
      timers.add(window.setTimeout(work, milliseconds));
    },
    stopTimers,
    isClosed: () => closed,
    close() {
      closed = true;
      stopTimers();
      open?.close();
      video.srcObject = null;
    },
  };
}
