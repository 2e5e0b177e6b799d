import { edits } from '../comparison/values.ts';
import { folded, type PageText, squeezed } from '../text/page.ts';
import { daysIn, isOneLetterName, type Reading } from './values.ts';

/** Data from one source of a document; a field is null or absent if the source lacks it. */
export interface DocumentData {
  readonly documentType?: string | null;
  /** ISO 3166-1 alpha-3. */
  readonly issuingCountry?: string | null;
  readonly nationality?: string | null;
  readonly surname?: string | null;
  readonly givenNames?: string | null;
  readonly documentNumber?: string | null;
  /** Days, `YYYY-MM-DD`. */
  readonly dateOfBirth?: string | null;
  readonly dateOfExpiry?: string | null;
  readonly sex?: string | null;
}

/** Values of fewer signs stand within words and numbers that have nothing to do with them: `Li` in `Republic`. */
const SHORTEST_PART = 5;

/**
 * Returns whether a page bears a value anywhere in its print, outside the MRZ. Finding it needs no label, so it is surer than
 * reading fields; not finding it proves nothing, since print may be unreadable.
 *
 * @example
 * import { pageHolds } from '@bonafide/verification';
 *
 * const line = { text: 'NOVAK', box: { left: 0, top: 0, width: 90, height: 20 } };
 * const page = { width: 400, height: 250, lines: [line] };
 * pageHolds(page, 'surname', 'Novak', { order: 'dmy', today: '2026-01-15' }); // true
 */
export function pageHolds(page: PageText, field: keyof DocumentData, value: string, reading: Reading): boolean {
  const others = (page.others ?? []).map(({ text }) => text);
  const texts = [...page.lines.map(({ text }) => text).filter((text) => !text.includes('<<')), ...others];
  if (field === 'dateOfBirth' || field === 'dateOfExpiry') {
    return texts.some((text) =>
      (['dmy', 'mdy'] as const).some((order) => daysIn(text, { ...reading, order }).includes(value)),
    );
  }
  const needle = squeezed(value);
  // One letter is a name only in a line of its own.
  if (needle.length < 2) return isOneLetterName(value.trim()) && texts.some((text) => text.trim() === value.trim());
  if (needle.length < SHORTEST_PART) {
    return texts.some((text) =>
      folded(text)
        .split(/[^\p{L}\d]+/u)
        .includes(needle),
    );
  }
  const run = texts.map(squeezed);
  if (run.some((text) => text.includes(needle))) return true;
  if (field !== 'surname' && field !== 'givenNames') return false;
  return run.some(
    (text) => Math.abs(text.length - needle.length) < 3 && edits(text, needle) <= Math.floor(needle.length / 7),
  );
}
