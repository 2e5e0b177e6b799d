import { birthInNumber, LONGEST_LIFE, type Mrz, type NumberedBirth, pageHolds } from '@bonafide/verification';
import type { DocumentReading } from './reading.ts';

type DayField = 'dateOfBirth' | 'dateOfExpiry';

/**
 * Chooses the century of dates with two digits of the year: in an MRZ, on a chip, or in the print of a card without an MRZ and a
 * barcode. Three sources decide: print or barcode with all four digits, personal numbers that are sure of the century, and the order
 * of birth, issue and expiry. A number that isn't sure and the applicant decide only together. Where sources contradict each other,
 * `births` keeps both days and a person decides. It also keeps the days that no source excludes.
 *
 * @param claimed date of birth of the applicant
 */
export function withCenturies(reading: DocumentReading, claimed: string | null | undefined): DocumentReading {
  const mrz = reading.analysis.mrz?.mrz ?? reading.chip?.mrz;
  if (!mrz && !reading.analysis.card) return withPrintedCentury(reading, claimed);
  if (!mrz || (mrz.dateOfBirth.days.length < 2 && mrz.dateOfExpiry.days.length < 2)) return reading;
  const numbers = numberedBirths(reading, mrz.issuingCountry, [mrz.optionalData, mrz.optionalData2]);
  const born = bornDays(reading, mrz.dateOfBirth.days, numbers);
  const expiries = expiryDays(reading, mrz.dateOfExpiry.days).filter(
    (day, _, all) => all.length === 1 || born.days.some((birth) => birth < day),
  );
  const expiry = expiries[0] ?? mrz.dateOfExpiry.day;
  const before = born.days.filter((day) => expiry === null || day < expiry);
  const left = { ...born, days: before.length > 0 ? before : born.days };
  const { births, chosen: birth } = withClaim(left, claimed, mrz.dateOfBirth.days);
  const chosen = { dateOfBirth: birth ?? mrz.dateOfBirth.day, dateOfExpiry: expiry };
  const sides = new Map(
    reading.sides.map((side) => [
      side,
      { ...side, mrz: side.mrz && { ...side.mrz, mrz: withDays(side.mrz.mrz, chosen) } },
    ]),
  );
  const { analysis, chip } = reading;
  return {
    ...reading,
    births,
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
  const oldest = String(Number(reading.today.slice(0, 4)) - LONGEST_LIFE);
  const days = [birth.value, centuryBefore(birth.value)].filter((day) => day >= oldest);
  const born = bornDays(reading, days, numberedBirths(reading, classification.issuingCountry, []));
  const { births, chosen = birth.value } = withClaim(born, claimed, days);
  return {
    ...reading,
    births,
    analysis: {
      ...reading.analysis,
      printed: { ...printed, dateOfBirth: { ...birth, value: chosen } },
      print: print && { ...print, dateOfBirth: chosen },
    },
  };
}

/** Days of birth that the sources on a document leave open. */
interface Left {
  /** The days that stay open, the likeliest first. */
  readonly days: readonly string[];
  /** True where sources contradict each other. */
  readonly contradicted: boolean;
  /** True where print or the barcode has all four digits of the year. */
  readonly whole: boolean;
}

/** Adds the applicant's word, which decides against no source and alone makes nobody older. */
function withClaim({ days, contradicted, whole }: Left, claimed: string | null | undefined, all: readonly string[]) {
  if (contradicted) return { births: days, chosen: days[0] };
  if (claimed && !whole && all.includes(claimed) && !days.includes(claimed)) {
    return { births: [...days, claimed], chosen: days[0] };
  }
  return {
    births: claimed === days[0] ? days.slice(0, 1) : days,
    chosen: days.find((day) => day === claimed) ?? days[0],
  };
}

/** The days on which the sources agree, or all days where they contradict each other. */
function agreed(days: readonly string[], sources: readonly ((day: string) => boolean)[]): Omit<Left, 'whole'> {
  const fitting = sources.map((source) => days.filter(source)).filter(({ length }) => length > 0);
  const common = days.filter((day) => fitting.every((fits) => fits.includes(day)));
  if (common.length > 0) return { days: common, contradicted: false };
  return { days: [...new Set([...(fitting[0] ?? []), ...days])], contradicted: days.length > 0 };
}

/** The days of birth that print, barcode, personal numbers and the day of issue leave open. */
function bornDays(reading: DocumentReading, days: readonly string[], numbers: readonly NumberedBirth[]): Left {
  const { card } = reading.analysis;
  const issued = card?.issuing_date ?? issueDay(reading);
  const isWhole = (day: string) => day === card?.date_of_birth || isBorne(reading, 'dateOfBirth', day);
  const numbered = (sure: boolean) => (day: string) =>
    numbers.some((number) => number.sure === sure && day.startsWith(number.day));
  const whole = days.some(isWhole);
  const left = agreed(days, [isWhole, numbered(true), (day) => issued !== null && day <= issued]);
  const unsure = whole ? [] : days.filter(numbered(false));
  const likelier = left.days.filter((day) => unsure.includes(day));
  return {
    days: [...new Set([...likelier, ...left.days, ...unsure])],
    contradicted: left.contradicted || (unsure.length > 0 && likelier.length === 0),
    whole,
  };
}

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

/** The days of expiry that print, barcode and the day of issue leave open, the likeliest first. */
function expiryDays(reading: DocumentReading, days: readonly string[]): readonly string[] {
  const { card } = reading.analysis;
  const issued = card?.issuing_date ?? issueDay(reading);
  return agreed(days, [
    (day) => day === card?.date_of_expiry || isBorne(reading, 'dateOfExpiry', day),
    (day) => issued !== null && day > issued,
  ]).days;
}

/** Year of documents that don't expire, and the same year in print. */
const NEVER = '9999';
const ENDLESS = /(?<!\d)9999(?!\d)/;

/** Returns whether the print of any side has a day with all four digits of its year. */
const isBorne = ({ sides, today }: DocumentReading, field: DayField, day: string): boolean =>
  (day.startsWith(NEVER) && sides.some(({ page }) => page.lines.some(({ text }) => ENDLESS.test(text)))) ||
  sides.some(({ page }) => pageHolds(page, field, day, { order: 'dmy', today, wholeYears: true }));

/**
 * Returns the births in personal numbers of the document's state. The number may stand anywhere in the print, since licences and
 * cards often have no label for it, or in `zoneNumbers`.
 */
function numberedBirths(
  { analysis, sides, today }: DocumentReading,
  state: string | null,
  zoneNumbers: readonly string[],
) {
  const printed = sides.flatMap(({ page }) => page.lines.flatMap(({ text }) => partsOf(text)));
  const labelled = analysis.printed.personalNumber?.value ?? '';
  return [...new Set([...zoneNumbers, labelled, ...printed])].flatMap(
    (number) => birthInNumber(state ?? '', number, today) ?? [],
  );
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
