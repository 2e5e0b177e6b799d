import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Rate limits that count apart: the same key in two of them has nothing in common. */
export type RateLimiterName = 'requests' | 'wrong credentials' | 'visits' | 'sync';

/**
 * The rate limiter of that name: the one place that chooses where requests are counted, in the memory of this process.
 *
 * @param mostKeys beyond which the oldest key is forgotten, for keys that strangers can make at will
 */
export function openRateLimiter(_name: RateLimiterName, mostKeys?: number): RateLimiter {
  return new MemoryRateLimiter(mostKeys);
}
