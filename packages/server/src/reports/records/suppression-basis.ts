import { hash } from 'node:crypto';
import type { ListedRecord, NameQuery } from '@bonafide/verification';
import type { LapsedBecause, ScreenedHit, Screening } from '../live/screening.ts';

/** Basis of a suppression. When it changes, the suppression lapses. */
export interface Basis {
  /** Hash of the record, as `contentHash` makes it. */
  readonly content_hash: string;
  /** SHA-256, hexadecimal, of the names, birth dates and identity numbers that were searched. */
  readonly applicant_hash: string;
  /** The lists that had this person. */
  readonly lists: readonly string[];
}

/** Basis of a hit in a screening. */
export function basisOf(screening: Screening, hit: ScreenedHit): Basis {
  return {
    content_hash: hit.record.content_hash,
    applicant_hash: applicantHash(screening.query),
    lists: listsOfPerson(screening, hit),
  };
}

/** The reason why a suppression lapses by the result of a later screening; undefined while it holds. */
export function lapseOf(
  { basis, expires_at }: { readonly basis: Basis; readonly expires_at: number },
  now: Basis,
  at: number,
): LapsedBecause | undefined {
  if (now.content_hash !== basis.content_hash) return 'record_changed';
  if (now.applicant_hash !== basis.applicant_hash) return 'applicant_changed';
  if (now.lists.some((list) => !basis.lists.includes(list))) return 'listed_again';
  return expires_at <= at ? 'expired' : undefined;
}

/** Hash of the searched person. Order, case and blanks of the values make no difference. */
export function applicantHash({ names, births = [], ids = [] }: NameQuery): string {
  const facts = [
    names.map(({ first = '', last = '', full = '' }) => [first, last, full].map(folded)),
    births.map(folded),
    ids.map(({ type = '', country = '', number }) => [type, country, number].map(folded)),
  ].map((values) => values.map((value) => JSON.stringify(value)).sort());
  return hash('sha256', JSON.stringify(facts));
}

/** The lists with an entry of the person of a hit: one of the same reference of the United Nations, or of a same name. */
function listsOfPerson({ hits, suppressed, disabled = [] }: Screening, { list, record }: ScreenedHit) {
  const names = namesOf(record);
  const same = [...hits, ...suppressed, ...disabled].filter(
    ({ record: other }) =>
      (record.un_reference !== undefined && other.un_reference === record.un_reference) ||
      [...namesOf(other)].some((name) => names.has(name)),
  );
  return [...new Set([list, ...same.map((hit) => hit.list)])].sort();
}

/** Names as lists write them in different ways: the words in any order. Weak ones say little of who is meant. */
function namesOf({ names }: ListedRecord): ReadonlySet<string> {
  return new Set(
    names
      .filter(({ quality }) => quality !== 'weak')
      .map(({ full }) =>
        folded(full)
          .split(/[\s,]+/u)
          .sort()
          .join(' ')
          .trim(),
      ),
  );
}

const folded = (value: string): string => value.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
