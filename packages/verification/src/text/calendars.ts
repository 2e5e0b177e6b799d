import { isoDay } from './iso-days.ts';

/** Calendars that documents count in, by their names in Unicode CLDR. */
export type Calendar = 'gregory' | 'buddhist' | 'roc' | 'islamic-umalqura' | 'persian';

/** First and last year of the Gregorian calendar that a document may name. */
const GREGORIAN: readonly [number, number] = [1850, 2150];

/** Calendars of states besides the Gregorian one, and years that belong to them: no such year is Gregorian. */
const OTHER: Readonly<Record<string, readonly [calendar: Calendar, from: number, to: number]>> = {
  THA: ['buddhist', 2393, 2693],
  SAU: ['islamic-umalqura', 1300, 1500],
  IRN: ['persian', 1260, 1500],
  AFG: ['persian', 1260, 1500],
};

/** Marks of a calendar behind or before a year, folded. */
const MARKS: readonly (readonly [RegExp, Calendar])[] = [
  [/พ\.? ?ศ\.?|(?<!\p{L})b\. ?e\.(?!\p{L})/u, 'buddhist'],
  [/\d ?هـ|\d ?ه(?!\p{L})|\d ?a\.?h\.?(?!\p{L})|هجري/u, 'islamic-umalqura'],
];

/** States whose own calendar counts years that may be Gregorian, too: a numeric day of theirs may be in either. */
export const UNDECIDED: ReadonlySet<string> = new Set(['ETH', 'NPL']);

/**
 * A day in the calendar that its year belongs to, as `YYYY-MM-DD`; null where the year fits none.
 * @param country ISO 3166-1 alpha-3 of the issuer, if known
 * @param text folded text around the day, which may name the calendar
 */
export function dayOfYear(
  [year, month, day]: readonly [number, number, number],
  { country, text = '' }: { country?: string | null | undefined; text?: string },
): string | null {
  if (year >= GREGORIAN[0] && year <= GREGORIAN[1]) return isoDay(year, month, day);
  const marked = MARKS.find(([mark]) => mark.test(text))?.[1];
  const [own, from, to] = OTHER[country ?? ''] ?? [];
  if (own && year >= from! && year <= to!) return dayOfCalendar(own, year, month, day);
  const range = Object.values(OTHER).find(([calendar]) => calendar === marked);
  return range && year >= range[1] && year <= range[2] ? dayOfCalendar(range[0], year, month, day) : null;
}

/** Gregorian day of a day in another calendar; null where the calendar does not have the day. */
export function dayOfCalendar(calendar: Calendar, year: number, month: number, day: number): string | null {
  if (calendar === 'gregory') return isoDay(year, month, day);
  if (calendar === 'buddhist') return isoDay(year - 543, month, day);
  if (calendar === 'roc') return isoDay(year + 1911, month, day);
  return searched(calendar, year, month, day);
}

const DAY_MS = 86_400_000;

/** Mean days of a year and a month, and the day before the first of the calendar in Unix milliseconds. */
const MEASURES = {
  'islamic-umalqura': { year: 354.367, month: 29.5306, start: Date.UTC(622, 6, 18) },
  persian: { year: 365.2422, month: 30.44, start: Date.UTC(622, 2, 21) },
} as const;

/** Days by which the estimate may be wrong: months have no even length. */
const SLACK = 6;

const formats = new Map<Calendar, Intl.DateTimeFormat>();

/** Intl converts from the Gregorian calendar alone: the days around an estimate are converted until one is the wanted day. */
function searched(calendar: keyof typeof MEASURES, year: number, month: number, day: number): string | null {
  const measures = MEASURES[calendar];
  const estimate =
    measures.start + Math.round((year - 1) * measures.year + (month - 1) * measures.month + day) * DAY_MS;
  for (let offset = -SLACK; offset <= SLACK; offset++) {
    const date = new Date(estimate + offset * DAY_MS);
    const found = partsOf(calendar, date);
    if (found.join() === [year, month, day].join()) return date.toISOString().slice(0, 10);
  }
  return null;
}

function partsOf(calendar: Calendar, date: Date): number[] {
  let format = formats.get(calendar);
  if (!format) {
    const locale = `en-u-ca-${calendar}-nu-latn`;
    format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' });
    formats.set(calendar, format);
  }
  const parts = format.formatToParts(date);
  return ['year', 'month', 'day'].map((type) => Number(parts.find((part) => part.type === type)?.value));
}

/**
 * Years before the first of each Japanese era and of the Republic of China: Unicode CLDR, calendars `japanese` and `roc`
 * (https://github.com/unicode-org/cldr/blob/main/common/supplemental/supplementalData.xml). Latin letters stand for the eras on
 * Japanese forms.
 */
export const ERAS: Readonly<Record<string, number>> = {
  明治: 1867,
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
  民國: 1911,
  民国: 1911,
};

export const ERA_LETTERS: Readonly<Record<string, number>> = { m: 1867, t: 1911, s: 1925, h: 1988, r: 2018 };
