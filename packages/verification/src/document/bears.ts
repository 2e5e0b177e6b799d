import { mrzForms } from '../mrz/transliterate.ts';
import { type Order, orderOfCountry } from '../text/dates.ts';
import { foldedMonth, monthOf } from '../text/months.ts';
import { middle, type PageLine, type PageText, right } from '../text/page.ts';
import type { DocumentData } from './consistency.ts';
import { daysIn } from './values.ts';
import { isOfZone } from './zone-print.ts';

export interface BearsOptions {
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** ISO 3166-1 alpha-3: the order of day and month. Where it is null, a day counts only if both orders give it. */
  readonly issuingCountry: string | null;
  /** Lines of the MRZ. The same lines read as print are not a second place. */
  readonly zone: readonly string[];
  /** The holder's other name: print may have both in one word. */
  readonly beside?: string | null;
  /** The name may be cut at its end for want of room in the zone: ICAO Doc 9303-3, 4.6. */
  readonly mayBeCut?: boolean;
}

/** Data that identify a holder or a document, and that stand on it in words and numbers. */
export type BornField = 'surname' | 'givenNames' | 'documentNumber' | 'dateOfBirth' | 'dateOfExpiry';

/**
 * Returns whether print bears a value character by character, so that an equal value elsewhere is a second reading of it.
 * `pageHolds` forgives a slip; this function does not, since the slip may be the forgery. It accepts other spellings of one name
 * (ICAO Doc 9303-3, section 6) and digits that OCR writes for letters within a name.
 *
 * @example
 * import { pageBears } from '@bonafide/verification';
 *
 * const line = { text: 'NOVAK', box: { left: 0, top: 0, width: 90, height: 20 } };
 * const page = { width: 400, height: 250, lines: [line] };
 * pageBears(page, 'surname', 'Novak', { today: '2026-01-15', issuingCountry: 'SVN', zone: [] }); // true
 */
export function pageBears(page: PageText, field: BornField & keyof DocumentData, value: string, options: BearsOptions) {
  const rows = (lines: readonly PageLine[]) => rowsOf(lines.filter(({ text }) => !isOfZone(text, options.zone)));
  const others = rows(page.others ?? []);
  const texts = [...rows(page.lines), ...others];
  if (field === 'dateOfBirth' || field === 'dateOfExpiry') {
    return texts.some((text) => bearsDay(text, value, options));
  }
  if (field === 'documentNumber') return bearsNumber(texts, value);
  return bearsName(texts, value, options);
}

/** Lines, and what stands side by side in one row: a wide gap within a value makes two lines of it. */
function rowsOf(lines: readonly PageLine[]): string[] {
  const pairs = lines.flatMap((line) => {
    const { height } = line.box;
    const next = lines
      .filter((other) => other !== line && Math.abs(middle(other) - middle(line)) < height / 2)
      .filter((other) => other.box.left >= right(line) - height / 2 && other.box.left - right(line) < ROW_GAP * height)
      .sort((a, b) => a.box.left - b.box.left)[0];
    return next ? [`${line.text} ${next.text}`] : [];
  });
  return [...lines.map(({ text }) => text), ...pairs];
}

/** Widest gap within a value, in heights of its line. */
const ROW_GAP = 3;

/** Shorter numbers stand within others by chance. */
const SHORTEST = 5;

/** Characters that may separate the numbers of a day. */
const GAP = '[^\\p{L}\\d]{0,3}';

/** Numbers on either side make another number of it: a personal number may hold the day of birth. */
const ALONE = ['(?<!\\d[-./]?)', '(?![-./]?\\d)'] as const;

function bearsDay(text: string, value: string, { today, issuingCountry }: BearsOptions): boolean {
  const own = orderOfCountry(issuingCountry);
  const orders: readonly Order[] = own === null ? ['dmy', 'mdy'] : [own];
  const [year, month, day] = value.split('-') as [string, string, string];
  const bearsNamed = bearsNamedDay(text, { year, month, day, country: issuingCountry });
  if (bearsNamed !== null) return bearsNamed;
  if (orders.every((order) => daysIn(text, { order, today, country: issuingCountry }).includes(value))) return true;
  // Days without what divides their numbers, or with blanks, and those that begin with the year.
  const forms = [[year, month, day], ...(orders.includes('mdy') ? [] : [[day, month, year]])];
  const alone = (parts: readonly string[]) => new RegExp(`${ALONE[0]}${parts.join(GAP)}${ALONE[1]}`, 'u');
  return forms.some((parts) => alone(parts).test(text));
}

