import { INVALID, type Rule } from './rule.ts';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Nobody alive was born before; the oldest person ever lived 122 years. */
const EARLIEST_BIRTH = '1900-01-01';

/** Days of the months of a year that is not a leap year. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Days of a month of the Gregorian calendar. `month` counts from 1. */
function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS[month - 1] as number);
}

/** Returns whether the text is a day of the Gregorian calendar as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!ISO_DATE.test(text)) return false;
  const month = Number(text.slice(5, 7));
  return (
    month >= 1 &&
    month <= 12 &&
    text.slice(8) !== '00' &&
    Number(text.slice(8)) <= daysIn(Number(text.slice(0, 4)), month)
  );
}

/** The year 10000, which no time on the wire has. */
const END_OF_TIME = Date.UTC(10_000, 0);

/** Time of day and zone; the plus of a zone that a client has left unencoded in a query is a space. */
const TIME_OF_DAY = /^[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?: ?(?:(Z|UTC)|([+-]\d{2}):?(\d{2}))| (\d{2}):(\d{2}))?$/i;

/**
 * Unix milliseconds of a date, at its beginning, or of a date-time: ISO 8601, or as languages print it, with a space for the `T`,
 * `UTC`, and zones without a colon. Without a zone it is UTC. NaN for any other text.
 */
export function instantOf(text: string): number {
  const [day, rest] = [text.slice(0, 10), text.slice(10)];
  if (!isDate(day)) return Number.NaN;
  if (rest === '') return Date.parse(text);
  const found = TIME_OF_DAY.exec(rest);
  if (!found) return Number.NaN;
  const [, time, , hours = '+00', minutes = '00', east, more] = found;
  // A time without a zone would use the machine's zone.
  const at = Date.parse(`${day}T${time}${east === undefined ? `${hours}:${minutes}` : `+${east}:${more}`}`);
  return at < END_OF_TIME ? at : Number.NaN;
}

/** Returns whether a text is a date-time that `instantOf` reads; a date alone is not. */
export function isDateTime(text: string): boolean {
  return text.length > 'YYYY-MM-DD'.length && !Number.isNaN(instantOf(text));
}

/** A date of birth, from 1900 to today in UTC. `now` in Unix milliseconds. */
export function dateOfBirth(now: number): Rule {
  return (value) => {
    if (typeof value !== 'string') return ['must be a string'];
    if (!isDate(value)) return [INVALID];
    if (value < EARLIEST_BIRTH) return [`must not be before ${EARLIEST_BIRTH}`];
    return Date.parse(value) > now ? ["can't be in the future"] : [];
  };
}
