import { dayOfNamedMonth } from './calendar-months.ts';
import { dayOfYear, ERA_LETTERS, ERAS, UNDECIDED } from './calendars.ts';
import { isoDay } from './iso-days.ts';
import { foldedMonth, monthOf, romanMonth } from './months.ts';

/** Order of day and month where both numbers are below 13; `ymd` also puts a year of two digits first. */
export type Order = 'dmy' | 'mdy' | 'ymd';

export interface DateOptions {
  /** Null where nothing decides: a day whose numbers may be either is then left out. */
  readonly order: Order | null;
  /** Completes a year of two digits. */
  readonly full?: (twoDigits: number) => number;
  /** ISO 3166-1 alpha-3 of the issuer, for its calendar and its names of months. */
  readonly country?: string | null;
}

export interface FoundDate {
  /** `YYYY-MM-DD`, with ambiguous numbers taken as `order` says. */
  readonly day: string;
  /** Index in the text at which the date begins. */
  readonly at: number;
  readonly length: number;
}

/** States that write the month first, in numbers alone. */
const MONTH_FIRST = new Set(['USA', 'FSM', 'MHL', 'PLW', 'PRI', 'GUM', 'VIR', 'ASM', 'MNP', 'PHL']);
/** States that write the year first, also with two digits. */
const YEAR_FIRST = new Set(['CHN', 'HUN', 'IRN', 'JPN', 'KOR', 'LTU', 'MNG', 'PRK', 'SWE', 'TWN']);
/** States of these in which a year at the end says nothing about the order of day and month. */
const YEAR_NEVER_LAST = new Set(['CHN', 'JPN', 'KOR', 'PRK', 'TWN']);
/** States that write both orders. */
const BOTH = new Set(['CAN']);

/** Order in which documents of a state write numbers of a day; null where the state is not known, or writes several. */
export function orderOfCountry(country: string | null): Order | null {
  if (country === null || BOTH.has(country)) return null;
  if (MONTH_FIRST.has(country)) return 'mdy';
  return YEAR_FIRST.has(country) ? 'ymd' : 'dmy';
}

interface Numbers {
  readonly at: number;
  readonly length: number;
  /** Year, month and day; for the form `two` in the order of the text. */
  readonly numbers: readonly [number, number, number];
  readonly form: 'two' | 'iso' | 'named' | 'day';
  /** Separator of `two`. */
  readonly separator?: string;
  /** Digits of the year. */
  readonly digits: number;
}

/** A name of a month, and one in another language behind a stroke. */
const NAME = String.raw`(\p{L}[\p{L}\p{M}.'’]{1,19}(?: (?:ال[\p{L}\p{M}]+|fomhair))?)(?: ?\/ ?(\p{L}[\p{L}\p{M}.]{2,19}))?`;
/** Words between the month and the year: prepositions, and names of eras. */
const OF = String.raw`(?:de |del |van |พ\.? ?ศ\.? ?|ค\.? ?ศ\.? ?|nam )?`;

// A dot is easily lost in print.
const SEPARATED = /(?<![\d.,/-])(\d{1,2}) ?([./-]) ?(\d{1,2})(?: ?\2 ?(\d{4}|\d{2})| (\d{4}))(?![\d/-])/g;
const SPACED = /(?<![\d.,/-]|\d )(\d{2}) (\d{2}) ((?:1[3-9]|2[0-6])\d\d)(?! ?\d)/g;
const ISO = /(?<!\d)(\d{4})(?:([-./]) ?(\d{1,2})\2 ?(\d{1,2})| (\d{2}) (\d{2})(?! \d))(?!\d)/g;
const HAN = new RegExp(
  String.raw`(?:(${Object.keys(ERAS).join('|')}) ?(\d{1,3}|元) ?[年./-]|(?<!\d)(\d{4}) ?[年년]) ?(\d{1,2}) ?[月월./-] ?(\d{1,2})(?!\d)`,
  'gu',
);
const ERA_LETTER = /(?<![\p{L}\d])([mtshr]) ?(\d{1,2})[.年/-] ?(\d{1,2})[.月/-] ?(\d{1,2})(?!\d)/gu;
const ROC = /(?<!\d)([01]\d\d|\d\d(?= ?年)) ?[./年-] ?(\d{1,2}) ?[./月-] ?(\d{1,2})(?!\d)/gu;
const DAY_FIRST = new RegExp(
  String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|ος|-?го|\.)?[ ./-]*(?:de |d'|ngay )?${NAME}\.?,?[ ./-]*${OF}(\d{4}|\d{2}(?!\d))`,
  'gu',
);
const MONTH_FIRST_NAMED =
  /(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}.]{1,19}?)\.?[ /-]?(\d{1,2})(?:st|nd|rd|th)?(?:,? ?|[-/])(\d{4})(?!\d)/gu;
