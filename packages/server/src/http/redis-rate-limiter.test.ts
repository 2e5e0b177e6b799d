import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../base/clock.ts';
import { Metrics } from '../metrics/metrics.ts';
import { Redis } from '../redis/redis.ts';
import { noRedisServer, prepareRedis, type RedisServer } from '../redis/testing/redis-server.ts';
import { startService, type TestService } from '../testing/service.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import { type BucketLimit, perMinute, perMinuteAndSecond, type RateLimit } from './rate-limit.ts';
import { RedisRateLimiter } from './redis-rate-limiter.ts';

const START = Date.UTC(2024, 0, 24);

/** Longer than any stall of a busy machine: these tests are not about slow answers. */
const PATIENT = 60_000;

const windows = fc.integer({ min: 1, max: 20 }).map(perMinute);
const buckets = fc
  .record({ capacity: fc.integer({ min: 1, max: 20 }), perMinute: fc.integer({ min: 1, max: 2_000 }) })
  .map((limit): BucketLimit => ({ kind: 'bucket', ...limit }));
const several: fc.Arbitrary<readonly RateLimit[]> = fc.oneof(
  windows.map((limit) => [limit]),
  buckets.map((limit) => [limit]),
  fc.integer({ min: 1, max: 300 }).map(perMinuteAndSecond),
  fc.tuple(windows, buckets, buckets),
);

/** Requests: milliseconds since the previous request, negative where the clock goes back, and a factor of the limit. */
const steps = fc.array(
  fc.record({
    wait: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 900 }) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 59_990, max: 60_010 }) },
      { weight: 1, arbitrary: fc.integer({ min: -DAY_MS, max: -1 }) },
    ),
    factor: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(2, 5) }),
  }),
  { minLength: 1, maxLength: 120 },
);

const larger = (limits: readonly RateLimit[], factor: number): RateLimit[] =>
  limits.map((limit) =>
    limit.kind === 'window'
      ? { kind: 'window', requests: limit.requests * factor }
      : { ...limit, capacity: limit.capacity * factor },
  );

