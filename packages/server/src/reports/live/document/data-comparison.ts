import { bearsNativeName, isState, isTransliterated } from '@bonafide/verification';
import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import type { ReportApplicant } from '../../types.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import { CARDS, compareField } from './data-consistency.ts';
import {
  agreeing,
  bestOf,
  type DocumentReading,
  type Field,
  fieldIn,
  isOfAnother,
  isPrinted,
  type Known,
  lacks,
  NO_NAME,
  OTHER_NAME,
  partOfBirth,
  SOURCES,
  shownValue,
  valueIn,
  valuesOf,
  WORDS,
} from './reading.ts';
import { otherSuffix } from './suffixes.ts';

/** `data_comparison`: whether the document says of its holder what the client says of the applicant. */
export function dataComparison(reading: DocumentReading, applicant: ReportApplicant): LeafFindings {
  return {
    'data_comparison.issuing_country': issuingCountry(reading),
    'data_comparison.gender': unassessed('The client sent no sex for this applicant'),
    'data_comparison.date_of_expiry': unassessed('The client sent no date of expiry'),
    'data_comparison.last_name': comparedName(reading, 'surname', applicant),
    'data_comparison.document_type': documentType(reading),
    'data_comparison.document_numbers': documentNumbers(reading, applicant),
    'data_comparison.first_name': comparedName(reading, 'givenNames', applicant),
    'data_comparison.date_of_birth': dateOfBirth(reading, applicant.dob),
  };
}

/**
 * The datum of the applicant against every source: one that says the same is enough, since no slip of reading makes a name
 * the applicant's. Otherwise the surest source decides; a weak reading that differs is a doubt, never a mismatch, and never
 * clear.
 *
 * @param borneOut print that bears the datum anywhere counts, where nothing was read for certain of its field
 */
function compared(
  reading: DocumentReading,
  field: Field,
  clientValue: string | null | undefined,
  { borneOut = true } = {},
): LeafFinding {
  const word = WORDS[field];
  const is = agreeing(field, 'is', 'are');
  if (!clientValue) return unassessed(`The client sent no ${word} for this applicant`);
  const values = namesOf(reading, field);
  const found = values.map((value) => ({ ...value, like: compareField(field, { value: clientValue }, value) }));
  const same = found.find(({ like }) => like === 'same');
  const [surest] = found;
  if (surest?.certainty === 'sure' && surest.like === 'different') {
    return consider(mismatch(field, surest, clientValue));
  }
  // What a cut name leaves open, the whole name in another place decides.
  const whole = same?.mayBeCut
    ? found.find(({ mayBeCut, certainty, like }) => !mayBeCut && certainty !== 'weak' && like === 'different')
    : undefined;
  if (whole) return doubtful(mismatch(field, whole, clientValue));
  if (same) return clear(match(field, same));
  if (surest?.certainty !== 'sure' && isPrinted(reading, field, clientValue)) {
    // A town may have the applicant's name.
    const elsewhere = surest ? surest.like === 'different' && (surest.certainty === 'likely' || !borneOut) : !borneOut;
    return elsewhere
      ? doubtful(
          `The applicant's ${word} (${clientValue}) ${is} printed on the document, but not in the expected place`,
        )
      : clear(`The applicant's ${word} ${is} printed on the document`);
  }
  if (!surest) {
    const were = agreeing(field, 'was', 'were');
    return doubtful(`No ${word} ${were} read from the document. The applicant's data says ${clientValue}`);
  }
  const reason = mismatch(field, surest, clientValue);
  if (surest.like === 'similar') return doubtful(`${reason}. A reading error may explain the difference`);
  if (surest.certainty === 'weak') return doubtful(`${reason}. The reading is uncertain`);
  return consider(reason);
}

const match = (field: Field, { source }: Known): string =>
  `${fieldIn(field, source)} ${agreeing(field, 'matches', 'match')} the applicant's data`;

/** Says that the document differs from the applicant's data, with both values. */
const mismatch = (field: Field, read: Known, clientValue: string): string =>
  `${valueIn(field, read)} ${agreeing(field, 'does not match', 'do not match')} the applicant's data (${clientValue})`;

/**
 * A name of the applicant. Which of the names comes first differs from country to country, so that both in the
 * other's place are the same names; a name without any letter stands for one that isn't there.
 */
