import type { Check } from '../checks/check.ts';
import { differences } from '../reports/live/document/values.ts';
import type { ComparedValue, FieldValues } from '../reports/outcome.ts';
import type { Report } from '../reports/records/report.ts';

type Applicant = Check['applicant'];

/** Parts of an address in the order in which they are written. The country comes last. */
const PARTS = [
  ...(['line1', 'line2', 'line3', 'flat_number', 'building_number', 'building_name', 'street', 'sub_street'] as const),
  ...(['town', 'state', 'postcode', 'country'] as const),
] as const;

/** An address in one line, without the parts that it lacks. */
export function addressLine(address: object, { country = true } = {}): string {
  const parts = address as Readonly<Record<string, unknown>>;
  return PARTS.filter((part) => country || part !== 'country')
    .map((part) => parts[part])
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .join(', ');
}

/**
 * Fields of a proof of address beside the applicant's own: address, first name and last name. Marks the words of the two
 * addresses, and the letters of the two names, that the other lacks. Fields that nobody read have the applicant's value alone.
 */
export function addressFields({ assessment }: Pick<Report, 'assessment'>, applicant: Applicant): FieldValues[] {
  const { address, first_names, last_names } = (assessment?.properties ?? {}) as Readonly<
    Record<string, string | undefined>
  >;
  const clientValue = applicant.address ? addressLine(applicant.address, { country: false }) : '';
  return [
    compared('address', clientValue, address, differentWords),
    compared('first_name', applicant.first_name, first_names, differences),
    compared('last_name', applicant.last_name, last_names, differences),
  ].filter(({ values }) => values.length > 0);
}

type Differ = (a: string, b: string) => [inFirst: number[], inSecond: number[]];

function compared(field: string, clientValue: string, read: string | undefined, differ: Differ): FieldValues {
  const [own, theirs] = clientValue && read ? differ(clientValue, read) : [[], []];
  const values: ComparedValue[] = [];
  if (clientValue)
    values.push({ source: 'applicant', value: clientValue, certainty: null, differing: own, part: null });
  if (read) values.push({ source: 'printed', value: read, certainty: null, differing: theirs, part: null });
  return { field, values };
}

interface Word {
  readonly text: string;
  /** Characters of the word in its text, from 0. */
  readonly places: readonly number[];
}

/** Words of a text in upper case, without marks and punctuation. Positions count characters, not code units. */
function wordsOf(text: string): Word[] {
  const words: { text: string; places: number[] }[] = [];
  let open = false;
  for (const [place, letter] of [...text].entries()) {
    if (!/[\p{L}\p{N}\p{M}]/u.test(letter)) {
      open = false;
      continue;
    }
    if (!open) words.push({ text: '', places: [] });
    open = true;
    const word = words.at(-1) as (typeof words)[number];
    word.text += letter.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
    word.places.push(place);
  }
  return words;
}

/** Places of the words of each of two texts that the other text has nowhere. The order of words does not matter. */
function differentWords(a: string, b: string): [inFirst: number[], inSecond: number[]] {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const lacking = (own: readonly Word[], other: readonly Word[]) => {
    const left = other.map(({ text }) => text);
    return own.flatMap(({ text, places }) => {
      const at = left.indexOf(text);
      if (at < 0) return places;
      left.splice(at, 1);
      return [];
    });
  };
  return [lacking(first, second), lacking(second, first)];
}
