/** How many requests a key may make: `capacity` at once, and `perMinute` (at least 1) each minute after that. */
export interface RateLimit {
  readonly capacity: number;
  readonly perMinute: number;
}

export interface Take {
  readonly allowed: boolean;
  /** Capacity of the bucket. */
  readonly limit: number;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Seconds, rounded up, until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds, rounded up, after which one more request is allowed; 0 when this one was. */
  readonly retryAfterSeconds: number;
}

interface Bucket {
  level: number;
  at: number;
  limit: RateLimit;
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
    const bucket = this.#buckets.get(key) ?? this.#add(key, limit, now);
    bucket.level = levelAt(bucket, limit, now);
    bucket.at = Math.floor(now);
    bucket.limit = limit;
    const allowed = bucket.level >= TOKEN;
    if (allowed) bucket.level -= TOKEN;
    return {
      allowed,
      limit: limit.capacity,
      remaining: Math.floor(bucket.level / TOKEN),
      resetSeconds: secondsUntil(limit.capacity * TOKEN, bucket),
      retryAfterSeconds: allowed ? 0 : secondsUntil(TOKEN, bucket),
    };
  }

  #add(key: string, limit: RateLimit, now: number): Bucket {
    if (this.#buckets.size >= this.#sweepAt) this.#sweep(now);
    const bucket = { level: limit.capacity * TOKEN, at: Math.floor(now), limit };
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #sweep(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (levelAt(bucket, bucket.limit, now) === bucket.limit.capacity * TOKEN) this.#buckets.delete(key);
    }
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#buckets.size);
  }
}

function levelAt(bucket: Bucket, limit: RateLimit, now: number): number {
  const elapsed = Math.max(0, Math.floor(now) - bucket.at);
  return Math.min(limit.capacity * TOKEN, bucket.level + elapsed * limit.perMinute);
}

function secondsUntil(level: number, bucket: Bucket): number {
  return Math.ceil(Math.max(0, level - bucket.level) / bucket.limit.perMinute / 1000);
}
