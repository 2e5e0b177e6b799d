import type { RgbRaster } from '../image/decode.ts';
import { detect } from './detect.ts';
import { centreOf, type Point, type Quad, sizeOf, tiltOf } from './geometry.ts';
import { recognise, upsideDown } from './recognise.ts';
import { turn } from './warp.ts';

export interface TextLine {
  readonly text: string;
  /** Mean probability of its letters, 0 to 1. */
  readonly confidence: number;
  /** Corners in reading order of the text. */
  readonly quad: Quad;
}

export interface Text {
  /** The picture turned so that its text stands upright. */
  readonly upright: RgbRaster;
  /** Quarters by which it was turned clockwise for that. */
  readonly turn: 0 | 1 | 2 | 3;
  /** Lines in pixels of `upright`, from top to bottom, from left to right where lines are side by side. */
  readonly lines: readonly TextLine[];
}

/** Pixels of the longest side that the detector sees: 1216 finds small print of a page that 960 loses. */
const DETECTOR_SIDE = 1216;
/** Lines that say whether a picture stands on its head: the longest, which say it best. */
const VOTERS = 7;
/** Distance of the mean vote from a half below which the vote is undecided. */
const UNDECIDED = 0.25;
/** Lines that are then read both ways up. */
const READ_BOTH_WAYS = 3;
/** Readings below are mostly ornaments that looked like text. */
const LEAST_CONFIDENCE = 0.5;

/**
 * Reads all printed text of a picture that may stand on any of its four sides: Latin letters with some of their accents,
 * and digits. PP-OCRv4: detector, classifier of turns and recogniser.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { decodeRgb, DOCUMENT_SIDE, readText } from '@bonafide/verification';
 *
 * const { rgb } = await decodeRgb(await readFile('passport.jpg'), { side: DOCUMENT_SIDE });
 * const { lines } = await readText(rgb);
 * console.log(lines.map(({ text, confidence }) => `${text} (${confidence})`));
 */
export async function readText(raster: RgbRaster, side = DETECTOR_SIDE): Promise<Text> {
  const { upright, quads, quarters } = await findLines(raster, side);
  return { upright, turn: quarters, lines: await readFound(upright, quads) };
}

/** The text of lines that `findLines` has found, in reading order; what can't be read is left out. */
export async function readFound(upright: RgbRaster, quads: readonly Quad[]): Promise<readonly TextLine[]> {
  const lines: TextLine[] = [];
  for (const quad of quads) {
    const { text, confidence } = await recognise(upright, quad);
    if (confidence < LEAST_CONFIDENCE || text.trim() === '') continue;
    lines.push({ text: text.trim(), confidence, quad });
  }
  return inReadingOrder(lines);
}

export interface FoundLines {
  /** The picture turned so that its text stands upright. */
  readonly upright: RgbRaster;
  readonly quads: readonly Quad[];
  /** Quarters by which it was turned clockwise for that. */
  readonly quarters: Text['turn'];
}

/** Confidence of lines read upside down relative to upright; below 0 when they are upright, null when they don't say. */
export type BothWays = (raster: RgbRaster, quads: readonly Quad[]) => Promise<number | null>;

/**
 * The picture turned so that its text stands upright, where its lines are, and by how many quarters it was turned.
 *
 * @param sure knows better than the classifier of turns, which rows of fillers mislead, or says nothing
 */
export async function findLines(raster: RgbRaster, side = DETECTOR_SIDE, sure?: BothWays): Promise<FoundLines> {
  let [upright, quarters] = [raster, 0 as Text['turn']];
  let quads = await detect(upright, side);
  if (mostlyUpright(quads)) {
    [upright, quarters] = [turn(raster, 1), 1];
    // The detector parts the words of lines that stand on end.
    quads = await detect(upright, side);
  }
  const found = { upright, quads: quads.map(level), quarters };
  return (await onItsHead(upright, found.quads, sure)) ? turnedOver(found) : found;
}

/** The same with the picture turned by half. */
export function turnedOver({ upright, quads, quarters }: FoundLines): FoundLines {
  return {
    upright: turn(upright, 2),
    quads: quads.map((quad) => level(turnQuad(quad, 2, upright))),
    quarters: ((quarters + 2) % 4) as Text['turn'],
  };
}

/** More text runs up and down than left and right, by its length. */
function mostlyUpright(quads: readonly Quad[]): boolean {
  let balance = 0;
  for (const quad of quads) {
    const { width, height } = sizeOf(quad);
    if (width < 2 * height) continue;
    balance += Math.abs(Math.sin(tiltOf(quad))) > Math.SQRT1_2 ? width : -width;
  }
  return balance > 0;
}

/**
 * Decides by the classifier of turns. If it is undecided, the direction in which the longest lines are read with more confidence
 * wins.
 */
async function onItsHead(raster: RgbRaster, quads: readonly Quad[], sure?: BothWays): Promise<boolean> {
  const confirmed = (await sure?.(raster, quads)) ?? null;
  if (confirmed !== null) return confirmed > 0;
  const voters = longest(quads, VOTERS);
  if (voters.length === 0) return false;
  let votes = 0;
  for (const quad of voters) votes += (await upsideDown(raster, quad)) / voters.length;
  if (Math.abs(votes - 0.5) > UNDECIDED) return votes > 0.5;
  let balance = 0;
  for (const quad of longest(quads, READ_BOTH_WAYS)) {
    balance += (await recognise(raster, onHead(quad))).confidence - (await recognise(raster, quad)).confidence;
  }
  return balance > 0;
}

/** The same box for reading it upside down. */
export const onHead = ([a, b, c, d]: Quad): Quad => [c, d, a, b];

const longest = (quads: readonly Quad[], count: number) =>
  [...quads].sort((a, b) => sizeOf(b).width - sizeOf(a).width).slice(0, count);

/** The same box with the corner that stands nearest to top left first: boxes are found without knowing how text runs. */
function level(quad: Quad): Quad {
  return Math.abs(tiltOf(quad)) > Math.PI / 2 + 0.01 ? onHead(quad) : quad;
}

/** Maps a box when its picture is turned clockwise by so many quarters. */
function turnQuad(quad: Quad, quarters: number, { width, height }: { width: number; height: number }): Quad {
  const place = ({ x, y }: Point): Point =>
    quarters === 0
      ? { x, y }
      : quarters === 1
        ? { x: height - 1 - y, y: x }
        : quarters === 2
          ? { x: width - 1 - x, y: height - 1 - y }
          : { x: y, y: width - 1 - x };
  return quad.map(place) as unknown as Quad;
}

/** Rows from top to bottom; two boxes share a row when their middles lie within half of a line's height. */
export function inReadingOrder<T extends { readonly quad: Quad }>(lines: readonly T[]): T[] {
  const placed = lines.map((line) => ({ line, ...centreOf(line.quad), height: sizeOf(line.quad).height }));
  placed.sort((a, b) => a.y - b.y);
  const rows: (typeof placed)[] = [];
  for (const item of placed) {
    const row = rows.at(-1);
    const near = row && Math.abs(item.y - row[0]!.y) < Math.min(item.height, row[0]!.height) / 2;
    if (near) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x).map(({ line }) => line));
}
