import type { CameraTrouble } from '../flow/state.ts';
import { h } from '../ui/dom.ts';
import { type CameraSource, CameraUnavailable, type OpenCamera, openCamera } from './camera.ts';

export interface LiveCameraOptions {
  /** A document's camera looks away from the applicant, a face's at the applicant. */
  readonly facing: 'environment' | 'user';
  /** Asks for the microphone too. */
  readonly sound?: boolean;
  /** Default: the camera of the device. */
  readonly source?: CameraSource | undefined;
  /** A face is shown as in a mirror; the words of a document would not be readable so. */
  readonly mirrored?: boolean;
  /** The first picture of the camera is shown. Called again after `paused`, once there are pictures again. */
  playing(camera: OpenCamera): void;
  /**
   * The camera gives no picture for now, as during a call or while another app has it. Captures in progress must be dropped. The
   * timers are stopped, and the camera is opened again unless it continues by itself.
   */
  paused(): void;
  /** The camera can't be used, or has stopped for good. Not called after `close`. */
  trouble(what: CameraTrouble): void;
}

/**
 * Milliseconds that an interrupted camera has to continue by itself. Phones give it back within one second of the end of a
 * call, or of the return to the page.
 */
const PATIENCE_MS = 2_000;

/** Returns the reason why a camera can't be used. An error of any other kind counts as a busy camera. */
export const troubleOf = (error: unknown): CameraTrouble => (error instanceof CameraUnavailable ? error.what : 'busy');

/** A camera that is shown in a page, and the timers that end with it. */
export class LiveCamera {
  /** The video element; the caller places it. */
  readonly video: HTMLVideoElement;
  readonly #options: LiveCameraOptions;
  readonly #timers = new Set<number>();
  #isClosed = false;
  #open: OpenCamera | undefined;
  #isPlaying = false;
  /** Set once the camera was opened again, until it gives pictures. */
  #isReopened = false;
  #patience: number | undefined;

  constructor(options: LiveCameraOptions) {
    this.#options = options;
    this.video = h('video', {
      playsinline: true,
      muted: true,
      autoplay: true,
      class: options.mirrored && 'mirrored',
      'aria-hidden': 'true',
    });
    // Some browsers obey the property alone.
    this.video.muted = true;
    this.video.addEventListener('playing', () => this.#play());
    // The one sign, in some browsers, that a script has stopped the camera.
    this.video.addEventListener('ended', () => this.#changed());
    document.addEventListener('visibilitychange', this.#onReturn);
    window.addEventListener('pageshow', this.#onReturn);
  }

  /** Opens the camera and plays it. */
  async start(): Promise<void> {
    const { facing, sound = false, source } = this.#options;
    const listeners = {
      ended: () => this.#fail('lost'),
      changed: () => this.#changed(),
      muted: () => this.#pause(),
      unmuted: () => this.#play(),
    };
    try {
      const opened = await openCamera(facing, listeners, sound, source);
      if (this.#isClosed) {
        opened.close();
        return;
      }
      this.#open = opened;
      if (opened.state() === 'ended') {
        this.#fail('lost');
        return;
      }
      this.video.srcObject = opened.stream;
      if (this.#isReopened || opened.state() === 'muted') this.#wait();
      await this.#resume();
    } catch (error) {
      this.#fail(troubleOf(error));
    }
  }

  /** Returns whether the camera gives pictures now. If it doesn't, `paused` or `trouble` has been called. */
  isLive(): boolean {
    // The camera may have changed without an event.
    const state = this.#open?.state();
    if (state === 'ended') this.#fail('lost');
    else if (state === 'muted') this.#pause();
    return !this.#isClosed && this.#isPlaying && state === 'live';
  }

  /** Runs `work` after so many milliseconds, unless the timers were stopped before. */
  after(milliseconds: number, work: () => void): void {
    this.#timers.add(window.setTimeout(work, milliseconds));
  }

  stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closes the camera, even while it is being opened, and stops the timers. */
  close(): void {
    this.#isClosed = true;
    this.stopTimers();
    clearTimeout(this.#patience);
    document.removeEventListener('visibilitychange', this.#onReturn);
    window.removeEventListener('pageshow', this.#onReturn);
    this.#open?.close();
    this.video.srcObject = null;
  }

  #fail(what: CameraTrouble): void {
    if (!this.#isClosed) this.#options.trouble(what);
  }

  #resume(): Promise<void> {
    return this.video.play().catch(() => {});
  }

  /** Calls `playing` once there are pictures. */
  #play(): void {
    const { video } = this;
    if (this.#isClosed || this.#isPlaying || this.#open?.state() !== 'live') return;
    // Phones pause the video of a page that they hide. Once it plays, this is called again.
    if (video.paused) void this.#resume();
    if (video.paused || video.readyState < video.HAVE_CURRENT_DATA) return;
    clearTimeout(this.#patience);
    this.#isPlaying = true;
    this.#isReopened = false;
    this.#options.playing(this.#open);
  }

  #pause(): void {
    if (this.#isClosed) return;
    if (this.#isPlaying) {
      this.#isPlaying = false;
      this.stopTimers();
      this.#options.paused();
    }
    this.#wait();
  }

  /** Lets a camera that gives no picture continue by itself for a while, then opens it again, once. */
  #wait(): void {
    clearTimeout(this.#patience);
    this.#patience = window.setTimeout(() => {
      // A page that is not seen can't open a camera: it waits until it is seen.
      if (this.#isClosed || document.hidden) return;
      if (!this.#isReopened) {
        this.#isReopened = true;
        this.#open?.close();
        this.#open = undefined;
        void this.start();
      } else if (this.#open?.state() === 'live') this.#play();
      else this.#fail('lost');
    }, PATIENCE_MS);
  }

  #changed(): void {
    if (this.#open) this.isLive();
  }

  /** The applicant is back: from a call, another app, or another page. */
  readonly #onReturn = (): void => {
    if (this.#isClosed || document.hidden || !this.#open) return;
    if (this.isLive() && this.video.paused) void this.#resume();
    if (!this.#isClosed && !this.#isPlaying) this.#wait();
  };
}
