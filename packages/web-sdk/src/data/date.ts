/** A date as it is typed, part by part. */
export interface TypedDate {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

export type DatePart = keyof TypedDate;

/** The first digits of scripts whose digits people type besides Latin ones. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/** Digits of any of these scripts, and wide ones, as Latin ones. */
export function latinDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** The parts of a date in the order in which a language writes them. */
export function orderOf(language: string): DatePart[] {
  const parts = new Intl.DateTimeFormat(language, {
    calendar: 'gregory',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  }).formatToParts();
  const found = parts.map(({ type }) => type).filter((type): type is DatePart => /^(day|month|year)$/.test(type));
  return found.length === 3 ? found : ['day', 'month', 'year'];
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|[.\s]/gu, '')
    .toLowerCase();

/** The names of the months in a language and in English, each with its number. */
function monthNames(language: string): [name: string, month: number][] {
  return [language, 'en'].flatMap((tag) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(tag, { calendar: 'gregory', month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, i): [string, number] => [
        plain(format.format(Date.UTC(2000, i, 15))),
        i + 1,
      ]);
    }),
  );
}

/** The number of a month that is typed as a number or a name, whole or by its beginning; NaN where it is neither. */
function monthOf(typed: string, language: string): number {
  const digits = latinDigits(typed).trim();
  if (/^\d+$/.test(digits)) return Number(digits);
  const name = plain(typed);
  if (name.length < 3) return Number.NaN;
  const found = monthNames(language).filter(([known]) => known === name || known.startsWith(name));
  const exact = found.filter(([known]) => known === name);
  const months = new Set((exact.length > 0 ? exact : found).map(([, month]) => month));
  return months.size === 1 ? ([...months][0] as number) : Number.NaN;
}

/** Two digits mean the latest year that is over: an applicant was not born this year. */
function yearOf(typed: string, today: Date): number {
  const digits = latinDigits(typed).trim();
  if (/^\d{4}$/.test(digits)) return Number(digits);
  if (!/^\d{2}$/.test(digits)) return Number.NaN;
  const now = today.getFullYear();
  const year = now - (now % 100) + Number(digits);
  return year < now ? year : year - 100;
}

/** The date of birth that was typed, as `YYYY-MM-DD`; null for a day that does not exist, is before 1900, or is in the future. */
export function dateOf({ day, month, year }: TypedDate, language: string, today = new Date()): string | null {
  const digits = latinDigits(day)
    .trim()
    .replace(/[.\p{L}]+$/u, '');
  const [y, m, d] = [yearOf(year, today), monthOf(month, language), /^\d{1,2}$/.test(digits) ? Number(digits) : NaN];
  const date = new Date(Date.UTC(y, m - 1, d));
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return null;
  return y < 1900 || date.getTime() > today.getTime() ? null : date.toISOString().slice(0, 10);
}

/** The parts of a whole date that was typed or pasted into the field of a part; null for any other text. */
export function splitDate(typed: string, language: string): TypedDate | null {
  const pieces = latinDigits(typed)
    .trim()
    .split(/[\s./,\-年月日]+/u)
    .filter(Boolean);
  if (pieces.length !== 3) return null;
  const [one, two, three] = pieces as [string, string, string];
  if (/^\d{4}$/.test(one)) return { year: one, month: two, day: three };
  const dayFirst = orderOf(language).indexOf('day') < orderOf(language).indexOf('month');
  const isName = (piece: string) => /^\p{L}/u.test(piece);
  const isMonth = (piece: string) => monthOf(piece, language) <= 12;
  // A name is the month, and what can't be a month is the day, whatever the language.
  const hasMonthName = isName(one) || isName(two);
  const sure = isMonth(one) !== isMonth(two);
  const monthAtFirst = hasMonthName ? isName(one) : sure ? isMonth(one) : !dayFirst;
  return monthAtFirst ? { month: one, day: two, year: three } : { day: one, month: two, year: three };
}
