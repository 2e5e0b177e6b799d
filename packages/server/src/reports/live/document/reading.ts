import {
  type Classification,
  cutNamesOfCard,
  type DocumentAnalysis,
  dataOfBarcode,
  ENDLESS_DAY,
  type Finding,
  type Forensic,
  isoOfState,
  type MrzRead,
  pageHolds,
  type ReadableSide,
  sameName,
  sameNumber,
} from '@bonafide/verification';
import { DAY_MS } from '../../../base/clock.ts';
import type { DocumentRef } from '../../types.ts';
import type { Chip } from './chip.ts';
import { isCredentialAlone } from './credential.ts';
import type { CredentialRead, RegisterRead, SealRead } from './issuer-data.ts';

/** One document, all of its sides read, with the data of its upload. */
export interface DocumentReading {
  readonly analysis: DocumentAnalysis;
  /** Sides that could be read as pictures. */
  readonly sides: readonly ReadableSide[];
  /** Uploads of the document, in the order of the report. */
  readonly uploads: readonly DocumentRef[];
  /** Data of its chip, if a capture SDK has read one. */
  readonly chip: Chip | null;
  /** Credential that a wallet presented; absent without one. It may be about another document of the holder. */
  readonly credential?: CredentialRead;
  /** Signed barcodes that were read; absent without any. */
  readonly seals?: readonly SealRead[];
  /** Answer of the issuer's register about this document; absent where none was asked or none answered. */
  readonly register?: RegisterRead;
  /** Day in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** Day in UTC−12, where each day ends last: a document is valid on its last day everywhere. */
  readonly westernToday: string;
  /** Days of birth that the document leaves open, since its MRZ writes years with two digits. Absent for documents of one day. */
  readonly births?: readonly string[];
}

/** Source of a value. */
export type Source = 'mrz' | 'barcode' | 'chip' | 'credential' | 'printed';

/**
 * Certainty of a value. `sure`: under a right check digit, read alike by two readers, from a barcode or a chip. `likely`: print
 * under its label, or an MRZ that print confirms. `weak`: one reading of an MRZ, or print whose place or order alone identifies
 * it.
 */
type Certainty = 'sure' | 'likely' | 'weak';

export interface Known {
  readonly value: string;
  readonly source: Source;
  readonly certainty: Certainty;
  /** True for a name that the issuer may have cut for want of room. */
  readonly mayBeCut?: boolean;
}

/** Fields that several sources of a document may give. */
export type Field =
  | 'surname'
  | 'givenNames'
  | 'documentNumber'
  | 'dateOfBirth'
  | 'dateOfExpiry'
  | 'sex'
  | 'nationality'
  | 'issuingCountry'
  | 'documentType';

export const WORDS: Readonly<Record<Field, string>> = {
  surname: 'surname',
  givenNames: 'given names',
  documentNumber: 'document number',
  dateOfBirth: 'date of birth',
  dateOfExpiry: 'date of expiry',
  sex: 'sex',
  nationality: 'nationality',
  issuingCountry: 'issuing country',
  documentType: 'document type',
};

export const SOURCES: Readonly<Record<Source, string>> = {
  mrz: 'MRZ',
  barcode: 'barcode',
  chip: 'chip',
  credential: 'credential',
  printed: 'printed text',
};

/** A value as reasons show it: `residence permit` for `residence_permit`. */
export const shownValue = (field: Field, value: string): string =>
  field === 'documentType' ? value.replaceAll('_', ' ') : value;

/** The subject of a sentence about a field of one source: `The date of birth in the MRZ`, `The printed surname`. */
export function fieldIn(field: Field, source: Source): string {
  if (source === 'printed') return `The printed ${WORDS[field]}`;
  return `The ${WORDS[field]} ${source === 'chip' ? 'on' : 'in'} the ${SOURCES[source]}`;
}

/** The same with the value: `The printed date of birth (1985-01-01)`. */
export const valueIn = (field: Field, { source, value }: Pick<Known, 'source' | 'value'>): string =>
  `${fieldIn(field, source)} (${shownValue(field, value)})`;

/** The form of a verb that agrees with the name of a field: `given names` is plural. */
export const agreeing = (field: Field, singular: string, plural: string): string =>
  field === 'givenNames' ? plural : singular;

/** Fields of the holder, which are the same in every document of the holder. */
const HOLDER: readonly Field[] = ['surname', 'givenNames', 'dateOfBirth'];

/**
 * The value of a field in a credential. A credential beside pictures counts only while it is authentic. If it has another number, it may be
 * about another document: then no value is sure, and only a document of the same type and country should have all of them.
 */
