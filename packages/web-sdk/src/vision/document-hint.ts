import { brightness } from './brightness.ts';
import { type Edges, edgesOf } from './edges.ts';
import type { Box, Frame, Point } from './frame.ts';
import { glareOn } from './glare.ts';
import { CAPTURE_LIMITS } from './limits.ts';
import { type Outline, outlineOf } from './outline.ts';
import { sharpnessOf } from './sharpness.ts';

export type DocumentHint = 'no_document' | 'cutoff' | 'closer' | 'further' | 'dark' | 'blur' | 'glare' | 'found';

/**
 * Brightness of the frame below which a scene without any outline is too dark to show one. A dark table in good light has more, and
 * shows no print.
 */
const BLACK = 40;
/** Least width of the document, in widths of the frame. */
const LEAST_WIDTH = 0.62;
/**
 * Largest width and height of the document, as a share of the frame. A larger document lies over the frame. The height may be
 * larger, since a passport as wide as the frame for a card is 1.05 times as high (ISO/IEC 7810: ID-1 and ID-3).
 */
const MOST = { width: 1.05, height: 1.15 };
/** Amount by which both may be larger for a document that was good a moment ago. */
const MOST_SLACK = 0.03;
/**
 * Least share of the frame that is print where the scene is dark and shows no outline. Print fades in the dark: at a third of the light
 * 11 specimens have 0.020 to 0.102, an empty table has 0.000.
 */
const LEAST_DARK_PRINT = 0.01;
/** Least share of an outline's inside that is print or picture: an empty sheet, a table or a screen has less. */
export const LEAST_PRINT = 0.03;

/** Factor by which limits give way to a document that was good a moment ago. */
export const SLACK = 0.85;

export interface DocumentView {
  /** The frame and its surroundings. */
  readonly overview: Frame;
  /** Box of the frame in the picture, in pixels. */
  readonly frame: Box;
  /**
   * Draws the middle of the frame, less reduced. It is called only when every other test passed, because drawing takes as long as
   * the analysis.
   */
  detail(): Frame | undefined;
}

/**
 * The hint for a document in a frame: that it is placed well, or the first thing that isn't, of the order in
 * which things are mended.
 *
 * @param was the hint before
 */
export function* documentHint(
  { overview, frame, detail }: DocumentView,
  was?: DocumentHint,
): Generator<void, DocumentHint> {
  const slack = was === 'found' ? SLACK : 1;
  const edges = yield* edgesOf(overview);
  const outline = yield* outlineOf(edges, frame);
  const box = outline && boxOf(outline);
  if (!outline || !box || print(edges, box) < LEAST_PRINT * slack) {
    const light = brightness(overview, frame);
    const isDark = light < BLACK || (light < CAPTURE_LIMITS.documentLight && print(edges, frame) >= LEAST_DARK_PRINT);
    return isDark ? 'dark' : 'no_document';
  }
  // The table may be brighter or darker than the document.
  if (brightness(overview, box) < CAPTURE_LIMITS.documentLight * slack) return 'dark';
  yield;
  if (outline.cut) return 'cutoff';
  if (box.width < LEAST_WIDTH * slack * frame.width) return 'closer';
  const more = was === 'found' ? MOST_SLACK : 0;
  const size = sizeOf(outline);
  if (size.width > (MOST.width + more) * frame.width || size.height > (MOST.height + more) * frame.height)
    return 'further';
  if (glareOn(overview, box) > 0) return 'glare';
  yield;
  const close = detail();
  yield;
  return close && (yield* sharpnessOf(close)) < CAPTURE_LIMITS.sharpness * slack ? 'blur' : 'found';
}

/** Smallest upright box around an outline. */
export function boxOf({ corners }: Outline): Box {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Mean lengths of the sides: the size of a turned document itself instead of its bounding box. */
function sizeOf({ corners: [topLeft, topRight, bottomRight, bottomLeft] }: Outline): { width: number; height: number } {
  const between = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
  return {
    width: (between(topLeft, topRight) + between(bottomLeft, bottomRight)) / 2,
    height: (between(topLeft, bottomLeft) + between(topRight, bottomRight)) / 2,
  };
}

/** Share of the inside of a box that is edges. */
export function print({ width, across, down }: Edges, { left, top, width: w, height: h }: Box): number {
  let [found, count] = [0, 0];
  for (let y = Math.ceil(top + 0.12 * h); y < top + 0.88 * h; y++) {
    for (let x = Math.ceil(left + 0.12 * w); x < left + 0.88 * w; x++, count++)
      if (across[y * width + x] || down[y * width + x]) found++;
  }
  return found / Math.max(1, count);
}
