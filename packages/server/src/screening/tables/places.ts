/** Parts of an address that distinguish one home from another: a house, and the area around it. */
export interface Place {
  /** Postcode as `areaOf` writes it, else the town; empty where neither is known. */
  readonly area: string;
  /** Numbers that may be the house's, or the name of a house without a number; empty if neither is known. */
  readonly houses: readonly string[];
}

/** An address as registers and applicants give it. */
export interface AddressParts {
  /** Street and house, as one writes them on an envelope. */
  readonly line: string;
  /** The house alone, where it is known apart: a number or a name. */
  readonly house?: string;
  readonly town: string;
  readonly postcode: string;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
}

/** Numbers of one address that are compared: a flat, a range and a suffix give several. */
const MOST_HOUSES = 4;

/** The place of an address, for comparison. */
export function placeOf({ line, house = '', town, postcode, country }: AddressParts): Place {
  const addressLines = house.trim() === '' ? [line] : [house, line];
  // A house with a number is known by it; a number of the street stands in the line alone.
  const numbers = addressLines.map(houseNumbers).find((found) => found.length > 0) ?? [];
  const houseText = house.trim() === '' ? (line.split(',')[0] ?? '') : house;
  const houses = numbers.length > 0 ? numbers : [bare(houseText)].filter(Boolean);
  return { area: areaOf(postcode, country) || bare(town), houses };
}

const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Parts of a building with their labels, which are not house numbers. */
const FLAT =
  /\b(?:flat|apt|apartment|unit|suite|ste|room|studio|floor|level|wohnung|whg|appartement|appt|piso|puerta|planta|lgh)\b\.?\s*(?:(?:no|nr)\b\.?\s*)?#?\s*(?:\d{1,5}[a-z]?|[a-z])(?![\p{L}\p{N}])/gu;
const HASH = /#\s*[\da-z]+/gu;
/** `5th Avenue`, `2º`, `17. Juni`. */
const ORDINAL = /\b\d+(?:st|nd|rd|th|[ºª°])(?![\p{L}\p{N}])|\b\d+\.\s*(?=\p{L})/gu;
const NUMBER = /(?<![\p{L}\p{N}])(\d{1,6})(?:\s*[-–—/]\s*(\d{1,6}))?(\s?)(bis|ter|quater|[a-z])?(?![\p{L}\p{N}])/gu;

/**
 * The possible house numbers in an address, at most four. `12-14` and `2/12` give both numbers. `12 a` may be a house or the
 * beginning of a name, so it gives `12a` and `12`; `12a` gives itself alone. Numbers of flats and ordinals are left out.
 */
export function houseNumbers(text: string): string[] {
  const plain = text.toLowerCase().replace(FLAT, ' ').replace(HASH, ' ').replace(ORDINAL, ' ').normalize('NFKC');
  const found = [...plain.matchAll(NUMBER)].flatMap(([, first = '', second, blank, suffix]) => {
    const numbers = [first, ...(second === undefined ? [] : [second])].map((part) => part.replace(/^0+(?=.)/, ''));
    const last = numbers.at(-1) as string;
    if (suffix === undefined) return numbers;
    return [...numbers.slice(0, -1), `${last}${suffix}`, ...(blank === '' ? [] : [last])];
  });
  return [...new Set(found)].slice(0, MOST_HOUSES);
}

/** Digits of the postcodes of countries where spreadsheets drop a zero at the beginning (Universal Postal Union, addressing systems). */
const DIGITS: Readonly<Record<string, number>> = {
  DEU: 5,
  ESP: 5,
  EST: 5,
  FIN: 5,
  FRA: 5,
  ITA: 5,
  MEX: 5,
  POL: 5,
  ROU: 6,
  BRA: 8,
  AUS: 4,
  NOR: 4,
  PRT: 7,
  HRV: 5,
  UKR: 5,
  TUR: 5,
  GRC: 5,
  CZE: 5,
  SVK: 5,
  SWE: 5,
  LTU: 5,
  IDN: 5,
  MYS: 5,
  KOR: 5,
  THA: 5,
};

/**
 * A postcode for comparison: capitals and digits alone, without the code of a country before digits (`D-10115`). Of one of the United
 * States the first five digits.
 */
export function areaOf(postcode: string, country: string): string {
  const plain = postcode
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const digits = /^[A-Z]{0,3}(\d+)$/.exec(plain)?.[1];
  if (digits === undefined) return plain;
  if (country === 'USA') return digits.padStart(digits.length > 5 ? 9 : 5, '0').slice(0, 5);
  return digits.padStart(DIGITS[country] ?? 0, '0');
}
