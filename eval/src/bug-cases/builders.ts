import { writeMrz } from '../../../packages/verification/src/mrz/generate.ts';
import type { DocumentCase } from './case.ts';
import type { PrintedField } from './draw.ts';

type Applicant = DocumentCase['applicant'];
type More = Pick<DocumentCase, 'properties' | 'considered' | 'doubted'>;

/** Values of an MRZ. */
export interface Zone {
  readonly code?: string;
  readonly state: string;
  readonly nationality?: string;
  readonly names: string;
  readonly number: string;
  /** `YYMMDD`. */
  readonly birth: string;
  readonly expiry: string;
  readonly sex: string;
  readonly optional?: string;
}

const valuesOf = (zone: Zone, code: string) => ({
  documentCode: zone.code ?? code,
  issuingState: zone.state,
  nationality: zone.nationality ?? zone.state,
  names: zone.names,
  documentNumber: zone.number,
  dateOfBirth: zone.birth,
  dateOfExpiry: zone.expiry,
  sex: zone.sex,
  optionalData: zone.optional ?? '',
});

/** A passport with an MRZ of TD3. */
export function passport(
  name: string,
  country: string | null,
  title: DocumentCase['title'],
  zone: Zone,
  fields: readonly PrintedField[],
  applicant: Applicant,
  more: More,
): DocumentCase {
  return {
    name,
    type: 'passport',
    country,
    title,
    lines: writeMrz('TD3', valuesOf(zone, 'P')),
    fields,
    applicant,
    ...more,
  };
}

/**
 * A card with an MRZ of TD1.
 * @param change alters the lines before they are printed
 */
export function card(
  name: string,
  country: string | null,
  title: DocumentCase['title'],
  zone: Zone,
  fields: readonly PrintedField[],
  applicant: Applicant,
  more: More,
  change: (lines: string[]) => string[] = (lines) => lines,
): DocumentCase {
  const lines = change(writeMrz('TD1', valuesOf(zone, 'I')));
  return { name, type: 'national_identity_card', country, title, lines, fields, applicant, ...more };
}

/** A driving licence with a PDF417 symbol. */
export function licence(
  name: string,
  title: DocumentCase['title'],
  barcode: string,
  fields: readonly PrintedField[],
  applicant: Applicant,
  more: More,
  country = 'USA',
): DocumentCase {
  return { name, type: 'driving_licence', country, title, barcode, fields, applicant, ...more };
}
