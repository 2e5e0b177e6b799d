import type { Mrz } from '../mrz/parse.ts';
import { isoOfState } from '../mrz/states.ts';
import { classifyDocument } from './classify.ts';
import type { DocumentData } from './consistency.ts';

/** Characters of the lines of a travel document's MRZ, by the characters of the whole zone (ICAO Doc 9303-10, table 36). */
export const ZONE_WIDTHS: Readonly<Record<number, number>> = { 90: 30, 72: 36, 88: 44 };

/**
 * Returns the data of a document that its MRZ has. Empty fields are null.
 *
 * @example
 * import { dataOfMrz, parseMrz } from '@bonafide/verification';
 *
 * const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
 * dataOfMrz(parseMrz(lines, '2026-01-15')!).documentNumber; // 'L898902C3'
 */
export function dataOfMrz(mrz: Mrz): Partial<DocumentData> {
  return {
    documentType: classifyDocument({ mrz, page: { width: 0, height: 0, lines: [] } }).documentType,
    issuingCountry: mrz.issuingCountry,
    nationality: isoOfState(mrz.nationality) ?? null,
    surname: mrz.surname || null,
    givenNames: mrz.givenNames || null,
    documentNumber: mrz.documentNumber || null,
    dateOfBirth: mrz.dateOfBirth.day,
    dateOfExpiry: mrz.dateOfExpiry.day,
    sex: mrz.sex,
  };
}