function comparedName(reading: DocumentReading, field: NameField, applicant: ReportApplicant): LeafFinding {
  const [own, other] = namesOfApplicant(field, applicant);
  if (!/\p{L}/u.test(own) || NO_NAME.test(own))
    return unassessed(`The client sent no ${WORDS[field]} for this applicant`);
  if (!isTransliterated(own)) return comparedNativeName(reading, field, own, other);
  const finding = comparedInPlaces(reading, field, [own, other]);
  const suffix = field === 'surname' && finding.result !== 'consider' ? otherSuffix(reading, applicant) : null;
  return suffix === null ? finding : doubtful(suffix);
}

type NameField = 'surname' | 'givenNames';

const namesOfApplicant = (field: NameField, { first_name, last_name }: ReportApplicant) =>
  field === 'surname' ? ([last_name, first_name] as const) : ([first_name, last_name] as const);

/** Compares a name of the applicant with the same name of the document, with the other name, and with a holder's only name. */
function comparedInPlaces(
  reading: DocumentReading,
  field: NameField,
  [own, other]: readonly [string, string],
): LeafFinding {
  const only = onlyName(reading);
  if (only && isSameName(own, only)) return clear(match(only.field, only));
  if (only && isSameName(other, only)) {
    return doubtful(
      `The document has only one name (${only.value}). The applicant's ${WORDS[field]} (${own}) ${agreeing(field, 'is', 'are')} not on it`,
    );
  }
  // One name of an applicant may stand in an address or an authority by chance, both do not.
  const finding = compared(reading, field, own, { borneOut: isBorne(reading, OTHER_NAME[field], other) });
  if (finding.result === 'clear') return finding;
  const [mine, others] = [compared(reading, OTHER_NAME[field], own), compared(reading, field, other)];
  return mine.result === 'clear' && others.result === 'clear'
    ? clear("The first and last name match the applicant's data in swapped order")
    : finding;
}

/** The only name of a holder without a surname or without given names; null for others. */
function onlyName(reading: DocumentReading): (Known & { readonly field: NameField }) | null {
  const field = (['surname', 'givenNames'] as const).find((name) => lacks(reading, OTHER_NAME[name]));
  const [value] = field ? valuesOf(reading, field) : [];
  return field && value ? { ...value, field } : null;
}

/** Returns whether an applicant's name is the holder's only name. */
const isSameName = (name: string, only: Known & { readonly field: NameField }): boolean =>
  compareField(only.field, { value: name }, only) === 'same';

/**
 * A name in letters that no table of ICAO writes as A to Z (Chinese, Arabic …). Print must bear it in the same letters. Beside a
 * name in Latin letters that does not follow from it, that print alone proves nothing: it may be all that was changed.
 */
function comparedNativeName(
  reading: DocumentReading,
  field: 'surname' | 'givenNames',
  own: string,
  other: string,
): LeafFinding {
  const word = WORDS[field];
  const machine = namesOf(reading, field).filter(({ source }) => source !== 'printed');
  const same = machine.find((value) => compareField(field, { value: own }, value) === 'same');
  if (same) return clear(match(field, same));
  const is = agreeing(field, 'is', 'are');
  const names = [own, isTransliterated(other) ? '' : other] as const;
  if (reading.sides.some(({ page }) => bearsNativeName(page, names))) {
    const [latin] = machine;
    return latin
      ? doubtful(
          `The applicant's ${word} (${own}) ${is} printed on the document, but nothing links ${agreeing(field, 'it', 'them')} to the ${SOURCES[latin.source]} (${latin.value})`,
        )
      : clear(`The applicant's ${word} ${is} printed on the document in the same script`);
  }
  return reading.sides.some(({ page }) => page.others)
    ? doubtful(`The applicant's ${word} (${own}) ${agreeing(field, 'was', 'were')} not found in the printed text`)
    : doubtful(`No printed text was read in the script of the applicant's ${word} (${own})`);
}

/** Returns whether a name of the applicant is on the document, or has no letter that could be. */
function isBorne(reading: DocumentReading, field: 'surname' | 'givenNames', name: string): boolean {
  if (!/\p{L}/u.test(name) || isPrinted(reading, field, name)) return true;
  return namesOf(reading, field).some((value) => compareField(field, { value: name }, value) === 'same');
}

