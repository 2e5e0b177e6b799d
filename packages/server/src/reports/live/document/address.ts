import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { Properties } from '../../outcome.ts';
import { bestOf, type DocumentReading } from './reading.ts';

/** Postcodes at the end of an address, with the text around them, by country. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  USA: /^(?<city>.+?),?\s*(?<state>[A-Z]{2}),?\s*(?<postcode>\d{5}(?:-\d{4})?)$/,
  CAN: /^(?<city>.+?),?\s*(?<state>[A-Z]{2}),?\s*(?<postcode>[A-Z]\d[A-Z] ?\d[A-Z]\d)$/,
  GBR: /^(?<city>.+?),?\s*(?<postcode>[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/,
};

/** Pattern of most of Europe: the postcode before the town. */
const POSTCODE_FIRST = /^(?<postcode>(?:[A-Z]{1,2}-)?\d{4,5}) (?<city>\D.+)$/;

/** `address_lines` of the variants with the address: from the barcode, else from print; null where neither has one. */
export function addressLines(reading: DocumentReading): Properties | null {
  const { card, printed } = reading.analysis;
  const code = card?.issuing_country ?? bestOf(reading, 'issuingCountry')?.value ?? null;
  const where = { country: code && countryName(code), country_code: code };
  const lines = [
    card?.address_line_1,
    card?.address_line_2,
    card?.address_line_3,
    card?.address_line_4,
    card?.address_line_5,
  ]
    .filter((line) => line !== undefined)
    // The country ends the lines of a barcode, where they leave room for it.
    .filter((line) => line !== card?.issuing_country);
  if (lines.length >= 4) {
    const [postal_code, state, city, ...street] = lines.toReversed();
    return { street_address: street.toReversed().join(', '), city, state, postal_code, ...where };
  }
  const address = lines.join(', ') || printed.address?.value;
  return address ? { ...split(address, code), ...where } : null;
}

function split(address: string, country: string | null): Properties {
  const parts = address.split(/\s*[,\n]\s*/).filter((part) => part !== '');
  const ending = ENDINGS[country ?? ''] ?? POSTCODE_FIRST;
  // City, state and postcode may be parts of their own, or one.
  for (let from = parts.length - 1; from >= Math.max(1, parts.length - 3); from--) {
    const found = ending.exec(parts.slice(from).join(' '))?.groups;
    if (!found) continue;
    return {
      street_address: parts.slice(0, from).join(', '),
      city: found.city ?? '',
      state: found.state ?? '',
      postal_code: found.postcode ?? '',
    };
  }
  return { street_address: address, city: '', state: '', postal_code: '' };
}

/** Name in English; the first of several. */
function countryName(code: string): string | null {
  if (code === 'RKS') return 'Kosovo';
  const names = (english.countries as Record<string, string | string[]>)[countries.alpha3ToAlpha2(code) ?? ''];
  return (Array.isArray(names) ? names[0] : names) ?? null;
}
