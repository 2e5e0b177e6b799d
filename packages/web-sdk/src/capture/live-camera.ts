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
  /** The first picture of the camera is shown. Called again after `paused`, once there are pictures again. */
  playing(camera: OpenCamera): void;
  /**
   * The camera gives no picture for now, as during a call or while another app has it. Captures in progress must be dropped. The
   * timers are stopped, and the camera is opened anew unless it continues by itself.
   */
  paused(): void;
  /** The camera can't be used, or has stopped for good. Not called after `close`. */
  trouble(what: CameraTrouble): void;
}

/** A camera that is shown in a page, and the timers that end with it. */
export interface LiveCamera {
  /** The video element; the caller places it. */
  readonly video: HTMLVideoElement;
  /** Opens the camera and plays it. */
  start(): Promise<void>;
  /** Returns whether the camera gives pictures now. If it doesn't, `paused` or `trouble` has been called. */
  isLive(): boolean;
  /** Runs `work` after so many milliseconds, unless the timers were stopped before. */
  after(milliseconds: number, work: () => void): void;
  stopTimers(): void;
  isClosed(): boolean;
  /** Closes the camera, even while it is being opened, and stops the timers. */
  close(): void;
}

/**
 * Milliseconds that an interrupted camera has to continue by itself. Phones give it back within one second of the end of a
 * call, or of the return to the page.
 */
const PATIENCE_MS = 2_000;

/** Returns the reason why a camera can't be used. An error of any other kind counts as a busy camera. */
export const troubleOf = (error: unknown): CameraTrouble => (error instanceof CameraUnavailable ? error.what : 'busy');

export function makeLiveCamera(options: LiveCameraOptions): LiveCamera {
  const { facing, sound = false, mirrored = false } = options;
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
  let isPlaying = false;
  /** Set once the camera was opened anew, until it gives pictures. */
  let reopened = false;
  let patience: number | undefined;

  const fail = (what: CameraTrouble): void => {
    if (!closed) options.trouble(what);
  };
  const stopTimers = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };

  const resume = (): void => void video.play().catch(() => {});

  /** Calls `playing` once there are pictures. */
  function play(): void {
    if (closed || isPlaying || open?.state() !== 'live') return;
    // Phones pause the video of a page that they hide. Once it plays, this is called again.
    if (video.paused) resume();
    if (video.paused || video.readyState < video.HAVE_CURRENT_DATA) return;
    clearTimeout(patience);
    isPlaying = true;
    reopened = false;
    options.playing(open);
  }

  /** Lets a camera that gives no picture continue by itself for a while, then opens it anew, once. */
  function wait(): void {
    clearTimeout(patience);
    patience = window.setTimeout(() => {
      // A page that is not seen can't open a camera: it waits until it is seen.
      if (closed || document.hidden) return;
      if (!reopened) {
        reopened = true;
        open?.close();
        open = undefined;
        void start();
      } else if (open?.state() === 'live') play();
      else fail('lost');
    }, PATIENCE_MS);
  }

  function pause(): void {
    if (closed) return;
    if (isPlaying) {
      isPlaying = false;
      stopTimers();
      options.paused();
    }
    wait();
  }

  /** Takes note of a camera that has changed without an event. */
  function isLive(): boolean {
    const state = open?.state();
    if (state === 'ended') fail('lost');
    else if (state === 'muted') pause();
    return !closed && isPlaying && state === 'live';
  }

  /** The applicant is back: from a call, another app, or another page. */
  function onReturn(): void {
    if (closed || document.hidden || !open) return;
    if (isLive() && video.paused) resume();
    if (!closed && !isPlaying) wait();
  }

  const changed = (): void => void (open && isLive());
  const listeners = { ended: () => fail('lost'), changed, muted: pause, unmuted: play };
  video.addEventListener('playing', play);
  // The one sign, in some browsers, that a script has stopped the camera.
  video.addEventListener('ended', changed);
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('pageshow', onReturn);

  async function start(): Promise<void> {
    try {
      const opened = await openCamera(facing, listeners, sound);
      if (closed) {
        opened.close();
        return;
      }
      open = opened;
      if (opened.state() === 'ended') {
        fail('lost');
        return;
      }
      video.srcObject = opened.stream;
      if (reopened || opened.state() === 'muted') wait();
      await video.play().catch(() => {});
    } catch (error) {
      fail(troubleOf(error));
    }
  }

  return {
    video,
    start,
    isLive,
    after(milliseconds, work) {
      timers.add(window.setTimeout(work, milliseconds));
    },
    stopTimers,
    isClosed: () => closed,
    close() {
      closed = true;
      stopTimers();
      clearTimeout(patience);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('pageshow', onReturn);
      open?.close();
      video.srcObject = null;
    },
  };
}
