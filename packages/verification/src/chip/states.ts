import countries from 'i18n-iso-countries/index.js';
import { isoOfState } from '../mrz/states.ts';

/**
 * Countries of certificates, in two letters, for issuing states of zones that are not a country of ISO 3166-1, or sign under
 * several (ICAO Doc 9303-3, section 5, and Doc 9303-12, 7.1). Passports of Hong Kong and Macao name China as their state.
 */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  EUE: ['EU'],
  UNO: ['UN'],
  UNA: ['UN'],
  RKS: ['KS', 'XK'],
  CHN: ['CN', 'HK', 'MO'],
  HKG: ['HK', 'CN'],
  MAC: ['MO', 'CN'],
  UTO: ['UT'],
};

/**
 * The countries that certificates of an issuing state may name, in two letters. Empty for a state that has no code in two
 * letters.
 *
 * @param state as it stands in the zone, without fillers: `D`, `NLD`, `UNO`
 *
 * @example
 * import { countriesOfState } from '@bonafide/verification';
 *
 * countriesOfState('D'); // ['DE']
 */
export function countriesOfState(state: string): readonly string[] {
  const iso = isoOfState(state) ?? state;
  const alpha2 = countries.alpha3ToAlpha2(iso);
  return OTHERS[iso] ?? (alpha2 ? [alpha2] : []);
}
