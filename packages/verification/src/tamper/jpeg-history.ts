import type { Box } from '../image/presence.ts';
import { type EarlierQuantisation, earlierQuantisation } from './earlier-quantisation.ts';
import { boxOfPixels, type ForensicPicture, type PixelBox, pixelsOf } from './forensic-picture.ts';
import type { Part, Regions } from './forensics.ts';
import type { Measure, Spot, Traced } from './measure.ts';

/**
 * Threshold in nats of how much worse than chance a place fits the compression of the rest of the picture. `npm run eval --
 * --only forensics` prints what it flags of sound and of forged parts.
 */
const FOREIGN = 30;

/** Evidence from which on a place is held to have gone through it, in nats. */
const CARRIED = 5;

/** Share of a line's places with ink that may stay undecided; one always may. */
const UNDECIDED = 0.04;

/** Share of a face's places that are ignored, the worst ones: hair and holograms are clipped. */
const PASSED_OVER = 0.1;

/** Steps between the lightest and darkest grey of a place with ink. */
const INK = 32;

/** Blocks of a place of a face, a side. */
const FACE_BLOCKS = 4;

/**
 * `jpeg_history`: whether each part went through the compression that the picture went through before its present file. Parts
 * that were pasted, drawn or moved afterwards did not, see `earlierQuantisation`.
 *
 * Able where every letter of the part can be decided: not in files that were compressed once, nor reduced since, nor saved much
 * worse than before.
 */
export const jpegHistory: Measure = (picture, regions) => {
  const parts = partsOf(picture, regions);
  const all = parts.flatMap(({ areas }) => areas.map(({ pixels }) => pixels));
  const history = earlierQuantisation(picture, (left, top) => all.some((pixels) => touches(pixels, left, top)));
  return parts.map(({ part, areas }) => (history ? judged(picture, history, part, areas) : unknown(part)));
};

interface Area {
  readonly pixels: PixelBox;
  /** Pixels of one place: about a letter of a line. */
  readonly width: number;
  readonly height: number;
}

function partsOf(picture: ForensicPicture, { zone, print, portrait, ghosts, turn }: Regions) {
  const lines = (boxes: readonly Box[]) => boxes.flatMap((box) => lineOf(picture, box, turn % 2 === 1));
  const faces = (boxes: readonly Box[]) => boxes.flatMap((box) => faceOf(picture, box));
  const parts: { part: Part; areas: Area[] }[] = [
    { part: 'zone', areas: lines(zone.map(({ box }) => box)) },
    { part: 'print', areas: lines(print.map(({ box }) => box)) },
    { part: 'portrait', areas: faces(portrait ? [portrait] : []) },
    { part: 'ghost', areas: faces(ghosts) },
  ];
  return parts.filter(({ areas }) => areas.length > 0);
}

/** Width of a letter by its height. */
const LETTER = 0.6;

function lineOf(picture: ForensicPicture, box: Box, upright: boolean): Area[] {
  const pixels = pixelsOf(picture, box);
  if (!pixels) return [];
  const [height, width] = [1, LETTER].map((share) => share * (upright ? pixels.width : pixels.height));
  return [upright ? { pixels, width: height!, height: width! } : { pixels, width: width!, height: height! }];
}

function faceOf(picture: ForensicPicture, box: Box): Area[] {
  const pixels = pixelsOf(picture, box);
  return pixels ? [{ pixels, width: 8 * FACE_BLOCKS, height: 8 * FACE_BLOCKS }] : [];
}

function touches({ left, top, width, height }: PixelBox, x: number, y: number): boolean {
  return x + 8 > left && x < left + width && y + 8 > top && y < top + height;
}

interface Place {
  readonly pixels: PixelBox;
  readonly evidence: number;
}

