import { HOUR_MS } from '../../base/clock.ts';
import { problem } from '../../base/errors.ts';

/** Messages that one recipient, whatever counts as one, is sent in an hour. */
const MOST_IN_AN_HOUR = 5;

/** The messages that count: no more than `limit` of those sent `after`, Unix milliseconds. */
export const hourBefore = (now: number) => ({ after: now - HOUR_MS, limit: MOST_IN_AN_HOUR });

/**
 * Throws `rate_limit` where no further message may be sent yet.
 *
 * @param sent when earlier ones were sent, Unix milliseconds, newest first
 */
export function enforceHourlyLimit(sent: readonly number[], now: number, message: string): void {
  const { after, limit } = hourBefore(now);
  const first = sent[limit - 1];
  if (first === undefined || first <= after) return;
  throw problem('rate_limit', { message, retryAfter: Math.ceil((first - after) / 1000) });
}
