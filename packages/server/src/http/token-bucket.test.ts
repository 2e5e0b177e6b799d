import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { perMinute, perMinuteAndSecond, type RateLimit, TokenBuckets } from './token-bucket.ts';

const START = Date.UTC(2024, 0, 24);

const limits = fc.record({
  capacity: fc.integer({ min: 1, max: 500 }),
  perMinute: fc.integer({ min: 1, max: 100_000 }),
});
/** Milliseconds between one request and the next. */
const gaps = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 300 });

describe('a token bucket', () => {
  test('allows its capacity at once and tells when to come back', () => {
    const buckets = new TokenBuckets();
    const limit = perMinute(30);
    for (let left = 29; left >= 0; left--) {
      expect(buckets.take('alice', limit, START)).toEqual({
        allowed: true,
        limit: 30,
        remaining: left,
        resetSeconds: (30 - left) * 2,
        retryAfterSeconds: 0,
      });
    }
    expect(buckets.take('alice', limit, START)).toEqual({
      allowed: false,
      limit: 30,
      remaining: 0,
      resetSeconds: 60,
      retryAfterSeconds: 2,
    });
    expect(buckets.take('alice', limit, START + 1_999).allowed).toBe(false);
    expect(buckets.take('alice', limit, START + 2_000)).toMatchObject({ allowed: true, remaining: 0 });
  });

  test('tells whether a token is there without taking it', () => {
    const buckets = new TokenBuckets();
    const limit = perMinute(30);
    expect(buckets.has('alice', limit, START)).toBe(true);
    expect(buckets.size).toBe(0);
    for (let i = 0; i < 30; i += 1) {
      expect(buckets.has('alice', limit, START)).toBe(true);
      buckets.take('alice', limit, START);
    }
    expect(buckets.has('alice', limit, START)).toBe(false);
    expect(buckets.has('alice', limit, START + 1_999)).toBe(false);
    expect(buckets.has('alice', limit, START + 2_000)).toBe(true);
    expect(buckets.take('alice', limit, START + 2_000).allowed).toBe(true);
  });

  test('of one key leaves the others alone', () => {
    const buckets = new TokenBuckets();
    expect(buckets.take('alice', perMinute(1), START).allowed).toBe(true);
    expect(buckets.take('alice', perMinute(1), START).allowed).toBe(false);
    expect(buckets.take('bob', perMinute(1), START).allowed).toBe(true);
  });

  test('follows a limit that is changed', () => {
    const buckets = new TokenBuckets();
    expect(buckets.take('alice', perMinute(400), START).remaining).toBe(399);
    expect(buckets.take('alice', perMinute(10), START).remaining).toBe(9);
    expect(buckets.take('alice', perMinute(400), START).remaining).toBe(8);
    expect(buckets.take('alice', perMinute(400), START + 60_000).remaining).toBe(399);
  });

  test('never allows more than its capacity and what flowed in, in any window', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, waits) => {
        const buckets = new TokenBuckets();
        const allowedAt: number[] = [];
        let now = START;
        for (const wait of waits) {
          now += wait;
          if (buckets.take('alice', limit, now).allowed) allowedAt.push(now);
        }
        for (const [first, from] of allowedAt.entries()) {
          for (let last = first; last < allowedAt.length; last++) {
            const flowedIn = ((allowedAt[last]! - from) * limit.perMinute) / 60_000;
            expect(last - first + 1).toBeLessThanOrEqual(limit.capacity + flowedIn);
          }
        }
      }),
    );
  });

  test('allows a client that waits as long as it was told', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, waits) => {
        const buckets = new TokenBuckets();
        let now = START;
        for (const wait of waits) {
          now += wait;
          const { allowed, retryAfterSeconds } = buckets.take('alice', limit, now);
          if (allowed) {
            expect(retryAfterSeconds).toBe(0);
            continue;
          }
          expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
          now += retryAfterSeconds * 1000;
          expect(buckets.take('alice', limit, now).allowed).toBe(true);
        }
      }),
    );
  });

  test('is full again when it said it would be', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 600 }), (limit, requests) => {
        const buckets = new TokenBuckets();
        let reset = 0;
        for (let n = 0; n < requests; n++) reset = buckets.take('alice', limit, START).resetSeconds;
        expect(buckets.take('alice', limit, START + reset * 1000).remaining).toBe(limit.capacity - 1);
      }),
    );
  });

  test('has no fewer tokens for a client that waits longer', () => {
    fc.assert(
      fc.property(limits, gaps, fc.nat(100_000), fc.nat(100_000), (limit, waits, short, more) => {
        const after = (wait: number) => {
          const buckets = new TokenBuckets();
          let now = START;
          for (const gap of waits) {
            now += gap;
            buckets.take('alice', limit, now);
          }
          return buckets.take('alice', limit, now + wait);
        };
        const [sooner, later] = [after(short), after(short + more)];
        expect(later.remaining).toBeGreaterThanOrEqual(sooner.remaining);
        expect(Number(later.allowed)).toBeGreaterThanOrEqual(Number(sooner.allowed));
      }),
    );
  });

  test('neither gives nor takes when the clock goes back', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 86_400_000 }), (limit, back) => {
        const buckets = new TokenBuckets();
        const before = buckets.take('alice', limit, START).remaining;
        const { allowed, remaining } = buckets.take('alice', limit, START - back);
        expect(allowed).toBe(limit.capacity > 1);
        expect(remaining).toBe(Math.max(0, before - 1));
        // One minute by the new clock is one minute, however far it went back.
        expect(buckets.take('alice', limit, START - back + 60_000).allowed).toBe(true);
      }),
    );
  });

  test('drops the buckets that are full again', () => {
    const buckets = new TokenBuckets();
    const limit = perMinute(60);
    // One request takes a second to flow in again, so that 1,000 keys are in use at any time.
    for (let n = 0; n < 100_000; n++) buckets.take(`key ${n}`, limit, START + n);
    expect(buckets.size).toBeLessThanOrEqual(2 * 1024);
  });

  test('keeps a bucket that is full by one limit and not by another', () => {
    const buckets = new TokenBuckets();
    const limits = [
      { capacity: 1, perMinute: 60_000 },
      { capacity: 2, perMinute: 1 },
    ];
    expect(buckets.takeAll('busy', limits, START).remaining).toBe(0);
    for (let n = 0; n < 5_000; n++) buckets.take(`key ${n}`, perMinute(60), START + n);
    expect(buckets.takeAll('busy', limits, START + 5_000)).toMatchObject({ allowed: true, limit: 2, remaining: 0 });
  });

  test('keeps the buckets that are in use', () => {
    const buckets = new TokenBuckets();
    const limit = perMinute(60);
    for (let n = 0; n < 60; n++) buckets.take('busy', limit, START);
    for (let n = 0; n < 5_000; n++) buckets.take(`key ${n}`, limit, START);
    expect(buckets.size).toBe(5_001);
    expect(buckets.take('busy', limit, START).allowed).toBe(false);
  });
});

