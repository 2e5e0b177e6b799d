import { addressBlocks } from '../addresses/address-block.ts';
import { postcodeIn } from '../addresses/postcode.ts';
import { orderOf, orderOfCountry } from '../text/dates.ts';
import {
  around,
  bottom,
  folded,
  inOrder,
  middle,
  type PageBox,
  type PageLine,
  type PageText,
  partOf,
  right,
} from '../text/page.ts';
import { AAMVA_ISSUERS, LABELS, LICENCE_NUMBERS, type PrintedField } from './labels.ts';
import { bearsLegend, isLegend, licenceTable } from './licence-table.ts';
import { scriptFields } from './script-print.ts';
import { daysIn, isOneLetterName, type Reading, readValue } from './values.ts';

/** The evidence for a printed field. A label is surer evidence than the place or the order of days. */
type Grounds = 'label' | 'place' | 'order';

export interface PrintedValue {
  /** The value: days as `YYYY-MM-DD`, sex as M, F or X, everything else as printed. */
  readonly value: string;
  readonly grounds: Grounds;
  /** Box of the value, in pixels of the page. */
  readonly box: PageBox;
  /** Mean probability of the letters of its line, 0 to 1; 1 where nothing had to be recognised. */
  readonly confidence: number;
}

export type PrintedFields = Partial<Record<PrintedField, PrintedValue>>;

