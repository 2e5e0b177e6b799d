import type { Finding } from '../finding.ts';
import type { Outline } from './outline.ts';
import { hasRunningText } from './running-text.ts';
import { EVEN_STEPS, type TextRow } from './text-rows.ts';

/** A part of a picture, in shares (0 to 1) of its width and height. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Findings of other analysers in the picture; absent if they did not run. */
export interface Evidence {
  readonly mrz?: readonly Box[];
  readonly barcodes?: readonly Box[];
  readonly faces?: readonly Box[];
  /** Lines of text that were read. */
  readonly textBoxes?: readonly Box[];
}

/** Features of the picture itself: see `textRows` and `outlineOf`. */
export interface Sight {
  /** Pixels of the raster that `rows` refer to. */
  readonly width: number;
  readonly height: number;
  readonly rows: readonly TextRow[];
  readonly outline: Outline | undefined;
}

/** Longer by shorter side of a card or passport page, under some perspective. ISO/IEC 7810: 1.42 to 1.59. */
const CARD_RATIO = [1.22, 1.85] as const;

const LEAST_CARD_AREA = 0.15;

/**
 * Amount of each kind of evidence that is enough on its own. Measured on 48 specimens (40 with MRZ) and 36 pictures without an
 * identity document. Signs in rows: specimens from 19 (with an outline) and from 99 (without), scenes, faces and animals up to
 * 44. Letters have up to 720, but stand upright, or have many long rows.
 */
const ENOUGH = { mrzRows: 1, signsInCard: 15, signs: 80, rows: 6, textBoxesWithFace: 4, signsWithFace: 60 } as const;

const LONG_ROW = 40;

/** Signs and rows from which a picture shows a page, in however many columns: specimens have 418 signs and 27 rows at most. */
const PAGE = { signs: 650, rows: 30 } as const;

/** Even rows from which a page with running text may have an MRZ. One row may be even by chance, because a page has many rows. */
const ZONE_ROWS_ON_PAGE = 2;

/**
 * Finding on whether the picture shows an identity document. The measure is the best evidence relative to its threshold: an MRZ
 * or a barcode; a face with text; print within the outline of a card; or much print that is not laid out as a letter. A letter on
 * a table counts as a sheet of paper, not as a document, and a page with running text as a page of a book.
 */
export function documentPresence(sight: Sight, evidence: Evidence = {}): Finding {
  const signs = sight.rows.reduce((sum, row) => sum + row.signs, 0);
  const rows = sight.rows.length;
  const zone = zoneRows(sight.rows).length;
  const letter = isLetter(sight, zone);
  const page = isPage(sight, evidence);
  const reasons: [enough: number, reason: string][] = [
    [evidence.mrz?.length ?? 0, 'an MRZ was read'],
    [evidence.barcodes?.length ?? 0, 'a barcode was read'],
    [letter || (page && zone < ZONE_ROWS_ON_PAGE) ? 0 : zone / ENOUGH.mrzRows, `${zone} rows of text look like an MRZ`],
    [page ? 0 : faceWithText(sight, evidence, signs), 'a face next to text'],
    [
      !page && isCard(sight.outline) ? signs / ENOUGH.signsInCard : 0,
      `${signs} characters inside the outline of a card`,
    ],
    [
      letter || page ? 0 : Math.min(signs / ENOUGH.signs, rows / ENOUGH.rows),
      `${signs} characters in ${rows} rows, not arranged as a letter`,
    ],
  ];
  const [measure, reason] = reasons.reduce((best, next) => (next[0] > best[0] ? next : best));
  return {
    name: 'document',
    measure,
    threshold: 1,
    result: measure >= 1 ? 'pass' : 'fail',
    reason:
      measure >= 1
        ? `The image shows a document: ${reason}`
        : page
          ? 'The image shows no document but running text, as a page of a book or a letter has it, without an MRZ or a barcode'
          : `The image shows no document: no MRZ, barcode, card or face next to text (measured ${signs} characters in ${rows} rows)`,
  };
}

/** Rows as long and as even as the lines of an MRZ; more than a few are typewriting. */
export function zoneRows(rows: readonly TextRow[]): TextRow[] {
  const even = rows.filter(({ signs, unevenness }) => signs >= 26 && unevenness <= EVEN_STEPS);
  return even.length <= 4 ? even : [];
}

/** Returns whether the picture shows running text, by its rows or by lines that were read. */
function isPage({ width, height, rows }: Sight, { textBoxes = [] }: Evidence): boolean {
  const seen = rows.map((row) => ({
    left: row.left,
    top: (row.top + row.bottom - row.height) / 2,
    width: row.right - row.left,
    height: row.height,
  }));
  const read = textBoxes.map((box) => ({
    left: box.left * width,
    top: box.top * height,
    width: box.width * width,
    height: box.height * height,
  }));
  const signs = rows.reduce((sum, row) => sum + row.signs, 0);
  const full = signs >= PAGE.signs && rows.length >= PAGE.rows;
  return full || hasRunningText(seen, width) || hasRunningText(read, width);
}

function isCard(outline: Outline | undefined): boolean {
  if (!outline || outline.cutAt || outline.area < LEAST_CARD_AREA || !outline.lying) return false;
  return outline.ratio >= CARD_RATIO[0] && outline.ratio <= CARD_RATIO[1];
}

function faceWithText(sight: Sight, { faces, textBoxes }: Evidence, signs: number): number {
  if (!faces?.length) return 0;
  if (textBoxes) return textBoxes.length / ENOUGH.textBoxesWithFace;
  return Math.min(signs / ENOUGH.signsWithFace, sight.rows.length / ENOUGH.rows);
}

/** Upright with many rows, or with many rows too long for a card. */
function isLetter({ width, height, rows, outline }: Sight, zone: number): boolean {
  // A sheet of paper holds all of its print; the frame of a portrait doesn't.
  const sheet = outline && !outline.cutAt && printInside(outline, { width, height, rows }) > 0.8 ? outline : undefined;
  const upright = sheet ? !sheet.lying : height > 1.1 * width;
  const long = rows.filter(({ signs, unevenness }) => signs >= LONG_ROW && unevenness > EVEN_STEPS).length;
  return long >= 4 || (upright && zone === 0 && rows.length >= 10);
}

/** Share of the rows whose middle lies within the box around the outline. */
function printInside({ corners }: Outline, { width, height, rows }: Omit<Sight, 'outline'>): number {
  const [xs, ys] = [corners.map(({ x }) => x * width), corners.map(({ y }) => y * height)];
  const inside = rows.filter(({ left, right, top, bottom }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return x > Math.min(...xs) && x < Math.max(...xs) && y > Math.min(...ys) && y < Math.max(...ys);
  });
  return rows.length === 0 ? 0 : inside.length / rows.length;
}