function judged(picture: ForensicPicture, history: EarlierQuantisation, part: Part, areas: readonly Area[]): Traced {
  const isFace = part === 'portrait' || part === 'ghost';
  const found = areas.map((area) => placesOf(picture, history, area, isFace));
  const worst = found.map((places) => worstOf(places, isFace ? PASSED_OVER : 0));
  const lowest = worst.reduce<Place | null>((a, b) => (!a || (b && b.evidence < a.evidence) ? b : a), null);
  const measure = Math.max(0, -(lowest?.evidence ?? 0));
  const failed = measure > FOREIGN;
  const decided = found.every((places) => isDecided(places, isFace ? PASSED_OVER : UNDECIDED));
  const spots: Spot[] = found
    .flat()
    .flatMap(({ pixels, evidence }) =>
      evidence < 0 ? [{ box: boxOfPixels(picture, pixels), strength: -evidence / FOREIGN }] : [],
    );
  return {
    name: 'jpeg_history',
    part,
    measure,
    threshold: FOREIGN,
    result: failed ? 'fail' : 'pass',
    able: failed || decided,
    place: lowest && lowest.evidence < 0 ? boxOfPixels(picture, lowest.pixels) : null,
    spots,
    reason: failed
      ? `Compression consistency: low (measured deviation ${measure.toFixed(0)}, maximum ${FOREIGN}). One place was compressed differently from the rest of the image`
      : decided
        ? `Compression consistency: high (measured deviation ${measure.toFixed(0)}, maximum ${FOREIGN})`
        : 'Compression consistency: unclear. Some places show no earlier compression',
  };
}

function unknown(part: Part): Traced {
  return {
    name: 'jpeg_history',
    part,
    measure: 0,
    threshold: FOREIGN,
    result: 'pass',
    able: false,
    place: null,
    reason: 'The image was compressed only once',
  };
}

/** Places of an area, each a letter's size, a block apart; those without ink are ignored, except of faces. */
function placesOf(picture: ForensicPicture, history: EarlierQuantisation, area: Area, all: boolean): Place[] {
  const { columns, rows, left, top } = history;
  const { pixels } = area;
  const [wide, high] = [area.width, area.height].map((size) => Math.max(2, Math.floor(size / 8)));
  const from = {
    column: Math.max(0, Math.floor((pixels.left - left) / 8)),
    row: Math.max(0, Math.floor((pixels.top - top) / 8)),
  };
  const to = {
    column: Math.min(columns, Math.ceil((pixels.left + pixels.width - left) / 8)),
    row: Math.min(rows, Math.ceil((pixels.top + pixels.height - top) / 8)),
  };
  const places: Place[] = [];
  for (let row = from.row; row < to.row && (row === from.row || row + high! <= to.row); row++) {
    for (
      let column = from.column;
      column < to.column && (column === from.column || column + wide! <= to.column);
      column++
    ) {
      const [right, bottom] = [Math.min(to.column, column + wide!), Math.min(to.row, row + high!)];
      const place = {
        left: left + 8 * column,
        top: top + 8 * row,
        width: 8 * (right - column),
        height: 8 * (bottom - row),
      };
      if (!all && !hasInk(picture, place)) continue;
      let evidence = 0;
      for (let y = row; y < bottom; y++)
        for (let x = column; x < right; x++) evidence += history.evidence[y * columns + x]!;
      places.push({ pixels: place, evidence });
    }
  }
  return places;
}

function hasInk({ grey }: ForensicPicture, { left, top, width, height }: PixelBox): boolean {
  let [darkest, lightest] = [255, 0];
  for (let y = top; y < top + height; y++) {
    for (let at = y * grey.width + left, end = at + width; at < end; at++) {
      darkest = Math.min(darkest, grey.data[at]!);
      lightest = Math.max(lightest, grey.data[at]!);
    }
  }
  return lightest - darkest >= INK;
}

function worstOf(places: readonly Place[], passedOver: number): Place | null {
  const sorted = [...places].sort((a, b) => a.evidence - b.evidence);
  return sorted[Math.floor(sorted.length * passedOver)] ?? null;
}

function isDecided(places: readonly Place[], undecided: number): boolean {
  const open = places.filter(({ evidence }) => evidence < CARRIED).length;
  return places.length > 0 && open <= Math.max(1, places.length * undecided);
}
