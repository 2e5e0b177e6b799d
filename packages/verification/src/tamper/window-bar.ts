import type { GreyRaster } from '../image/decode.ts';

/** Heights of title bars, in shares of the picture's height, and the least in pixels. */
const HEIGHTS = { least: 0.012, most: 0.12, pixels: 8 } as const;

/** Least width of a window, as a share of the picture's width. */
const LEAST_WIDTH = 0.4;

/** Levels by which the ground of a bar may vary, and by which a control differs from it. */
const EQUAL = 6;
const CONTROL = 22;

/** Share of the bar's width, at either end, in which the controls of a window lie. */
const END = 0.3;

/** Widths of controls in heights of the bar, and the distance from one to the next in widths of a control. */
const CONTROL_WIDTH = { least: 0.12, most: 0.75 } as const;
const CONTROL_STEP = { least: 1.35, most: 6.5 } as const;

interface Bar {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly ground: number;
}

interface Mark {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns whether the picture shows the title bar of a program's window: a band of one tone with three controls at one of its ends,
 * which are as wide as one another, at even steps, on one height and with nothing beside them. Light and dark bars of macOS,
 * Windows and Linux have them. The window may be smaller than the picture; its bar has to lie level.
 */
export function hasWindowBar(grey: GreyRaster): boolean {
  return barsOf(grey).some((bar) => {
    const marks = marksOf(grey, bar);
    const mirrored = marks
      .map((mark) => ({ ...mark, left: bar.left + bar.right - mark.right, right: bar.left + bar.right - mark.left }))
      .sort((a, b) => a.left - b.left);
    return hasControls(marks, bar) || hasControls(mirrored, bar);
  });
}

/** Bands of neighbouring rows. In each band, one tone covers most pixels of every row. */
function barsOf(grey: GreyRaster): Bar[] {
  const grounds = Array.from({ length: grey.height }, (_, y) => groundOf(grey, y));
  const least = Math.max(HEIGHTS.pixels, HEIGHTS.least * grey.height);
  const bars: Bar[] = [];
  for (let top = 0; top < grey.height; ) {
    const ground = grounds[top];
    let bottom = top;
    while (bottom < grey.height && isNear(grounds[bottom], ground)) bottom++;
    const height = bottom - top;
    if (ground !== null && ground !== undefined && height >= least && height <= HEIGHTS.most * grey.height) {
      const bar = { top, bottom, ground, ...widthOf(grey, { top, bottom, ground }) };
      if (bar.right - bar.left >= LEAST_WIDTH * grey.width) bars.push(bar);
    }
    top = Math.max(bottom, top + 1);
  }
  return bars;
}

const isNear = (a: number | null | undefined, b: number | null | undefined) =>
  typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= EQUAL;

/** The tone of the largest part of a row; null if it covers less than a window would. */
function groundOf({ width, data }: GreyRaster, y: number): number | null {
  const counts = new Uint32Array(256);
  for (let i = y * width; i < (y + 1) * width; i++) counts[data[i]!]!++;
  let [best, most] = [0, 0];
  for (let level = 0; level < 256; level++) {
    const near = counts[level]! + (counts[level - 1] ?? 0) + (counts[level + 1] ?? 0);
    if (near > most) [best, most] = [level, near];
  }
  return most >= 0.8 * LEAST_WIDTH * width ? best : null;
}

/** First and last column of the bar: the longest run of columns of its tone, with gaps for a title. */
function widthOf({ width, data }: GreyRaster, { top, bottom, ground }: Pick<Bar, 'top' | 'bottom' | 'ground'>) {
  let best = { left: 0, right: 0 };
  let [left, last] = [-1, -1];
  for (let x = 0; x < width; x++) {
    let of = 0;
    for (let y = top; y < bottom; y++) if (Math.abs(data[y * width + x]! - ground) <= EQUAL) of++;
    if (of < 0.7 * (bottom - top)) continue;
    if (left < 0 || x - last > 0.12 * width) left = x;
    last = x;
    if (last - left > best.right - best.left) best = { left, right: last };
  }
  return best;
}

/** Connected columns of pixels that differ from the ground of a bar, from left to right. */
function marksOf({ width, data }: GreyRaster, bar: Bar): Mark[] {
  const marks: Mark[] = [];
  let mark = null as Mark | null;
  // The outermost rows of a bar belong to its border.
  const [first, last] = [bar.top + 1, bar.bottom - 1];
  for (let x = bar.left; x <= bar.right + 1; x++) {
    let [top, bottom] = [last, first - 1];
    for (let y = first; x <= bar.right && y < last; y++) {
      if (Math.abs(data[y * width + x]! - bar.ground) < CONTROL) continue;
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    if (bottom >= top) {
      mark = {
        left: mark?.left ?? x,
        right: x,
        top: Math.min(mark?.top ?? top, top),
        bottom: Math.max(mark?.bottom ?? bottom, bottom),
      };
    } else if (mark) {
      marks.push(mark);
      mark = null;
    }
  }
  return marks;
}

/** @param marks from left to right; the controls are looked for at the left end */
function hasControls(marks: readonly Mark[], { top, bottom, left, right }: Bar): boolean {
  const [first, second, third, next] = marks;
  if (!first || !second || !third) return false;
  const height = bottom - top;
  const three = [first, second, third];
  const widths = three.map((mark) => mark.right - mark.left + 1);
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  if (least < Math.max(3, CONTROL_WIDTH.least * height) || most > CONTROL_WIDTH.most * height) return false;
  if (most - least > Math.max(2, 0.3 * most)) return false;
  const middles = three.map((mark) => (mark.left + mark.right) / 2) as [number, number, number];
  const steps = [middles[1] - middles[0], middles[2] - middles[1]] as const;
  const step = (steps[0] + steps[1]) / 2;
  if (Math.abs(steps[0] - steps[1]) > Math.max(1.5, 0.15 * step)) return false;
  if (step < CONTROL_STEP.least * most || step > CONTROL_STEP.most * most) return false;
  const heights = three.map((mark) => (mark.top + mark.bottom) / 2);
  // A dash stands lower than a square beside it.
  if (Math.max(...heights) - Math.min(...heights) > 0.3 * height) return false;
  if (three.some((mark) => mark.bottom - mark.top + 1 > CONTROL_WIDTH.most * height)) return false;
  const apart = next ? next.left - third.right > 1.5 * (second.left - first.right) : true;
  return apart && middles[2] - left <= END * (right - left) && middles[0] - left <= 3 * height;
}