export interface PrintedOptions {
  /** `driving_licence` numbers its fields. */
  readonly documentType: string | null;
  /** ISO 3166-1 alpha-3: the order of day and month, and which numbers fields have. */
  readonly issuingCountry: string | null;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

interface Label {
  readonly field: PrintedField;
  readonly line: PageLine;
  readonly at: number;
  readonly end: number;
  /** True if the label is a number, as on driving licences, not a word. */
  readonly numbered: boolean;
}

/**
 * Fields that a document bears in print, besides its machine readable zone: by their labels in a dozen languages, Latin ones
 * first, by the numbers of driving licences, else by where they stand and in which order their days lie.
 *
 * @example
 * import { printedFields } from '@bonafide/verification';
 *
 * const line = { text: 'Surname: NOVAK', box: { left: 0, top: 0, width: 150, height: 20 } };
 * const page = { width: 400, height: 250, lines: [line] };
 * const fields = printedFields(page, { documentType: null, issuingCountry: null, today: '2026-01-15' });
 * console.log(fields.surname?.value);
 */
export function printedFields(page: PageText, options: PrintedOptions): PrintedFields {
  const aamva = AAMVA_ISSUERS.has(options.issuingCountry ?? '');
  const { issuingCountry: country, today } = options;
  const order = orderOfCountry(country) ?? orderOf(page.lines.map(({ text }) => folded(text)).join('\n')) ?? null;
  const reading: Reading = { order, today, country };
  const numbered = options.documentType === 'driving_licence';
  // Days of the table on the back of a licence, and names of fields in its legend, are not fields.
  const table = new Set(licenceTable(page, options).lines);
  const lines = withoutOverprint(inOrder(page.lines)).filter(
    (line) => !line.text.includes('<<') && !table.has(line) && !(numbered && isLegend(line.text)),
  );
  const labels = lines.flatMap((line) => labelsIn(line, numbered, aamva));
  const found: PrintedFields = {};
  for (const label of labels) {
    if (label.field === 'other' || found[label.field]) continue;
    const value = labelled(label, labels, lines, reading);
    if (value !== null) found[label.field] = { ...value, grounds: 'label' };
  }
  for (const [field, value] of Object.entries(scriptFields(page, reading)))
    found[field as PrintedField] ??= { ...value, grounds: 'label' };
  // The back has no names; its numbers belong to the blank card.
  if (numbered && !bearsLegend(page)) byPlace(found, page, lines, labels, reading);
  withTown(found, lines, labels, reading);
  if (found.address) found.address = { ...found.address, value: withLetters(found.address.value) };
  byOrder(found, lines, reading);
  return found;
}

/** A value and where it stands: in a line from one letter up to another. */
const placed = (value: string, line: PageLine, from = 0, to = line.text.length) => ({
  value,
  box: partOf(line, from, to),
  confidence: line.confidence ?? 1,
});

type Placed = Pick<PrintedValue, 'value' | 'box' | 'confidence'>;

/**
 * Height of a box, in widths of its letters, above which they stand askew in it: an overprint that runs across the document,
 * or a signature, and never the value of a field. Level print has 1.4 to 3.5.
 */
const SLANTED = 4;
/** Slant, as `SLANTED` measures it, of the median line above which the whole document stands askew. */
const LEVEL = 2.6;
/** Fewer letters may be as narrow as that: `I`, `1`. */
const FEW_LETTERS = 4;

const slantOf = ({ text, box }: PageLine) => (box.height * text.length) / Math.max(1, box.width);

/** Removes lines of overprint, which stand askew. If the document itself is askew, every line is, and none is removed. */
function withoutOverprint(lines: readonly PageLine[]): PageLine[] {
  const long = lines.filter(({ text }) => text.length >= FEW_LETTERS);
  const usual = long.map(slantOf).sort((a, b) => a - b)[long.length >> 1] ?? 0;
  return usual > LEVEL ? [...lines] : lines.filter((line) => !long.includes(line) || slantOf(line) <= SLANTED);
}

const patterns = new Map<string, RegExp>();

/** A label with or without its blanks; small i and l look alike. A long one may run into what follows. */
function patternOf(label: string): RegExp {
  let pattern = patterns.get(label);
  if (!pattern) {
    const letters = Array.from(label.replaceAll(' ', ''), (c) =>
      /[il]/.test(c) ? '[il1|]' : /[\p{L}\d]/u.test(c) ? c : `[${c}]?`,
    );
    const ends = letters.length < 8 ? '(?!\\p{L}{2})' : '';
    pattern = new RegExp(`(?<=^|[^\\p{L}]|\\d[a-d])${letters.join('\\s*')}${ends}`, 'u');
    patterns.set(label, pattern);
  }
  return pattern;
}

/** Fields whose values hold figures; a short label of theirs before words alone is a part of a name: `DL ADULT NON REAL`. */
const VALUED: ReadonlySet<string> = new Set(['documentNumber', 'dateOfBirth', 'dateOfIssue', 'dateOfExpiry']);
const WORDS_ALONE = /^(?:\s+\p{L}{2,}){2,}$/u;

/** Labels of a line from left to right, the longest where several begin. */
function labelsIn(line: PageLine, numbered: boolean, aamva: boolean): Label[] {
  const text = folded(line.text);
  const all: Label[] = [];
  for (const [field, words] of Object.entries(LABELS) as [PrintedField, readonly string[]][]) {
    for (const word of words) {
      const match = patternOf(word).exec(text);
      // Short ones mean something only where a line begins, after the number of the field, which may be misread as a letter
      // or two, or after its name in another language.
      if (
        !match ||
        (word.length <= 4 && !/(?:^(?:\d{0,2}[a-d]?[.\s]*|\S{1,2}\s+)|\/\s*)$/.test(text.slice(0, match.index)))
      )
        continue;
      if (word.length <= 4 && VALUED.has(field) && WORDS_ALONE.test(text.slice(match.index + match[0].length)))
        continue;
      all.push({ field, line, at: match.index, end: match.index + match[0].length, numbered: false });
    }
  }
  if (numbered) {
    const match = /^(1(?!\d)|1[256789]|2|3|4[abcd]|5|8|9a?)(?=[^\d]|\d{2})[.\s]*/.exec(text);
    const field = match && LICENCE_NUMBERS[match[1]!];
    if (field && !(aamva && (match[1] === '5' || match[1] === '9')))
      all.push({ field, line, at: 0, end: match[0].length, numbered: true });
  }
  all.sort((a, b) => a.at - b.at || b.end - a.end);
  return all.filter(
    (label, i) => !all.slice(0, i).some((other) => other.end > label.at && other.field !== label.field),
  );
}

/**
 * Index at which a label ends, including the same label in other languages behind it. A word of it within a numbered value is not a
 * label.
 */
function endOf({ field, end, line, numbered }: Label, mine: readonly Label[]): number {
  const same = mine.filter((other) => other.field === field).toSorted((a, b) => a.at - b.at);
  return same.reduce((last, other) => {
    const within = numbered && /[\p{L}\d]/u.test(line.text.slice(end, other.at));
    return within ? last : Math.max(last, other.end);
  }, end);
}

/** The value of a label: the rest of its line, else the text right of it, else the text below. */
function labelled(label: Label, labels: readonly Label[], lines: readonly PageLine[], reading: Reading): Placed | null {
  const { field, line } = label;
  const mine = labels.filter((other) => other.line === line);
  const end = endOf(label, mine);
  const next = mine.find((other) => other.field !== field && other.at >= end);
  // The number of the next field stands before its label.
  const rest = next ? line.text.slice(end, next.at).replace(/\s+\d{1,2}[a-d]?\s*$/, '') : line.text.slice(end);
  // After a stroke stands the same label in one more language.
  const inline = rest.trimStart().startsWith('/')
    ? null
    : (readValue(field, rest, reading) ?? (label.numbered ? oneLetter(field, rest) : null));
  if (inline !== null) return placed(inline, line, end, end + rest.length);
  const { height } = line.box;
  // Before a stroke stands the same label in another language, be it one that isn't known; values stand below the first.
  const first = mine.every((other) => other.at >= label.at) && /\/\s*$/.test(line.text.slice(0, label.at));
  const from = line.box.left + (line.box.width * (first ? 0 : label.at)) / Math.max(1, line.text.length);
  const to = next ? line.box.left + (line.box.width * next.at) / line.text.length : right(line);
  const free = lines.filter(
    (other) => other !== line && !labels.some((label) => label.line === other && heads(label, reading)),
  );
  const beside = free
    .filter((other) => Math.abs(middle(other) - middle(line)) < height * 0.6 && other.box.left >= to - height)
    .filter((other) => other.box.left - to < 8 * height && !next)
    .sort((a, b) => a.box.left - b.box.left);
  const below = free
    .filter((other) => other.box.top > middle(line) && other.box.top - bottom(line) < 1.6 * height)
    .filter((other) => other.box.left < to && right(other) > from && Math.abs(other.box.left - from) < 6 * height)
    .sort((a, b) => a.box.top - b.box.top || Math.abs(a.box.left - from) - Math.abs(b.box.left - from));
  for (const other of [...beside.slice(0, 1), ...below.slice(0, 2)]) {
    const value = readValue(field, other.text, reading) ?? oneLetter(field, other.text);
    if (value !== null) return placed(value, other);
  }
  return null;
}

function oneLetter(field: PrintedField, text: string): string | null {
  const bare = text.trim();
  return (field === 'surname' || field === 'givenNames') && isOneLetterName(bare) ? bare : null;
}

/** The line begins with this label, and so is not a value of another. */
function heads({ line, at, end, field, numbered }: Label, reading: Reading): boolean {
  // A number may begin with digits that look like the number of a field.
  return at <= 3 && (!numbered || readValue(field, line.text.slice(end), reading) !== null);
}

/** Licences print surname, given names and address as a block, whether or not their numbers could be read. */
function byPlace(
  found: PrintedFields,
  page: PageText,
  lines: readonly PageLine[],
  labels: readonly Label[],
  reading: Reading,
) {
  // What begins with a word that names a field is not a name.
  const worded = new Set(labels.filter(({ numbered, at }) => !numbered && at <= 3).map(({ line }) => line));
  const bare = lines
    .filter((line) => !worded.has(line))
    .map((line) => ({ line, text: line.text.replace(/^[1289]\s*[.,]?\s*/, '') }));
  const name = (text: string) => readValue('surname', text, reading);
  for (const { line: first, text } of bare) {
    if (name(text) === null || text !== text.toUpperCase()) continue;
    const second = bare.find(({ line, text }) => stacked(first, line) && name(text) !== null);
    if (!second) continue;
    const surname = found.surname?.value === text;
    const street = bare.some(({ line }) => stacked(second.line, line) && /^8?\d+ ?[A-Za-z]{3}/.test(line.text));
    if (!surname && !street) continue;
    found.surname ??= { ...placed(text, first), grounds: 'place' };
    found.givenNames ??= { ...placed(second.text, second.line), grounds: 'place' };
    break;
  }
  const [block] = addressBlocks([{ ...page, lines: withoutLabels(lines, labels) }]);
  if (!found.address && block) {
    const head = block.lines[0]!;
    // A number of four digits looks like a postcode of some states, where a block then ends.
    const street = bare.find(
      ({ line }) => stacked(line, head) && /^\d+[A-Za-z]? ?\p{L}{3}/u.test(line.text) && !block.lines.includes(line),
    );
    const value = [street?.line.text, block.address.replace(/^8[. ]+|^8(?=\d+ ?[A-Z]{3})/, '')]
      .filter(Boolean)
      .join(', ');
    const all = [...(street ? [street.line] : []), ...block.lines];
    found.address = { value, grounds: 'place', box: around(all.map(({ box }) => box)), confidence: surety(all) };
  }
  if (found.documentNumber) return;
  const taken = new Set(Object.values(found).map(({ value }) => value));
  const number = lines.find(({ text }) => {
    const bare = text.replace(/^(?:5|4d)[. ]+/, '');
    return (
      /^(?=(?:\D*\d){5})[A-Z0-9][A-Z0-9 -]{6,30}$/.test(bare) &&
      readValue('documentNumber', bare, reading) &&
      !taken.has(bare) &&
      postcodeIn(bare) === null
    );
  });
  if (number) {
    found.documentNumber = { ...placed(number.text.replace(/^(?:5|4d)[. ]+/, ''), number), grounds: 'place' };
  }
}

/** Zeros within words of an address are letters: `B0ULOGNE`. Postcodes have shorter runs of letters. */
const withLetters = (address: string): string =>
  address.replace(/\p{L}[\p{L}0]{3,}/gu, (word) => word.replace(/(?<=\p{Lu})0(?=\p{Lu})/gu, 'O'));

/** Returns whether a line is right below another and begins at the same left edge. */
const stacked = (a: PageLine, b: PageLine) =>
  Math.abs(a.box.left - b.box.left) < 1.2 * a.box.height &&
  b.box.top > middle(a) &&
  b.box.top - bottom(a) < 1.2 * Math.max(a.box.height, b.box.height);

/** Letters of a line before a label from which the label is another field's, beside a part of an address. */
const BESIDE = 8;

/** Lines that may form an address: other fields' lines are removed, and lines are cut at another field's label. */
function withoutLabels(lines: readonly PageLine[], labels: readonly Label[]): PageLine[] {
  return lines.flatMap((line) => {
    const others = labels.filter((label) => label.line === line && label.field !== 'address' && !label.numbered);
    if (others.some(({ at }) => at === 0)) return [];
    const [next] = others.filter(({ at }) => at >= BESIDE).sort((a, b) => a.at - b.at);
    if (!next) return [line];
    const text = line.text.slice(0, next.at).replace(/\s+\d{1,2}[a-d]?\.?\s*$|[\s,;]+$/, '');
    return [{ ...line, text, box: partOf(line, 0, text.length) }];
  });
}

/** The line with the town below an address that ends before it. */
function withTown(found: PrintedFields, lines: readonly PageLine[], labels: readonly Label[], reading: Reading) {
  const { address } = found;
  const begun = address && lines.find(({ text }) => text.endsWith(address.value));
  if (!address || !begun || postcodeIn(address.value)?.country) return;
  const town = lines.find(
    (line) =>
      stacked(begun, line) &&
      /\d{3}/.test(line.text) &&
      !/^\d{1,2}[a-d]?[. ]/.test(line.text) &&
      !labels.some((label) => label.line === line) &&
      daysIn(line.text, reading).length === 0,
  );
  if (!town) return;
  const { value, grounds, box } = address;
  const confidence = surety([begun, town]);
  found.address = { value: `${value}, ${town.text}`, grounds, box: around([box, town.box]), confidence };
}

/** The lowest confidence of several lines. */
const surety = (lines: readonly PageLine[]) => Math.min(...lines.map(({ confidence = 1 }) => confidence));

/** Years that a holder is older than the document's end, at least. */
const LEAST_AGE = 8;
/** Least age if there are only two days, which may be issue and expiry: documents are valid for 15 years at most. */
const LEAST_AGE_OF_TWO = 20;

/** Birth comes before issue, issue before expiry: days without a label fall into the places that are left. */
function byOrder(found: PrintedFields, lines: readonly PageLine[], reading: Reading) {
  const days = [...new Set(lines.flatMap(({ text }) => daysIn(text, reading)))].sort();
  const used = new Set([found.dateOfBirth, found.dateOfIssue, found.dateOfExpiry].map((field) => field?.value));
  const take = (field: 'dateOfBirth' | 'dateOfIssue' | 'dateOfExpiry', day: string | undefined) => {
    if (found[field] || day === undefined || used.has(day)) return;
    const line = lines.find(({ text }) => daysIn(text, reading).includes(day))!;
    found[field] = { ...placed(day, line), grounds: 'order' };
    used.add(day);
  };
  const years = (day: string) => Number(day.slice(0, 4));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  const least = days.length > 2 ? LEAST_AGE : LEAST_AGE_OF_TWO;
  if (years(last) - years(first) >= least && first < reading.today) take('dateOfBirth', first);
  const later = days.filter((day) => day > (found.dateOfBirth?.value ?? ''));
  if (later.length >= 2 || found.dateOfIssue) take('dateOfExpiry', later.at(-1));
  const between = later.filter((day) => day < (found.dateOfExpiry?.value ?? '9'));
  if (found.dateOfBirth && between.length === 1 && between[0]! <= reading.today) take('dateOfIssue', between[0]);
}
