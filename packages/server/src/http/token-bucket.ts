/** How many requests a key may make: `capacity` at once, and `perMinute` (at least 1) each minute after that. */
export interface RateLimit {
  readonly capacity: number;
  readonly perMinute: number;
}

export interface Take {
  readonly allowed: boolean;
  /** Capacity of the bucket; of several, the tighter one tells this and the rest. */
  readonly limit: number;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Seconds, rounded up, until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds, rounded up, after which one more request is allowed; 0 when this one was. */
  readonly retryAfterSeconds: number;
}

/** What is left of each limit of a key. */
interface Bucket {
  levels: readonly number[];
  at: number;
  limits: readonly RateLimit[];
}

/**
 * A token is 60,000 parts, so that each millisecond adds `perMinute` of them: whole numbers, no rounding, and nobody
 * gains or loses a token by asking often.
 */
const TOKEN = 60_000;

/** Below this many buckets nothing is dropped; they take some 100 KB. */
const SWEEP_FROM = 1024;

/** The limit of so many requests a minute, all of which may come at once. */
export function perMinute(requests: number): RateLimit {
  return { capacity: requests, perMinute: requests };
}

/**
 * The limits of the generations before v3 (section 8 of their document): so many requests a minute, and evenly so many a
 * second, of which twice may come at once. 400 a minute are 7 a second and 14 at once; 120 are 2 and 4.
 */
export function perMinuteAndSecond(requests: number): RateLimit[] {
  const perSecond = Math.ceil(requests / 60);
  return [perMinute(requests), { capacity: 2 * perSecond, perMinute: 60 * perSecond }];
}

/**
 * A token bucket for each key, kept in this process.
 *
 * Memory stays within twice the keys that are in use: whenever the buckets have doubled, those that are full again
 * (which say no more than a missing one) are dropped.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();
  #sweepAt = SWEEP_FROM;

  get size(): number {
    return this.#buckets.size;
  }

  /** Takes one token of `key`, if there is one. `now` in Unix milliseconds; a clock that goes back adds nothing. */
  take(key: string, limit: RateLimit, now: number): Take {
    return this.takeAll(key, [limit], now);
  }

  /**
   * Takes one token of each of the limits of `key` (at least one, always as many), or none when one of them has none.
   *
   * @returns what the tighter limit tells: the one with fewer tokens left, of these the one that is waited for longer
   */
  takeAll(key: string, limits: readonly RateLimit[], now: number): Take {
    const bucket = this.#buckets.get(key) ?? this.#add(key, limits, now);
    const levels = levelsAt(bucket, limits, now);
    const allowed = levels.every((level) => level >= TOKEN);
    bucket.levels = allowed ? levels.map((level) => level - TOKEN) : levels;
    bucket.at = Math.floor(now);
    bucket.limits = limits;
    return limits.map((limit, index) => told(limit, bucket.levels[index]!, allowed)).reduce(tighter);
  }

  /** Whether `key` has a token, which stays. */
  has(key: string, limit: RateLimit, now: number): boolean {
    const bucket = this.#buckets.get(key);
    return bucket === undefined || levelsAt(bucket, [limit], now)[0]! >= TOKEN;
  }

  #add(key: string, limits: readonly RateLimit[], now: number): Bucket {
    if (this.#buckets.size >= this.#sweepAt) this.#sweep(now);
    const bucket = { levels: limits.map(full), at: Math.floor(now), limits };
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #sweep(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      const levels = levelsAt(bucket, bucket.limits, now);
      if (bucket.limits.every((limit, index) => levels[index] === full(limit))) this.#buckets.delete(key);
    }
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#buckets.size);
  }
}

function full(limit: RateLimit): number {
  return limit.capacity * TOKEN;
}

function levelsAt(bucket: Bucket, limits: readonly RateLimit[], now: number): number[] {
  const elapsed = Math.max(0, Math.floor(now) - bucket.at);
  return limits.map((limit, index) => Math.min(full(limit), bucket.levels[index]! + elapsed * limit.perMinute));
}

function told(limit: RateLimit, level: number, allowed: boolean): Take {
  return {
    allowed,
    limit: limit.capacity,
    remaining: Math.floor(level / TOKEN),
    resetSeconds: secondsUntil(full(limit), level, limit),
    retryAfterSeconds: allowed ? 0 : secondsUntil(TOKEN, level, limit),
  };
}

function secondsUntil(wanted: number, level: number, limit: RateLimit): number {
  return Math.ceil(Math.max(0, wanted - level) / limit.perMinute / 1000);
}

function tighter(one: Take, other: Take): Take {
  const order =
    one.remaining - other.remaining ||
    other.retryAfterSeconds - one.retryAfterSeconds ||
    other.resetSeconds - one.resetSeconds;
  return order <= 0 ? one : other;
}
