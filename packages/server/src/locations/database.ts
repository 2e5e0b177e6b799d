import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import isoCountries from 'i18n-iso-countries/index.js';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import { codeOnTheWire } from '../base/country-code.ts';

/** Place of a network address; unknown parts are absent. Names in English. */
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

/** The database that comes with the service: countries by IP address, from the registries of the internet and geofeeds. */
const SHIPPED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

const require = createRequire(import.meta.url);

/** Knows no address. */
const noLocations: Locations = { countryOf: () => null, placeOf: () => null };

interface Named {
  readonly names?: { readonly en?: unknown } | null;
}

/**
 * Record of a country or city database: objects in the databases of MaxMind and DB-IP, text in the databases of IPinfo and of
 * others.
 */
interface LocationRecord {
  readonly country?: { readonly iso_code?: unknown } | string | null;
  readonly country_code?: unknown;
  readonly city?: Named | string | null;
  /** Subdivisions from the largest on. */
  readonly subdivisions?: readonly Named[] | null;
  readonly region?: unknown;
}

/**
 * Opens the operator's database, or the service's own.
 *
 * The operator's file is read here, whole. Throws an error that names the setting. The shipped file is read with the first
 * look-up of a public address: a service that is asked for no place spends neither time nor memory (8 MB) on it.
 * @param file MMDB file (https://maxmind.github.io/MaxMind-DB/), or null for the shipped one
 */
export async function openLocations(file: string | null, log: Pick<Logger, 'warn'>): Promise<Locations> {
  if (file === null) return shippedLocations(log);
  const { Reader } = await import('mmdb-lib');
  try {
    return locationsOf(new Reader(readFileSync(file)));
  } catch (error) {
    throw new Error(`--location-database: ${file} cannot be read as an MMDB file: ${(error as Error).message}`);
  }
}

function locationsOf(reader: { get(ip: string): unknown }): Locations {
  // An IPv4 address that is written as one of IPv6 is looked for as what it is.
  const find = (ip: string) => lookup(() => reader.get(ipaddr.process(ip).toString()) as LocationRecord | null);
  return { countryOf: (ip) => countryIn(find(ip)), placeOf: (ip) => placeIn(find(ip)) };
}

function shippedLocations(log: Pick<Logger, 'warn'>): Locations {
  let opened: Locations | undefined;
  const at = (ip: string): Locations => {
    if (!isPublic(ip)) return noLocations;
    opened ??= readShipped(log);
    return opened;
  };
  return { countryOf: (ip) => at(ip).countryOf(ip), placeOf: (ip) => at(ip).placeOf(ip) };
}

/** Logs a warning where the file is missing or unreadable: an unknown country must not keep an applicant from being created. */
function readShipped(log: Pick<Logger, 'warn'>): Locations {
  try {
    const { Reader } = require('mmdb-lib') as typeof import('mmdb-lib');
    return locationsOf(new Reader(readFileSync(require.resolve(SHIPPED))));
  } catch (error) {
    log.warn({ err: error }, 'cannot read the database of countries by IP address. Install the packages again');
    return noLocations;
  }
}

/**
 * Returns whether a device on the internet can have the address. The shipped database has countries of addresses for
 * documentation, too.
 */
const isPublic = (ip: string): boolean => ipaddr.process(ip).range() === 'unicast';

/** A damaged record counts as absent: an unknown location must not prevent the creation of an applicant. */
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
