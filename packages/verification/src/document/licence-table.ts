import { middle, type PageBox, type PageLine, type PageText, partOf, squeezed } from '../text/page.ts';
import { AAMVA_ISSUERS } from './labels.ts';
import { CATEGORIES, daysIn } from './values.ts';

/** One row of the table on the back of a European licence: what may be driven, since when and how long. */
export interface LicenceEntry {
  /** Category by its name in Directive 2006/126/EC, article 4: `AM`, `B`, `C1E` … */
  readonly category: string;
  /** Column 10, `YYYY-MM-DD`: when the category was first issued. */
  readonly from: string | null;
  /** Column 11, `YYYY-MM-DD`: until when it is valid. */
  readonly until: string | null;
  /** Column 12: codes of restrictions, parted by commas. */
  readonly codes: string | null;
}

export interface LicenceTable {
  /** Entries from top to bottom, including categories without a day: their holders may not drive them. */
  readonly entries: readonly LicenceEntry[];
  /** Lines that the table was read from; none of them is a field of its own. */
  readonly lines: readonly PageLine[];
}

/** Fewer rows are not a table: a single letter before a day stands on other documents, too. */
const LEAST_ROWS = 3;

/** Left edges of the categories differ by so many heights of their lines at most. */
const ALIGNED = 2.5;

/** Day, month and year in two or four digits, with one sign between them: `01.06,70` are codes. Days run together are two. */
const DAY = /\d{2}([.,/-]) ?\d{2}\1 ?(?:\d{4}(?!\d?[.,/-])|\d{2})/g;

/**
 * Codes of column 12: numbers of the Union and of states, with letters or subcodes (Directive 2006/126/EC, annex I). A subcode is
 * matched as a further code: a line must be matched in one way only, or a crafted one takes hours.
 */
const CODES = /^\d{2,3}(?:\([^)]*\)|[a-z])?(?:[ ,.;/]+\d{2,3}(?:\([^)]*\)|[a-z])?)*$/;

export interface TableOptions {
  readonly documentType: string | null;
  /** ISO 3166-1 alpha-3. */
  readonly issuingCountry: string | null;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

const NONE: LicenceTable = { entries: [], lines: [] };

interface Cell {
  readonly text: string;
  readonly box: PageBox;
}

/**
 * The table of a European driving licence (Directive 2006/126/EC, annex I, page 2): columns 9 to 12. Empty where the page shows
 * none.
 *
 * @param of licences of the AAMVA have no such table, nor has any other document
 *
 * @example
 * import { licenceTable } from '@bonafide/verification';
 *
 * const page = { width: 400, height: 250, lines: [] };
 * const licence = { documentType: 'driving_licence', issuingCountry: 'SVN', today: '2026-01-15' };
 * licenceTable(page, licence).entries; // []
 */
export function licenceTable(page: PageText, of: TableOptions): LicenceTable {
  const { documentType, issuingCountry, today } = of;
  if (documentType !== 'driving_licence' || AAMVA_ISSUERS.has(issuingCountry ?? '')) return NONE;
  const lines = page.lines.filter(({ text }) => !isLegend(text));
  const heads = columnsOf(lines);
  const categories = aligned(lines.flatMap((line) => categoryOf(line) ?? []));
  if (categories.length < LEAST_ROWS) return NONE;
  const days = lines.flatMap((line) =>
    [...line.text.matchAll(DAY)].map((match) => ({
      text: match[0],
      line,
      box: partOf(line, match.index, match.index + match[0].length),
    })),
  );
  const pitch = pitchOf(categories.map(({ line }) => middle(line)));
  const rowOf = (line: PageLine) => nearestRow(categories, line, pitch);
  const inRows = days.filter(({ line, box }) => {
    const row = rowOf(line);
    return row !== undefined && box.left >= row.box.left + row.box.width * 0.5;
  });
  if (inRows.length === 0) return NONE;
  const isUntil = columnTeller(inRows, heads, today);
  const used = new Set<PageLine>([
    ...categories.map(({ line }) => line),
    ...inRows.map(({ line }) => line),
    ...heads.lines,
  ]);
  const entries = categories.map((row): LicenceEntry => {
    const mine = inRows.filter(({ line }) => rowOf(line) === row);
    const dayOf = (future: boolean) => {
      const cell = mine.find((date) => isUntil(date) === future);
      return (cell && daysIn(cell.text.replaceAll(',', '.'), { order: 'dmy', today })[0]) ?? null;
    };
    const codes = codesBeside(row, lines, mine, pitch);
    for (const line of codes.lines) used.add(line);
    return { category: row.text, from: dayOf(false), until: dayOf(true), codes: codes.text };
  });
  return { entries: entries.filter(isFirst), lines: [...used] };
}

const isFirst = ({ category }: LicenceEntry, i: number, all: readonly LicenceEntry[]) =>
  all.findIndex((other) => other.category === category) === i;

/** A field's number and its name in small letters, as the legend of the back gives them. */
const NAMED = /(?<![\p{L}\d])(?:1[0-4]?|2|3|4[abcd]|5|8|9) ?[.:,)]? ?(?=\p{L}*\p{Ll}{3})/gu;

/** Returns whether a line is a part of the legend: numbers of fields with their names, not with values. */
export const isLegend = (text: string): boolean => (text.match(NAMED)?.length ?? 0) >= 3;

