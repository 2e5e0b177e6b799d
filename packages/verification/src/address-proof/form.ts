import { bareCode, type KnownAddress, wordsOf } from './compare.ts';
import { type AddressLine, addressLine, isAbsent } from './line.ts';

/** An address with its country, ISO 3166-1 alpha-3. */
export interface PlacedAddress extends KnownAddress {
  readonly country?: string | null;
}

/** Fields with the lines of an address, except the numbers of the flat and of the building. */
const LINES = ['building_name', 'street', 'sub_street', 'line1', 'line2', 'line3'] as const;

/**
 * Places with one postcode for several towns, ISO 3166-1 alpha-3: British territories by Royal Mail's list of overseas postcodes. Hong Kong
 * and Macao have none, so that forms send a filler such as `999077`.
 */
const ONE_POSTCODE: ReadonlySet<string> = new Set('AIA FLK GIB HKG IOT MAC PCN SGS TCA'.split(' '));

/**
 * The normal form of a postal address: equal for two ways to write one address. Case, punctuation, marks on letters, the order of words,
 * usual abbreviations, and the fields into which the address is divided don't count. The number of a flat is apart from the number of the
 * house. Two numbers without a word that tells them apart, such as `10-12`, keep their order. The town counts only through the postcode, because towns
 * have names in several languages and are often left out. It counts itself in the few places that have one postcode.
 * @returns null for an address that says too little to tell homes apart: without a country or a postcode, with a postcode of one repeated
 * character, or without the number or the name of a building. Numbers that belong to the name of a street, as in `5th Avenue` and
 * `Straße des 17. Juni`, don't count as the number of a building
 *
 * @example
 * import { addressForm } from '@bonafide/verification';
 *
 * const full = { building_number: '10', street: 'Downing Street', town: 'London', postcode: 'SW1A 2AA', country: 'GBR' };
 * const short = { line1: '10, Downing St.', postcode: 'sw1a2aa', country: 'GBR' };
 * addressForm(full) === addressForm(short); // true
 */
export function addressForm(address: PlacedAddress): string | null {
  const { country, town, postcode, flat_number, building_number } = address;
  const code = wordsOf(bareCode(postcode ?? '')).join('');
  const ofTown = [...new Set(wordsOf(town ?? ''))].sort();
  if (!country || code === '' || /^(.)\1*$/.test(code)) return null;
  const isWide = ONE_POSTCODE.has(country);
  if (isWide && ofTown.length === 0) return null;
  const flat = addressLine(isAbsent(flat_number ?? '') ? '' : `flat ${flat_number}`);
  const building = addressLine(building_number ?? '');
  const house = [...building.house, ...building.numbers];
  const all = [flat, { ...building, house, numbers: [] }, ...LINES.map((field) => addressLine(address[field] ?? ''))];
  const every = (part: keyof AddressLine) => all.flatMap((line) => line[part]);
  const units = [...new Set([...every('units')])].sort();
  const numbers = [...every('house'), ...every('numbers')];
  // A street may have the name of the town: then its other words still tell it apart.
  const words = [...new Set(every('words'))].filter((word) => !ofTown.includes(word)).sort();
  const isNumbered = numbers.length > 0 || units.some((unit) => /^(?:building|block|tower) /.test(unit));
  if (words.length < (isNumbered ? 1 : 2) || !(isNumbered || hasName(address))) return null;
  const place = isWide ? [country, code, ...ofTown] : [country, code];
  return [place, units, numbers, words].map((part) => part.join(' ')).join('; ');
}

/** Returns whether the name of the building is one, and not the street's again. */
function hasName({ building_name, street, sub_street }: PlacedAddress): boolean {
  const ofStreet = [street, sub_street].flatMap((line) => addressLine(line ?? '').words);
  return addressLine(building_name ?? '').words.some((word) => /\p{L}{2}/u.test(word) && !ofStreet.includes(word));
}
