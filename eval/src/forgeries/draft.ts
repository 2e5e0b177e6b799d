import type { RgbRaster } from '@bonafide/verification';
import { type Change, type ChangedField, changeOf, zoneValue } from './change.ts';
import { printCells, zoneCells } from './letters.ts';
import type { Places, ShareBox } from './places.ts';
import { type Random, shuffled } from './random.ts';
import { copyOf, type PixelBox, within } from './raster.ts';
import type { Page, Source } from './source.ts';

/** A document that is being changed: its sides, each a copy that edits may write to. */
export interface Draft {
  readonly source: Source;
  readonly pages: Page[];
  /** Indexes of the sides that an edit has changed. */
  readonly touched: Set<number>;
}

export function draftOf(source: Source, pages: readonly Page[]): Draft {
  return { source, pages: pages.map((page) => ({ ...page, canvas: copyOf(page.canvas) })), touched: new Set() };
}

export const pixelsOf = (canvas: RgbRaster, { left, top, width, height }: ShareBox): PixelBox | null =>
  within(canvas, {
    left: left * canvas.width,
    width: width * canvas.width,
    top: top * canvas.height,
    height: height * canvas.height,
  });

/** Cells of every letter of the zone, by line, and the side that bears it; null where its lines weren't found. */
export function zoneOf({ source, pages }: Draft): { page: number; cells: readonly PixelBox[][] } | null {
  const { zone } = source;
  if (!zone) return null;
  const page = pages.findIndex(({ places }) => places.zone.length === zone.length);
  if (page < 0) return null;
  const { canvas, places } = pages[page]!;
  const scale = (corners: Places['zone'][number]) =>
    corners.map(({ x, y }) => ({ x: x * canvas.width, y: y * canvas.height }));
  const cells = places.zone.map((corners, i) => zoneCells(canvas, scale(corners) as never, zone[i]!.length));
  return cells.every((line) => line !== null) ? { page, cells: cells as PixelBox[][] } : null;
}

/** A place in print where a value stands. */
export interface Printed {
  readonly page: number;
  /** Box of the whole line, its text, and the cells of its letters. */
  readonly line: PixelBox;
  readonly text: string;
  readonly cells: readonly PixelBox[];
  /** First and last letter of the value in the text. */
  readonly from: number;
  readonly to: number;
  /** The letter that a change takes another place of, as its index in the text. */
  letterOf(place: number): number;
}

/** Every line of print that bears a value, on whatever side. */
export function printedAt({ pages }: Draft, field: ChangedField, value: string): Printed[] {
  return pages.flatMap(({ canvas, places }, page) =>
    places.print.flatMap(({ text, box }): Printed[] => {
      const found = field === 'dateOfBirth' || field === 'dateOfExpiry' ? dateIn(text, value) : valueIn(text, value);
      const line = found && pixelsOf(canvas, box);
      if (!line || line.height < 7) return [];
      return [{ page, line, text, cells: printCells(canvas, line, text), ...found }];
    }),
  );
}

type Found = Pick<Printed, 'from' | 'to' | 'letterOf'>;

function valueIn(text: string, value: string): Found | null {
  const at: number[] = [];
  let plain = '';
  for (const [i, letter] of [...text].entries()) {
    if (!/[\p{L}\d]/u.test(letter)) continue;
    plain += letter.normalize('NFD')[0]!.toUpperCase();
    at.push(i);
  }
  const wanted = value.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const start = wanted.length >= 3 ? plain.indexOf(wanted) : -1;
  if (start < 0) return null;
  return { from: at[start]!, to: at[start + wanted.length - 1]!, letterOf: (place) => at[start + place]! };
}

/** A day in any order of its parts, its month in figures or letters; the last figure of its year is what changes. */
function dateIn(text: string, value: string): Found | null {
  const [year, month, day] = value.split('-') as [string, string, string];
  const short = year.slice(2);
  const gap = '[ ./-]{0,3}';
  const forms = [
    `${day}${gap}${month}${gap}(${year})`,
    `${month}${gap}${day}${gap}(${year})`,
    `(${year})${gap}${month}${gap}${day}`,
    `${Number(day)}${gap}[\\p{L}/ .]{2,16}${gap}(${year}|${short})(?!\\d)`,
    `${day}${gap}${month}${gap}(${short})(?!\\d)`,
  ];
  for (const form of forms) {
    const found = new RegExp(form, 'du').exec(text);
    const [start, end] = found?.indices?.[1] ?? [];
    if (!found || start === undefined || end === undefined) continue;
    return { from: found.index, to: found.index + found[0].length - 1, letterOf: () => end - 1 };
  }
  return null;
}

const FIELDS: readonly ChangedField[] = ['documentNumber', 'dateOfBirth', 'dateOfExpiry', 'surname'];

/** Changes of single letters, the first field that is fit for them first; those that `fits` refuses are left out. */
export function* changesOf(
  draft: Draft,
  random: Random,
  { zone, print }: { zone: boolean; print: boolean },
): Generator<{ change: Change; printed: Printed[]; value: string }> {
  const { source } = draft;
  for (const field of shuffled(random, FIELDS)) {
    const value = source.fields[field];
    const inZone = source.zone && zoneValue(source.zone, field);
    if (zone && !inZone) continue;
    const printed = value ? printedAt(draft, field, value) : [];
    if (print && printed.length === 0) continue;
    const date = field === 'dateOfBirth' || field === 'dateOfExpiry';
    // Names of several words stand in print with gaps, in the zone with fillers.
    const plain = inZone ?? (date ? value!.slice(2).replaceAll('-', '') : value!.toUpperCase());
    if (!/^[A-Z0-9]+$/.test(plain)) continue;
    for (let i = 0; i < 12; i++) {
      const change = changeOf(random, field, plain);
      if (change) yield { change, printed, value: plain };
    }
  }
}