function ofCredential(reading: DocumentReading, field: Field): Known | null {
  const { credential } = reading;
  if (!credential) return null;
  const value = credential.data[field];
  if (isCredentialAlone(reading)) return known('credential', value, 'sure');
  if (!credential.authentic) return null;
  if (isOfThisDocument(reading, credential)) return known('credential', value, 'sure');
  return HOLDER.includes(field) || isOfSameKind(reading, credential) ? known('credential', value, 'weak') : null;
}

/** Returns whether a credential is about the document in the pictures, or on the chip: type and number are the same. */
export function isOfThisDocument(reading: DocumentReading, { data }: CredentialRead): boolean {
  const numbers = ownValues(reading, 'documentNumber');
  return (
    ownValues(reading, 'documentType')[0]?.value === data.documentType &&
    numbers.some(({ value }) => sameNumber(data.documentNumber ?? '', value) === 'same')
  );
}

const isOfSameKind = (reading: DocumentReading, { data }: CredentialRead): boolean =>
  (['documentType', 'issuingCountry'] as const).every((field) => ownValues(reading, field)[0]?.value === data[field]);

/** Returns whether a value is of a credential that may be about another document of the holder. */
export const isOfAnother = ({ source, certainty }: Known): boolean => source === 'credential' && certainty !== 'sure';

const CERTAINTIES: readonly Certainty[] = ['sure', 'likely', 'weak'];
const surestFirst = (a: Known, b: Known) => CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty);

/** Values of a field in each source of the document, the surest first. */
export function valuesOf(reading: DocumentReading, field: Field): Known[] {
  const signed = ofCredential(reading, field);
  const own = ownValues(reading, field);
  return signed ? [...own, signed].sort(surestFirst) : own;
}

/** Values of a field in the pictures and on the chip, the surest first. */
function ownValues(reading: DocumentReading, field: Field): Known[] {
  const { mrz, card, classification } = reading.analysis;
  const print = ofPrint(reading, field);
  const guessed = field === 'dateOfBirth' && print?.certainty === 'weak';
  // The latest day on a document without an expiry is another day.
  if (field === 'dateOfExpiry' && lacks(reading, field)) return [];
  // Where the day of birth is unknown, the first of the days in print is another; so it may be where the zone was not read.
  const another = guessed && (partOfBirth(reading) !== null || lacksZone(reading));
  const values: (Known | null)[] = [
    mrz && ofZone(reading, mrz, field, classification),
    known('barcode', card && dataOfBarcode(card)[field], 'sure', isCut(reading.analysis.cardCutNames, field)),
    known('chip', reading.chip?.data[field], 'sure', isCut(reading.chip?.mrz?.cutNames, field)),
    another ? null : print,
  ];
  return values.filter((value) => value !== null).sort(surestFirst);
}

/** Returns whether no MRZ was read of a document that has one, or may have one since nothing shows its type. */
function lacksZone({ analysis: { mrz, classification }, chip }: DocumentReading): boolean {
  const { documentType, issuingCountry } = classification;
  return !mrz && !chip && (documentType === null || hasZone(documentType, issuingCountry));
}

/** The value of a field that is most to be relied on; null where no source gives one. */
export const bestOf = (reading: DocumentReading, field: Field): Known | null => valuesOf(reading, field)[0] ?? null;

/**
 * Returns whether the document certainly has no value of a field: a holder with one name, which MRZ or barcode has in one place,
 * or a document that does not expire. The print must not have another value under the field's label.
 */
export function lacks(reading: DocumentReading, field: Field): boolean {
  const { mrz: read, card, cardFaults, printed } = reading.analysis;
  const chip = reading.chip?.mrz;
  if (field === 'dateOfExpiry') {
    const days = [read?.mrz.dateOfExpiry.printed, chip?.dateOfExpiry.printed, card?.date_of_expiry];
    // A magnetic stripe, and a card before the standard, may keep the day of expiry to the print.
    const isStandard = reading.sides.every((side) => side.card === null || side.card.version > 0);
    const never = neverExpires(read?.mrz ?? chip) || (card !== null && cardFaults.length === 0 && isStandard);
    const { dateOfExpiry: print } = printed;
    const isEndless = print?.grounds === 'label' && print.value === ENDLESS_DAY && print.confidence >= LEGIBLE;
    return !days.some(Boolean) && (isEndless || (never && print?.grounds !== 'label'));
  }
  if (field !== 'surname' && field !== 'givenNames') return false;
  const sources = [
    read?.mrz.digitsValid && read.certain.has('names') ? namesIn(read.mrz) : null,
    card && dataOfBarcode(card),
    chip && namesIn(chip),
  ].filter((names) => names !== null && names !== undefined);
  const other = OTHER_NAME[field];
  const label = printed[field]?.grounds === 'label' ? printed[field].value : null;
  return (
    sources.length > 0 &&
    sources.every((names) => !names[field] && names[other]) &&
    (label === null || NO_NAME.test(label) || sources.some((names) => sameName(label, names[other]!) === 'same'))
  );
}