const YEAR_FIRST_NAMED = new RegExp(
  String.raw`(?<![\d.,/-])(\d{4}|3[2-9]|[4-9]\d)\.?(?:-?(?:os|ko)| [mгж]\.?(?!\p{L}))?[ ./-]*${NAME}\.?[ ./-]*(\d{1,2})(?!\d)`,
  'gu',
);
/** Latvian, Kazakh, Kyrgyz and Uzbek write the year with its word, then day and month. */
const YEAR_DAY_MONTH =
  /(?<!\d)(\d{4})(?:\.? ?(?:gada|g\.|ж\.)|[ -](?:жыл|yil)\p{L}*) ?(\d{1,2})(?:\. ?|-| )?(\p{L}{3,14})/gu;
/** Mongolian writes words behind the numbers of year and month. */
const MONGOLIAN = /(?<!\d)(\d{4}) ?он\p{L}* ?(\d{1,2}) ?(?:-?р |дугаар |дүгээр )?сар\p{L}* ?(\d{1,2})(?!\d)/gu;
const ROMAN = /(?<!\d)(\d{1,2})(?:[. /-]+)([ivx]{1,4})(?:[. /-]+)(\d{4})(?!\d)/g;
const VIETNAMESE = /(\d{1,2}) th(?:ang|g) (\d{1,2}) nam (\d{4})/g;

