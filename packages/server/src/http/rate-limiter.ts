import type { Services } from '../context/services.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiter } from './rate-limit.ts';
import { RedisRateLimiter } from './redis-rate-limiter.ts';

/** Rate limits that count apart: the same key in two of them has nothing in common. */
export type RateLimiterName = 'requests' | 'wrong credentials' | 'visits' | 'sync';

/**
 * The rate limiter of that name: the one place that chooses where requests are counted, in Redis or in the memory of this process.
 *
 * @param mostKeys beyond which this process forgets the oldest key, for keys that strangers can make at will. In Redis they expire.
 */
export function openRateLimiter(
  { redis }: Pick<Services, 'redis'>,
  name: RateLimiterName,
  mostKeys?: number,
): RateLimiter {
  const memory = new MemoryRateLimiter(mostKeys);
  return redis ? new RedisRateLimiter(redis, name, memory) : memory;
}
