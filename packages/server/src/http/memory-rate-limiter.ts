import type { BucketLimit, RateLimit, RateLimiter, Take, WindowLimit } from './rate-limit.ts';

/** Length of the window, milliseconds: contract 4.3 counts requests per minute. */
const WINDOW_MS = 60_000;

/**
 * A token is 60,000 parts, so that each millisecond adds `perMinute` of them: whole numbers, no rounding, and nobody
 * gains or loses a token by asking often.
 */
const TOKEN = 60_000;

/** Number of keys below which nothing is dropped; they take some 200 KB. */
const SWEEP_FROM = 1024;

/** Places of a window at first; it doubles as it fills. */
const FIRST_PLACES = 8;

/** Usage of one limit of one key. Times are the limiter's, which never go back. */
interface Usage {
  /** Requests that are allowed now. Called first, with each `now`. */
  remaining(now: number): number;
  /** Counts a request. `remaining` was called before. */
  add(now: number): void;
  /** Milliseconds until `remaining` grows; 0 when nothing is used. */
  reset(now: number): number;
  /** A limit of a key can change; its kind can't. */
  limit: RateLimit;
}

/** The times of the requests of the last minute, in a ring that never holds more than the limit allows. */
class WindowUsage implements Usage {
  limit: WindowLimit;
  #times = new Float64Array(FIRST_PLACES);
  #first = 0;
  #count = 0;

  constructor(limit: WindowLimit) {
    this.limit = limit;
  }

  remaining(now: number): number {
    const times = this.#times;
    const mask = times.length - 1;
    while (this.#count > 0 && times[this.#first]! + WINDOW_MS <= now) {
      this.#first = (this.#first + 1) & mask;
      this.#count -= 1;
    }
    return Math.max(0, this.limit.requests - this.#count);
  }

  add(now: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times[(this.#first + this.#count) & (this.#times.length - 1)] = now;
    this.#count += 1;
  }

  reset(now: number): number {
    if (this.#count === 0) return 0;
    // More than one has to leave where the limit was lowered.
    const leaving = this.#first + Math.max(0, this.#count - this.limit.requests);
    return this.#times[leaving & (this.#times.length - 1)]! + WINDOW_MS - now;
  }

  /** Lengths are powers of 2, so that a mask finds a place. */
  #grow(): void {
    const times = new Float64Array(2 * this.#times.length);
    times.set(this.#times.subarray(this.#first));
    times.set(this.#times.subarray(0, this.#first), this.#times.length - this.#first);
    this.#times = times;
    this.#first = 0;
  }
}

class BucketUsage implements Usage {
  limit: BucketLimit;
  #level: number;
  #at = 0;

  constructor(limit: BucketLimit) {
    this.limit = limit;
    this.#level = limit.capacity * TOKEN;
  }

  remaining(now: number): number {
    const { capacity, perMinute } = this.limit;
    this.#level = Math.min(capacity * TOKEN, this.#level + (now - this.#at) * perMinute);
    this.#at = now;
    return Math.floor(this.#level / TOKEN);
  }

  add(): void {
    this.#level = Math.max(0, this.#level - TOKEN);
  }

  reset(): number {
    const { capacity, perMinute } = this.limit;
    if (this.#level === capacity * TOKEN) return 0;
    return (TOKEN - (this.#level % TOKEN)) / perMinute;
  }
}

function usageOf(limit: RateLimit): Usage {
  return limit.kind === 'window' ? new WindowUsage(limit) : new BucketUsage(limit);
}

/** Returns whether each usage allows a request by its limit as it is now. */
function isAllowed(usages: readonly Usage[], limits: readonly RateLimit[], now: number): boolean {
  let allowed = true;
  for (let i = 0; i < usages.length; i += 1) {
    usages[i]!.limit = limits[i]!;
    if (usages[i]!.remaining(now) < 1) allowed = false;
  }
  return allowed;
}

/**
 * Counts requests by key, in this process.
 *
 * Memory: a key costs 8 bytes for each request that a window allows, as far as they are used. Whenever the keys have doubled,
 * unused keys (which are as good as absent) are dropped.
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #keys = new Map<string, readonly Usage[]>();
  readonly #mostKeys: number;
  #sweepAt = SWEEP_FROM;
  /** Time of this limiter, milliseconds: the clock's time, except while the clock goes back. */
  #time = 0;
  #clock = 0;

  /** @param mostKeys beyond which the oldest key is forgotten, for keys that strangers can make at will */
  constructor(mostKeys = Number.POSITIVE_INFINITY) {
    this.#mostKeys = mostKeys;
  }

  get size(): number {
    return this.#keys.size;
  }

  take(key: string, limits: readonly RateLimit[], now: number): Take {
    return this.#take(key, limits, this.#timeAt(now));
  }

  /** Counts a request that was allowed elsewhere, whatever the limits are. */
  count(key: string, limits: readonly RateLimit[], now: number): void {
    const time = this.#timeAt(now);
    const usages = this.#usagesOf(key, limits, time);
    isAllowed(usages, limits, time);
    for (const usage of usages) usage.add(time);
  }

  has(key: string, limits: readonly RateLimit[], now: number): Promise<boolean> {
    const time = this.#timeAt(now);
    const usages = this.#keys.get(key);
    return Promise.resolve(usages === undefined || isAllowed(usages, limits, time));
  }

  #take(key: string, limits: readonly RateLimit[], now: number): Take {
    const usages = this.#usagesOf(key, limits, now);
    const allowed = isAllowed(usages, limits, now);
    let tighter: { limit: RateLimit; remaining: number; reset: number } | undefined;
    for (const usage of usages) {
      if (allowed) usage.add(now);
      const remaining = usage.remaining(now);
      const reset = usage.reset(now);
      if (!tighter || remaining < tighter.remaining || (remaining === tighter.remaining && reset > tighter.reset)) {
        tighter = { limit: usage.limit, remaining, reset };
      }
    }
    const { limit, remaining, reset } = tighter!;
    return {
      allowed,
      limit: limit.kind === 'window' ? limit.requests : limit.capacity,
      remaining,
      resetSeconds: Math.ceil(reset / 1000),
    };
  }

  #timeAt(clock: number): number {
    const milliseconds = Math.floor(clock);
    this.#time += Math.max(0, milliseconds - this.#clock);
    this.#clock = milliseconds;
    return this.#time;
  }

  #usagesOf(key: string, limits: readonly RateLimit[], now: number): readonly Usage[] {
    let usages = this.#keys.get(key);
    if (!usages) {
      if (this.#keys.size >= this.#sweepAt) this.#sweep(now);
      if (this.#keys.size >= this.#mostKeys) this.#keys.delete(this.#keys.keys().next().value as string);
      usages = limits.map(usageOf);
      this.#keys.set(key, usages);
    }
    return usages;
  }

  #sweep(now: number): void {
    for (const [key, usages] of this.#keys) {
      const used = usages.some((usage) => usage.remaining(now) >= 0 && usage.reset(now) > 0);
      if (!used) this.#keys.delete(key);
    }
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#keys.size);
  }
}
