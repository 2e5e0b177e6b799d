import isoCountries from 'i18n-iso-countries/index.js';
import { usStates } from '../../../../web-sdk/src/data/states.ts';
import { acceptedTags } from './text.ts';

/** Countries that write the number of a house before its street, and their neighbours by custom, as alpha-2 codes. */
const NUMBER_FIRST = 'AU CA FR GB GG HK IE IM IN JE LK LU MC MT MY NZ PH SG TH US ZA'.split(' ');

/** Countries that write the postcode before the town, as alpha-2 codes. */
const POSTCODE_FIRST = (
  'AD AL AR AT AX BA BE BG BY CH CL CY CZ DE DK DZ EE ES FI FO FR GE GL GR HR HU IL IS IT LI LT LU LV MA MC MD ME MK MX ' +
  'NL NO PL PT RO RS SE SI SK SM TN TR UY VA'
).split(' ');

/** Parts of an address that have no fixed place. */
const LINES = ['street', 'building_number', 'flat_number', 'building_name'];
const LINES_NUMBER_FIRST = ['flat_number', 'building_number', 'building_name', 'street'];
const PLACE = ['town', 'state', 'postcode'];
const PLACE_POSTCODE_FIRST = ['postcode', 'town', 'state'];

interface AddressReader {
  /** Country that the applicant has chosen or given, alpha-3; empty or undefined for none. */
  readonly country?: string | null | undefined;
  /** Header `Accept-Language`. */
  readonly accepts: string | undefined;
  /** Language of the page, such as `de` or `en-GB`. */
  readonly lang: string;
}

/** Returns whether a browser's wish is a language tag: `*` and garbage are not. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The likely country of a reader, alpha-2: the given one, else the browser's, else the country of the page's language. */
function likelyCountry({ country, accepts, lang }: AddressReader): string | undefined {
  const given = country ? isoCountries.alpha3ToAlpha2(country) : undefined;
  if (given) return given;
  const [first = lang] = [...acceptedTags(accepts).filter(isTag), lang];
  return new Intl.Locale(first).maximize().region;
}

/**
 * Sorts the parts of an address as its country writes them: Unicode's libaddressinput has the order of each country. The
 * country itself is asked first, outside of this list. Parts that it doesn't know stay in front, in their order. In the United States
 * the part of the state offers the list of states.
 */
export function inAddressOrder<P extends { readonly key: string }>(
  parts: readonly P[],
  reader: AddressReader,
): (P & { readonly offered?: Readonly<Record<string, string>> })[] {
  const country = likelyCountry(reader) ?? '';
  const order = [
    ...(NUMBER_FIRST.includes(country) ? LINES_NUMBER_FIRST : LINES),
    ...(POSTCODE_FIRST.includes(country) ? PLACE_POSTCODE_FIRST : PLACE),
  ];
  return parts
    .map((part) => (part.key === 'state' && country === 'US' ? { ...part, offered: usStates } : part))
    .sort((one, other) => order.indexOf(one.key) - order.indexOf(other.key));
}
