import { problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import type { BucketLimit } from './rate-limit.ts';
import { openRateLimiter } from './rate-limiter.ts';

/** Pages and uploads of one address a minute: many times what a person with a slow finger needs. */
const REQUESTS_PER_MINUTE = 60;

/** Pages that are counted at once: some 20 MB. */
const MOST_KEYS = 100_000;

/**
 * Limits requests for a page. Visitors behind one network address share no limit, so that one of them can't keep the others out;
 * guesses count with `WrongCredentials`. Throws `rate_limit`.
 */
export function visitLimit(services: Services): (page: string) => Promise<void> {
  const { settings, clock } = services;
  const visits = openRateLimiter(services, 'visits', MOST_KEYS);
  // A bucket: an applicant who was too fast may continue after a second.
  const bucket: BucketLimit = { kind: 'bucket', capacity: REQUESTS_PER_MINUTE, perMinute: REQUESTS_PER_MINUTE };
  return async (page) => {
    if (settings.rateLimits === 'off') return;
    const take = await visits.take(page, [bucket], clock.now());
    if (!take.allowed) throw problem('rate_limit', { retryAfter: take.resetSeconds });
  };
}
