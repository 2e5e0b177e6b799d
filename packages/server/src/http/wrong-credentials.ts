import { hash } from 'node:crypto';
import { Problem, problem } from '../base/errors.ts';
import { limitedAddress } from '../base/limited-address.ts';
import type { Services } from '../context/services.ts';
import { perMinute, type RateLimiter } from './rate-limit.ts';
import { openRateLimiter } from './rate-limiter.ts';

/** Wrong credentials a minute: more than a client with a mistyped token sends by hand, too few to guess with. */
const LIMITS = [perMinute(30)];

/** Addresses and beginnings of credentials that are counted at once: some 20 MB. */
const MOST_KEYS = 100_000;

/**
 * Counts wrong credentials, and refuses requests of one address, or credentials that begin alike, once they are too many.
 *
 * Only credentials that were looked up and found wrong are counted and refused here. So a client with valid credentials is
 * admitted, whatever others do behind the same address or with the beginning of its token.
 */
export class WrongCredentials {
  readonly #services: Pick<Services, 'clock' | 'redis' | 'settings'>;
  readonly #counts: RateLimiter;

  constructor(services: Pick<Services, 'clock' | 'redis' | 'settings'>) {
    this.#services = services;
    this.#counts = openRateLimiter(services, 'wrong credentials', MOST_KEYS);
  }

  /**
   * Error that refuses wrong credentials: `otherwise`, or `rate_limit` when there were too many within a minute.
   * @param address of the client, which trusted proxies name; of IPv6 the first half counts
   * @param about the guessed part, such as the beginning of a token; null if it says nothing
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

/** Returns whether an error says that credentials are wrong. */
export function isWrong(error: unknown): error is Problem {
  return error instanceof Problem && error.type === 'authorization_error';
}
