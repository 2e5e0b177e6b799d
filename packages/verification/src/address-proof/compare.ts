import { asDigits } from '../comparison/values.ts';
import { mrzForms } from '../mrz/transliterate.ts';
import { folded } from '../text/page.ts';

/** An address as an applicant gives it; every part may be missing. */
export interface KnownAddress {
  readonly flat_number?: string | null;
  readonly building_number?: string | null;
  readonly building_name?: string | null;
  readonly street?: string | null;
  readonly sub_street?: string | null;
  readonly town?: string | null;
  readonly state?: string | null;
  readonly postcode?: string | null;
  readonly line1?: string | null;
  readonly line2?: string | null;
  readonly line3?: string | null;
}

/** Share of an address's words that must stand in the document. */
const LEAST_SHARE = 0.6;

/** Words that are written short. */
const SHORT: Readonly<Record<string, string>> = {
  st: 'street',
  str: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  blvd: 'boulevard',
  bd: 'boulevard',
  ln: 'lane',
  dr: 'drive',
  ct: 'court',
  pl: 'place',
  sq: 'square',
  hwy: 'highway',
  pkwy: 'parkway',
  ter: 'terrace',
  cres: 'crescent',
  apt: 'flat',
  apartment: 'flat',
  unit: 'flat',
  no: '',
  nr: '',
  strasse: 'street',
  rue: 'rue',
  platz: 'square',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  mt: 'mount',
  ft: 'fort',
};

/**
 * Compares the address on a document with the applicant's address. The postcode and the number of the building must match,
 * wherever the applicant has typed them, and the document may name no other flat. At least `LEAST_SHARE` of the words of street
 * and town must match, with abbreviations expanded.
 * @param options.slips treats letters and digits that OCR confuses as equal, in codes and numbers
 * @returns null when either has too little to compare
 *
 * @example
 * import { sameAddress } from '@bonafide/verification';
 *
 * const known = { building_number: '10', street: 'Downing Street', town: 'London', postcode: 'SW1A 2AA' };
 * sameAddress('10 Downing St, London, SW1A 2AA', known); // true
 */
export function sameAddress(
  printed: string | null,
  known: KnownAddress,
  { slips = false }: { slips?: boolean } = {},
): boolean | null {
  if (printed === null) return null;
  const words = (text: string) => wordsOf(text).map((word) => (slips && /\d/.test(word) ? misread(word) : word));
  const all = words(apart(printed));
  const glued = all.filter((word) => word.length >= GLUED);
  const run = all.join('');
  const postcode = words(bareCode(known.postcode ?? '')).join('');
  if (postcode !== '' && !run.includes(postcode)) return false;
  const flat = all.indexOf('flat');
  const own = words(known.flat_number ?? '').filter((word) => word !== 'flat');
  if (flat >= 0 && own.length > 0 && !own.includes(all[flat + 1] ?? '')) return false;
  // The number of the flat is not a number of the building.
  const have = new Set(flat >= 0 && own.length > 0 ? all.toSpliced(flat, 2) : all);
  const number = words(known.building_number ?? '').join('');
  if (number !== '' && !have.has(number)) return false;
  const rest = [known.building_name, known.street, known.sub_street, known.town, known.line1, known.line2, known.line3];
  const placeWords = [...new Set(rest.flatMap((part) => words(part ?? '')))];
  if (placeWords.length === 0) return postcode === '' ? null : true;
  const numbers = [known.street, known.line1].map((part) => houseNumber(part ?? ''));
  if (numbers.some((number) => number !== undefined && !all.includes(words(number)[0]!))) return false;
  const found = placeWords.filter((word) => all.includes(word) || glued.some((text) => text.includes(word))).length;
  return found / placeWords.length >= LEAST_SHARE;
}

/** Words so long may be several, whose blanks reading has lost. */
const GLUED = 12;

/** Puts a blank between the number of a house and a long word: `4PRIMROSECOURT`. */
const apart = (text: string) => text.replace(/(?<!\p{L})(\d+)(?=\p{L}{4})/gu, '$1 ');

const misread = (word: string) => asDigits(word.toUpperCase()).toLowerCase();

/** The first number of a street that is not its flat's. */
const houseNumber = (street: string) =>
  wordsOf(street).find((word, i, all) => /^\d+[a-z]?$/.test(word) && all[i - 1] !== 'flat');

/**
 * Removes parts of a postcode that papers often leave out: the country before the code, the last four digits of American ones.
 */
export const bareCode = (postcode: string) =>
  postcode
    .trim()
    .replace(/^[A-Z]{1,2}[- ](?=\d{4,5}$)/i, '')
    .replace(/^(\d{5})-?\d{4}$/, '$1');

/** Letters of other scripts as ICAO writes them; umlauts come to the same with and without their `e`. */
const latin = (text: string) =>
  folded(
    text.replace(/[\p{L}\p{M}]+/gu, (word) =>
      /[^\p{Script=Latin}\p{Script=Inherited}]/u.test(word) ? (mrzForms(word)[0] ?? word) : word,
    ),
  );
const withoutUmlauts = (word: string) => word.replace(/([aou])e/g, '$1');

/** Words of an address in one spelling: lower case, without marks, with abbreviations expanded. */
export function wordsOf(text: string): string[] {
  return latin(text)
    .replaceAll('ß', 'ss')
    .replace(/(\p{L}{3,})(?:strasse|str\.?)(?!\p{L})/gu, '$1 street')
    .split(/[^\p{L}\d]+/u)
    .map((word) => withoutUmlauts(SHORT[word] ?? word))
    .filter((word) => word !== '');
}
