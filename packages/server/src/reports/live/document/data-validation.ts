import { type FieldName, LONGEST_LIFE, type Mrz, type MrzRead, passportKind } from '@bonafide/verification';
import { DAY_MS } from '../../../base/clock.ts';
import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import { clear, consider, doubtful, doubtfulPicture, unassessed } from '../assessment.ts';
import { isCredentialAlone } from './credential.ts';
import {
  bestOf,
  type DocumentReading,
  type Field,
  hasZone,
  lacks,
  partOfBirth,
  SOURCES,
  valueIn,
  WORDS,
} from './reading.ts';

/** `data_validation`: whether each datum can be true by itself. */
export function dataValidation(reading: DocumentReading): LeafFindings {
  const barcode = barcodeLeaf(reading);
  return {
    'data_validation.gender': gender(reading),
    'data_validation.date_of_birth': dateOfBirth(reading),
    'data_validation.document_numbers': documentNumbers(reading),
    'data_validation.document_expiration': documentExpiration(reading),
    'data_validation.expiry_date': expiryDate(reading),
    'data_validation.mrz': mrzLeaf(reading),
    ...(barcode && { 'data_validation.barcode': barcode }),
  };
}

function gender(reading: DocumentReading): LeafFinding {
  const known = bestOf(reading, 'sex');
  if (!known) return notRead('sex');
  return clear(`${valueIn('sex', known)} is a valid value`);
}

function dateOfBirth(reading: DocumentReading): LeafFinding {
  const { mrz, today } = zoneOf(reading);
  const known = bestOf(reading, 'dateOfBirth');
  if (mrz?.problems.includes('date_of_birth'))
    return impossible(reading, 'dateOfBirth', 'The date of birth in the MRZ is not a valid date');
  if (!known && partOfBirth(reading)) return unassessed('The MRZ says that part of the date of birth is unknown');
  if (!known) return notRead('dateOfBirth');
  const years = Number(today.slice(0, 4)) - Number(known.value.slice(0, 4));
  const figure = { measure: years, threshold: LONGEST_LIFE };
  if (known.value > today || years > LONGEST_LIFE) {
    const reason = `${valueIn('dateOfBirth', known)} is in the future or more than ${LONGEST_LIFE} years ago`;
    return (known.certainty === 'sure' ? consider : doubtful)(reason, figure);
  }
  return clear(`${valueIn('dateOfBirth', known)} is possible`, figure);
}

function documentNumbers(reading: DocumentReading): LeafFinding {
  const { mrz } = zoneOf(reading);
  const known = bestOf(reading, 'documentNumber');
  if (!known) return notRead('documentNumber');
  const digit = mrz?.checks.find(({ name }) => name === 'documentNumber');
  if (digit?.valid) return clear('The document number matches its check digit in the MRZ');
  if (digit) return unassessed('The document number does not match its check digit in the MRZ');
  if (known.source === 'credential') return clear('The issuer signed the document number in the credential');
  if (known.source === 'barcode' || known.source === 'chip') {
    return clear(`The document number was read from the ${SOURCES[known.source]}, which corrects its own errors`);
  }
  return dvla(reading, known.value) ?? unassessed('No public rule describes the format of these document numbers');
}

/**
 * Number of a licence of Great Britain: five letters of the surname, filled with 9; of the year its third digit; of month and
 * day four, 50 more in the first for women; the year's fourth digit; two initials, filled with 9; three signs of the DVLA.
 * (DVLA, "Information sheet: driver number".)
 */
const DRIVER_NUMBER = /^([A-Z9]{5})(\d)([0156]\d)([0-3]\d)(\d)([A-Z9]{2})([A-Z0-9]{3})/;

/** A surname as the number writes it: letters without accents, `MAC` as `MC`. */
const lettersOf = (surname: string) =>
  surname
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .replace(/^MAC/, 'MC');

