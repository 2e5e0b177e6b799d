import { type CardFields, type Mrz, type PrintedFields, passportKind } from '@bonafide/verification';
import type { Properties } from '../../outcome.ts';
import { addressLines } from './address.ts';
import { driverVerification, licenceInformation } from './driver.ts';
import { bestOf, type DocumentReading, type Field } from './reading.ts';

/** Properties of a variant of the report, in addition to the plain one. */
export interface Extras {
  readonly address?: true;
  readonly licence?: true;
  readonly driver?: true;
}

/** `properties` of a document report (contract 9.2): only data that was read. */
export function documentProperties(reading: DocumentReading, extras: Extras = {}): Properties {
  const { analysis, chip } = reading;
  const { mrz, card, printed } = analysis;
  const value = (field: Field) => bestOf(reading, field)?.value ?? null;
  const [firstName, lastName] = [value('givenNames'), value('surname')];
  const read = {
    date_of_birth: value('dateOfBirth'),
    date_of_expiry: value('dateOfExpiry'),
    document_type: value('documentType'),
    // Only barcodes have middle names apart.
    first_name: card?.first_name ?? firstName,
    last_name: lastName,
    gender: genderOf(value('sex')),
    issuing_country: value('issuingCountry'),
    nationality: value('nationality'),
  };
  const number = value('documentNumber');
  const personal = label(printed, 'personalNumber');
  const lines = mrz?.mrz.lines ?? chip?.mrz?.lines ?? [];
  const zone = Object.fromEntries(lines.map((line, i) => [`mrz_line${i + 1}`, line]));
  const issuingState = card?.issuing_state ?? analysis.classification.issuingState;
  return {
    ...read,
    document_numbers: [
      ...(number ? [{ type: 'document_number', value: number }] : []),
      ...(personal ? [{ type: 'personal_number', value: personal }] : []),
    ],
    ...withoutEmpty({
      middle_name: card?.middle_name,
      name_suffix: card?.name_suffix,
      personal_number: personal,
      issuing_state: issuingState,
      issuing_date: card?.issuing_date ?? label(printed, 'dateOfIssue'),
      place_of_birth: label(printed, 'placeOfBirth'),
      issuing_authority: label(printed, 'authority'),
      address: cardAddress(card) ?? printed.address?.value,
      real_id_compliance: realId(card),
      document_subtype: subtypeOf(mrz?.mrz ?? chip?.mrz),
    }),
    ...zone,
    document_classification: {
      issuing_country: read.issuing_country,
      document_type: read.document_type,
      ...withoutEmpty({ issuing_state: issuingState }),
    },
    extracted_data: withoutEmpty({
      document_number: number,
      date_of_birth: read.date_of_birth,
      date_of_expiry: read.date_of_expiry,
      first_name: read.first_name,
      last_name: lastName,
      middle_name: card?.middle_name,
      name_suffix: card?.name_suffix,
      full_name: [firstName, lastName].filter(Boolean).join(' ') || null,
      gender: read.gender,
      ...zone,
      nationality: read.nationality,
      ...cardLines(card),
      issuing_authority: label(printed, 'authority'),
    }),
    ...(card && { barcode: [card] }),
    ...(chip?.mrz && { nfc: nfcOf(chip.mrz, chip.data) }),
    ...(extras.address && withoutEmpty({ address_lines: addressLines(reading) })),
    ...(extras.licence && licenceInformation(reading)),
    ...(extras.driver && driverVerification(reading)),
  };
}

/** Words in reports for the letters of sex in MRZs; X is any other (ICAO Doc 9303-3, 4.4). */
const GENDERS: Readonly<Record<string, string>> = { M: 'Male', F: 'Female', X: 'Unspecified' };

const genderOf = (sex: string | null): string | null => (sex && GENDERS[sex.toUpperCase()]) ?? null;

/** Signs that documents print in their fields; others are slips of reading, and the value with them. */
const PRINT = /^[\p{Script=Latin}\p{M}\d .,'’()/-]+$/u;

/** Print under its label; what place or order alone suggest is left out. */
function label(printed: PrintedFields, field: keyof PrintedFields): string | null {
  const found = printed[field];
  return found?.grounds === 'label' && PRINT.test(found.value) ? found.value : null;
}

/** Subtype of a passport of another kind than ordinary, such as `emergency_passport`. */
function subtypeOf(mrz: Mrz | null | undefined): string | null {
  const kind = mrz ? passportKind(mrz) : null;
  return kind === null || kind === 'ordinary' ? null : `${kind}_passport`;
}

/** AAMVA element DDA: F fully, M materially compliant with REAL ID, N not; absent where the card doesn't say. */
function realId(card: CardFields | null): boolean | null {
  const real = card?.real_id_classification;
  return real ? real !== 'N' : null;
}

function cardLines(card: CardFields | null): Properties {
  return Object.fromEntries(Object.entries(card ?? {}).filter(([name]) => name.startsWith('address_line_')));
}

function cardAddress(card: CardFields | null): string | null {
  const lines = Object.values(cardLines(card));
  return lines.length > 0 ? lines.join(', ') : null;
}

function nfcOf(
  { issuingCountry, documentNumber, surname, givenNames, sex, dateOfBirth, dateOfExpiry }: ZoneOfChip,
  { nationality }: { nationality?: string | null },
): Properties {
  return withoutEmpty({
    issuing_country: issuingCountry,
    full_name: [givenNames, surname].filter(Boolean).join(' ') || null,
    document_number: documentNumber,
    nationality,
    date_of_birth: dateOfBirth.day,
    gender: genderOf(sex),
    date_of_expiry: dateOfExpiry.day,
  });
}

type ZoneOfChip = NonNullable<NonNullable<DocumentReading['chip']>['mrz']>;

/** Leaves out absent properties. */
function withoutEmpty(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
