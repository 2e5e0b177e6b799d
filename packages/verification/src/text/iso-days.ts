/** Years past today that an expiry date usually lies at most. */
const LONGEST_VALIDITY = 30;

/** A day as `YYYY-MM-DD`; null for one that the calendar doesn't have. */
export function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}

/** Years that a person lives at most: the oldest on record lived for 122. */
export const LONGEST_LIFE = 125;

/** Year from which a document with an MRZ may expire: the first were issued in 1980. */
const FIRST_EXPIRY = 1981;

/** Year of documents that don't expire, which an MRZ shortens to 99. */
const NEVER = 9999;

/**
 * Days of expiry that `YYMMDD` may mean, the likeliest first: the latest that is at most 30 years later than today.
 *
 * @param today `YYYY-MM-DD`
 * @returns `YYYY-MM-DD`; empty when the six characters are not a day
 */
export function expiryDays(printed: string, today: string): string[] {
  const limit = `${String(Number(today.slice(0, 4)) + LONGEST_VALIDITY).padStart(4, '0')}${today.slice(4)}`;
  const days = daysOf(printed, [19, 20]).filter((day) => day.slice(0, 4) >= String(FIRST_EXPIRY));
  const likeliest = days.findLast((day) => day <= limit) ?? days[0];
  const never = printed.startsWith('99') ? daysOf(printed, [Math.floor(NEVER / 100)]) : [];
  return likeliest === undefined ? [] : [likeliest, ...days.filter((day) => day !== likeliest), ...never];
}

/**
 * Days of birth that `YYMMDD` may mean, the likeliest first: the latest that lies neither past today nor past the document's
 * expiry. People of more than a hundred years have two.
 *
 * @param today `YYYY-MM-DD`
 * @param expiry `YYYY-MM-DD`, when it is known
 * @returns `YYYY-MM-DD`; empty when the six characters are not a day
 */
export function birthDays(printed: string, today: string, expiry: string | null): string[] {
  const first = String(Number(today.slice(0, 4)) - LONGEST_LIFE);
  const days = daysOf(printed, [18, 19, 20]).filter((day) => day <= today && day.slice(0, 4) >= first);
  const limit = expiry !== null && expiry < today ? expiry : today;
  const likely = (day: string) => Number(day <= limit);
  return days.sort((a, b) => likely(b) - likely(a) || b.localeCompare(a));
}

/** Days that end in these six digits, in each of the centuries. */
function daysOf(printed: string, centuries: readonly number[]): string[] {
  if (!/^\d{6}$/.test(printed)) return [];
  const [yy, month, day] = [printed.slice(0, 2), printed.slice(2, 4), printed.slice(4, 6)].map(Number);
  return centuries.map((century) => isoDay(century * 100 + yy!, month!, day!)).filter((iso) => iso !== null);
}