/** Longest that stands between day and year: one month in two or three languages. */
const LONGEST_MONTH = 18;

interface NamedDay {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  /** ISO 3166-1 alpha-3 of the issuer, for names that mean different months. */
  readonly country: string | null;
}

/**
 * Returns whether the text has day and year with the month in words, in any of the languages, and names no other month; null
 * where no month is named.
 */
function bearsNamedDay(text: string, { year, month, day, country }: NamedDay) {
  // Zeros are read for the first letter of October.
  const plain = text.toUpperCase().replace(/0(?=[CK]T)/g, 'O');
  const pattern = new RegExp(
    `(?<!\\d)${day.replace(/^0/, '[0O]?')}(?!\\d)(.{3,${LONGEST_MONTH}}?)(?:${year}|(?<!\\d)${year.slice(2)})(?!\\d)`,
    'gu',
  );
  const letters = (sign: string) => LETTERS[sign] ?? ' ';
  const found: number[][] = [];
  for (const [, between = ''] of plain.matchAll(pattern)) {
    const words = between.replace(/\d|\|/g, letters).split(/[^\p{L}]+/u);
    const months = words.filter(({ length }) => length >= 3).map((word) => monthOf(foldedMonth(word), country));
    found.push(months.filter((month) => !Number.isNaN(month)));
  }
  const candidates = found.filter(({ length }) => length > 0);
  return candidates.length > 0 ? candidates.some((months) => months.every((number) => number === Number(month))) : null;
}

/** A number with or without blanks, dots and strokes, and nothing more before or after it: a longer number is another. */
function bearsNumber(texts: readonly string[], value: string): boolean {
  const signs = Array.from(value.toUpperCase().replace(/[^A-Z\d]/g, ''));
  if (signs.length < SHORTEST) return false;
  const pattern = new RegExp(`(?<![\\p{Lu}\\d])${signs.join('[ ./-]{0,2}')}(?![\\p{L}\\d])`, 'u');
  return texts.some((text) => pattern.test(text));
}

/** Digits that reading writes for letters. */
const LETTERS: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B', '|': 'I' };

const withoutDigits = (text: string) =>
  text.replace(/(?<=\p{L})[012568|]|[012568|](?=\p{L})/gu, (sign) => LETTERS[sign] ?? sign);

/** Replaces strokes among capitals by I. */
const strokes = (text: string) => text.replace(/(?<=\p{Lu})l|l(?=\p{Lu}{2})/gu, 'I');

/** O, D and Q are one round letter to a reader, and no forger gains a name by exchanging them. */
const round = (text: string) => text.replace(/[DQ]/g, 'O');

const runOf = (form: string) => round(form.replaceAll(' ', ''));

/** Returns whether the words of a name stand one after the other, with or without the blanks between them, and each is whole. */
function bearsName(texts: readonly string[], value: string, { beside, mayBeCut }: BearsOptions): boolean {
  const runs = (name: string) =>
    mrzForms(name)
      .map(runOf)
      .filter((run) => run !== '');
  // One letter is a name only beside the other name.
  const digitRuns = new Set(runs(value).filter((run) => run.length > 1));
  const both = new Set(runs(beside ?? '').flatMap((other) => runs(value).flatMap((run) => [run + other, other + run])));
  return texts.some((text) => {
    const read = withoutDigits(text.replace(/[^\p{L}\p{M}\d'’|-]+/gu, ' ').trim());
    return [...new Set([read, strokes(read)])]
      .flatMap((line) => mrzForms(line))
      .some((line) => {
        const words = line.split(' ').map(round);
        if (both.has(words.join(''))) return true;
        return words.some((_, from) =>
          words.slice(from, from + MOST_WORDS).some((_, i) => {
            const run = words.slice(from, from + i + 1).join('');
            return digitRuns.has(run) || (mayBeCut === true && isCut(run, words[from + i]!, digitRuns));
          }),
        );
      });
  });
}

/** Words of one name. */
const MOST_WORDS = 8;

/** Letters of a word that is cut at least. */
const CUT = 3;

/** Returns whether the run equals one of the names except that its last word is cut. */
function isCut(run: string, last: string, digitRuns: ReadonlySet<string>): boolean {
  return [...digitRuns].some((digitRun) => {
    const missing = run.length - digitRun.length;
    return missing > 0 && last.length - missing >= CUT && run.startsWith(digitRun);
  });
}
