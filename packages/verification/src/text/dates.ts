import { isoDay } from './iso-days.ts';

/** Order of day and month where both numbers are below 13. */
export type Order = 'dmy' | 'mdy';

/** Months as they begin in English, French, German, Spanish, Italian, Portuguese and Dutch, folded. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen'],
  ['feb', 'fev'],
  ['mar', 'maa', 'mrt'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mag', 'mei'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];

export interface FoundDate {
  /** `YYYY-MM-DD`, with ambiguous numbers taken as `order` says. */
  readonly day: string;
  /** Index in the text at which the date begins. */
  readonly at: number;
  readonly length: number;
}

interface Numbers {
  readonly at: number;
  readonly length: number;
  readonly numbers: readonly [number, number, number];
  readonly form: 'two' | 'iso' | 'named';
}

// A dot is easily lost in print.
const SEPARATED = /(?<![\d.,/-])(\d{1,2}) ?([./-]) ?(\d{1,2})(?: ?\2 ?(\d{4}|\d{2})| (\d{4}))(?![\d/-])/g;
const ISO = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g;
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -]*(?:de |d')?(\p{L}{3,10})\.?(?: ?\/ ?\p{L}{3,10}\.?)?,?[ -]*(?:de |del |van )?(\d{4}|\d{2}(?!\d))/gu;
const MONTH_FIRST = /(?<!\p{L})(\p{L}{3,10})\.? ?(\d{1,2})(?:st|nd|rd|th)?,? ?(\d{4})(?!\d)/gu;

/**
 * Returns every date of a folded text, in order of appearance.
 * @param full completes a year of two digits
 */
export function datesIn(text: string, order: Order, full: (twoDigits: number) => number = recent): FoundDate[] {
  const found: FoundDate[] = [];
  const yearOf = (year: number) => (year < 100 ? full(year) : year);
  for (const { at, length, numbers, form } of numbersIn(text)) {
    const [a, b, c] = numbers;
    const [year, month, day] = form === 'two' ? (order === 'mdy' ? [c, a, b] : [c, b, a]) : [a, b, c];
    // Where the number that should be the month can't be one, the other one is.
    const iso = isoDay(yearOf(year), month, day) ?? (form === 'two' ? isoDay(yearOf(year), day, month) : null);
    if (iso) found.push({ day: iso, at, length });
  }
  return found.sort((a, b) => a.at - b.at);
}

const DAY_AND_MONTH = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -]*(?:de |d')?(\p{L}{3,10})\.?(?![\p{L}\d])/gu;
const MONTH_AND_DAY = /(?<!\p{L})(\p{L}{3,10})\.? ?(\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\d])/gu;
const TWO_NUMBERS = /(?<![\d.,/-])(\d{1,2})([./])(\d{1,2})\2?(?![\d/])/g;

/**
 * The last day of a folded text that has no year, as the latest such day up to `end`, and what follows it: `3 jan to ` before
 * a full date.
 */
export function withoutYear(text: string, end: string, order: Order): { day: string; after: string } | null {
  const found: { at: number; length: number; month: number; day: number }[] = [];
  const add = (match: RegExpMatchArray, month: number, day: number) => {
    if (!Number.isNaN(month)) found.push({ at: match.index!, length: match[0].length, month, day });
  };
  for (const match of text.matchAll(DAY_AND_MONTH)) add(match, monthOf(match[2]!), Number(match[1]));
  for (const match of text.matchAll(MONTH_AND_DAY)) add(match, monthOf(match[1]!), Number(match[2]));
  for (const match of text.matchAll(TWO_NUMBERS)) {
    const [a, b] = [Number(match[1]), Number(match[3])];
    add(match, order === 'mdy' ? a : b, order === 'mdy' ? b : a);
  }
  const last = found.sort((a, b) => b.at - a.at)[0];
  if (!last) return null;
  const year = Number(end.slice(0, 4));
  const days = [year, year - 1].map((of) => isoDay(of, last.month, last.day));
  const day = days.find((of) => of !== null && of <= end);
  return day ? { day, after: text.slice(last.at + last.length) } : null;
}

/** Returns the order that a text's own dates prove; undefined when they prove none, or both. */
export function orderOf(text: string): Order | undefined {
  let [dmy, mdy] = [0, 0];
  for (const { numbers, form } of numbersIn(text)) {
    if (form !== 'two') continue;
    if (numbers[0] > 12 && numbers[1] <= 12) dmy++;
    if (numbers[1] > 12 && numbers[0] <= 12) mdy++;
  }
  if (dmy === mdy) return undefined;
  return dmy > mdy ? 'dmy' : 'mdy';
}

function numbersIn(text: string): Numbers[] {
  const all: Numbers[] = [];
  const add = (match: RegExpMatchArray, form: Numbers['form'], parts: (string | number | undefined)[]) => {
    const numbers = parts.map(Number) as [number, number, number];
    if (numbers.some(Number.isNaN)) return;
    all.push({ at: match.index!, length: match[0].length, numbers, form });
  };
  for (const match of text.matchAll(SEPARATED)) add(match, 'two', [match[1], match[3], match[4] ?? match[5]]);
  for (const match of text.matchAll(ISO)) add(match, 'iso', [match[1], match[2], match[3]]);
  for (const match of text.matchAll(DAY_FIRST)) add(match, 'named', [match[3], monthOf(match[2]!), match[1]]);
  for (const match of text.matchAll(MONTH_FIRST)) add(match, 'named', [match[3], monthOf(match[1]!), match[2]]);
  return all;
}

/** The month that a folded word names, from 1; NaN when it names none. */
export function monthOf(word: string): number {
  const at = MONTHS.findIndex((names) => names.some((name) => word.startsWith(name)));
  return at < 0 ? Number.NaN : at + 1;
}

const recent = (year: number) => 2000 + year;
