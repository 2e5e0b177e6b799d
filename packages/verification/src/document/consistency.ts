import { type PageText, squeezed } from '../text/page.ts';
import { edits, type Likeness, sameDay, sameName, sameNumber } from './compare.ts';
import { daysIn, type Reading } from './values.ts';

/** What one source of a document says; null or absent where it says nothing. */
export interface DocumentData {
  readonly source: 'mrz' | 'barcode' | 'printed' | 'chip' | 'applicant';
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
  /** Names fill their field, so that they may have been cut. */
  readonly namesMayBeCut?: boolean;
}

export type ComparedField = Exclude<keyof DocumentData, 'source' | 'namesMayBeCut'>;

export interface Comparison {
  readonly field: ComparedField;
  readonly between: readonly [DocumentData['source'], DocumentData['source']];
  readonly likeness: Likeness;
  /** For a human, in one sentence. */
  readonly reason: string;
}

type Compare = (a: string, b: string, mayBeCut: boolean) => Likeness;

const equal: Compare = (a, b) => (a.toUpperCase() === b.toUpperCase() ? 'same' : 'different');
const name: Compare = (a, b, mayBeCut) => sameName(a, b, { mayBeCut });

const FIELDS: Readonly<Record<ComparedField, Compare>> = {
  documentType: equal,
  issuingCountry: equal,
  nationality: equal,
  surname: name,
  givenNames: name,
  documentNumber: sameNumber,
  dateOfBirth: sameDay,
  dateOfExpiry: sameDay,
  sex: equal,
};

/** Every field that two sources both give, compared pair by pair in the order of `sources`. */
export function compareSources(sources: readonly DocumentData[]): Comparison[] {
  const found: Comparison[] = [];
  for (const [i, a] of sources.entries()) {
    for (const b of sources.slice(i + 1)) {
      for (const field of Object.keys(FIELDS) as ComparedField[]) {
        const [x, y] = [a[field], b[field]];
        if (!x || !y) continue;
        const likeness = FIELDS[field](x, y, a.namesMayBeCut === true || b.namesMayBeCut === true);
        // No values: what is kept of a decision must not hold a second copy of personal data.
        const reason = `${field} of ${a.source} and ${b.source} ${likeness === 'same' ? 'agree' : `are ${likeness}`}`;
        found.push({ field, between: [a.source, b.source], likeness, reason });
      }
    }
  }
  return found;
}

/**
 * Whether a page bears a value anywhere in its print, machine readable zone left out. Finding it needs no label, so it is
 * surer than reading fields; not finding it proves nothing, since print may be unreadable.
 */
export function pageHolds(page: PageText, field: ComparedField, value: string, reading: Reading): boolean {
  const texts = page.lines.map(({ text }) => text).filter((text) => !text.includes('<<'));
  if (field === 'dateOfBirth' || field === 'dateOfExpiry') {
    return texts.some((text) =>
      (['dmy', 'mdy'] as const).some((order) => daysIn(text, { ...reading, order }).includes(value)),
    );
  }
  const wanted = squeezed(value);
  if (wanted.length < 2) return false;
  const run = texts.map(squeezed);
  if (run.some((text) => text.includes(wanted))) return true;
  if (field !== 'surname' && field !== 'givenNames') return false;
  return run.some(
    (text) => Math.abs(text.length - wanted.length) < 3 && edits(text, wanted) <= Math.floor(wanted.length / 7),
  );
}
