import type { Box, Frame, RequestedFrame } from './frame.ts';

/** Least milliseconds between two hints that are read out. */
export const ALOUD_MS = 2000;

/** Milliseconds of work before the thread is yielded: half of a frame at 60 frames a second. */
const SLICE_MS = 8;

/** Looks whose median may not be longer than this, in milliseconds of work, for vision to be of use. */
const SLOWEST_MS = 500;
const SLOW_LOOKS = 3;

export interface Pace {
  /** Milliseconds between looks, at least. */
  readonly least: number;
  /** Share of the thread that may be used. */
  readonly share: number;
}

/**
 * Repeats a look without holding the thread for long: a look is a generator that runs for a few milliseconds at a time, and
 * slow looks are repeated less often. Returns what stops it.
 *
 * @param look starts a look; undefined where there is nothing to see at the moment
 * @param listener gets what each look saw; undefined, once, where this device is too slow
 */
export function watch<T>(
  look: () => Generator<void, T> | undefined,
  listener: (seen: T | undefined) => void,
  { least, share }: Pace,
): () => void {
  let stopped = false;
  let timer = 0;
  const slow: number[] = [];

  function run(work: Generator<void, T>, before: number): void {
    const start = performance.now();
    let step = work.next();
    while (!step.done && performance.now() - start < SLICE_MS) step = work.next();
    const spent = before + performance.now() - start;
    if (stopped) return;
    if (!step.done) {
      timer = window.setTimeout(() => run(work, spent));
      return;
    }
    // The first looks are slow everywhere: the browser compiles what it meets.
    slow.push(spent);
    if (slow.length > SLOW_LOOKS) slow.shift();
    if (slow.length === SLOW_LOOKS && [...slow].sort((a, b) => a - b)[1]! > SLOWEST_MS) {
      stopped = true;
      listener(undefined);
      return;
    }
    timer = window.setTimeout(begin, Math.max(least, spent / share - spent));
    listener(step.value);
  }

  function begin(): void {
    if (stopped) return;
    const work = look();
    if (work) run(work, 0);
    else timer = window.setTimeout(begin, least);
  }

  begin();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Box of an element on the picture of a video that covers its own box (`object-fit: cover`), in pixels of the video. */
export function placeOn(video: HTMLVideoElement, element: Element): Box {
  const [shown, region] = [video.getBoundingClientRect(), element.getBoundingClientRect()];
  const { videoWidth, videoHeight } = video;
  const scale = Math.max(shown.width / videoWidth, shown.height / videoHeight);
  return {
    left: (region.left - shown.left - (shown.width - videoWidth * scale) / 2) / scale,
    top: (region.top - shown.top - (shown.height - videoHeight * scale) / 2) / scale,
    width: region.width / scale,
    height: region.height / scale,
  };
}

/** Draws parts of a video as small pictures, on one canvas. What lies outside of the video is black. */
export function frameMaker(video: HTMLVideoElement): (request: RequestedFrame) => Frame | undefined {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return ({ part, width, height }) => {
    if (!context || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
    // Setting its size empties it.
    Object.assign(context.canvas, { width, height });
    context.fillRect(0, 0, width, height);
    const [x, y] = [width / part.width, height / part.height];
    context.drawImage(video, -part.left * x, -part.top * y, video.videoWidth * x, video.videoHeight * y);
    return context.getImageData(0, 0, width, height);
  };
}
