// Without the names of countries in 80 languages, which the package's main entry loads.
import isoCountries from 'i18n-iso-countries/index.js';
import { codeOnTheWire } from '../base/country-code.ts';
import { oneOf } from './rule.ts';

/**
 * The 250 country codes of the wire: ISO 3166-1 alpha-3 and, for Kosovo, which has none, `RKS` as in its passports and
 * in published clients.
 */
export const countries: readonly string[] = Object.keys(isoCountries.getAlpha3Codes()).map(codeOnTheWire).sort();

/** An upper-case country code. */
export const country = oneOf(countries);
