import { checkDigit } from '../../../packages/verification/src/mrz/check-digit.ts';
import { type FieldName, type Format, formatOf } from '../../../packages/verification/src/mrz/formats.ts';
import { pick, type Random } from './random.ts';

/** Fields that a forger changes. */
export type ChangedField = 'surname' | 'documentNumber' | 'dateOfBirth' | 'dateOfExpiry';

/** One letter of one field that becomes another. */
export interface Change {
  readonly field: ChangedField;
  /** Index of the letter in the value: for a date in YYMMDD. */
  readonly place: number;
  readonly from: string;
  readonly to: string;
}

/** The lines with all check digits computed again; a digit that may be a filler, and is one, stays it. */
export function withCheckDigits(format: Format, lines: readonly string[]): string[] {
  const grid = lines.map((line) => [...line]);
  for (const { name, at, over } of format.checks) {
    const text = over.map(([line, start, end]) => grid[line]!.slice(start, end).join('')).join('');
    const filler = name !== 'composite' && grid[at[0]]![at[1]] === '<' && /^<*$/.test(text);
    grid[at[0]]![at[1]] = filler ? '<' : String(checkDigit(text));
  }
  return grid.map((line) => line.join(''));
}

/** Fields of formats that hold what is changed, the first that there is. */
const HOLDS: Readonly<Record<ChangedField, readonly FieldName[]>> = {
  surname: ['surname', 'names'],
  documentNumber: ['documentNumber'],
  dateOfBirth: ['dateOfBirth'],
  dateOfExpiry: ['dateOfExpiry'],
};

/** Value of a field in the MRZ, without fillers; null if its format has no such field. */
export function zoneValue(lines: readonly string[], field: ChangedField): string | null {
  const found = spanOf(lines, field);
  if (!found) return null;
  const [line, start, end] = found;
  const text = lines[line]!.slice(start, end);
  return (field === 'surname' ? text.split('<<')[0]! : text).replace(/<+$/, '') || null;
}

function spanOf(lines: readonly string[], field: ChangedField) {
  const format = formatOf(lines);
  for (const name of HOLDS[field]) {
    const found = format?.fields.find((one) => one.name === name);
    if (found) return found.at;
  }
  return null;
}

/** The zone after a change, with check digits that are right. */
export function changedZone(lines: readonly string[], change: Change): string[] {
  const [line, start] = spanOf(lines, change.field)!;
  const grid = lines.map((text) => [...text]);
  grid[line]![start + change.place] = change.to;
  return withCheckDigits(
    formatOf(lines)!,
    grid.map((letters) => letters.join('')),
  );
}

/** A letter of a value that becomes another of its kind; dates stay dates, and an expiry becomes later. */
export function changeOf(random: Random, field: ChangedField, value: string): Change | null {
  const letters = [...value];
  const year = field === 'dateOfBirth' || field === 'dateOfExpiry';
  const places = letters.flatMap((letter, i) => (/[A-Z0-9]/.test(letter) ? [i] : []));
  const place = year ? 1 : places.length > 0 ? pick(random, field === 'surname' ? places.slice(1) : places) : undefined;
  if (place === undefined || letters[place] === undefined) return null;
  const from = letters[place];
  const digits = '0123456789';
  const kind = field === 'dateOfExpiry' ? digits.slice(Number(from) + 1) : /\d/.test(from) ? digits : LETTERS;
  const others = [...kind].filter((letter) => letter !== from);
  return others.length > 0 ? { field, place, from, to: pick(random, others) } : null;
}

const LETTERS = 'ABCDEFGHIKLMNOPRSTUVZ';
