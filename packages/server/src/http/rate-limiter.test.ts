import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../base/clock.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import { type BucketLimit, perMinute, perMinuteAndSecond, type RateLimit } from './rate-limit.ts';

const START = Date.UTC(2024, 0, 24);

const bucket = (capacity: number, perMinute: number): BucketLimit => ({ kind: 'bucket', capacity, perMinute });
const windows = fc.integer({ min: 1, max: 60 }).map(perMinute);
const buckets = fc
  .record({ capacity: fc.integer({ min: 1, max: 60 }), perMinute: fc.integer({ min: 1, max: 2_000 }) })
  .map((limit): BucketLimit => ({ kind: 'bucket', ...limit }));
const earlier = fc.integer({ min: 1, max: 1_000 }).map(perMinuteAndSecond);
const several = fc.oneof(
  windows.map((limit) => [limit]),
  buckets.map((limit) => [limit]),
  earlier,
  fc.tuple(windows, buckets, buckets),
);

/** Milliseconds between one request and the next: bursts, and waits up to more than a window. */
const gaps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 900 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 59_990, max: 60_010 }) },
  ),
  { minLength: 1, maxLength: 250 },
);

/** The times of the requests of a client that were allowed. */
async function allowedTimes(limits: readonly RateLimit[], waits: readonly number[]): Promise<number[]> {
  const limiter = new MemoryRateLimiter();
  const allowed: number[] = [];
  let now = START;
  for (const wait of waits) {
    now += wait;
    if ((await limiter.take('alice', limits, now)).allowed) allowed.push(now);
  }
  return allowed;
}

