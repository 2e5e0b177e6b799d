import { brightness } from './brightness.ts';
import { boxOf, LEAST_PRINT, print, SLACK } from './document-hint.ts';
import { DETAIL_SHARE, DETAIL_SIDE, type DocumentParts, OVERVIEW_SIDE, partsOf, sized } from './document-view.ts';
import { edgesOf } from './edges.ts';
import type { Box } from './frame.ts';
import { glareOn } from './glare.ts';
import { CAPTURE_LIMITS } from './limits.ts';
import { outlineOf } from './outline.ts';
import { sharpnessOf } from './sharpness.ts';
import type { Finding, Judgement, Still, StillInput } from './still.ts';
import { drawer, finished, placeIn } from './watch.ts';

/** Margin around the document where the picture is shown cropped, as a share of the document's size. */
const MARGIN = 0.05;

/** Judges a picture by the rules of the camera's hints. */
export function* lookAtDocument(still: Still, proportion: number): Generator<void, Judgement> {
  const { size, frame, wasGood } = still;
  const slack = wasGood ? SLACK : 1;
  const parts = frame ? partsOf(frame, size) : wholeOf(size, proportion);
  const overview = still.draw(parts.overview);
  if (!overview) return { findings: [] };
  const whole = { left: 0, top: 0, width: overview.width, height: overview.height };
  const edges = yield* edgesOf(overview);
  const outline = yield* outlineOf(edges, parts.frame);
  const box = outline && boxOf(outline);
  const found = outline && box && print(edges, box) >= LEAST_PRINT * slack ? { outline, box } : undefined;
  const findings: Finding[] = [];
  if (found) findings.push(found.outline.cut ? 'cut' : 'corners');
  else if (!frame && print(edges, whole) < LEAST_PRINT) findings.push('no_document');
  else if (frame && !wasGood) findings.push('no_corners');
  yield;
  const isDark =
    brightness(overview, found?.box ?? (frame ? parts.frame : whole)) < CAPTURE_LIMITS.documentLight * slack;
  if (isDark) findings.push('dark');
  // In the dark there is too little to measure, and an empty table has nothing that could be sharp.
  const detail =
    !isDark && !findings.includes('no_document') && still.draw(found ? detailOf(found.box, parts, size) : parts.detail);
  yield;
  if (detail) findings.push((yield* sharpnessOf(detail)) < CAPTURE_LIMITS.sharpness * slack ? 'blurred' : 'sharp');
  if (found && !isDark) findings.push(glareOn(overview, found.box) > 0 ? 'glare' : 'no_glare');
  return found && !found.outline.cut ? { findings, part: grown(placed(found.box, parts), size) } : { findings };
}

/** The parts of a file, whose document may lie anywhere. */
function wholeOf(size: Still['size'], proportion: number): DocumentParts {
  const part = { left: 0, top: 0, ...size };
  const longest = Math.max(size.width, size.height);
  const overview = sized(part, OVERVIEW_SIDE / longest);
  const width = Math.min(overview.width, overview.height * proportion);
  const height = width / proportion;
  return {
    overview,
    frame: { left: (overview.width - width) / 2, top: (overview.height - height) / 2, width, height },
    detail: sized(part, Math.min(1, CAPTURE_LIMITS.side / longest)),
  };
}

/** A box of the overview in pixels of the picture. */
function placed({ left, top, width, height }: Box, { overview }: DocumentParts): Box {
  const scale = overview.part.width / overview.width;
  return {
    left: overview.part.left + left * scale,
    top: overview.part.top + top * scale,
    width: width * scale,
    height: height * scale,
  };
}

/** The middle of the document, less reduced. */
function detailOf(box: Box, parts: DocumentParts, size: Still['size']): DocumentParts['detail'] {
  const { left, top, width, height } = placed(box, parts);
  const scale = Math.min(1, CAPTURE_LIMITS.side / Math.max(size.width, size.height));
  const w = Math.min(DETAIL_SHARE * width, DETAIL_SIDE / scale);
  const h = Math.min(DETAIL_SHARE * height, DETAIL_SIDE / scale);
  return sized({ left: left + (width - w) / 2, top: top + (height - h) / 2, width: w, height: h }, scale);
}

/** A box with a margin, within the picture. */
function grown({ left, top, width, height }: Box, size: Still['size']): Box {
  const [x, y] = [Math.max(0, left - MARGIN * width), Math.max(0, top - MARGIN * height)];
  return {
    left: x,
    top: y,
    width: Math.min(size.width, left + (1 + MARGIN) * width) - x,
    height: Math.min(size.height, top + (1 + MARGIN) * height) - y,
  };
}

/**
 * Judges a photo or a file of a document; undefined if the screen is gone before the end.
 *
 * @param proportion width of the document by its height
 */
export function judgeDocument(
  { picture, placed, wasGood, isStopped }: StillInput,
  proportion: number,
): Promise<Judgement | undefined> {
  const size = { width: picture.width, height: picture.height };
  const frame = placed && placeIn(placed, size);
  const draw = drawer(picture, () => size);
  return finished(lookAtDocument({ size, draw, wasGood, ...(frame ? { frame } : {}) }, proportion), isStopped);
}
