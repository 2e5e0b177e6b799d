import type { Place } from '@bonafide/verification';
import { diffChars } from 'diff';
import type { ComparedValue, FieldValues } from '../../outcome.ts';
import type { ReportApplicant } from '../../types.ts';
import { clientNumber, namesOf } from './data-comparison.ts';
import { LEAVES } from './data-consistency.ts';
import { type DocumentReading, type Field, type Known, type KnownOfSide, valuesOfSides } from './reading.ts';

/** Fields of an applicant that every leaf compares. */
export type ComparedApplicant = Pick<ReportApplicant, 'first_name' | 'last_name' | 'dob'>;

/** Each field of the document as every source has it, whatever the leaves say of it; fields that no source has are left out. */
export const fieldValues = (
  reading: DocumentReading,
  applicant: ComparedApplicant & Pick<ReportApplicant, 'id_numbers'>,
): FieldValues[] =>
  Object.entries(LEAVES).flatMap(([leaf, field]) => {
    const number = leaf === 'document_numbers' ? clientNumber(reading, applicant) : undefined;
    const values = comparedValues(reading, field, number ?? clientValue(leaf, reading, applicant));
    return values.some(({ source }) => source !== 'applicant') ? [{ field: leaf, values }] : [];
  });

/** The client's value for the field of a leaf; null if it gave none. */
export function clientValue(leaf: string, { uploads }: DocumentReading, applicant: ComparedApplicant): string | null {
  if (leaf === 'last_name') return applicant.last_name;
  if (leaf === 'first_name') return applicant.first_name;
  if (leaf === 'date_of_birth') return applicant.dob ?? null;
  return leaf === 'issuing_country'
    ? (uploads.find((upload) => upload.issuing_country)?.issuing_country ?? null)
    : null;
}

/** Values of a field in each source, the client's first, then the surest reading. */
export function comparedValues(reading: DocumentReading, field: Field, clientValue: string | null): ComparedValue[] {
  const own =
    clientValue === null ? [] : [{ source: 'applicant' as const, value: clientValue, certainty: null, part: null }];
  const read = namesOf(reading, field).map(({ source, value, certainty }) => ({
    source,
    value,
    certainty,
    part: partOf(reading, field, source),
  }));
  // Zones and barcodes of two sides may differ from each other, too.
  const others = clientValue === null ? otherSides(reading, field, read) : [];
  const all = [...own, ...read, ...others];
  const [first, ...rest] = all;
  if (!first) return [];
  const pairs = rest.map(({ value }) => differences(first.value, value));
  const ofFirst = [...new Set(pairs.flatMap(([mine]) => mine))].sort((a, b) => a - b);
  return all.map((value, i) => ({ ...value, differing: i === 0 ? ofFirst : pairs[i - 1]![1] }));
}

type Read = Omit<ComparedValue, 'differing'>;

/** Values in MRZs and barcodes of single sides that differ from the reading of the document as a whole. */
function otherSides(reading: DocumentReading, field: Field, read: readonly Read[]): Read[] {
  const key = ({ source, value }: Pick<Read, 'source' | 'value'>) => `${source} ${value}`;
  const listed = new Set(read.map(key));
  const found: Read[] = [];
  for (const side of valuesOfSides(reading, field)) {
    if (listed.has(key(side))) continue;
    listed.add(key(side));
    found.push({ source: side.source, value: side.value, certainty: side.certainty, part: partOfSide(reading, side) });
  }
  return found;
}

/** The crop of the whole zone or barcode of a side. */
function partOfSide({ analysis }: DocumentReading, { source, side: number }: KnownOfSide): string | null {
  const side = analysis.sides[number];
  if (!side || side.unreadable !== undefined) return null;
  if (source === 'barcode') return side.places.barcode ? `${number}-barcode` : null;
  return side.regions.zone.length > 0 ? `${number}-zone` : null;
}

/**
 * Places of the characters of each of two texts that the other lacks, without regard to case. Of two texts of one length
 * that differ in as few places letter under letter, as numbers and dates do, those places.
 */
export function differences(a: string, b: string): [inFirst: number[], inSecond: number[]] {
  const [inFirst, inSecond] = inserted(a, b);
  if (a.length !== b.length) return [inFirst, inSecond];
  const [x, y] = [a.toUpperCase(), b.toUpperCase()];
  const places = Array.from({ length: a.length }, (_, i) => i).filter((i) => x[i] !== y[i]);
  return places.length <= inFirst.length ? [places, places] : [inFirst, inSecond];
}

function inserted(a: string, b: string): [inFirst: number[], inSecond: number[]] {
  const [inFirst, inSecond]: [number[], number[]] = [[], []];
  let [x, y] = [0, 0];
  for (const { added, removed, value } of diffChars(a, b, { ignoreCase: true })) {
    const { length } = value;
    if (removed) inFirst.push(...Array.from({ length }, (_, i) => x + i));
    if (added) inSecond.push(...Array.from({ length }, (_, i) => y + i));
    if (!added) x += length;
    if (!removed) y += length;
  }
  return [inFirst, inSecond];
}

/** Fields of a zone that hold a field of the document under another name. */
const IN_ZONE: Readonly<Partial<Record<Field, string>>> = {
  surname: 'names',
  givenNames: 'names',
  issuingCountry: 'issuingState',
  documentType: 'documentCode',
};

function partOf({ analysis: { places } }: DocumentReading, field: Field, source: Known['source']): string | null {
  if (source === 'barcode') return places.barcode ? `${places.barcode.side}-barcode` : null;
  const [boxes, name, word]: [Readonly<Record<string, Place | undefined>>, string, string] =
    source === 'mrz' ? [places.zone, IN_ZONE[field] ?? field, 'zone'] : [places.printed, field, 'print'];
  const place = source === 'chip' || source === 'credential' ? undefined : boxes[name];
  return place ? `${place.side}-${word}-${name}` : null;
}
