import type { ListedBirth } from './listed-record.ts';

/** Result of comparing a birth date with a listed one. */
export interface BirthComparison {
  /** Added to the score of the name. */
  readonly change: number;
  /** The dates have no day in common. */
  readonly differ: boolean;
  readonly query: string;
  readonly listed: string;
}

const SAME_DAY = 0.05;
const WITHIN = 0.03;

/** Years that a listed date which is only about right may be off without speaking against the person. */
const CIRCA_YEARS = 3;

/**
 * The pair of dates that agrees best. A listed date that no calendar has, and a query that is not a date, count as absent.
 *
 * @param births `YYYY-MM-DD`, `YYYY-MM` or `YYYY`
 */
export function compareBirths(births: readonly string[], listed: readonly ListedBirth[]): BirthComparison | undefined {
  let best: BirthComparison | undefined;
  for (const birth of births) {
    const span = spanOf(birth);
    if (!span) continue;
    for (const other of listed) {
      if (!isDay(other.from) || !isDay(other.to) || other.from > other.to) continue;
      const differ = !overlap(span, other);
      const change = changeOf(span, other);
      if (!best || change > best.change || (best.differ && !differ)) {
        best = { change, differ, query: birth, listed: describeBirth(other) };
      }
    }
  }
  return best;
}

interface Span {
  readonly from: string;
  readonly to: string;
}

function changeOf(span: Span, listed: ListedBirth): number {
  if (overlap(span, listed)) {
    return span.from === span.to && span.from === listed.from && span.to === listed.to ? SAME_DAY : WITHIN;
  }
  const years = yearsBetween(span, listed);
  if (years <= 1 || (listed.circa && years <= CIRCA_YEARS)) return 0;
  return years === 2 ? -0.05 : years <= 5 ? -0.1 : -0.2;
}

const overlap = (a: Span, b: Span) => a.from <= b.to && b.from <= a.to;

function yearsBetween(a: Span, b: Span): number {
  const year = (day: string) => Number(day.slice(0, 4));
  return Math.max(0, year(a.from) - year(b.to), year(b.from) - year(a.to));
}

/** First and last day of a date whose month or day may be missing. */
function spanOf(date: string): Span | undefined {
  const [year, month, day] = date.split('-');
  const from = `${year}-${month ?? '01'}-${day ?? '01'}`;
  if (!isDay(from)) return undefined;
  if (day) return { from, to: from };
  const last = month ? lastDay(Number(year), Number(month)) : 31;
  return { from, to: `${year}-${month ?? '12'}-${String(last).padStart(2, '0')}` };
}

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns whether the calendar has this day, within the years in which a listed person can be born. */
function isDay(text: string): boolean {
  const [, year, month, day] = (/^(1[89]\d\d|20\d\d)-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  return year !== undefined && month! >= 1 && month! <= 12 && day! >= 1 && day! <= lastDay(year, month!);
}

/** `1974-05-03`, `1974`, `1955 to 1958`, with `about` before what is only about right. */
function describeBirth({ from, to, circa }: ListedBirth): string {
  const years = from.endsWith('-01-01') && to.endsWith('-12-31');
  const [first, last] = years ? [from.slice(0, 4), to.slice(0, 4)] : [from, to];
  return `${circa ? 'about ' : ''}${first === last ? first : `${first} to ${last}`}`;
}
