import { hash } from 'node:crypto';
import { Problem, problem } from '../base/errors.ts';
import { limitedAddress } from '../base/limited-address.ts';
import type { Services } from '../context/services.ts';
import { perMinute } from './rate-limit.ts';
import { openRateLimiter } from './rate-limiter.ts';

/** Wrong credentials a minute: more than a client with a mistyped token sends by hand, too few to guess with. */
const LIMITS = [perMinute(30)];

/** Addresses and beginnings of credentials that are counted at once: some 20 MB. */
const MOST_KEYS = 100_000;

/**
 * Counts wrong credentials, and refuses those of one address, or all that begin alike, once they are too many.
 *
 * Only what was looked up and found wrong is counted and refused here. So a client with valid credentials is admitted,
 * whatever others do behind the same address or with the beginning of its token.
 */
export class WrongCredentials {
  readonly #services: Pick<Services, 'clock' | 'settings'>;
  readonly #counts = openRateLimiter('wrong credentials', MOST_KEYS);

  constructor(services: Pick<Services, 'clock' | 'settings'>) {
    this.#services = services;
  }

  /**
   * What wrong credentials are refused with: `otherwise`, or `rate_limit` when there were too many within a minute.
   *
   * @param address of the client, which trusted proxies name; of IPv6 the first half counts
   * @param about what is guessed at, such as the beginning of a token; null where that says nothing
   */
  async refusal(address: string, about: string | null, otherwise: Problem): Promise<Problem> {
    const { clock, settings } = this.#services;
    if (settings.rateLimits === 'off') return otherwise;
    // Of one length, since a client may send a long name of itself.
    const keys = [`address ${limitedAddress(address)}`, ...(about === null ? [] : [`about ${hash('sha256', about)}`])];
    for (const key of keys) {
      const { allowed, resetSeconds } = await this.#counts.take(key, LIMITS, clock.now());
      if (!allowed) return problem('rate_limit', { retryAfter: resetSeconds });
    }
    return otherwise;
  }
}

/** Whether an error says that credentials are wrong. */
export function isWrong(error: unknown): error is Problem {
  return error instanceof Problem && error.type === 'authorization_error';
}
