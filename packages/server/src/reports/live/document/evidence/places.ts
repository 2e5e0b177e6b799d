import {
  type BornField,
  edits,
  mrzForms,
  pageBears,
  type ReadableSide,
  sameNumber,
  splitSuffix,
} from '@bonafide/verification';
import { compareField } from '../data-consistency.ts';
import { bestOf, type DocumentReading, type Known, lacks, OTHER_NAME, valuesOf } from '../reading.ts';
import { isOtherSide } from './sides.ts';

/** Fields that must be in two places, with the leaf of each. */
export const FIELDS: Readonly<Record<string, BornField>> = {
  'data_consistency.first_name': 'givenNames',
  'data_consistency.last_name': 'surname',
  'data_consistency.date_of_birth': 'dateOfBirth',
  'data_consistency.document_numbers': 'documentNumber',
  'data_consistency.date_of_expiry': 'dateOfExpiry',
};

/** The fields that the document has: one without a given name or without an expiry has nothing to confirm of it. */
export const fieldsOf = (reading: DocumentReading): BornField[] =>
  Object.values(FIELDS).filter((field) => !lacks(reading, field));

/** Values that zone and barcode give: what print is compared with. */
const machineValues = (reading: DocumentReading, field: BornField): Known[] =>
  valuesOf(reading, field).filter(({ source }) => source === 'mrz' || source === 'barcode');

/** Returns whether MRZ or barcode give the printed value, character by character. */
export function inSecondPlace(reading: DocumentReading, field: BornField): boolean {
  const values = machineValues(reading, field);
  return (
    values.some((value) => reading.sides.some((side) => bears(reading, side, field, value))) &&
    !isDisputed(reading, field)
  );
}

/** Returns whether MRZ, barcode and print agree on every field that has a second place. */
export function inThreePlaces(reading: DocumentReading): boolean {
  return fieldsOf(reading).every((field) => {
    const values = machineValues(reading, field);
    const [first, second] = values;
    return (
      first !== undefined &&
      second !== undefined &&
      compareField(field, first, second) === 'same' &&
      inSecondPlace(reading, field)
    );
  });
}

/** Returns whether two different sides have the same printed value. */
export function onOtherSide(reading: DocumentReading, field: BornField): boolean {
  const { sides } = reading;
  return sides.some((side, i) => {
    const value = side.printed[field]?.value;
    return (
      value && sides.some((other, j) => i !== j && isOtherSide(side, other) && bears(reading, other, field, { value }))
    );
  });
}

/**
 * Returns whether the chip, or the credential, whose data an issuer signed, agrees with the pictures: with the machine-readable data and
 * with print. Without a picture, nothing can disagree.
 */
export function onSigned(reading: DocumentReading, by: 'chip' | 'credential', field: BornField): boolean {
  const value = valuesOf(reading, field).find(({ source }) => source === by);
  if (!value || !reading[by]?.authentic) return false;
  const others = machineValues(reading, field);
  return (
    others.every((other) => compareField(field, other, value) === 'same') &&
    (reading.sides.length === 0 || reading.sides.some((side) => bears(reading, side, field, value))) &&
    !isDisputed(reading, field)
  );
}

/** Returns whether a field stands in a second place of the document: other machine-readable data, its chip or its other side. */
export const hasSecondPlace = (reading: DocumentReading, field: BornField): boolean =>
  inSecondPlace(reading, field) || onSigned(reading, 'chip', field) || onOtherSide(reading, field);

/** Returns whether print of a side bears a value, character by character. */
export function bears(
  reading: DocumentReading,
  side: ReadableSide,
  field: BornField,
  known: Pick<Known, 'value' | 'mayBeCut'>,
): boolean {
  const { mayBeCut = false } = known;
  // A suffix may be in another place of print.
  const isName = field === 'surname' || field === 'givenNames';
  const value = isName ? splitSuffix(known.value).name : known.value;
  const options = {
    today: reading.today,
    issuingCountry: bestOf(reading, 'issuingCountry')?.value ?? null,
    zone: reading.sides.flatMap(({ mrz }) => mrz?.mrz.lines ?? []),
    beside: isName ? (bestOf(reading, OTHER_NAME[field])?.value ?? null) : null,
    mayBeCut,
  };
  if (pageBears(side.page, field, value, options)) return true;
  // Print may have the only name of a holder under either label.
  const isOnly = isName && lacks(reading, OTHER_NAME[field]);
  const label = side.printed[field] ?? (isOnly ? side.printed[OTHER_NAME[field]] : undefined);
  return (
    label?.grounds === 'label' &&
    field !== 'documentNumber' &&
    // Names may belong to one person although one lacks a word, but they are not the same print. A name that is cut lacks words.
    (wordsOf(label.value) === wordsOf(value) || (mayBeCut && wordsOf(label.value) > wordsOf(value))) &&
    (compareField(field, { value, mayBeCut }, label) === 'same' || (mayBeCut && isBeginning(value, label.value)))
  );
}

/** Letters of a name that a line without room for more may have. */
const FEW = 2;

/** Returns whether the first letters of a name are all that the zone had room for (ICAO Doc 9303-3, 4.6). */
const isBeginning = (value: string, label: string): boolean =>
  value.length <= FEW && mrzForms(label).some((form) => form.startsWith(value));

const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\d'’]+/u).filter((word) => word !== '').length;

/**
 * Returns whether print has another value where its label announces this one: a value that was changed there may remain elsewhere
 * in print. Days of other fields and numbers of another form were read at the wrong label.
 */
function isDisputed(reading: DocumentReading, field: BornField): boolean {
  const values = machineValues(reading, field);
  const printed = reading.sides.map((side) => side.printed[field]);
  // A later day than the MRZ's was taken for the expiry: the MRZ's may be the day of issue.
  const later = printed.some((date) => date && values.every(({ value }) => date.value > value));
  if (field === 'dateOfExpiry' && values.length > 0 && later) return true;
  const labels = printed.filter((label) => label?.grounds === 'label');
  return labels.some((label) => label && values.every((value) => contradicts(reading, field, value, label.value)));
}

/** Letters of a number that a forger changes, while the rest stays. */
const CHANGED = 2;

function contradicts(reading: DocumentReading, field: BornField, machine: Known, label: string): boolean {
  const { value } = machine;
  if (compareField(field, machine, { value: label }) === 'same') return false;
  if (machine.mayBeCut && isBeginning(value, label)) return false;
  if (field === 'documentNumber') return sameNumber(value, label) === 'different' && edits(value, label) <= CHANGED;
  if (field !== 'dateOfBirth' && field !== 'dateOfExpiry') return true;
  const { dateOfIssue } = reading.analysis.printed;
  const others = [
    ...machineValues(reading, field === 'dateOfBirth' ? 'dateOfExpiry' : 'dateOfBirth').map((value) => value.value),
    dateOfIssue?.value,
  ];
  return !others.includes(label);
}
