import type { Box, Frame, Placed, RequestedFrame } from './frame.ts';

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

/**
 * Runs a look to its end without holding the thread for long; undefined where nobody waits for it any more.
 *
 * @param isStopped returns whether the screen that asked is gone
 */
export async function finished<T>(work: Generator<void, T>, isStopped: () => boolean): Promise<T | undefined> {
  for (;;) {
    if (isStopped()) return undefined;
    const start = performance.now();
    let step = work.next();
    while (!step.done && performance.now() - start < SLICE_MS) step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Box of an element on the picture of a video that covers its own box (`object-fit: cover`), in pixels of the video. */
export const placeOn = (video: HTMLVideoElement, element: Element): Box =>
  placeIn(
    { shown: video.getBoundingClientRect(), frame: element.getBoundingClientRect() },
    { width: video.videoWidth, height: video.videoHeight },
  );

/** The same of a video and an element that were in these places. */
export function placeIn({ shown, frame }: Placed, { width, height }: { width: number; height: number }): Box {
  const scale = Math.max(shown.width / width, shown.height / height);
  return {
    left: (frame.left - shown.left - (shown.width - width * scale) / 2) / scale,
    top: (frame.top - shown.top - (shown.height - height * scale) / 2) / scale,
    width: frame.width / scale,
    height: frame.height / scale,
  };
}

/** Draws parts of a video as small pictures, on one canvas. What lies outside of the video is black. */
export function frameMaker(video: HTMLVideoElement): (request: RequestedFrame) => Frame | undefined {
  const draw = drawer(video, () => ({ width: video.videoWidth, height: video.videoHeight }));
  return (request) => (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA ? undefined : draw(request));
}

/** Draws parts of a picture as small pictures, on one canvas. Undefined where the browser gives no canvas. */
export function drawer(
  picture: CanvasImageSource,
  sizeOf: () => { readonly width: number; readonly height: number },
): (request: RequestedFrame) => Frame | undefined {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return ({ part, width, height }) => {
    if (!context) return undefined;
    // Setting its size empties it.
    Object.assign(context.canvas, { width, height });
    context.fillRect(0, 0, width, height);
    const [x, y] = [width / part.width, height / part.height];
    const size = sizeOf();
    context.drawImage(picture, -part.left * x, -part.top * y, size.width * x, size.height * y);
    return context.getImageData(0, 0, width, height);
  };
}