/** The day of birth, or as much of it as is known. */
function dateOfBirth(reading: DocumentReading, clientValue: string | null | undefined): LeafFinding {
  const part = partOfBirth(reading);
  const birth = bestOf(reading, 'dateOfBirth')?.value;
  if (
    clientValue &&
    birth &&
    clientValue !== birth &&
    reading.births?.includes(clientValue) &&
    reading.births.includes(birth)
  ) {
    return doubtful(
      `The document leaves open whether the date of birth is ${birth} or the applicant's (${clientValue})`,
    );
  }
  if (!clientValue || !part || valuesOf(reading, 'dateOfBirth').length > 0)
    return compared(reading, 'dateOfBirth', clientValue);
  if (!part.year) return unassessed('The MRZ says that the date of birth is unknown');
  const agrees =
    part.year === clientValue.slice(2, 4) && (part.month ?? clientValue.slice(5, 7)) === clientValue.slice(5, 7);
  return agrees
    ? clear("The known part of the date of birth in the MRZ matches the applicant's data")
    : consider(`The known part of the date of birth in the MRZ does not match the applicant's data (${clientValue})`);
}

/** Values of a field, the surest first, without values of another document. Where one of the names is blank, all names stand in the other's place (ICAO Doc 9303-3, 4.6). */
export function namesOf(reading: DocumentReading, field: Field): Known[] {
  const own = (name: Field) => valuesOf(reading, name).filter((value) => !isOfAnother(value));
  const values = own(field);
  if ((field !== 'givenNames' && field !== 'surname') || values.length > 0) return values;
  return own(OTHER_NAME[field]).map((value) => ({ ...value, certainty: 'weak' }));
}

function issuingCountry(reading: DocumentReading): LeafFinding {
  const country = reading.uploads.find(({ issuing_country }) => issuing_country)?.issuing_country;
  if (!country) return unassessed('The upload names no issuing country');
  const { mrz } = reading.analysis;
  if (mrz?.certain.has('issuingState') && !mrz.mrz.issuingCountry && isState(mrz.mrz.issuingState)) {
    return doubtful(
      `The issuer in the MRZ (${mrz.mrz.issuingState}) is not an ISO 3166-1 country. The upload names ${country}`,
    );
  }
  const [read] = valuesOf(reading, 'issuingCountry');
  if (!read) return unassessed('No issuing country was read');
  if (read.value === country.toUpperCase())
    return clear(`${fieldIn('issuingCountry', read.source)} matches the upload`);
  return (read.certainty === 'sure' ? consider : doubtful)(
    `${valueIn('issuingCountry', read)} does not match the upload (${country.toUpperCase()})`,
  );
}

/** Types that an upload can have, as the types that can be read; others can't be read from a document. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  passport: ['passport'],
  travel_document: ['passport'],
  passport_card: ['passport_card'],
  visa: ['visa'],
  national_identity_card: ['national_identity_card'],
  driving_licence: ['driving_licence'],
  uk_driving_licence: ['driving_licence'],
  non_uk_driving_licence: ['driving_licence'],
  residence_permit: ['residence_permit'],
  uk_biometric_residence_permit: ['residence_permit'],
};

function documentType(reading: DocumentReading): LeafFinding {
  const uploadType = reading.uploads.map(({ type }) => type).find((type) => type !== 'unknown');
  if (!uploadType) return unassessed('The upload names no document type');
  const types = TYPES[uploadType];
  if (!types)
    return unassessed(
      `The analysis can't distinguish a ${shownValue('documentType', uploadType)} from other documents`,
    );
  const [read] = valuesOf(reading, 'documentType');
  if (!read) return unassessed('The document type could not be read');
  if (types.includes(read.value)) return clear(`${fieldIn('documentType', read.source)} matches the upload`);
  const alike = CARDS.includes(read.value) && types.some((type) => CARDS.includes(type));
  return (read.certainty === 'sure' && !alike ? consider : doubtful)(
    `${valueIn('documentType', read)} does not match the upload (${shownValue('documentType', uploadType)})`,
  );
}

/** Types of an applicant's ID numbers that are document numbers, with the type of the document. */
const NUMBER_TYPES: Readonly<Record<string, string>> = {
  passport: 'passport',
  driving_licence: 'driving_licence',
  driving_license: 'driving_licence',
  identity_card: 'national_identity_card',
};

const documentNumbers = (reading: DocumentReading, applicant: ReportApplicant): LeafFinding =>
  compared(reading, 'documentNumber', clientNumber(reading, applicant));

/** The number that the client gave of a document of the type that was read. */
export function clientNumber(reading: DocumentReading, { id_numbers }: Pick<ReportApplicant, 'id_numbers'>) {
  const type = valuesOf(reading, 'documentType')[0]?.value;
  return id_numbers.find((number) => type !== undefined && NUMBER_TYPES[number.type] === type)?.value;
}
