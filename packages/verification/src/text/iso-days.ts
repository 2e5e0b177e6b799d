/** Years past today that an expiry date may lie; above that, two digits mean the century before. */
const LONGEST_VALIDITY = 30;

/** A day as `YYYY-MM-DD`; null for one that the calendar doesn't have. */
export function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}

/**
 * Day of expiry of `YYMMDD`, in the century that makes it at most 30 years later than today.
 *
 * @param today `YYYY-MM-DD`
 * @returns `YYYY-MM-DD`; null when the six characters are not a day
 */
export function expiryDay(printed: string, today: string): string | null {
  const year = Number(today.slice(0, 4)) + LONGEST_VALIDITY;
  return dayBefore(printed, `${String(year).padStart(4, '0')}${today.slice(4)}`);
}

/**
 * Day of birth of `YYMMDD`: the latest one that lies neither past today nor past the document's expiry.
 *
 * @param today `YYYY-MM-DD`
 * @param expiry `YYYY-MM-DD`, when it is known
 * @returns `YYYY-MM-DD`; null when the six characters are not a day
 */
export function birthDay(printed: string, today: string, expiry: string | null): string | null {
  return dayBefore(printed, expiry !== null && expiry < today ? expiry : today);
}

/** Latest day that ends in these six digits and is not past `limit`. */
function dayBefore(printed: string, limit: string): string | null {
  if (!/^\d{6}$/.test(printed)) return null;
  const [yy, month, day] = [printed.slice(0, 2), printed.slice(2, 4), printed.slice(4, 6)].map(Number);
  const century = Number(limit.slice(0, 2));
  for (const hundreds of [century, century - 1]) {
    const date = isoDay(hundreds * 100 + yy!, month!, day!);
    if (date !== null && date <= limit) return date;
  }
  return null;
}
