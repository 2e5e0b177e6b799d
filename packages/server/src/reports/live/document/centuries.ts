import { birthInNumber, LONGEST_LIFE, type Mrz, pageHolds } from '@bonafide/verification';
import type { DocumentReading } from './reading.ts';

type DayField = 'dateOfBirth' | 'dateOfExpiry';

/**
 * Chooses the century of dates with two digits of the year: in an MRZ, on a chip, or in the print of a card without an MRZ and a
 * barcode. Print and barcode with all four digits decide, then personal numbers that hold the century, then the order of birth,
 * issue and expiry. What the applicant says of the birth comes last: `births` keeps the days that the document itself leaves open.
 *
 * @param claimed date of birth of the applicant
 */
export function withCenturies(reading: DocumentReading, claimed: string | null | undefined): DocumentReading {
  const mrz = reading.analysis.mrz?.mrz ?? reading.chip?.mrz;
  if (!mrz && !reading.analysis.card) return withPrintedCentury(reading, claimed);
  if (!mrz || (mrz.dateOfBirth.days.length < 2 && mrz.dateOfExpiry.days.length < 2)) return reading;
  const born = daysLeft(reading, 'dateOfBirth', mrz);
  const expiries = daysLeft(reading, 'dateOfExpiry', mrz).filter(
    (day, _, all) => all.length === 1 || born.some((birth) => birth < day),
  );
  const expiry = expiries[0] ?? mrz.dateOfExpiry.day;
  const before = born.filter((day) => expiry === null || day < expiry);
  const births = before.length > 0 ? before : born;
  const birth = births.find((day) => day === claimed) ?? births[0] ?? mrz.dateOfBirth.day;
  const chosen = { dateOfBirth: birth, dateOfExpiry: expiry };
  const sides = new Map(
    reading.sides.map((side) => [
      side,
      { ...side, mrz: side.mrz && { ...side.mrz, mrz: withDays(side.mrz.mrz, chosen) } },
    ]),
  );
  const { analysis, chip } = reading;
  return {
    ...reading,
    births: openBirths(births, claimed),
    sides: reading.sides.map((side) => sides.get(side)!),
    analysis: {
      ...analysis,
      mrz: analysis.mrz && { ...analysis.mrz, mrz: withDays(analysis.mrz.mrz, chosen) },
      sides: analysis.sides.map((side) => (side.unreadable === undefined ? (sides.get(side) ?? side) : side)),
    },
    chip: chip?.mrz ? withChipDays({ ...chip, mrz: withDays(chip.mrz, chosen) }) : chip,
  };
}

/**
 * Chooses the century of birth on a card without an MRZ and a barcode: by the day of issue and the personal number, then by the
 * applicant's word. Its day of expiry needs no choice, since no card is valid for a century.
 */
function withPrintedCentury(reading: DocumentReading, claimed: string | null | undefined): DocumentReading {
  const { printed, print, classification } = reading.analysis;
  const birth = printed.dateOfBirth;
  if (!birth || !isShort(reading, birth.value)) return reading;
  const issued = issueDay(reading);
  const oldest = String(Number(reading.today.slice(0, 4)) - LONGEST_LIFE);
  const open = [birth.value, centuryBefore(birth.value)].filter((day) => day >= oldest && day <= (issued ?? day));
  const isNumbered = inNumbers(reading, classification.issuingCountry, []);
  const births = open.some(isNumbered) ? open.filter(isNumbered) : open;
  const chosen = births.find((day) => day === claimed) ?? births[0] ?? birth.value;
  return {
    ...reading,
    births: openBirths(births, claimed),
    analysis: {
      ...reading.analysis,
      printed: { ...printed, dateOfBirth: { ...birth, value: chosen } },
      print: print && { ...print, dateOfBirth: chosen },
    },
  };
}

/** The days that stay open. The applicant's word makes nobody older. */
const openBirths = (births: readonly string[], claimed: string | null | undefined) =>
  claimed === births[0] ? births.slice(0, 1) : births;

/** Returns whether the print has only two digits of the year of a birth. */
const isShort = (reading: DocumentReading, birth: string): boolean =>
  reading.sides.some(({ page }) => pageHolds(page, 'dateOfBirth', birth, { order: 'dmy', today: reading.today })) &&
  !isBorne(reading, 'dateOfBirth', birth);

