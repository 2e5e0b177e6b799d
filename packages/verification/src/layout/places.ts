import type { PrintedFields } from '../document/fields.ts';
import type { PrintedField } from '../document/labels.ts';
import type { Box } from '../image/presence.ts';
import type { FieldName } from '../mrz/formats.ts';
import type { MrzRead } from '../mrz/read.ts';
import type { PageBox } from '../text/page.ts';

/*
 * Boxes of all analyses of documents: shares (0 to 1) of the width and height of the picture as a viewer shows it, turned by
 * its EXIF orientation and by nothing else.
 */

/** Places of the values of one side. */
export interface SidePlaces {
  readonly zone: Readonly<Partial<Record<FieldName, Box>>>;
  readonly printed: Readonly<Partial<Record<PrintedField, Box>>>;
  /** The symbol that holds the data of the card; null where none was read. */
  readonly barcode: Box | null;
}

/** A box on one of the sides of a document. */
export interface Place {
  /** Index in `DocumentAnalysis.sides`, from 0. */
  readonly side: number;
  readonly box: Box;
}

/** The place of each value in `DocumentAnalysis`. */
export interface Places {
  readonly zone: Readonly<Partial<Record<FieldName, Place>>>;
  readonly printed: Readonly<Partial<Record<PrintedField, Place>>>;
  readonly barcode: Place | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The box around corners of a raster that was turned by so many quarters clockwise, as shares of the picture unturned. */
export function boxOf(corners: readonly Corner[], { width, height }: Size, quarters: 0 | 1 | 2 | 3 = 0): Box {
  const points = corners.map(({ x, y }) => unturned(x / width, y / height, quarters));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function unturned(x: number, y: number, quarters: 0 | 1 | 2 | 3): [x: number, y: number] {
  if (quarters === 1) return [y, 1 - x];
  if (quarters === 2) return [1 - x, 1 - y];
  return quarters === 3 ? [1 - y, x] : [x, y];
}

export function cornersOf({ left, top, width, height }: PageBox): Corner[] {
  return [
    { x: left, y: top },
    { x: left + width, y: top + height },
  ];
}

/**
 * Computes the places of one side's values.
 * @param page its size in pixels, which quads and boxes of the reading are in
 * @param turn quarters by which the page was turned to be read
 */
export function placesOfSide(
  { mrz, printed, turn }: { mrz: MrzRead | null; printed: PrintedFields; turn: 0 | 1 | 2 | 3 },
  page: Size,
  barcode: Box | null,
): SidePlaces {
  const entries = <T>(record: Readonly<Partial<Record<string, T>>>, corners: (value: T) => readonly Corner[]) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, boxOf(corners(value!), page, turn)]));
  return {
    zone: entries(mrz?.places ?? {}, (quad) => quad),
    printed: entries(printed, ({ box }) => cornersOf(box)),
    barcode,
  };
}

/**
 * Collects the places of a document's values, each on the side that it was taken from.
 * @param sides places of each side, null for one that can't be read
 * @param chosen numbers of the sides whose MRZ and whose barcode are the document's, -1 for none
 */
export function placesOfAll(
  sides: readonly (SidePlaces | null)[],
  chosen: { readonly zone: number; readonly barcode: number },
): Places {
  const on = (side: number, boxes: Readonly<Partial<Record<string, Box>>> = {}) =>
    Object.fromEntries(Object.entries(boxes).map(([name, box]) => [name, { side, box: box! }]));
  const symbol = sides[chosen.barcode]?.barcode;
  return {
    zone: on(chosen.zone, sides[chosen.zone]?.zone),
    printed: Object.assign({}, ...sides.map((side, i) => on(i, side?.printed)).reverse()),
    barcode: symbol ? { side: chosen.barcode, box: symbol } : null,
  };
}
