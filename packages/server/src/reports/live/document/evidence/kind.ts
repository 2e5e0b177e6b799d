import { bestOf, type DocumentReading, hasBarcode, hasZone } from '../reading.ts';
import type { DocumentKind } from './forgery.ts';

/**
 * Documents of one page that counts; all other types have two sides. Passports and visas: ICAO Doc 9303-4 and 9303-7 set the
 * data page and the label. Cards of every format have a back: ICAO Doc 9303-5, ISO/IEC 18013-1 for driving licences.
 */
const ONE_SIDED: readonly string[] = ['passport', 'visa'];

/** Returns whether documents of a type have a second side that must be shown; documents of an unknown type have. */
export const isTwoSided = (type: string | null): boolean => !ONE_SIDED.includes(type ?? '');

/** The kind of a document, from its reading. */
export function kindOf(reading: DocumentReading): DocumentKind {
  const type = bestOf(reading, 'documentType')?.value ?? null;
  const country = bestOf(reading, 'issuingCountry')?.value ?? null;
  if (type === 'passport' || type === 'visa') return type;
  if (reading.analysis.mrz || hasZone(type, country)) return 'card_with_zone';
  return reading.analysis.card || hasBarcode(type, country) ? 'card_with_barcode' : 'card';
}
