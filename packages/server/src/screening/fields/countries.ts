import isoCountries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { codeOnTheWire } from '../../base/country-code.ts';
import { entryOf } from './lookup.ts';

/** Names in the words of publishers that ISO's English list lacks, folded as `folded` does. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bolivia: 'BOL',
  'bosnia herzegovina': 'BIH',
  bosnia: 'BIH',
  brunei: 'BRN',
  burma: 'MMR',
  'burma myanmar': 'MMR',
  'cabo verde': 'CPV',
  'china peoples republic of': 'CHN',
  congo: 'COG',
  'congo brazzaville': 'COG',
  'congo republic': 'COG',
  'congo kinshasa': 'COD',
  'congo democratic republic': 'COD',
  drc: 'COD',
  dprk: 'PRK',
  'democratic peoples republic of korea': 'PRK',
  'north korea': 'PRK',
  'korea north': 'PRK',
  'korea democratic peoples republic': 'PRK',
  'korea south': 'KOR',
  'east timor': 'TLS',
  england: 'GBR',
  'united kingdom of great britain and northern ireland': 'GBR',
  falkland: 'FLK',
  gaza: 'PSE',
  'gaza strip': 'PSE',
  'holy see': 'VAT',
  'hong kong sar': 'HKG',
  'china hong kong special administrative region': 'HKG',
  'china macao special administrative region': 'MAC',
  'iran islamic republic': 'IRN',
  'isle of man': 'IMN',
  'man isle': 'IMN',
  ivory: 'CIV',
  'cote d ivoire': 'CIV',
  laos: 'LAO',
  macau: 'MAC',
  macedonia: 'MKD',
  'macedonia the former yugoslav republic': 'MKD',
  'macedonia former yugoslav republic': 'MKD',
  micronesia: 'FSM',
  moldova: 'MDA',
  'occupied palestinian territories': 'PSE',
  palestinian: 'PSE',
  'palestinian territories': 'PSE',
  'palestinian territory': 'PSE',
  'palestinian territory occupied': 'PSE',
  'west bank': 'PSE',
  'st kitts and nevis': 'KNA',
  'st lucia': 'LCA',
  'st vincent': 'VCT',
  'st vincent and grenadines': 'VCT',
  swaziland: 'SWZ',
  syria: 'SYR',
  'tanzania united republic': 'TZA',
  turkiye: 'TUR',
  'venezuela bolivarian republic': 'VEN',
  'bolivia plurinational state': 'BOL',
  vatican: 'VAT',
  'viet nam': 'VNM',
  'british virgin islands': 'VGB',
  'us virgin islands': 'VIR',
};

/** Codes that publishers use beside ISO 3166-1. A former state is listed only if it has a single successor. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  CS: 'SRB',
  UK: 'GBR',
  EL: 'GRC',
  XK: 'RKS',
  XKK: 'RKS',
  RKS: 'RKS',
};

const names = new Map<string, string>();
for (const [code, spellings] of Object.entries(english.countries as Record<string, string | string[]>)) {
  const alpha3 = isoCountries.alpha2ToAlpha3(code);
  for (const name of [spellings].flat()) if (alpha3) names.set(folded(name), codeOnTheWire(alpha3));
}
// "Congo" alone is the name of both; ISO's short name of one of them.
for (const [name, code] of Object.entries(OTHER_NAMES)) names.set(name, code);

/** A name in small letters without accents, signs and the words that publishers move to its end. */
function folded(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['.]/g, '')
    .replace(/[^a-z]+/g, ' ')
    .trim();
  return words.replace(/^(the|state of) /, '').replace(/( of the| of| the)$/, '');
}

/**
 * ISO 3166-1 alpha-3 code of a country (`RKS` for Kosovo) by its alpha-2 or alpha-3 code or an English name; undefined where
 * none fits, as for states that are gone.
 */
export function countryOf(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^[A-Za-z]{2,3}$/.test(trimmed)) {
    const code = trimmed.toUpperCase();
    const other = entryOf(OTHER_CODES, code);
    if (other) return other;
    const alpha3 = code.length === 2 ? isoCountries.alpha2ToAlpha3(code) : isoCountries.alpha3ToAlpha2(code) && code;
    if (alpha3) return codeOnTheWire(alpha3);
  }
  return trimmed === '' ? undefined : names.get(folded(trimmed));
}
