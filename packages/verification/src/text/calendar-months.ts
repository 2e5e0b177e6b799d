import { type Calendar, dayOfCalendar } from './calendars.ts';
import { foldedMonth } from './months.ts';

/** Languages that name the months of calendars besides the Gregorian one, as tags of Unicode. */
const LANGUAGES: readonly (readonly [Calendar, readonly string[]])[] = [
  ['islamic-umalqura', ['ar', 'fa', 'ur', 'en', 'ms']],
  // Iran names the months in another way than Afghanistan, which has Dari and Pashto names.
  ['persian', ['fa', 'fa-AF', 'ps', 'en']],
];

/** Years that documents count in these calendars. A name beside another year is a misreading. */
const YEARS: readonly [number, number] = [1260, 1500];

/**
 * Returns the Gregorian day `YYYY-MM-DD` of a day whose month is named in the Hijri or the Persian calendar, such as `رمضان`; null for
 * other names and years.
 *
 * @param name folded name of the month
 */
export function dayOfNamedMonth(year: number, name: string, day: number): string | null {
  const found = names().get(plain(name));
  if (!found || year < YEARS[0] || year > YEARS[1]) return null;
  return dayOfCalendar(found.calendar, year, found.month, day);
}

/** Arabic and Persian write some letters in two ways. */
const plain = (name: string) =>
  foldedMonth(name)
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[ةۃ]/g, 'ه')
    .replace(/^ذی(?= )/, 'ذو')
    .replace(/[^\p{L} ]/gu, '')
    .trim();

let known: ReadonlyMap<string, { readonly calendar: Calendar; readonly month: number }> | undefined;

const DAY_MS = 86_400_000;
/** Days of two lunar years, in which each month begins at least once. */
const TWO_YEARS = 720;

function names(): NonNullable<typeof known> {
  if (known) return known;
  const all = new Map<string, { calendar: Calendar; month: number }>();
  for (const [calendar, languages] of LANGUAGES) {
    const numbers = monthFormat('en', calendar, 'numeric');
    for (const language of languages) {
      const long = monthFormat(language, calendar, 'long');
      for (let day = 0; day < TWO_YEARS; day += 10) {
        const date = Date.UTC(2024, 0, 1) + day * DAY_MS;
        all.set(plain(long.format(date)), { calendar, month: Number(numbers.format(date)) });
      }
    }
  }
  known = all;
  return all;
}

const monthFormat = (language: string, calendar: Calendar, month: 'numeric' | 'long') =>
  new Intl.DateTimeFormat(`${language}-u-ca-${calendar}-nu-latn`, { month, timeZone: 'UTC' });