const centuryBefore = (day: string) => `${Number(day.slice(0, 4)) - 100}${day.slice(4)}`;

type Chosen = Readonly<Record<DayField, string | null>>;

/** Replaces each day of the MRZ by the chosen day if the digits of the MRZ can mean that day. */
function withDays(mrz: Mrz, chosen: Chosen): Mrz {
  const day = (field: DayField) => {
    const { days } = mrz[field];
    return { ...mrz[field], day: days.find((candidate) => candidate === chosen[field]) ?? mrz[field].day };
  };
  return { ...mrz, dateOfBirth: day('dateOfBirth'), dateOfExpiry: day('dateOfExpiry') };
}

const withChipDays = (chip: NonNullable<DocumentReading['chip']>): NonNullable<DocumentReading['chip']> => ({
  ...chip,
  data: {
    ...chip.data,
    dateOfBirth: chip.mrz?.dateOfBirth.day ?? null,
    dateOfExpiry: chip.mrz?.dateOfExpiry.day ?? null,
  },
});

/** The days that the document leaves open for a field, the likeliest first. */
function daysLeft(reading: DocumentReading, field: DayField, mrz: Mrz): readonly string[] {
  const { card } = reading.analysis;
  const inCard = field === 'dateOfBirth' ? card?.date_of_birth : card?.date_of_expiry;
  const issued = card?.issuing_date ?? issueDay(reading);
  const isNumbered = inNumbers(reading, mrz.issuingCountry, [mrz.optionalData, mrz.optionalData2]);
  const rules: readonly ((day: string) => boolean)[] = [
    (day) => day === inCard || isBorne(reading, field, day),
    (day) => field === 'dateOfBirth' && isNumbered(day),
    (day) => issued !== null && (field === 'dateOfBirth' ? day <= issued : day > issued),
  ];
  let { days } = mrz[field];
  for (const rule of rules) {
    const fitting = days.filter(rule);
    if (fitting.length > 0) days = fitting;
    if (days.length < 2) break;
  }
  return days;
}

/** Year of documents that don't expire, and the same year in print. */
const NEVER = '9999';
const ENDLESS = /(?<!\d)9999(?!\d)/;

/** Returns whether the print of any side has a day with all four digits of its year. */
const isBorne = ({ sides, today }: DocumentReading, field: DayField, day: string): boolean =>
  (day.startsWith(NEVER) && sides.some(({ page }) => page.lines.some(({ text }) => ENDLESS.test(text)))) ||
  sides.some(({ page }) => pageHolds(page, field, day, { order: 'dmy', today, wholeYears: true }));

/**
 * Returns a function that tells whether a personal number of the document's state has a day of birth. The number may stand anywhere
 * in the print, since licences and cards often have no label for it, or in `zoneNumbers`.
 */
function inNumbers({ analysis, sides }: DocumentReading, state: string | null, zoneNumbers: readonly string[]) {
  const printed = sides.flatMap(({ page }) => page.lines.flatMap(({ text }) => partsOf(text)));
  const labelled = analysis.printed.personalNumber?.value ?? '';
  const births = [...zoneNumbers, labelled, ...printed].map((number) => birthInNumber(state ?? '', number));
  return (day: string): boolean => births.some((birth) => birth !== null && day.startsWith(birth));
}

/** The printed day of issue; null where its year has two digits. */
function issueDay(reading: DocumentReading): string | null {
  const issued = reading.analysis.printed.dateOfIssue;
  return issued?.grounds === 'label' && isBorne(reading, 'dateOfExpiry', issued.value) ? issued.value : null;
}

/** Groups of digits in which states print a number: `1 1993 8 0012345 1 23` in Rwanda. */
const MOST_GROUPS = 6;

/** The words of a line, and its words from two up to six after one another. */
function partsOf(line: string): string[] {
  const words = line.split(/\s+/);
  const counts = Array.from({ length: MOST_GROUPS }, (_, i) => i + 1);
  return words.flatMap((_, at) => counts.map((count) => words.slice(at, at + count).join('')));
}
