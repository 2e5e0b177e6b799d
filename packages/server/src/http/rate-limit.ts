/** A limit of at most `requests` in any 60 seconds, counted exactly. */
export interface WindowLimit {
  readonly kind: 'window';
  /** Number of requests, at least 1. */
  readonly requests: number;
}

/** A token bucket: `capacity` at once, and `perMinute` (at least 1) each minute after that. */
export interface BucketLimit {
  readonly kind: 'bucket';
  readonly capacity: number;
  readonly perMinute: number;
}

export type RateLimit = WindowLimit | BucketLimit;

export interface Take {
  readonly allowed: boolean;
  /** Requests that the limit allows at once; of several limits, the tighter one gives this and the rest. */
  readonly limit: number;
  /** Requests that are allowed now. */
  readonly remaining: number;
  /** Seconds, rounded up, until one more request is allowed than now. When this one was refused, that is the next one. */
  readonly resetSeconds: number;
}

/** The limit of so many requests in any minute. */
export function perMinute(requests: number): WindowLimit {
  return { kind: 'window', requests };
}

/**
 * The limits of the generations before v3 (contract 4.4): so many requests in any minute, and a token bucket that refills by so
 * many a second and holds twice as many. 400 a minute are 7 a second and 14 at once; 120 are 2 and 4.
 *
 * @example
 * import { perMinuteAndSecond } from './rate-limit.ts';
 *
 * perMinuteAndSecond(400)[1]; // { kind: 'bucket', capacity: 14, perMinute: 420 }
 */
export function perMinuteAndSecond(requests: number): RateLimit[] {
  const perSecond = Math.ceil(requests / 60);
  return [perMinute(requests), { kind: 'bucket', capacity: 2 * perSecond, perMinute: 60 * perSecond }];
}

/**
 * Counts requests by key. A limiter that processes share answers with promises, which settle in the order of its calls. A limiter
 * in memory answers at once, which spares each request a turn of the event loop.
 *
 * @example
 * import type { RateLimiter } from './rate-limit.ts';
 *
 * const unlimited: RateLimiter = {
 *   take: async () => ({ allowed: true, limit: 1, remaining: 1, resetSeconds: 0 }),
 *   has: async () => true,
 * };
 * (await unlimited.take('account', [{ kind: 'window', requests: 400 }], Date.now())).allowed; // true
 */
export interface RateLimiter {
  /**
   * Counts one request of `key`, when each of its limits (at least one, always of the same kinds) allows it; else it is counted
   * by none.
   * @param now Unix milliseconds; no time passes while it goes back. A limiter that processes share has a clock of its own.
   * @returns of the tighter limit: the one with fewer requests left, among equals the limit with the later reset
   */
  take(key: string, limits: readonly RateLimit[], now: number): Take | Promise<Take>;

  /** Returns whether each limit of `key` would allow a request; counts none. */
  has(key: string, limits: readonly RateLimit[], now: number): Promise<boolean>;
}