/** The legend on the back of European licences, in any language: Directive 2006/126/EC, annex I, page 2. */
export const LICENCE_LEGEND = /4a\p{L}{4,}4b\p{L}{4,}/u;

/** Returns whether a page bears the legend on the back of European licences. */
export const bearsLegend = ({ lines }: PageText): boolean =>
  lines.some(({ text }) => isLegend(text)) || LICENCE_LEGEND.test(squeezed(lines.map(({ text }) => text).join(' ')));

/** The category that a line begins with, alone or before days; digits that are read for letters are letters. */
function categoryOf(line: PageLine): (Cell & { line: PageLine }) | null {
  const match = /^(?:9\.? +)?([A-Z8][A-Za-z\d|]{0,2})(?=$|[ .:-]|\d{2}[.,/-])/.exec(line.text.trim());
  if (!match) return null;
  const read = match[1]!.replace(/^8/, 'B').replace(/(?<=^[A-D])[Il|]/, '1');
  const text = CATEGORIES.find((category) => category === read || category === read.replace(/(?<=.)F$/, 'E'));
  const at = match[0].length - match[1]!.length;
  return text === undefined ? null : { text, line, box: partOf(line, at, match[0].length) };
}

/** The largest set of categories that stand below each other, from top to bottom. */
function aligned<T extends { readonly line: PageLine; readonly box: PageBox }>(cells: readonly T[]): T[] {
  const groups = cells.map(({ box }) =>
    cells.filter((other) => Math.abs(other.box.left - box.left) < ALIGNED * Math.min(other.box.height, box.height)),
  );
  const largest = groups.reduce<T[]>((best, group) => (group.length > best.length ? group : best), []);
  return largest.toSorted((a, b) => middle(a.line) - middle(b.line));
}

/** Pixels from row to row: the middle one of all steps. */
function pitchOf(middles: readonly number[]): number {
  const steps = middles.slice(1).map((y, i) => y - middles[i]!);
  return steps.sort((a, b) => a - b)[steps.length >> 1]!;
}

function nearestRow<T extends { readonly line: PageLine }>(rows: readonly T[], line: PageLine, pitch: number) {
  const off = (row: T) => Math.abs(middle(row.line) - middle(line));
  const nearest = rows.reduce((best, row) => (off(row) < off(best) ? row : best));
  return off(nearest) < pitch * 0.6 ? nearest : undefined;
}

interface Heads {
  /** Middles of columns 10 and 11, in pixels; undefined where their numbers were not read. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly lines: readonly PageLine[];
}

/** The numbers above the columns, each alone or all in one line. */
function columnsOf(lines: readonly PageLine[]): Heads {
  const heads = lines.filter(({ text }) => /^(?:9|1[012])[.,]?(?: *1[012][.,]?){0,3}$/.test(text.trim()));
  const placeOf = (number: string) => {
    for (const line of heads) {
      const match = new RegExp(`(?<!\\d)${number}(?!\\d)`).exec(line.text);
      if (!match) continue;
      const { left, width } = partOf(line, match.index, match.index + 2);
      return left + width / 2;
    }
    return undefined;
  };
  return { from: placeOf('10'), until: placeOf('11'), lines: heads };
}

const centre = ({ left, width }: PageBox) => left + width / 2;

/**
 * Returns a function that gives the column of a day: by the numbers above the columns, else by position. If only one column has
 * days and no number was read, it is the day of issue, which is always filled in, unless one of its days is in the future.
 */
function columnTeller(days: readonly Cell[], { from, until }: Heads, today: string): (cell: Cell) => boolean {
  if (from !== undefined && until !== undefined) {
    return ({ box }) => Math.abs(centre(box) - until) < Math.abs(centre(box) - from);
  }
  const places = days.map(({ box }) => centre(box));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const width = Math.min(...days.map(({ box }) => box.width));
  if (last - first > width * 0.8) return ({ box }) => centre(box) > (first + last) / 2;
  const ahead = days.some(({ text }) => (daysIn(text, { order: 'dmy', today })[0] ?? '') > today);
  return () => ahead;
}

/** Codes of column 12 for a row: right of its days, in the same line or in a line of their own. */
function codesBeside(
  row: Cell & { line: PageLine },
  lines: readonly PageLine[],
  days: readonly (Cell & { line: PageLine })[],
  pitch: number,
): { text: string | null; lines: readonly PageLine[] } {
  const last = days.toSorted((a, b) => a.box.left - b.box.left).at(-1);
  if (!last) return { text: null, lines: [] };
  const rest = last.line.text.slice(last.line.text.lastIndexOf(last.text) + last.text.length).trim();
  const end = last.box.left + last.box.width;
  const beside = lines.filter(
    (line) =>
      line !== row.line &&
      line.box.left > end - line.box.height &&
      Math.abs(middle(line) - middle(row.line)) < pitch * 0.5,
  );
  const found = [{ text: rest, line: last.line }, ...beside.map((line) => ({ text: line.text.trim(), line }))].filter(
    ({ text }) => CODES.test(text),
  );
  return {
    text: found.map(({ text }) => text.replace(/[ ,;/]+(?![^(]*\))/g, ',')).join(',') || null,
    lines: found.map(({ line }) => line),
  };
}
