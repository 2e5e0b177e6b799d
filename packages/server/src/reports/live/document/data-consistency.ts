import { type Likeness, type NameOptions, sameDay, sameName, sameNumber } from '@bonafide/verification';
import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import { isCredentialAlone } from './credential.ts';
import { contradictionOfSides } from './driver.ts';
import {
  agreeing,
  bestOf,
  type DocumentReading,
  type Field,
  fieldIn,
  hasBarcode,
  hasZone,
  isPrinted,
  type Known,
  lacks,
  SOURCES,
  shownValue,
  valueIn,
  valuesOf,
  valuesOfSides,
  WORDS,
} from './reading.ts';
import { suffixDifference } from './suffixes.ts';

/** The field that each leaf of `data_consistency` and `data_comparison` is about. */
export const LEAVES: Readonly<Record<string, Field>> = {
  date_of_expiry: 'dateOfExpiry',
  document_numbers: 'documentNumber',
  issuing_country: 'issuingCountry',
  document_type: 'documentType',
  date_of_birth: 'dateOfBirth',
  gender: 'sex',
  first_name: 'givenNames',
  last_name: 'surname',
  nationality: 'nationality',
};

/** `data_consistency`: whether zone, barcode, chip and print of one document say the same. */
export function dataConsistency(reading: DocumentReading): LeafFindings {
  const leaves = Object.entries(LEAVES).map(([leaf, field]) => [`data_consistency.${leaf}`, agreement(reading, field)]);
  return {
    ...Object.fromEntries(leaves),
    'data_consistency.multiple_data_sources_present': severalSources(reading),
  };
}

/** Kinds of cards that zones and chips do not distinguish: what states mean by A, C and I is theirs (ICAO Doc 9303-5). */
export const CARDS: readonly string[] = ['national_identity_card', 'residence_permit', 'passport_card'];

/** A value of a field; `mayBeCut`: the issuer may have cut the name. */
type Comparable = Pick<Known, 'value' | 'mayBeCut'>;

/** Compares two values of a field, however each source writes it. */
export function compareField(field: Field, one: Comparable, other: Comparable): Likeness {
  const [a, b] = [one.value, other.value];
  if (field === 'surname' || field === 'givenNames') return sameName(a, b, { mayBeCut: cutOf(one, other) });
  if (field === 'documentNumber') return sameNumber(a, b);
  if (field === 'documentType' && CARDS.includes(a) && CARDS.includes(b)) return 'same';
  return sameDay(a.toUpperCase(), b.toUpperCase());
}

function cutOf(one: Comparable, other: Comparable): NameOptions['mayBeCut'] {
  if (one.mayBeCut && other.mayBeCut) return true;
  return one.mayBeCut ? 'first' : other.mayBeCut ? 'second' : false;
}

function agreement(reading: DocumentReading, field: Field): LeafFinding {
  const finding = agreementOfValues(reading, field);
  const suffixes = field === 'surname' && finding.result !== 'consider' ? suffixDifference(reading) : null;
  return suffixes === null ? finding : doubtful(suffixes);
}

function agreementOfValues(reading: DocumentReading, field: Field): LeafFinding {
  const values = valuesOf(reading, field);
  const word = WORDS[field];
  const matches = agreeing(field, 'matches', 'match');
  const machine = values.filter(({ source }) => source !== 'printed');
  const pairs = machine.flatMap((a, i) => machine.slice(i + 1).map((b) => [a, b] as const));
  const beside = valuesOfSides(reading, field).flatMap((b) => machine.map((a) => [a, b] as const));
  for (const [a, b] of [...pairs, ...beside]) {
    const like = compareField(field, a, b);
    if (like === 'same') continue;
    const reason = mismatch(field, a, b);
    const sure = a.certainty === 'sure' && b.certainty === 'sure' && like === 'different';
    return sure ? consider(reason) : doubtful(`${reason}. ${excuseFor(a, b)}`);
  }
  const [first] = machine;
  if (!first && lacks(reading, field)) return unassessed(`The document has no ${word}`);
  if (!first) return unassessed(`No MRZ, barcode or chip repeats the ${word}`);
  const printed = values.find(({ source }) => source === 'printed');
  const like = printed && compareField(field, first, printed);
  if (like === 'same' || isPrinted(reading, field, first.value)) {
    return clear(`The printed ${word} ${matches} the ${SOURCES[first.source]}`);
  }
  if (like === 'similar') {
    return clear(
      `The printed ${word} ${matches} the ${SOURCES[first.source]} except for initials or characters that are often misread`,
    );
  }
  if (pairs.length > 0) return clear(`${fieldIn(field, first.source)} ${matches} the ${SOURCES[machine[1]!.source]}`);
  if (printed && accuses(field, printed)) {
    return doubtful(mismatch(field, printed, first));
  }
  return unassessed(`The ${word} ${agreeing(field, 'was', 'were')} read only from the ${SOURCES[first.source]}`);
}