/**
 * What may be allowed at `now`, from the definition: in no window that begins with an allowed request are there more than
 * the capacity and what flowed in. Whole numbers, as `capacity * 60_000` and milliseconds are.
 */
function room({ capacity, perMinute }: RateLimit, allowedAt: readonly number[], now: number): number {
  const left = allowedAt.map((from, index) => {
    const flowedIn = (now - from) * perMinute;
    return Math.floor((capacity * 60_000 + flowedIn) / 60_000) - (allowedAt.length - index);
  });
  return Math.min(capacity, ...left);
}

describe('a bucket of several limits', () => {
  const several = fc.array(
    fc.record({ capacity: fc.integer({ min: 1, max: 20 }), perMinute: fc.integer({ min: 1, max: 2_000 }) }),
    { minLength: 1, maxLength: 3 },
  );
  const earlier = fc.integer({ min: 1, max: 1_000 }).map(perMinuteAndSecond);
  const bursts = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })), {
    minLength: 1,
    maxLength: 150,
  });

  test('allows what every limit allows, and takes nothing for what it refuses', () => {
    fc.assert(
      fc.property(fc.oneof(several, earlier), bursts, (limits, waits) => {
        const buckets = new TokenBuckets();
        const allowedAt: number[] = [];
        let now = START;
        for (const wait of waits) {
          now += wait;
          const rooms = () => limits.map((limit) => room(limit, allowedAt, now));
          const expected = rooms().every((tokens) => tokens >= 1);
          const take = buckets.takeAll('alice', limits, now);
          expect(take.allowed).toBe(expected);
          if (expected) allowedAt.push(now);
          const least = Math.min(...rooms());
          expect(take.remaining).toBe(least);
          expect(limits.filter((_, index) => rooms()[index] === least).map(({ capacity }) => capacity)).toContain(
            take.limit,
          );
        }
      }),
    );
  });

  test('allows a client that waits as long as it was told', () => {
    fc.assert(
      fc.property(fc.oneof(several, earlier), bursts, (limits, waits) => {
        const buckets = new TokenBuckets();
        let now = START;
        for (const wait of waits) {
          now += wait;
          const { allowed, retryAfterSeconds } = buckets.takeAll('alice', limits, now);
          expect(retryAfterSeconds > 0).toBe(!allowed);
          if (allowed) continue;
          now += retryAfterSeconds * 1000;
          expect(buckets.takeAll('alice', limits, now).allowed).toBe(true);
        }
      }),
    );
  });

  test('tells of the limit that is waited for longer when both are empty', () => {
    const buckets = new TokenBuckets();
    const limits = perMinuteAndSecond(2);
    expect(buckets.takeAll('alice', limits, START)).toMatchObject({ remaining: 1, resetSeconds: 30 });
    expect(buckets.takeAll('alice', limits, START)).toMatchObject({ remaining: 0, resetSeconds: 60 });
    expect(buckets.takeAll('alice', limits, START)).toMatchObject({ allowed: false, retryAfterSeconds: 30 });
  });
});

describe('the limits of the generations before v3', () => {
  test.each([
    [400, 7, 14],
    [120, 2, 4],
    [60, 1, 2],
    [61, 2, 4],
    [1, 1, 2],
  ])('of %i a minute are %i a second and %i at once', (requests, perSecond, burst) => {
    expect(perMinuteAndSecond(requests)).toEqual([
      { capacity: requests, perMinute: requests },
      { capacity: burst, perMinute: perSecond * 60 },
    ]);
  });

  test('live: 14 at once, 7 a second, and 400 a minute once the first 400 are used up', () => {
    const buckets = new TokenBuckets();
    const limits = perMinuteAndSecond(400);
    const inMinute = (minute: number) => {
      let allowed = 0;
      // Ten each tenth of a second: more than any limit lets through.
      for (let now = START + minute * 60_000; now < START + (minute + 1) * 60_000; now += 100) {
        for (let n = 0; n < 10; n++) if (buckets.takeAll('alice', limits, now).allowed) allowed += 1;
      }
      return allowed;
    };
    const minutes = Array.from({ length: 30 }, (_, minute) => inMinute(minute));
    // 14 at once, and 7 a second until the last tenth of the minute.
    expect(minutes[0]).toBe(14 + 419);
    expect(minutes.slice(1, 19)).toEqual(new Array(18).fill(420));
    expect(minutes.slice(20)).toEqual(new Array(10).fill(400));
  });
});
