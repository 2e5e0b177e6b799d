import { describe, expect, test } from 'vitest';
import { storyOf } from '../api/v3/testing/story.ts';
import { useService } from '../testing/service.ts';

const service = useService({ settings: { rateLimits: 'on' } });
const person = { first_name: 'Jane', last_name: 'Doe', location: { country_of_residence: 'GBR' } };
const create = (fault: string, headers: Record<string, string> = {}, token = service.sandboxToken) =>
  service.post('/v3.6/applicants', person, { token, headers: { 'bonafide-sandbox-fault': fault, ...headers } });
const total = async (token = service.sandboxToken) =>
  Number((await service.get('/v3.6/applicants?per_page=1', { token })).headers['x-total-count']);

describe('a request of the sandbox that asks for a fault', () => {
  test.each([
    ['500', 500, 'internal_server_error', undefined],
    ['429', 429, 'rate_limit', '1'],
  ])('%s gets it, and nothing happens', async (fault, status, type, retryAfter) => {
    const before = await total();
    const answer = await create(fault);
    expect([answer.status, answer.body.error.type, answer.headers['retry-after']]).toEqual([status, type, retryAfter]);
    expect(await total()).toBe(before);
  });

  test('slow waits by the clock, and then answers', async () => {
    const { clock } = service;
    const timers = new Set<number>();
    const schedule = clock.schedule.bind(clock);
    const { promise: waits, resolve } = Promise.withResolvers<void>();
    clock.schedule = (delay, task) => {
      timers.add(delay);
      if (delay === 1500) resolve();
      return schedule(delay, task);
    };
    const answered = create('slow=1500');
    await waits;
    clock.schedule = schedule;
    clock.advance(1500);
    expect((await answered).status).toBe(201);
    expect(timers).toContain(1500);
  });

  test('timeout does its work and never answers; sent again with its key, it gets the answer', async () => {
    const before = await total();
    const schedule = service.clock.schedule.bind(service.clock);
    const { promise: waits, resolve } = Promise.withResolvers<void>();
    service.clock.schedule = (delay, task) => {
      if (delay === 60_000) resolve();
      return schedule(delay, task);
    };
    const lost = create('timeout', { 'idempotency-key': 'lost' }).then(
      () => 'answered',
      () => 'cut',
    );
    await waits;
    service.clock.schedule = schedule;
    service.clock.advance(60_000);
    expect(await lost).toBe('cut');
    expect(await total()).toBe(before + 1);
    const again = await service.post('/v3.6/applicants', person, { headers: { 'idempotency-key': 'lost' } });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(await total()).toBe(before + 1);
  });

  test.each(['503', 'slow', 'slow=-1', 'slow=60001', ''])('refuses the fault "%s"', async (fault) => {
    const { status, body } = await create(fault);
    expect([status, body.error.message]).toEqual([
      400,
      'Bonafide-Sandbox-Fault must be 500, 429, timeout or slow=<milliseconds up to 60000>',
    ]);
  });
});

test('in live the header means nothing', async () => {
  for (const fault of ['500', '429', 'timeout', 'slow=60000', 'nonsense']) {
    expect((await create(fault, {}, service.liveToken)).status).toBe(201);
  }
});

test('without a token it says nothing about the sandbox', async () => {
  const headers = { 'bonafide-sandbox-fault': '500' };
  expect((await service.get('/v3.6/ping', { token: null, headers })).status).toBe(401);
  // Other versions have it as well.
  expect((await service.get('/v2/applicants', { headers })).status).toBe(500);
  expect(await storyOf(service, 'v3.6').applicant()).toBeTypeOf('string');
});