/** Sentence about the innocent reason for which two sources may differ. */
const excuseFor = (...values: readonly Known[]): string =>
  values.some(({ source }) => source === 'credential')
    ? 'The credential may be of another document of the holder, or of another person'
    : 'A reading error may explain the difference';

/** Says that two sources differ, with both values: `The printed date of birth (…) does not match the MRZ (…)`. */
function mismatch(field: Field, a: Known, b: Known): string {
  if (a.source === b.source) {
    const differs = agreeing(field, 'differs', 'differ');
    const both = `${shownValue(field, a.value)} and ${shownValue(field, b.value)}`;
    return `The ${WORDS[field]} ${differs} between the two ${SOURCES[a.source]}s of the document (${both})`;
  }
  const not = agreeing(field, 'does not match', 'do not match');
  return `${valueIn(field, a)} ${not} the ${SOURCES[b.source]} (${shownValue(field, b.value)})`;
}

/**
 * Returns whether a printed value that differs from another source needs a reviewer. It does only if a label names its field. Sex
 * never does, because its one letter is misread too often. Country and type never do, because many documents carry words of other
 * countries and document types.
 */
function accuses(field: Field, { certainty }: Known): boolean {
  return certainty === 'likely' && field !== 'sex' && field !== 'documentType' && field !== 'issuingCountry';
}

/** Lines of print, beside a zone, from which a document bears print of its own. */
const PRINT = 4;

/** Fields of the holder that are also printed. */
const HOLDER = ['surname', 'givenNames', 'documentNumber', 'dateOfBirth', 'dateOfExpiry'] as const;

/** Returns whether the printed fields confirm a field of MRZ, barcode or chip. */
function isBorneOut(reading: DocumentReading, field: Field): boolean {
  const values = valuesOf(reading, field);
  const printed = values.find(({ source }) => source === 'printed');
  return values
    .filter(({ source }) => source !== 'printed')
    .some(
      (machine) =>
        isPrinted(reading, field, machine.value) || (printed && compareField(field, machine, printed) !== 'different'),
    );
}

function severalSources(reading: DocumentReading): LeafFinding {
  const { analysis, sides, chip, credential } = reading;
  if (isCredentialAlone(reading) && credential?.authentic)
    return clear('The issuer signed every datum of the credential');
  const lines = sides.flatMap(({ page }) => page.lines).filter(({ text }) => !text.includes('<<')).length;
  const machine = [
    ...(analysis.mrz ? [SOURCES.mrz] : []),
    ...(analysis.card ? [SOURCES.barcode] : []),
    ...(chip?.mrz ? [SOURCES.chip] : []),
  ];
  const counts = lines >= PRINT && (machine.length === 0 || HOLDER.some((field) => isBorneOut(reading, field)));
  const there = [...machine, ...(counts ? [SOURCES.printed] : [])];
  const figure = { measure: there.length, threshold: 2 };
  const contradiction = contradictionOfSides(reading);
  if (contradiction !== null) return doubtful(contradiction);
  if (there.length >= 2) return clear(`Data was read from ${there.length} places: ${there.join(', ')}`, figure);
  if (lines >= PRINT && machine.length > 0) {
    return doubtful(`The printed text repeats no data about the holder from the ${machine[0]}`, figure);
  }
  const type = bestOf(reading, 'documentType')?.value ?? null;
  const country = bestOf(reading, 'issuingCountry')?.value ?? null;
  if (there.length === 1 && !analysis.mrz && !hasZone(type, country) && !hasBarcode(type, country)) {
    return unassessed('This kind of document carries its data in printed text only', figure);
  }
  // A small picture hides print as well as a forger does.
  return doubtful(there[0] ? `Data was read only from the ${there[0]}` : 'No data was read from the document', figure);
}
