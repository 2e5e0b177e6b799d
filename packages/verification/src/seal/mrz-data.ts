import type { DocumentData } from '../document/consistency.ts';
import { dataOfMrz, ZONE_WIDTHS } from '../document/zone-data.ts';
import { parseMrz } from '../mrz/parse.ts';
import { NotASeal } from './seal.ts';

/**
 * Lines of a visa's MRZ, by their width: MRV-A of 44 and 28 characters, MRV-B of 36 and 28. Seals leave the optional data at the end of the
 * second line out.
 */
export function visaLines(text: string, width: 44 | 36): string[] {
  const zone = text.replaceAll(' ', '<').padEnd(width + 28, '<');
  return [zone.slice(0, width), zone.slice(width, width + 28).padEnd(width, '<')];
}

/** Lines of an MRZ that a seal holds as one text, with blanks for fillers. Throws `NotASeal`. */
export function zoneLines(text: string, characters: number): string[] {
  const width = ZONE_WIDTHS[characters];
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
  return dataOfMrz(mrz);
}