/** First digits of every script whose digits documents bear. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0, 0xff10,
];

/** The text with digits of any script as 0 to 9, of the same length. */
const latinDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = ZEROS.find((zero) => code >= zero && code < zero + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** The text as `datesIn` reads it: small letters without accents, blanks as one; vowels of Indic and Thai letters stay. */
export const foldedDate = (text: string): string =>
  foldedMonth(text).replace(/[’`´]/g, "'").replace(/\s+/g, ' ').trim();

/** Returns every date of a folded text, in order of appearance. */
export function datesIn(text: string, { order, full = recent, country = null }: DateOptions): FoundDate[] {
  const found: FoundDate[] = [];
  for (const one of numbersIn(text, country)) {
    const day = dayOf(one, { order, full, country }, text);
    if (day && !found.some(({ at, length }) => one.at < at + length && at < one.at + one.length)) {
      found.push({ day, at: one.at, length: one.length });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

type Deciding = Required<DateOptions>;

function dayOf({ numbers, form, digits, separator }: Numbers, options: Deciding, text: string): string | null {
  const { order, full, country } = options;
  if (form === 'day') return isoDay(...numbers);
  const [a, b, c] = numbers;
  const hasOwnDigits = /(?!\d)\p{Nd}/u.test(text);
  // A numeric day may be in the state's own calendar.
  if (
    UNDECIDED.has(country ?? '') &&
    (form !== 'named' || hasOwnDigits) &&
    !/(?<!\p{L})(?:a\.?d|g\.?c)(?!\p{L})/u.test(text)
  )
    return null;
  // Thailand counts years of two digits in either calendar.
  if (digits === 2 && country === 'THA') return null;
  const whole = (year: number, month: number, day: number) =>
    dayOfYear([digits === 2 ? full(year) : year, month, day], { country, text });
  if (form !== 'two') return whole(a, b, c);
  if (digits === 2 && country === 'TWN') return a > 31 ? isoDay(1911 + a, b, c) : null;
  if (digits === 2 && country === 'IRN') return null;
  if (digits === 2 && order === 'ymd') return whole(a, b, c);
  // Where the number that should be the month can't be one, the other one is.
  const [dmy, mdy] = [whole(c, b, a), whole(c, a, b)];
  if (!dmy || !mdy || dmy === mdy) return dmy ?? mdy;
  // Nobody who writes the month first has dots.
  if (separator === '.' || separator === ' ' || order === 'dmy') return dmy;
  if (order === 'mdy') return mdy;
  return order === 'ymd' && !YEAR_NEVER_LAST.has(country ?? '') ? dmy : null;
}

const DAY_AND_MONTH = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -]*(?:de |d')?(\p{L}{3,10})\.?(?![\p{L}\d])/gu;
const MONTH_AND_DAY = /(?<!\p{L})(\p{L}{3,10})\.? ?(\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\d])/gu;
const TWO_NUMBERS = /(?<![\d.,/-])(\d{1,2})([./])(\d{1,2})\2?(?![\d/])/g;

/**
 * The last day of a folded text that has no year, as the latest such day up to `end`, and what follows it: `3 jan to ` before
 * a full date.
 */
export function withoutYear(text: string, end: string, order: Order | null): { day: string; after: string } | null {
  const found: { at: number; length: number; month: number; day: number }[] = [];
  const add = (match: RegExpMatchArray, month: number, day: number) => {
    if (!Number.isNaN(month)) found.push({ at: match.index!, length: match[0].length, month, day });
  };
  for (const match of text.matchAll(DAY_AND_MONTH)) add(match, monthOf(match[2]!), Number(match[1]));
  for (const match of text.matchAll(MONTH_AND_DAY)) add(match, monthOf(match[1]!), Number(match[2]));
  for (const match of text.matchAll(TWO_NUMBERS)) {
    const [a, b] = [Number(match[1]), Number(match[3])];
    if (order === null && match[2] === '/' && a <= 12 && b <= 12) continue;
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
  for (const { numbers, form } of numbersIn(text, null)) {
    if (form !== 'two') continue;
    if (numbers[0] > 12 && numbers[1] <= 12) dmy++;
    if (numbers[1] > 12 && numbers[0] <= 12) mdy++;
  }
  if (dmy === mdy) return undefined;
  return dmy > mdy ? 'dmy' : 'mdy';
}

function numbersIn(text: string, country: string | null): Numbers[] {
  const latin = latinDigits(text);
  const all: Numbers[] = [];
  const add = (
    match: RegExpExecArray,
    form: Numbers['form'],
    parts: (string | number | undefined)[],
    separator = '',
  ) => {
    const numbers = parts.map(Number) as [number, number, number];
    if (numbers.some(Number.isNaN)) return;
    const digits = String(form === 'two' ? parts[2] : parts[0]).length;
    all.push({ at: match.index, length: match[0].length, numbers, form, digits, separator });
  };
  const addNamed = (match: RegExpExecArray, year: string, names: [string, string?], day: string) => {
    const month = monthIn(names[0], names[1], country);
    const elsewhere = Number.isNaN(month) ? dayOfNamedMonth(Number(year), names[0], Number(day)) : null;
    if (elsewhere) add(match, 'day', elsewhere.split('-'));
    else add(match, 'named', [year, month, day]);
  };
  // Without its letter, the year of an era looks like a year of two digits.
  if (country === 'JPN') {
    for (const m of matchesOf(ERA_LETTER, latin)) add(m, 'day', [ERA_LETTERS[m[1]!]! + Number(m[2]), m[3], m[4]]);
  }
  for (const m of matchesOf(SEPARATED, latin)) add(m, 'two', [m[1], m[3], m[4] ?? m[5]], m[2]);
  for (const m of matchesOf(SPACED, latin)) add(m, 'two', [m[1], m[2], m[3]], ' ');
  for (const m of matchesOf(ISO, latin)) add(m, 'iso', [m[1], m[3] ?? m[5], m[4] ?? m[6]]);
  for (const m of matchesOf(HAN, latin)) {
    if (m[1]) add(m, 'day', [ERAS[m[1]]! + (m[2] === '元' ? 1 : Number(m[2])), m[4], m[5]]);
    else add(m, 'iso', [m[3], m[4], m[5]]);
  }
  if (country === 'TWN') {
    for (const m of matchesOf(ROC, latin)) add(m, 'day', [1911 + Number(m[1]), m[2], m[3]]);
  }
  for (const m of matchesOf(MONGOLIAN, latin)) add(m, 'iso', [m[1], m[2], m[3]]);
  for (const m of matchesOf(VIETNAMESE, latin)) add(m, 'named', [m[3], m[2], m[1]]);
  for (const m of matchesOf(DAY_FIRST, latin)) addNamed(m, m[4]!, [m[2]!, m[3]], m[1]!);
  for (const m of matchesOf(MONTH_FIRST_NAMED, latin)) add(m, 'named', [m[3], monthOf(m[1]!, country), m[2]]);
  for (const m of matchesOf(YEAR_FIRST_NAMED, latin)) addNamed(m, m[1]!, [m[2]!, m[3]], m[4]!);
  for (const m of matchesOf(YEAR_DAY_MONTH, latin)) add(m, 'named', [m[1], monthOf(m[3]!, country), m[2]]);
  for (const m of matchesOf(ROMAN, latin)) add(m, 'named', [m[3], romanMonth(m[2]!), m[1]]);
  return all;
}

/** Every match of a pattern, also overlapping ones: a house number before a town may look like a day. */
function* matchesOf(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  for (let from = 0; ; ) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) return;
    yield match;
    from = match.index + 1;
  }
}

/** The month that one of two names means, or both; NaN where they disagree. */
function monthIn(name: string, other: string | undefined, country: string | null): number {
  const months = [name, other]
    .flatMap((word) => (word ? [monthOf(word, country)] : []))
    .filter((month) => !Number.isNaN(month));
  return new Set(months).size === 1 ? months[0]! : Number.NaN;
}

const recent = (year: number) => 2000 + year;
