import { classifyDocument } from '../document/classify.ts';
import type { DocumentData } from '../document/consistency.ts';
import { parseMrz } from '../mrz/parse.ts';
import { isoOfState } from '../mrz/states.ts';
import { NotASeal } from './seal.ts';

/** Characters of an MRZ, and of its lines. Seals of visas leave the optional data at the end of the second line out. */
const WIDTHS: readonly (readonly [characters: number, width: number])[] = [
  [90, 30],
  [88, 44],
  [72, 36],
];

/** Lines of a visa's MRZ, by their width: MRV-A of 44 and 28 characters, MRV-B of 36 and 28. */
export function visaLines(text: string, width: 44 | 36): string[] {
  const zone = text.replaceAll(' ', '<').padEnd(width + 28, '<');
  return [zone.slice(0, width), zone.slice(width, width + 28).padEnd(width, '<')];
}

/** Lines of an MRZ that a seal holds as one text, with blanks for fillers. Throws `NotASeal`. */
export function zoneLines(text: string, characters: number): string[] {
  const width = WIDTHS.find(([all]) => all === characters)?.[1];
  if (width === undefined || text.length > characters) throw new NotASeal('The MRZ in the barcode has another length');
  const zone = text.replaceAll(' ', '<').padEnd(characters, '<');
  return Array.from({ length: characters / width }, (_, i) => zone.slice(i * width, (i + 1) * width));
}

/**
 * Data of an MRZ that a seal holds. Throws `NotASeal`.
 *
 * @param today `YYYY-MM-DD`, for the century of dates
 */
export function dataOfZone(lines: readonly string[], today: string): Partial<DocumentData> {
  const mrz = parseMrz(lines, today);
  if (!mrz) throw new NotASeal('The MRZ in the barcode fits no format');
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