function dvla(reading: DocumentReading, number: string): LeafFinding | null {
  const { documentType, issuingCountry } = reading.analysis.classification;
  if (documentType !== 'driving_licence' || issuingCountry !== 'GBR') return null;
  const found = DRIVER_NUMBER.exec(number.replace(/[^A-Z0-9]/gi, '').toUpperCase());
  // Print alone never accuses: a slip of reading makes a number that no office gives.
  if (!found)
    return doubtful(`The licence number (${number}) does not have the DVLA format. A reading error may explain this`);
  const surname = lettersOf(bestOf(reading, 'surname')?.value ?? '');
  if (surname !== '' && found[1] !== surname.slice(0, 5).padEnd(5, '9')) {
    return doubtful(`The licence number (${number}) does not contain the surname on the licence (${surname})`);
  }
  const birth = bestOf(reading, 'dateOfBirth')?.value;
  if (!birth) return clear('The licence number has the DVLA format');
  const [year, month, day] = birth.split('-') as [string, string, string];
  const printed = [found[2], String(Number(found[3]) % 50).padStart(2, '0'), found[4], found[5]].join(' ');
  return printed === [year[2], month, day, year[3]].join(' ')
    ? clear('The licence number has the DVLA format and matches the surname and date of birth')
    : doubtful(`The licence number (${number}) does not contain the date of birth on the licence (${birth})`);
}

const NEVER_EXPIRES = 'The document has no date of expiry, so it does not expire';

function documentExpiration(reading: DocumentReading): LeafFinding {
  const known = bestOf(reading, 'dateOfExpiry');
  if (!known && lacks(reading, 'dateOfExpiry')) return clear(NEVER_EXPIRES);
  if (!known) return notRead('dateOfExpiry');
  const day = (date: string) => Date.parse(date) / DAY_MS;
  const figure = { measure: day(known.value) - day(reading.westernToday), threshold: 0 };
  if (known.value >= reading.westernToday) {
    return known.certainty === 'weak'
      ? doubtful(`Valid if the latest date on the document (${known.value}) is its expiry date`, figure)
      : clear(`Valid until ${known.value} (${SOURCES[known.source]})`, figure);
  }
  return known.certainty === 'weak'
    ? doubtful(`Expired if the latest date on the document (${known.value}) is its expiry date`, figure)
    : consider(`Expired on ${known.value} (${SOURCES[known.source]})`, figure);
}

function expiryDate(reading: DocumentReading): LeafFinding {
  const { mrz } = zoneOf(reading);
  if (mrz?.problems.includes('date_of_expiry')) {
    return impossible(reading, 'dateOfExpiry', 'The date of expiry in the MRZ is not a valid date');
  }
  const known = bestOf(reading, 'dateOfExpiry');
  if (!known && lacks(reading, 'dateOfExpiry')) return clear(NEVER_EXPIRES);
  if (!known) return notRead('dateOfExpiry');
  const birth = bestOf(reading, 'dateOfBirth');
  if (birth && birth.value >= known.value) {
    const sure = birth.certainty === 'sure' && known.certainty === 'sure';
    return (sure ? consider : doubtful)(
      `The date of expiry (${known.value}) is not after the date of birth (${birth.value})`,
    );
  }
  return clear(`${valueIn('dateOfExpiry', known)} is possible`);
}

/** The zone itself: its check digits, states and letters. */
function mrzLeaf(reading: DocumentReading): LeafFinding {
  const { read, mrz } = zoneOf(reading);
  if (!mrz) {
    const type = bestOf(reading, 'documentType')?.value ?? null;
    const country = bestOf(reading, 'issuingCountry')?.value ?? null;
    if (isCredentialAlone(reading)) return unassessed('Credentials of wallets have no MRZ');
    if (!hasZone(type, country)) return unassessed('This kind of document needs no MRZ');
    return type === 'passport' || type === 'visa'
      ? doubtfulPicture('No MRZ could be read. Every passport and visa has one')
      : unassessed('The side with the MRZ was not read');
  }
  const failing = mrz.checks.filter(({ valid }) => !valid);
  const figure = { measure: failing.length, threshold: 0 };
  if (mrz.valid) {
    const reason = mrz.digitsValid
      ? `Every check digit of the MRZ (format ${mrz.format}) is correct`
      : `The MRZ has the layout ${mrz.format}, which has no check digits`;
    return clear(`${reason}${specialPassport(mrz)}`, figure);
  }
  if (mrz.problems.includes('check_digits')) {
    return doubtful('The MRZ has fillers instead of check digits, so nothing confirms its text', figure);
  }
  if (failing.length === mrz.checks.length && failing.length >= FEW_DIGITS) {
    return doubtful(
      'No check digit of the MRZ is correct. The document may have an MRZ layout that is not known',
      figure,
    );
  }
  const problems = mrz.problems.filter((problem) => problem !== 'unconfirmed');
  if (failing.length === 0 && problems.length === 0) {
    return doubtfulPicture(
      'The MRZ is too small or too unclear to be sure of every name and number. Compare them with the image',
      figure,
    );
  }
  const faults = [
    ...failing.map(({ name }) => `the check digit of ${wordOf(name)} is wrong`),
    ...problems.map((problem) =>
      problem === 'illegible'
        ? 'some characters that no check digit protects are unreadable'
        : `the ${problem.replaceAll('_', ' ')} is not a valid value`,
    ),
  ].join(', ');
  // Specimens invent states, old documents bear codes of states that are gone, and some bear none at all.
  if (failing.length === 0 && problems.every((problem) => OF_STATES.has(problem))) {
    return doubtful(
      `Every check digit of the MRZ is correct, but ${faults}. The document may be a specimen, or from a state without a current code`,
      figure,
    );
  }
  return !read || isCertain(read)
    ? consider(`${read ? 'In the MRZ, two readers agree that' : 'In the MRZ on the chip,'} ${faults}`, figure)
    : doubtfulPicture(`In the MRZ, ${faults}. This may be a misprint or a reading error`, figure);
}

