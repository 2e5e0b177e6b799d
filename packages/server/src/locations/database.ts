import { readFileSync } from 'node:fs';
import isoCountries from 'i18n-iso-countries/index.js';
import ipaddr from 'ipaddr.js';
import { codeOnTheWire } from '../base/country-code.ts';

/** Where an address of the network is; what isn't known is absent. Names in English. */
interface Place {
  readonly city?: string;
  readonly region?: string;
  /** ISO 3166-1 alpha-3. */
  readonly country?: string;
}

/** Says where an address of the network is, as far as the database knows. */
export interface Locations {
  /** ISO 3166-1 alpha-3, or null where it isn't known. `ip` is an IPv4 or IPv6 address. */
  countryOf(ip: string): string | null;
  /** Null where nothing is known of it. */
  placeOf(ip: string): Place | null;
}

/** Knows nothing: no database was loaded. */
const noLocations: Locations = { countryOf: () => null, placeOf: () => null };

interface Named {
  readonly names?: { readonly en?: unknown } | null;
}

/**
 * What a record of a country or city database says: objects in those of MaxMind and DB-IP, text in those of IPinfo and of
 * others.
 */
interface LocationRecord {
  readonly country?: { readonly iso_code?: unknown } | string | null;
  readonly country_code?: unknown;
  readonly city?: Named | string | null;
  /** From the largest on. */
  readonly subdivisions?: readonly Named[] | null;
  readonly region?: unknown;
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
    const find = (ip: string) => lookup(() => reader.get(ipaddr.process(ip).toString()) as LocationRecord | null);
    return { countryOf: (ip) => countryIn(find(ip)), placeOf: (ip) => placeIn(find(ip)) };
  } catch (error) {
    throw new Error(`--location-database: ${file} cannot be read as an MMDB file: ${(error as Error).message}`);
  }
}

/** A record that is damaged is none: where an applicant is must not keep it from being created. */
function lookup(read: () => LocationRecord | null): LocationRecord | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function countryIn(record: LocationRecord | null): string | null {
  const { country, country_code } = record ?? {};
  const code = (typeof country === 'object' ? country?.iso_code : country) ?? country_code;
  if (typeof code !== 'string' || !/^[A-Z]{2,3}$/i.test(code)) return null;
  const alpha3 = code.length === 3 ? code.toUpperCase() : isoCountries.alpha2ToAlpha3(code.toUpperCase());
  return alpha3 === undefined ? null : codeOnTheWire(alpha3);
}

function placeIn(record: LocationRecord | null): Place | null {
  const [largest] = Array.isArray(record?.subdivisions) ? (record.subdivisions as readonly (Named | null)[]) : [];
  const known = { city: nameIn(record?.city), region: nameIn(largest ?? record?.region), country: countryIn(record) };
  const place = Object.fromEntries(Object.entries(known).filter(([, name]) => name));
  return Object.keys(place).length === 0 ? null : place;
}

/** Most characters of the name of a place. */
const NAME_LENGTH = 200;

function nameIn(place: unknown): string | undefined {
  const name = typeof place === 'string' ? place : (place as Named | null | undefined)?.names?.en;
  return typeof name === 'string' && name.trim() !== '' ? name.slice(0, NAME_LENGTH) : undefined;
}