/** Returns whether the MRZ has fillers in place of a date of expiry, under a correct check digit. */
function neverExpires(mrz: MrzRead['mrz'] | null | undefined): boolean {
  const digit = mrz?.checks.find(({ name }) => name === 'dateOfExpiry');
  return digit?.valid === true && mrz?.dateOfExpiry.printed === '';
}

export const OTHER_NAME = { surname: 'givenNames', givenNames: 'surname' } as const;

/** Placeholder of the United States for the given name of a holder with one name: first name unknown. */
export const NO_NAME = /^FNU$/i;

const namesIn = ({ surname, givenNames }: MrzRead['mrz']) => ({
  surname: NO_NAME.test(surname) ? '' : surname,
  givenNames: NO_NAME.test(givenNames) ? '' : givenNames,
});

function known(source: Source, value: string | null | undefined, certainty: Certainty, mayBeCut = false): Known | null {
  return value ? { source, value, certainty, ...(mayBeCut && { mayBeCut }) } : null;
}

type CutNames = DocumentAnalysis['cardCutNames'];

const isCut = (cutNames: CutNames | undefined, field: Field): boolean =>
  (field === 'surname' || field === 'givenNames') && cutNames?.[field] === true;

/** A value of the zone or the barcode of one side, with the number of that side in the analysis. */
export interface KnownOfSide extends Known {
  readonly side: number;
}

/** Values of a field in the MRZ and the barcode of each side: on one document, they equal the other sides' values. */
export function valuesOfSides(reading: DocumentReading, field: Field): KnownOfSide[] {
  return reading.sides.flatMap((side) => {
    const { mrz, card, classification } = side;
    const values = [
      // Print that only looks like a zone fits no check digit.
      mrz?.mrz.digitsValid ? ofZone(reading, mrz, field, classification) : null,
      card && known('barcode', dataOfBarcode(card.fields)[field], 'sure', isCut(cutNamesOfCard(card.elements), field)),
    ];
    const number = reading.analysis.sides.indexOf(side);
    return values.filter((value) => value !== null).map((value) => ({ ...value, side: number }));
  });
}

function ofZone(
  reading: DocumentReading,
  { mrz, certain }: MrzRead,
  field: Field,
  { documentType }: Pick<Classification, 'documentType'>,
): Known | null {
  const values: Record<Field, string | null> = {
    ...namesIn(mrz),
    documentNumber: mrz.documentNumber,
    dateOfBirth: mrz.dateOfBirth.day,
    dateOfExpiry: mrz.dateOfExpiry.day,
    sex: mrz.sex,
    nationality: isoOfState(mrz.nationality) ?? null,
    issuingCountry: mrz.issuingCountry,
    documentType,
  };
  const value = values[field];
  if (!value) return null;
  const name = field === 'surname' || field === 'givenNames';
  const sure =
    (name && certain.has('names')) ||
    (field === 'issuingCountry' && certain.has('issuingState')) ||
    // A zone that fits all of its check digits has the type by its format.
    (field === 'documentType' && (mrz.valid || certain.has('documentCode'))) ||
    certain.has(field as never);
  const mayBeCut = isCut(mrz.cutNames, field);
  if (sure) return known('mrz', value, 'sure', mayBeCut);
  return known('mrz', value, isPrinted(reading, field, value) ? 'likely' : 'weak', mayBeCut);
}

/**
 * Least mean probability of the letters of a line whose value is likely: fields of the open documents that are read right have
 * 0.9 or more, except one with 0.72; misread ones 0.5 to 0.74 (`npm run eval -- --only printed`).
 */
export const LEGIBLE = 0.8;

function ofPrint({ analysis }: DocumentReading, field: Field): Known | null {
  const said = analysis.print;
  if (field === 'issuingCountry' || field === 'documentType') {
    // Fields of zone or barcode are beside them.
    const { grounds, [field]: value } = analysis.classification;
    return known('printed', grounds === 'mrz' || grounds === 'barcode' ? said?.[field] : value, 'likely');
  }
  if (field === 'nationality') return null;
  const printed = analysis.printed[field];
  const likely =
    (printed?.grounds === 'label' && printed.confidence >= LEGIBLE) ||
    (field === 'dateOfExpiry' && isTermOfYears(analysis.printed));
  const value = said?.[field];
  return NO_NAME.test(value ?? '') ? null : known('printed', value, likely ? 'likely' : 'weak');
}