/** Least number of wrong check digits that show another layout. A forger changes one field. */
const FEW_DIGITS = 3;

/** Sentence about a passport of another kind than ordinary. */
function specialPassport(mrz: Mrz): string {
  const kind = passportKind(mrz);
  if (kind === null || kind === 'ordinary') return '';
  return `. The document code ${mrz.documentCode} means a passport of the kind: ${kind.replace('_', '-')}`;
}

const wordOf = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Problems that no document is accused of. */
const OF_STATES: ReadonlySet<string> = new Set(['issuing_state', 'nationality']);

/** Fields that a fault of a zone lies in. */
const FAULTY: Readonly<Record<string, readonly FieldName[]>> = {
  documentNumber: ['documentNumber'],
  dateOfBirth: ['dateOfBirth'],
  dateOfExpiry: ['dateOfExpiry'],
  optionalData: ['optionalData'],
  document_code: ['documentCode'],
  issuing_state: ['issuingState'],
  nationality: ['nationality'],
  date_of_birth: ['dateOfBirth'],
  date_of_expiry: ['dateOfExpiry'],
  sex: ['sex'],
  names: ['names'],
};

/** Returns whether two readers agree on every field with a fault, so that the print itself is wrong. */
function isCertain({ mrz, certain }: MrzRead): boolean {
  const problems = mrz.problems.filter((problem) => !OF_STATES.has(problem));
  const faults = [...mrz.checks.filter(({ valid }) => !valid).map(({ name }) => name), ...problems];
  const fields = faults.flatMap((fault) => FAULTY[fault] ?? []);
  // The composite digit alone may fail by a slip in any field, or by its own.
  return fields.length > 0 && fields.every((field) => certain.has(field));
}

function impossible({ analysis: { mrz } }: DocumentReading, field: 'dateOfBirth' | 'dateOfExpiry', reason: string) {
  return mrz?.certain.has(field) ? consider(reason) : doubtful(`${reason}. A reading error may explain this`);
}

/** The barcode of a North American card; undefined where none was read. */
function barcodeLeaf({ analysis, sides }: DocumentReading): LeafFinding | undefined {
  if (analysis.card) {
    const { length } = analysis.cardFaults;
    const figure = { measure: length, threshold: 0 };
    return length > 0
      ? consider(analysis.cardFaults.join('; '), figure)
      : clear('The barcode follows the AAMVA standard', figure);
  }
  const refused = sides.find(({ cardRefused }) => cardRefused)?.cardRefused;
  const { documentType, issuingCountry } = analysis.classification;
  const american = issuingCountry === 'USA' || issuingCountry === 'CAN';
  // Other states put what they like into PDF417 symbols.
  if (!refused || !american || documentType !== 'driving_licence') return undefined;
  return doubtful(`The barcode does not follow the AAMVA standard: ${refused}`);
}

/** The printed MRZ, or the chip's if no picture was uploaded. */
function zoneOf({ analysis, chip, today }: DocumentReading): { read: MrzRead | null; mrz: Mrz | null; today: string } {
  return { read: analysis.mrz, mrz: analysis.mrz?.mrz ?? chip?.mrz ?? null, today };
}

const notRead = (field: Field) => unassessed(`No ${WORDS[field]} was read`);
