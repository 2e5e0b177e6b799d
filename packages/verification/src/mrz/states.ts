// The file, not the package: its default entry for Node loads the names in 80 languages.
import countries from 'i18n-iso-countries/index.js';

/**
 * Codes of issuing states and nationalities that MRZs have beyond ISO 3166-1, with the ISO code that reports give for them;
 * undefined where none fits. ICAO Doc 9303-3, section 5, parts B to D; the last block holds codes of former states, which old
 * documents and places of birth still bear.
 */
const BEYOND_ISO: Readonly<Record<string, string | undefined>> = {
  D: 'DEU',
  GBD: 'GBR',
  GBN: 'GBR',
  GBO: 'GBR',
  GBP: 'GBR',
  GBS: 'GBR',
  RKS: 'RKS',
  UNK: 'RKS',
  XKX: 'RKS', // the European Commission's code
  EUE: undefined,
  UNO: undefined,
  UNA: undefined,
  XAA: undefined,
  XBA: undefined,
  XIM: undefined,
  XCC: undefined,
  XCE: undefined,
  XCO: undefined,
  XEC: undefined,
  XES: undefined,
  XMP: undefined,
  XOM: undefined,
  XPO: undefined,
  INP: undefined, // Interpol, before it was given XPO
  XDC: undefined,
  XXA: undefined,
  XXB: undefined,
  XXC: undefined,
  XXX: undefined,
  UTO: undefined,
  IAO: undefined,
  NTZ: undefined,
  WSA: undefined,
  ROM: 'ROU',
  ZAR: 'COD',
  ZIM: 'ZWE', // passports of Zimbabwe
  TMP: 'TLS',
  BUR: 'MMR',
  ANT: undefined,
  CSK: undefined,
  DDR: undefined,
  SCG: undefined,
  SUN: undefined,
  YUG: undefined,
};

const iso = new Set(Object.keys(countries.getAlpha3Codes()).filter((code) => code !== 'XKK'));

/**
 * Returns whether a code, without fillers, may be the code of an issuing state or a nationality.
 *
 * @example
 * import { isState } from '@bonafide/verification';
 *
 * isState('UTO'); // true
 */
export function isState(code: string): boolean {
  return iso.has(code) || Object.hasOwn(BEYOND_ISO, code);
}

/**
 * ISO 3166-1 alpha-3 code, RKS for Kosovo as everywhere on the wire, for a code of a machine readable zone; undefined where none fits.
 *
 * @example
 * import { isoOfState } from '@bonafide/verification';
 *
 * isoOfState('D'); // 'DEU'
 */
export function isoOfState(code: string): string | undefined {
  if (iso.has(code)) return code;
  return Object.hasOwn(BEYOND_ISO, code) ? BEYOND_ISO[code] : undefined;
}
