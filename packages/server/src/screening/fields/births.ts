import type { ListedBirth } from '@bonafide/verification';

/** Years in which people of a list may be born; others are slips, as 9999 is. */
const [FIRST_YEAR, LAST_YEAR] = [1800, 2100];

/** A birth of a day, a month (`day` absent) or a year (`month` absent). Undefined where the calendar has no such day. */
export function birthOn(year: number, month?: number, day?: number, circa = false): ListedBirth | undefined {
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return undefined;
  if (month === undefined) return { from: iso(year, 1, 1), to: iso(year, 12, 31), circa };
  if (!(month >= 1 && month <= 12)) return undefined;
  const last = daysOf(year, month);
  if (day === undefined) return { from: iso(year, month, 1), to: iso(year, month, last), circa };
  return day >= 1 && day <= last ? { from: iso(year, month, day), to: iso(year, month, day), circa } : undefined;
}

/** Span from the first day of one birth to the last of the other. */
export function birthWithin(
  first: ListedBirth | undefined,
  last: ListedBirth | undefined,
  circa = false,
): ListedBirth | undefined {
  return first && last && first.from <= last.to ? { from: first.from, to: last.to, circa } : undefined;
}

const daysOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const iso = (year: number, month: number, day: number) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

const ISO_PREFIX = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:[T ].*)?$/;

/** A birth written `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or two of them with a slash between. */
export function birthOfIso(text: string, circa = false): ListedBirth | undefined {
  const [first = '', last] = text.split('/');
  if (last !== undefined) return birthWithin(birthOfIso(first.trim(), circa), birthOfIso(last.trim(), circa), circa);
  const found = ISO_PREFIX.exec(text);
  if (!found) return undefined;
  const [year, month, day] = found.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  return birthOn(year!, month, day, circa);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ENGLISH = /^(?:(\d{1,2}) )?(?:([A-Za-z]{3})[a-z]* )?(\d{4})$/;

/** A birth in the words of OFAC: `14 Jan 1960`, `Jan 1960`, `1960`, `circa 1960`, `1955 to 1958`, `1955-1958`. */
export function birthOfEnglish(text: string): ListedBirth | undefined {
  const circa = /^circa /i.test(text);
  const [first = '', last] = text.replace(/^circa /i, '').split(/ to |(?<=\d{4})-(?=\d{4})/);
  if (last !== undefined) {
    const approximate = circa || /circa/i.test(last);
    return birthWithin(dayOf(first, circa), dayOf(last.replace(/^circa /i, ''), circa), approximate);
  }
  return dayOf(first, circa);
}

function dayOf(text: string, circa: boolean): ListedBirth | undefined {
  const found = ENGLISH.exec(text.trim());
  if (!found) return undefined;
  const [, day, name, year] = found;
  const month = name === undefined ? undefined : MONTHS.indexOf(name.toLowerCase()) + 1;
  if (day !== undefined && month === undefined) return undefined;
  return birthOn(Number(year), month, day === undefined ? undefined : Number(day), circa);
}

/** A birth written `dd/mm/yyyy`, where letters or zeros stand for a day or month that is not known. */
export function birthOfSlashes(text: string): ListedBirth | undefined {
  const found = /^(\d{1,2}|dd)\/(\d{1,2}|mm)\/(\d{4})$/i.exec(text.replaceAll('"', '').replaceAll("'", '').trim());
  if (!found) return undefined;
  const [day, month] = [found[1], found[2]].map((part) => Number(part) || undefined);
  return birthOn(Number(found[3]), month, month === undefined ? undefined : day);
}

/** The day, `YYYY-MM-DD`, at the beginning of a text; undefined without one. */
export function isoDay(text: string | undefined): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text?.trim() ?? '')?.[0];
  if (!day) return undefined;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined;
}

/** A day, `YYYY-MM-DD`, of `27/02/2026` or, with the month first, of `02/27/2026`. */
export function slashDay(text: string | undefined, order: 'day first' | 'month first'): string | undefined {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text?.trim() ?? '');
  if (!found) return undefined;
  const [one, two] = [found[1]!.padStart(2, '0'), found[2]!.padStart(2, '0')];
  const [day, month] = order === 'day first' ? [one, two] : [two, one];
  return isoDay(`${found[3]}-${month}-${day}`);
}

/** A day, `YYYY-MM-DD`, of `13-Feb-2026` or `13 February 2026`. */
export function dayWithMonthName(text: string | undefined): string | undefined {
  const found = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ](\d{4})/.exec(text?.trim() ?? '');
  const month = found ? MONTHS.indexOf(found[2]!.toLowerCase()) + 1 : 0;
  return found && month > 0
    ? isoDay(`${found[3]}-${String(month).padStart(2, '0')}-${found[1]!.padStart(2, '0')}`)
    : undefined;
}
