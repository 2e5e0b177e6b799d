import { bareCode, type KnownAddress, wordsOf } from './compare.ts';

/** An address with its country, ISO 3166-1 alpha-3. */
export interface PlacedAddress extends KnownAddress {
  readonly country?: string | null;
}

/** Fields with the lines of an address. */
const LINES = [
  'flat_number',
  'building_number',
  'building_name',
  'street',
  'sub_street',
  'line1',
  'line2',
  'line3',
] as const;

/** Words that name a kind of number, and are left out as often as they are written. */
const UNNAMED: ReadonlySet<string> = new Set(['flat', 'house', 'building']);

/**
 * The normal form of a postal address: equal for two ways to write one address. Case, punctuation, marks on letters, the order of words,
 * usual abbreviations, and the fields into which the address is divided don't count. The town counts only through the postcode.
 * @returns null for an address that says too little to tell people apart: without a country or a postcode, with a postcode of one repeated
 * character, or without a number and a name of a building
 *
 * @example
 * import { addressForm } from '@bonafide/verification';
 *
 * const full = { building_number: '10', street: 'Downing Street', town: 'London', postcode: 'SW1A 2AA', country: 'GBR' };
 * const short = { line1: '10, Downing St.', postcode: 'sw1a2aa', country: 'GBR' };
 * addressForm(full) === addressForm(short); // true
 */
export function addressForm(address: PlacedAddress): string | null {
  const { country, town, postcode, building_name } = address;
  const code = wordsOf(bareCode(postcode ?? '')).join('');
  if (!country || code === '' || /^(.)\1*$/.test(code)) return null;
  const lines = LINES.flatMap((field) => wordsOf(address[field] ?? ''));
  const ofTown = new Set(wordsOf(town ?? ''));
  // A street may have the name of the town: then its other words still tell it apart.
  const words = [...new Set(lines)].filter((word) => !ofTown.has(word) && !UNNAMED.has(word)).sort();
  const numbered = words.some((word) => /\d/.test(word)) || wordsOf(building_name ?? '').length > 0;
  if (!numbered || words.length < 2) return null;
  return [country, code, ...words].join(' ');
}