describe('so many requests in any minute', () => {
  test('come at once, and the next when the first is a minute old', async () => {
    const limiter = new MemoryRateLimiter();
    const limits = [perMinute(30)];
    for (let left = 29; left >= 0; left -= 1) {
      const now = START + (29 - left) * 100;
      expect(await limiter.take('alice', limits, now)).toEqual({
        allowed: true,
        limit: 30,
        remaining: left,
        resetSeconds: left === 29 ? 60 : Math.ceil((START + MINUTE_MS - now) / 1000),
      });
    }
    const refused = { allowed: false, limit: 30, remaining: 0 };
    expect(await limiter.take('alice', limits, START + 2_900)).toEqual({ ...refused, resetSeconds: 58 });
    expect(await limiter.take('alice', limits, START + 59_999)).toEqual({ ...refused, resetSeconds: 1 });
    expect((await limiter.take('alice', limits, START + 60_000)).allowed).toBe(true);
    // The second left a tenth of a second later.
    expect(await limiter.take('alice', limits, START + 60_000)).toEqual({ ...refused, resetSeconds: 1 });
    expect((await limiter.take('alice', limits, START + 60_100)).allowed).toBe(true);
  });

  test.each([30, 400])('lets %i through in the busiest minute of ten, not one more', async (requests) => {
    const limiter = new MemoryRateLimiter();
    const allowed: number[] = [];
    // Each hundredth of a second: more than the limit allows.
    for (let now = START; now < START + 10 * MINUTE_MS; now += 10) {
      if ((await limiter.take('alice', [perMinute(requests)], now)).allowed) allowed.push(now);
    }
    const busiest = allowed.map((from) => allowed.filter((at) => at >= from && at < from + MINUTE_MS).length);
    expect(Math.max(...busiest)).toBe(requests);
    expect(allowed).toHaveLength(10 * requests);
  });

  test('are never more in any window of 60 s, whenever they come', async () => {
    await fc.assert(
      fc.asyncProperty(windows, gaps, async (limit, waits) => {
        const allowed = await allowedTimes([limit], waits);
        for (const [index, from] of allowed.entries()) {
          const inWindow = allowed.slice(index).filter((at) => at < from + MINUTE_MS);
          expect(inWindow.length).toBeLessThanOrEqual(limit.requests);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('follow a limit that is changed', async () => {
    const limiter = new MemoryRateLimiter();
    for (let n = 0; n < 20; n += 1) await limiter.take('alice', [perMinute(400)], START + n * 1000);
    expect(await limiter.take('alice', [perMinute(10)], START + 20_000)).toEqual({
      allowed: false,
      limit: 10,
      remaining: 0,
      // The eleventh must be a minute old.
      resetSeconds: 50,
    });
    expect((await limiter.take('alice', [perMinute(10)], START + 69_999)).allowed).toBe(false);
    expect((await limiter.take('alice', [perMinute(10)], START + 70_000)).allowed).toBe(true);
    expect((await limiter.take('alice', [perMinute(400)], START + 70_000)).remaining).toBe(400 - 11);
  });
});

describe('a token bucket', () => {
  test('allows its capacity at once and then its rate', async () => {
    const limiter = new MemoryRateLimiter();
    const limits = [bucket(30, 30)];
    for (let left = 29; left >= 0; left -= 1) {
      const allowed = { allowed: true, limit: 30, remaining: left, resetSeconds: 2 };
      expect(await limiter.take('alice', limits, START)).toEqual(allowed);
    }
    expect(await limiter.take('alice', limits, START)).toEqual({
      allowed: false,
      limit: 30,
      remaining: 0,
      resetSeconds: 2,
    });
    expect((await limiter.take('alice', limits, START + 1_999)).allowed).toBe(false);
    expect(await limiter.take('alice', limits, START + 2_000)).toMatchObject({ allowed: true, remaining: 0 });
  });

  test('never allows more than its capacity and what flowed in, in any window', async () => {
    await fc.assert(
      fc.asyncProperty(buckets, gaps, async (limit, waits) => {
        const allowed = await allowedTimes([limit], waits);
        for (const [first, from] of allowed.entries()) {
          for (let last = first; last < allowed.length; last += 1) {
            const flowedIn = ((allowed[last]! - from) * limit.perMinute) / MINUTE_MS;
            expect(last - first + 1).toBeLessThanOrEqual(limit.capacity + flowedIn);
          }
        }
      }),
    );
  });
});

/** Number of requests allowed at `now`, from the definition of each kind. Whole numbers, as milliseconds are. */
function room(limit: RateLimit, allowedAt: readonly number[], now: number): number {
  if (limit.kind === 'window') return limit.requests - allowedAt.filter((at) => now - at < MINUTE_MS).length;
  const left = allowedAt.map((from, index) => {
    const flowedIn = (now - from) * limit.perMinute;
    return Math.floor((limit.capacity * MINUTE_MS + flowedIn) / MINUTE_MS) - (allowedAt.length - index);
  });
  return Math.min(limit.capacity, ...left);
}

const most = (limit: RateLimit) => (limit.kind === 'window' ? limit.requests : limit.capacity);

describe('limits of every kind, together', () => {
  test('allow what each of them allows, and count nothing for what they refuse', async () => {
    await fc.assert(
      fc.asyncProperty(several, gaps, async (limits, waits) => {
        const limiter = new MemoryRateLimiter();
        const allowedAt: number[] = [];
        let now = START;
        for (const wait of waits) {
          now += wait;
          const rooms = () => limits.map((limit) => room(limit, allowedAt, now));
          const expected = rooms().every((requests) => requests >= 1);
          expect(await limiter.has('alice', limits, now)).toBe(expected);
          const take = await limiter.take('alice', limits, now);
          expect(take.allowed).toBe(expected);
          if (expected) allowedAt.push(now);
          const least = Math.min(...rooms());
          expect(take.remaining).toBe(least);
          const tight = limits.filter((_, index) => rooms()[index] === least);
          expect(tight.map(most)).toContain(take.limit);
        }
      }),
    );
  });

  test('let a client in that waits as long as the reset says, and whose wait is a second less they refuse', async () => {
    await fc.assert(
      fc.asyncProperty(several, gaps, async (limits, waits) => {
        const limiter = new MemoryRateLimiter();
        let now = START;
        for (const wait of waits) {
          now += wait;
          const { allowed, remaining, resetSeconds } = await limiter.take('alice', limits, now);
          expect(resetSeconds).toBeGreaterThanOrEqual(1);
          if (allowed && remaining > 0) continue;
          expect(await limiter.has('alice', limits, now + (resetSeconds - 1) * 1000)).toBe(false);
          now += resetSeconds * 1000;
          expect((await limiter.take('alice', limits, now)).allowed).toBe(true);
        }
      }),
    );
  });

  test('report the limit that takes longer when both are used up', async () => {
    const limiter = new MemoryRateLimiter();
    const limits = perMinuteAndSecond(2);
    expect(await limiter.take('alice', limits, START)).toMatchObject({ remaining: 1, resetSeconds: 60 });
    expect(await limiter.take('alice', limits, START)).toMatchObject({ remaining: 0, resetSeconds: 60 });
    expect(await limiter.take('alice', limits, START)).toMatchObject({ allowed: false, resetSeconds: 60 });
  });
});

describe('a limiter', () => {
  test('answers whether a request would be allowed, without counting one', async () => {
    const limiter = new MemoryRateLimiter();
    expect(await limiter.has('alice', [perMinute(3)], START)).toBe(true);
    expect(limiter.size).toBe(0);
    for (let n = 0; n < 3; n += 1) {
      expect(await limiter.has('alice', [perMinute(3)], START)).toBe(true);
      await limiter.take('alice', [perMinute(3)], START);
    }
    expect(await limiter.has('alice', [perMinute(3)], START)).toBe(false);
    expect(await limiter.has('alice', [perMinute(3)], START + MINUTE_MS)).toBe(true);
  });

  test('counts each key by itself', async () => {
    const limiter = new MemoryRateLimiter();
    expect((await limiter.take('alice', [perMinute(1)], START)).allowed).toBe(true);
    expect((await limiter.take('alice', [perMinute(1)], START)).allowed).toBe(false);
    expect((await limiter.take('bob', [perMinute(1)], START)).allowed).toBe(true);
  });

  test('neither gives nor takes when the clock goes back', async () => {
    await fc.assert(
      fc.asyncProperty(several, fc.integer({ min: 1, max: DAY_MS }), async (limits, back) => {
        const limiter = new MemoryRateLimiter();
        const before = (await limiter.take('alice', limits, START)).remaining;
        const { allowed, remaining } = await limiter.take('alice', limits, START - back);
        expect(allowed).toBe(before > 0);
        expect(remaining).toBe(Math.max(0, before - 1));
        // One minute by the new clock is one minute, however far it went back.
        expect((await limiter.take('alice', limits, START - back + MINUTE_MS)).allowed).toBe(true);
      }),
    );
  });

  test('drops unused keys', async () => {
    const limiter = new MemoryRateLimiter();
    // A request is forgotten after a minute, so that 600 keys are in use at any time.
    for (let n = 0; n < 100_000; n += 1) await limiter.take(`key ${n}`, [perMinute(60)], START + n * 100);
    expect(limiter.size).toBeLessThanOrEqual(2 * 1024);
  });

  test('keeps a key that is unused by one limit and not by another', async () => {
    const limiter = new MemoryRateLimiter();
    const limits = [bucket(1, 60_000), bucket(2, 1)];
    expect((await limiter.take('busy', limits, START)).remaining).toBe(0);
    for (let n = 0; n < 5_000; n += 1) await limiter.take(`key ${n}`, [perMinute(60)], START + n);
    expect(await limiter.take('busy', limits, START + 5_000)).toMatchObject({ allowed: true, limit: 2, remaining: 0 });
  });

  test('keeps the keys that are in use', async () => {
    const limiter = new MemoryRateLimiter();
    const limits = [perMinute(60)];
    for (let n = 0; n < 60; n += 1) await limiter.take('busy', limits, START);
    for (let n = 0; n < 5_000; n += 1) await limiter.take(`key ${n}`, limits, START);
    expect(limiter.size).toBe(5_001);
    expect((await limiter.take('busy', limits, START)).allowed).toBe(false);
  });

  test('forgets the oldest of more keys than it may have', async () => {
    const limiter = new MemoryRateLimiter(2_000);
    for (let n = 0; n < 10_000; n += 1) await limiter.take(`key ${n}`, [perMinute(1)], START);
    expect(limiter.size).toBe(2_000);
    expect(await limiter.has('key 7999', [perMinute(1)], START)).toBe(true);
    expect(await limiter.has('key 8000', [perMinute(1)], START)).toBe(false);
  });
});

describe('the limits of the generations before v3', () => {
  test.each([
    [400, 7, 14],
    [120, 2, 4],
    [60, 1, 2],
    [61, 2, 4],
    [1, 1, 2],
  ])('of %i a minute are %i a second and %i at once', async (requests, perSecond, burst) => {
    expect(perMinuteAndSecond(requests)).toEqual([
      { kind: 'window', requests },
      { kind: 'bucket', capacity: burst, perMinute: perSecond * 60 },
    ]);
  });

  test('live: 14 at once, 7 a second, and 400 in any minute', async () => {
    const limiter = new MemoryRateLimiter();
    const allowed: number[] = [];
    // Twenty each tenth of a second: more than any limit lets through.
    for (let now = START; now < START + 10 * MINUTE_MS; now += 100) {
      for (let n = 0; n < 20; n += 1) {
        if ((await limiter.take('alice', perMinuteAndSecond(400), now)).allowed) allowed.push(now);
      }
    }
    const within = (from: number, length: number) => allowed.filter((at) => at >= from && at < from + length).length;
    expect(within(START, 1)).toBe(14);
    expect(within(START, 1_000)).toBe(14 + 6);
    expect(within(START + 1_000, 1_000)).toBe(7);
    expect(Math.max(...allowed.map((from) => within(from, MINUTE_MS)))).toBe(400);
  });
});