/**
 * Returns whether the supposed expiry makes a usual term: whole years from issue, give or take a day, or up to a birthday, as
 * states of the USA do it. Then it is no other day that happens to be the latest.
 */
function isTermOfYears({ dateOfBirth, dateOfIssue, dateOfExpiry }: DocumentAnalysis['printed']): boolean {
  if (!dateOfExpiry) return false;
  const end = Date.parse(`2000-${dateOfExpiry.value.slice(5)}`);
  return [dateOfBirth, dateOfIssue].some((begun) => {
    if (!begun || begun.value.slice(0, 4) >= dateOfExpiry.value.slice(0, 4)) return false;
    return Math.abs(end - Date.parse(`2000-${begun.value.slice(5)}`)) <= DAY_MS;
  });
}

/**
 * Returns whether the print of any side, MRZ left out, bears a value: this needs no label, so it is surer than reading fields.
 */
export function isPrinted({ sides, today, analysis }: DocumentReading, field: Field, value: string): boolean {
  if (field === 'sex' || field === 'documentType' || field === 'issuingCountry' || field === 'nationality')
    return false;
  const country = analysis.classification.issuingCountry;
  return sides.some(({ page }) => pageHolds(page, field, value, { order: null, today, country }));
}

/** The finding of a name that failed on any side, with the side's number, else the first that there is. */
export function worst(
  sides: readonly { readonly quality: readonly Finding[]; readonly origin: readonly Finding[] }[],
  name: string,
): Finding | undefined {
  const found = sides.flatMap(({ quality, origin }) =>
    [...quality, ...origin].filter((finding) => finding.name === name),
  );
  return found.find(({ result }) => result === 'fail') ?? found[0];
}

/** The forensic findings of one name, of all sides. */
export function forensicsOf(sides: DocumentReading['sides'], name: string): Forensic[] {
  return sides.flatMap(({ forensics }) => forensics.findings.filter((finding) => finding.name === name));
}

/**
 * Year and month, two digits each, null where not known, of a day of birth that the zone says is not known in full (ICAO
 * Doc 9303-3, 4.8: fillers stand for what is unknown); null where it is known, or was not read for certain.
 */
export function partOfBirth({ analysis, chip }: DocumentReading): { year: string | null; month: string | null } | null {
  const printed = analysis.mrz
    ? analysis.mrz.certain.has('dateOfBirth') && analysis.mrz.mrz.dateOfBirth.printed
    : chip?.mrz?.dateOfBirth.printed;
  const [, year, month] = /^(\d\d|<<)(\d\d|<<)<<$/.exec(printed || '') ?? [];
  if (year === undefined || month === undefined) return null;
  return { year: year === '<<' ? null : year, month: month === '<<' ? null : month };
}

/** The measure of a finding, for a leaf that stands on it. */
export const figureOf = ({ measure, threshold }: Finding) => ({ measure, threshold });

/** Countries whose driving licences and identity cards carry the barcode of the AAMVA on their back. */
const AAMVA: ReadonlySet<string> = new Set(['USA', 'CAN']);

/** Returns whether cards of this type and country carry a PDF417 barcode (AAMVA DL/ID Card Design Standard, 2000 and on). */
export function hasBarcode(type: string | null, country: string | null): boolean {
  return AAMVA.has(country ?? '') && (type === 'driving_licence' || type === 'national_identity_card');
}

/** States of the European Union, whose identity cards carry a zone: Regulation (EU) 2019/1157, article 3, asks for TD1. */
const EUROPEAN_UNION: ReadonlySet<string> = new Set(
  (
    'AUT BEL BGR CYP CZE DEU DNK ESP EST FIN FRA GRC HRV HUN IRL ITA LTU LUX LVA MLT NLD POL PRT ROU SVK SVN ' + 'SWE'
  ).split(' '),
);

/**
 * Returns whether documents of this type carry an MRZ: passports, passport cards and visas by ICAO Doc 9303; residence permits of
 * the European Union by Regulation (EC) 1030/2002, its identity cards by Regulation (EU) 2019/1157.
 */
export function hasZone(type: string | null, country: string | null): boolean {
  if (type === 'passport' || type === 'passport_card' || type === 'visa') return true;
  return (type === 'residence_permit' || type === 'national_identity_card') && EUROPEAN_UNION.has(country ?? '');
}