const reason = noRedisServer();
describe.skipIf(reason)(`a limiter in Redis${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let server: RedisServer;
  const logged: string[] = [];
  const metrics = new Metrics();
  const open: Redis[] = [];

  /** The connection of one process. */
  async function connect(timeout = PATIENT, processId = `p${open.length}`): Promise<Redis> {
    const log = (level: string) => (_: object, message: string) => void logged.push(`${level}: ${message}`);
    const redis = new Redis({
      url: server.url,
      timeout,
      prefix: 'test:',
      key: Buffer.alloc(32, 7),
      processId,
      takesRequests: true,
      log: { info: log('info'), warn: log('warn') } as never,
      metrics,
    });
    open.push(redis);
    await redis.open();
    await expect.poll(() => redis.isUp).toBe(true);
    return redis;
  }

  beforeAll(async () => {
    server = await prepareRedis();
    await server.start();
  });
  afterAll(async () => {
    await Promise.all(open.map((redis) => redis.close()));
    await server.stop();
  });

  test('answers as the limiter in memory does, whatever is asked when', async () => {
    const redis = await connect();
    let keys = 0;
    await fc.assert(
      fc.asyncProperty(several, steps, async (limits, list) => {
        const memory = new MemoryRateLimiter();
        const shared = new RedisRateLimiter(redis, 'compared', new MemoryRateLimiter(), 'caller');
        keys += 1;
        const key = `key ${keys}`;
        let now = START;
        const asked: unknown[] = [];
        const answers: unknown[] = [];
        for (const { wait, factor } of list) {
          now += wait;
          const own = larger(limits, factor);
          asked.push(shared.has(key, own, now), shared.take(key, own, now));
          answers.push(await memory.has(key, own, now), memory.take(key, own, now));
        }
        expect(await Promise.all(asked)).toEqual(answers);
      }),
      { numRuns: 150 },
    );
    expect([redis.isUp, redis.outages]).toEqual([true, 0]);
  });

  test('counts requests of all processes, by the clock of the server, and keys expire', async () => {
    const processes = await Promise.all([connect(), connect(), connect(), connect()]);
    const limiters = processes.map((redis) => new RedisRateLimiter(redis, 'shared', new MemoryRateLimiter()));
    const before = await server.command('DBSIZE');
    const takes = await Promise.all(
      // The clocks of the processes are a day apart.
      limiters.flatMap((limiter, index) =>
        Array.from({ length: 300 }, () => limiter.take('alice', [perMinute(400)], START + index * DAY_MS)),
      ),
    );
    expect(takes.filter(({ allowed }) => allowed)).toHaveLength(400);
    expect(takes.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)).toEqual(
      expect.arrayContaining(Array.from({ length: 400 }, (_, index) => index)),
    );
    expect(await limiters[0]?.has('alice', [perMinute(400)], START)).toBe(false);
    expect(await limiters[0]?.has('bob', [perMinute(400)], START)).toBe(true);
    expect((await limiters[0]?.take('bob', [perMinute(400)], START))?.remaining).toBe(399);
    expect(before).toMatch(/^:\d+$/);
    for (const key of (await server.command('KEYS test:rate:*')).split('\r\n').filter((line) => line.startsWith('t'))) {
      // -1 is a key without an end; -2 is one that has gone meanwhile.
      expect(await server.command(`PTTL ${key}`), key).not.toBe(':-1');
    }
  });

  describe('while Redis is away', () => {
    beforeEach(() => logged.splice(0));

    /** Resolves once the state of the connection is so. */
    const until = (redis: Redis, isUp: boolean) => expect.poll(() => redis.isUp).toBe(isUp);
    const taken = async (limiter: RedisRateLimiter, limit: number) => {
      const { allowed, remaining } = await limiter.take('carol', [perMinute(limit)], START);
      return [allowed, remaining];
    };

    test('requests go on with the share of each process, and one warning is logged', async () => {
      const [one, two] = [await connect(PATIENT, 'one'), await connect(PATIENT, 'two')];
      await Promise.all(open.filter((redis) => redis !== one && redis !== two).map((redis) => redis.close()));
      const three = await connect(PATIENT, 'three');
      expect(three.processes).toBe(3);
      const limiter = new RedisRateLimiter(three, 'away', new MemoryRateLimiter());
      expect(await taken(limiter, 30)).toEqual([true, 29]);
      await server.stop();
      await until(three, false);
      // A third of 30, less the request that this process had before.
      for (let left = 8; left >= 0; left -= 1)
        expect(limiter.take('carol', [perMinute(30)], START)).toMatchObject({
          allowed: true,
          limit: 10,
          remaining: left,
        });
      expect(await taken(limiter, 30)).toEqual([false, 0]);
      expect(await limiter.has('carol', [perMinute(30)], START)).toBe(false);
      expect(await taken(limiter, 1)).toEqual([false, 0]);
      expect(three.examine()).toEqual({
        up: false,
        detail: expect.stringMatching(
          /^127\.0\.0\.1:\d+ .*\. Down for \d+ s; meanwhile each process counts its share of the rate limits$/,
        ),
      });
      await server.start();
      await until(three, true);
      await Promise.all([until(one, true), until(two, true)]);
      expect(await taken(limiter, 30)).toEqual([true, 29]);
      expect(logged.filter((line) => line.startsWith('warn'))).toEqual(
        new Array(3).fill('warn: Redis is down: each process counts its share of the rate limits'),
      );
      expect(logged.filter((line) => line.startsWith('info'))).toEqual(
        new Array(3).fill('info: Redis is back: rate limits are shared again'),
      );
    });

    test('a Redis that answers nothing holds up the requests of one moment alone', async () => {
      const redis = await connect(50, 'slow');
      const limiter = new RedisRateLimiter(redis, 'slow', new MemoryRateLimiter());
      server.freeze();
      const first = await Promise.all([taken(limiter, 400), taken(limiter, 400)]);
      // Both were counted here, in their order.
      expect(first.map(([allowed]) => allowed)).toEqual([true, true]);
      expect([redis.isUp, redis.examine().detail]).toEqual([false, expect.stringContaining('does not answer')]);
      expect(limiter.take('carol', [perMinute(400)], START)).not.toBeInstanceOf(Promise);
      const durations = metrics.samples('bonafide_redis_call_duration_seconds');
      expect(durations.find(({ suffix, labels }) => suffix === '_count' && labels.outcome === 'timeout')).toEqual({
        suffix: '_count',
        labels: { call: 'rate_limit', outcome: 'timeout' },
        value: 2,
      });
      expect(metrics.samples('bonafide_redis_up')[0]?.value).toBe(0);
      server.thaw();
      await until(redis, true);
      expect(metrics.samples('bonafide_redis_up')[0]?.value).toBe(1);
      expect((await taken(limiter, 400))[0]).toBe(true);
      await redis.close();
    });

    test('a service that stops does not wait for a Redis that answers nothing', async () => {
      const redis = await connect(50, 'stops');
      server.freeze();
      await redis.close();
      server.thaw();
      expect(redis.isUp).toBe(false);
    });

    test.each([
      ['is full', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0', 'is full and refuses to write. Raise maxmemory'],
      [
        'is a replica',
        'REPLICAOF 127.0.0.1 1',
        'REPLICAOF NO ONE',
        'is a replica and refuses to write. Name the primary in --redis-url',
      ],
    ])('a Redis that %s counts as down, however well it answers', async (_, breaks, mends, words) => {
      const redis = await connect(PATIENT, 'refused');
      const limiter = new RedisRateLimiter(redis, 'refused', new MemoryRateLimiter());
      await server.command(breaks);
      expect((await taken(limiter, 400))[0]).toBe(true);
      expect([redis.isUp, redis.examine().detail]).toEqual([false, expect.stringContaining(words)]);
      await server.command(mends);
      await until(redis, true);
      await redis.close();
    });
  });

  describe('a service', () => {
    const statuses = async (service: TestService, token: string, count: number) => {
      const answers = [];
      for (let n = 0; n < count; n += 1) answers.push(await service.get('/v3.6/ping', { token }));
      return answers.map(({ status, headers }) => [status, headers['ratelimit-limit'], headers['ratelimit-remaining']]);
    };
    const finding = async (service: TestService) => {
      const headers = { authorization: `Bearer ${service.operatorKey}` };
      const { body } = await service.get('/operator/v1/health', { token: null, headers });
      return [body.findings.find(({ name }: { name: string }) => name === 'redis'), body.settings.redisUrl];
    };

    test('shares limits by account and environment, and answers while Redis is away', async () => {
      const settings = { rateLimits: 'on', redisUrl: server.url, redisTimeout: String(PATIENT) };
      const service = await startService({ settings, account: { rate_limit_sandbox: 3 } });
      const { sandboxToken: token } = service;
      const one = await service.get('/v3.6/ping');
      expect(['limit', 'remaining', 'reset'].map((name) => one.headers[`ratelimit-${name}`])).toEqual(['3', '2', '60']);
      expect(await statuses(service, token, 3)).toEqual([
        [200, '3', '1'],
        [200, '3', '0'],
        [429, '3', '0'],
      ]);
      // The clock of the service means nothing to shared limits.
      service.clock.advance(MINUTE_MS);
      const refused = await service.get('/v3.6/ping');
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, refused.headers['ratelimit-reset']]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await statuses(service, service.liveToken, 1)).toEqual([[200, '400', '399']]);
      expect(await statuses(service, service.other.sandboxToken, 1)).toEqual([[200, '30', '29']]);
      const place = new URL(server.url).host;
      expect(await finding(service)).toEqual([
        expect.objectContaining({ name: 'redis', state: 'ok', detail: `${place} answers; one process takes requests` }),
        `redis://${place}`,
      ]);
      await server.stop();
      await expect.poll(() => service.services.redis?.isUp).toBe(false);
      // What Redis refused stays refused for as long as it said.
      expect(await statuses(service, token, 1)).toEqual([[429, '3', '0']]);
      service.clock.advance(MINUTE_MS);
      expect(await statuses(service, token, 1)).toEqual([[200, '3', '2']]);
      expect((await finding(service))[0].state).toBe('warning');
      await service.close();
      await server.start();
    });

    test.each([
      ['nothing listens', () => 'redis://127.0.0.1:1', 'refuses connections. Start it, or correct --redis-url'],
      [
        'the password is wrong',
        () => server.url.replace('//', '//bob:not-it@'),
        'refuses the user or password. Correct --redis-url',
      ],
    ])('starts where %s, and the doctor says what to do', async (_, url, words) => {
      const service = await startService({ settings: { rateLimits: 'on', redisUrl: url() } });
      expect(await statuses(service, service.sandboxToken, 1)).toEqual([[200, '30', '29']]);
      const [{ state, detail }, shown] = await finding(service);
      expect([state, detail]).toEqual(['warning', expect.stringContaining(words)]);
      expect(`${detail} ${shown}`).not.toMatch(/bob|not-it/);
      await service.close();
    });
  });
});
