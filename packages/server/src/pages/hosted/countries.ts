import isoCountries from 'i18n-iso-countries/index.js';
import { countries } from '../../input-rules/countries.ts';

/** The code by which Unicode knows Kosovo, which ISO 3166-1 doesn't. */
const KOSOVO: readonly [wire: string, unicode: string] = ['RKS', 'XK'];

/** Name of a country (ISO 3166-1 alpha-3) in a language; the code itself where it has none. */
export function countryName(lang: string, code: string): string {
  const region = code === KOSOVO[0] ? KOSOVO[1] : isoCountries.alpha3ToAlpha2(code);
  return (region && new Intl.DisplayNames(lang, { type: 'region', fallback: 'none' }).of(region)) ?? code;
}

const options = new Map<string, readonly (readonly [code: string, name: string])[]>();

/** Every country with its name, in the order of the language. */
export function countryOptions(lang: string): readonly (readonly [code: string, name: string])[] {
  const known = options.get(lang);
  if (known) return known;
  const { compare } = new Intl.Collator(lang);
  const optionList = countries
    .map((code) => [code, countryName(lang, code)] as const)
    .sort(([, one], [, other]) => compare(one, other));
  options.set(lang, optionList);
  return optionList;
}
