import { readFileSync } from 'node:fs';
import isoCountries from 'i18n-iso-countries/index.js';
import ipaddr from 'ipaddr.js';
import { codeOnTheWire } from '../base/country-code.ts';

/** Says in which country an address of the network is, as far as the database knows. */
export interface Locations {
  /** ISO 3166-1 alpha-3, or null where it isn't known. `ip` is an IPv4 or IPv6 address. */
  countryOf(ip: string): string | null;
}

/** Knows nothing: no database was loaded. */
const noLocations: Locations = { countryOf: () => null };

/**
 * What a record of a country or city database says of the country: an object in those of MaxMind and DB-IP, text in those
 * of IPinfo and of others.
 */
interface CountryRecord {
  readonly country?: { readonly iso_code?: unknown } | string | null;
  readonly country_code?: unknown;
}

/**
 * Reads the database of a file (MaxMind DB, https://maxmind.github.io/MaxMind-DB/) whole into memory: one of countries has
 * some 10 MB. Throws an error that names the setting.
 *
 * @param file null where there is none
 */
export async function openLocations(file: string | null): Promise<Locations> {
  if (file === null) return noLocations;
  const { Reader } = await import('mmdb-lib');
  try {
    const reader = new Reader(readFileSync(file));
    // An IPv4 address that is written as one of IPv6 is looked for as what it is.
    return {
      countryOf: (ip) => countryIn(lookup(() => reader.get(ipaddr.process(ip).toString()) as CountryRecord | null)),
    };
  } catch (error) {
    throw new Error(`--location-database: ${file} cannot be read as an MMDB file: ${(error as Error).message}`);
  }
}

/** A record that is damaged is none: where an applicant is must not keep it from being created. */
function lookup(read: () => CountryRecord | null): CountryRecord | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function countryIn(record: CountryRecord | null): string | null {
  const { country, country_code } = record ?? {};
  const code = (typeof country === 'object' ? country?.iso_code : country) ?? country_code;
  if (typeof code !== 'string' || !/^[A-Z]{2,3}$/i.test(code)) return null;
  const alpha3 = code.length === 3 ? code.toUpperCase() : isoCountries.alpha2ToAlpha3(code.toUpperCase());
  return alpha3 === undefined ? null : codeOnTheWire(alpha3);
}
