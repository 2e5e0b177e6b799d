import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { countJobs } from '../store/queries/jobs.ts';
import { deleteWebhookRow, listAttempts, listDeliveries } from '../store/queries/webhooks.ts';
import { type StartOptions, startService, type TestService } from '../testing/service.ts';
import { attemptOf, bodyOf } from './sealed.ts';
import { type Answering, check, type Received, type Receiver, register, startReceiver } from './testing/receiver.ts';

let service: TestService;
const receivers: Receiver[] = [];

async function receiver(answering?: Answering): Promise<Receiver> {
  const made = await startReceiver(answering);
  receivers.push(made);
  return made;
}

async function restart(settings: StartOptions['settings']): Promise<void> {
  await service.close();
  service = await startService({ settings });
}

beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((one) => one.close()));
  await service.close();
});

/** The delivery log of a webhook, oldest first. */
async function log(webhookId: string) {
  const { system } = service.services.store;
  const account_id = service.account.id;
  const account = await service.services.accounts.find(account_id);
  const rows = await system.all(listDeliveries, { account_id, before: '~', limit: 500 });
  return Promise.all(
    rows
      .filter((row) => row.webhook_id === webhookId)
      .reverse()
      .map(async (row) => {
        const attempts = await system.all(listAttempts, { account_id, delivery_id: row.id });
        return {
          ...row,
          body: bodyOf(account!, row),
          log: attempts.map((attempt) => ({ ...attempt, ...attemptOf(account!, attempt) })),
        };
      }),
  );
}

async function onlyDelivery(webhookId: string) {
  const deliveries = await log(webhookId);
  expect(deliveries).toHaveLength(1);
  return deliveries[0] as (typeof deliveries)[number];
}

describe('what is sent', () => {
  it.each(['v3.2', 'v3.6'])('%s: every event of a check, signed over the raw bytes', async (version) => {
    const alice = await receiver();
    const { body: webhook } = await service.post(`/${version}/webhooks`, { url: alice.url });
    const { id, report_ids } = await check(service);
    await service.settle();

    const body = (type: string, action: string, of: string, status: string) =>
      `{"payload":{"resource_type":"${type}","action":"${action}","object":{"id":"${of}","status":"${status}",` +
      `"completed_at_iso8601":"2026-01-15T09:30:00Z","href":"${service.baseUrl}/${version}/${type}s/${of}"}}}`;
    const [second, first] = report_ids as [string, string];
    const sent = (await log(webhook.id)).map((delivery) => delivery.body);
    expect(sent).toEqual([
      body('check', 'check.started', id, 'in_progress'),
      body('report', 'report.completed', first, 'complete'),
      body('report', 'report.completed', second, 'complete'),
      body('check', 'check.completed', id, 'complete'),
    ]);
    // Deliveries are independent requests, which overtake each other.
    expect(alice.received.map((one) => one.body.toString()).sort()).toEqual([...sent].sort());
    for (const { headers, body: bytes, path } of alice.received) {
      expect(path).toBe('/events');
      expect(headers['content-type']).toBe('application/json');
      expect(headers['user-agent']).toBe('Bonafide-Webhooks');
      expect(headers['x-sha2-signature']).toBe(createHmac('sha256', webhook.token).update(bytes).digest('hex'));
      expect(headers['x-signature']).toBe(createHmac('sha1', webhook.token).update(bytes).digest('hex'));
      expect(headers.authorization).toBeUndefined();
    }
  });

  it('nested paths and the older time in payload 1', async () => {
    const alice = await receiver();
    await register(service, alice.url, { payload_version: 1, events: ['check.started', 'report.completed'] });
    const { id, applicant_id, report_ids } = await check(service, { report_names: ['watchlist_standard'] });
    await service.settle();
    // Both are sent at once, so either may arrive first.
    const sent = alice.received.map((one) => JSON.parse(one.body.toString()).payload.object);
    expect(sent.sort((a, b) => b.status.localeCompare(a.status))).toEqual([
      {
        id,
        status: 'in_progress',
        completed_at: '2026-01-15 09:30:00 UTC',
        href: `${service.baseUrl}/v1/applicants/${applicant_id}/checks/${id}`,
      },
      {
        id: report_ids[0],
        status: 'complete',
        completed_at: '2026-01-15 09:30:00 UTC',
        href: `${service.baseUrl}/v1/checks/${id}/reports/${report_ids[0]}`,
      },
    ]);
  });
});

describe('who gets it', () => {
  it('those that subscribe to the event', async () => {
    const alice = await receiver();
    await register(service, alice.url, { events: ['check.completed', 'check.reopened'] });
    await check(service);
    await service.settle();
    expect(alice.actions()).toEqual(['check.completed']);
  });

  it('those that the check names: null is all, a list those in it, an empty list none', async () => {
    const [first, second] = [await receiver(), await receiver()];
    const { id } = await register(service, first.url);
    await register(service, second.url);
    const counts = async (webhook_ids: string[] | null) => {
      const before = [first.received.length, second.received.length] as const;
      await check(service, { webhook_ids });
      await service.settle();
      return [first.received.length - before[0], second.received.length - before[1]];
    };
    expect(await counts(null)).toEqual([4, 4]);
    expect(await counts([id])).toEqual([4, 0]);
    expect(await counts([])).toEqual([0, 0]);
  });

  it('the webhooks of its environment', async () => {
    const [sandbox, live, both] = [await receiver(), await receiver(), await receiver()];
    const events = ['check.started'];
    await register(service, sandbox.url, { events, environments: ['sandbox'] });
    await register(service, live.url, { events, environments: ['live'] });
    await register(service, both.url, { events, environments: ['sandbox', 'live'] });
    const counts = () => [sandbox, live, both].map(({ received }) => received.length);
    await check(service);
    await service.settle();
    expect(counts()).toEqual([1, 0, 1]);
    await check(service, {}, service.liveToken);
    await service.settle();
    expect(counts()).toEqual([1, 1, 2]);
  });

  it('not those that are disabled, deleted or of another account', async () => {
    const [disabled, deleted, mallory] = [await receiver(), await receiver(), await receiver()];
    await register(service, disabled.url, { enabled: false });
    const { id } = await register(service, deleted.url);
    await service.del(`/v3.6/webhooks/${id}`);
    await register(service, mallory.url, {}, service.other.sandboxToken);
    await check(service);
    await service.settle();
    expect([disabled, deleted, mallory].map(({ received }) => received.length)).toEqual([0, 0, 0]);
  });
});

describe('when it fails', () => {
  const started = { events: ['check.started'] };

  it('tries ten times more on the schedule, with the same bytes, then gives up', async () => {
    const alice = await receiver(() => ({ status: 500, body: 'out of order' }));
    const { id } = await register(service, alice.url, started);
    await check(service);
    await service.settle();
    expect(alice.received).toHaveLength(1);
    for (let retry = 1; retry <= 10; retry++) {
      // 240 s doubled each time, and half of the 5 % jitter: the test's random number is 0.5.
      const delay = 240_000 * 2 ** (retry - 1) * 1.025;
      expect((await onlyDelivery(id)).next_attempt_at).toBe(service.clock.now() + delay);
      service.clock.advance(delay - 1);
      await service.settle();
      expect(alice.received).toHaveLength(retry);
      service.clock.advance(1);
      await service.settle();
      expect(alice.received).toHaveLength(retry + 1);
    }
    service.clock.advance(10 * DAY_MS);
    await service.settle();
    expect(alice.received).toHaveLength(11);
    const [first, ...retries] = alice.received as [Received, ...Received[]];
    for (const { body, headers } of retries) {
      expect(body.equals(first.body)).toBe(true);
      expect(headers['x-sha2-signature']).toBe(first.headers['x-sha2-signature']);
    }
    const { state, attempts, next_attempt_at, log: lines } = await onlyDelivery(id);
    expect({ state, attempts, next_attempt_at }).toEqual({ state: 'failed', attempts: 11, next_attempt_at: null });
    expect(lines.map(({ number, status, error, response_head }) => [number, status, error, response_head])).toEqual(
      Array.from({ length: 11 }, (_, index) => [index + 1, 500, null, 'out of order']),
    );
  });

  it('is done with the first 20x', async () => {
    const alice = await receiver((number) => ({ status: number < 3 ? 500 : 204 }));
    const { id } = await register(service, alice.url, started);
    await check(service);
    await service.settle();
    service.clock.advance(5 * MINUTE_MS);
    await service.settle();
    service.clock.advance(10 * MINUTE_MS);
    await service.settle();
    service.clock.advance(DAY_MS);
    await service.settle();
    const { state, attempts, finished_at, log: lines } = await onlyDelivery(id);
    expect([state, attempts, alice.received.length]).toEqual(['delivered', 3, 3]);
    expect(lines.map(({ status }) => status)).toEqual([500, 500, 204]);
    expect(finished_at).toBe(lines[2]?.at);
  });

  it('waits for as long as Retry-After asks', async () => {
    const alice = await receiver((number) =>
      number === 1 ? { status: 503, headers: { 'retry-after': '3600' } } : { status: 200 },
    );
    await register(service, alice.url, started);
    await check(service);
    await service.settle();
    service.clock.advance(HOUR_MS - 1);
    await service.settle();
    expect(alice.received).toHaveLength(1);
    service.clock.advance(1);
    await service.settle();
    expect(alice.received).toHaveLength(2);
  });

  it('gives up at once on 410', async () => {
    const alice = await receiver(() => ({ status: 410 }));
    const { id } = await register(service, alice.url, started);
    await check(service);
    await service.settle();
    service.clock.advance(DAY_MS);
    await service.settle();
    expect(alice.received).toHaveLength(1);
    expect(await onlyDelivery(id)).toMatchObject({ state: 'failed', attempts: 1, next_attempt_at: null });
  });

  it('follows no redirect', async () => {
    const elsewhere = await receiver();
    const alice = await receiver(() => ({ status: 307, headers: { location: elsewhere.url } }));
    const { id } = await register(service, alice.url, started);
    await check(service);
    await service.settle();
    expect(elsewhere.received).toHaveLength(0);
    const { state, log: lines } = await onlyDelivery(id);
    expect([state, lines.map(({ status }) => status)]).toEqual(['pending', [307]]);
  });

  it('goes to the address that the webhook has by then', async () => {
    const [before, after] = [await receiver(() => ({ status: 500 })), await receiver()];
    const { id } = await register(service, before.url, started);
    await check(service);
    await service.settle();
    await service.put(`/v3.6/webhooks/${id}`, { url: after.url });
    service.clock.advance(5 * MINUTE_MS);
    await service.settle();
    expect([before.received.length, after.received.length]).toEqual([1, 1]);
  });

  it('logs why there was no answer', async () => {
    const gone = await receiver();
    const { id } = await register(service, gone.url, started);
    await gone.close();
    receivers.pop();
    await check(service);
    await service.settle();
    const { state, log: lines } = await onlyDelivery(id);
    expect([state, lines.map(({ status, response_head }) => [status, response_head])]).toEqual([
      'pending',
      [[null, null]],
    ]);
    expect(lines[0]?.error).toMatch(/^connection: connect ECONNREFUSED/);
  });

  it.each([
    { name: 'disabled', off: (id: string) => service.put(`/v3.6/webhooks/${id}`, { enabled: false }) },
    { name: 'deleted', off: (id: string) => service.del(`/v3.6/webhooks/${id}`) },
  ])('is dropped when the webhook is $name meanwhile, and its log stays', async ({ off }) => {
    const alice = await receiver(() => ({ status: 500 }));
    const bob = await receiver(() => ({ status: 500 }));
    const { id } = await register(service, alice.url, started);
    const other = await register(service, bob.url, started);
    await check(service);
    await service.settle();
    await off(id);
    const { state, next_attempt_at, finished_at, log: lines } = await onlyDelivery(id);
    expect({ state, next_attempt_at }).toEqual({ state: 'dropped', next_attempt_at: null });
    expect([finished_at, lines.length]).toEqual([service.clock.now(), 1]);
    const jobs = await service.services.store.system.all(countJobs, {});
    expect(jobs.filter(({ kind }) => kind === 'delivery').map(({ n }) => n)).toEqual([1]);
    await service.put(`/v3.6/webhooks/${id}`, { enabled: true });
    service.clock.advance(5 * MINUTE_MS);
    await service.settle();
    expect([alice.received.length, bob.received.length]).toEqual([1, 2]);
    expect((await onlyDelivery(other.id)).state).toBe('pending');
  });
});

it('drops an attempt that is under way when its webhook is disabled, and writes nothing of it', async () => {
  await restart({ webhookTimeout: '60000' });
  const silent = await receiver(() => 'silent');
  const { id } = await register(service, silent.url, { events: ['check.started'] });
  await check(service);
  await silent.atLeast(1);
  await service.put(`/v3.6/webhooks/${id}`, { enabled: false });
  await silent.close();
  await service.settle();
  const { state, attempts, log: lines } = await onlyDelivery(id);
  expect({ state, attempts, lines }).toEqual({ state: 'dropped', attempts: 0, lines: [] });
});

it('drops what was planned just as its webhook was deleted', async () => {
  const alice = await receiver(() => ({ status: 500 }));
  const { id } = await register(service, alice.url, { events: ['check.started'] });
  await check(service);
  await service.settle();
  // Without dropping: as if the event had been recorded by another process at the same time.
  await service.services.store.transaction((tx) => tx.run(deleteWebhookRow, { id, account_id: service.account.id }));
  service.clock.advance(5 * MINUTE_MS);
  await service.settle();
  const { state, attempts, next_attempt_at } = await onlyDelivery(id);
  expect({ state, attempts, next_attempt_at }).toEqual({ state: 'dropped', attempts: 1, next_attempt_at: null });
  expect(alice.received).toHaveLength(1);
});

it('a receiver that never answers delays no other', async () => {
  await restart({ webhookTimeout: '60000' });
  const silent = await receiver(() => 'silent');
  const alice = await receiver();
  const stuck = await register(service, silent.url);
  await register(service, alice.url);
  // More deliveries than one webhook may have under way at once.
  for (let n = 0; n < 4; n++) await check(service);
  await alice.atLeast(16);
  expect((await log(stuck.id)).flatMap((delivery) => delivery.log)).toEqual([]);
  await silent.close();
  await service.settle();
  const deliveries = await log(stuck.id);
  expect(deliveries.map(({ state, attempts }) => [state, attempts])).toEqual(Array(16).fill(['pending', 1]));
});

it('waits for a receiver as long as the setting says', async () => {
  await restart({ webhookTimeout: '50' });
  const silent = await receiver(() => 'silent');
  const { id } = await register(service, silent.url, { events: ['check.started'] });
  await check(service);
  await service.settle();
  const { state, attempts, log: lines } = await onlyDelivery(id);
  expect([state, attempts, lines]).toMatchObject([
    ...['pending', 1],
    [{ status: null, error: 'timeout: No answer within 50 ms' }],
  ]);
});

describe('with OAuth', () => {
  const oauth = (url: string) => ({
    events: ['check.started'],
    oauth_enabled: true,
    oauth_server_url: url,
    oauth_server_client_id: 'bona fide',
    oauth_server_client_secret: 'made up: secret',
    oauth_server_scope: 'events',
  });

  it('asks for a token once for its life, and sends it', async () => {
    const authority = await receiver((number) => ({
      status: 200,
      body: JSON.stringify({ access_token: `token-${number}`, token_type: 'Bearer', expires_in: 600 }),
    }));
    const alice = await receiver();
    await register(service, alice.url, oauth(authority.url));
    for (const minutes of [0, 9, 1]) {
      service.clock.advance(minutes * MINUTE_MS);
      await check(service);
      await service.settle();
    }
    expect(alice.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
    const [asked] = authority.received;
    expect(asked?.body.toString()).toBe('grant_type=client_credentials&scope=events');
    expect(asked?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const credentials = Buffer.from('bona+fide:made+up%3A+secret').toString('base64');
    expect(asked?.headers.authorization).toBe(`Basic ${credentials}`);
  });

  it('asks again when the receiver refuses the token', async () => {
    const authority = await receiver((number) => ({
      status: 200,
      body: JSON.stringify({ access_token: `token-${number}`, expires_in: 3600 }),
    }));
    const alice = await receiver((number) => ({ status: number === 1 ? 401 : 200 }));
    await register(service, alice.url, oauth(authority.url));
    await check(service);
    await service.settle();
    service.clock.advance(5 * MINUTE_MS);
    await service.settle();
    const sent = alice.received.map(({ headers }) => headers.authorization);
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('counts a token that it cannot get as a failed attempt', async () => {
    const answers = [
      { status: 401, body: '{"error":"invalid_client"}' },
      { status: 200, body: '{"token_type":"Bearer"}' },
      { status: 200, body: '<html>' },
      { status: 200, body: 'x'.repeat(64 * 1024 + 1) },
      { status: 200, body: '{"access_token":"at last"}' },
    ];
    const authority = await receiver((number) => answers[number - 1] ?? { status: 500 });
    const alice = await receiver();
    const { id } = await register(service, alice.url, oauth(authority.url));
    await check(service);
    await service.settle();
    for (const minutes of [5, 10, 20, 40]) {
      expect(alice.received).toHaveLength(0);
      service.clock.advance(minutes * MINUTE_MS);
      await service.settle();
    }
    expect(alice.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer at last']);
    const { state, log: lines } = await onlyDelivery(id);
    expect(state).toBe('delivered');
    expect(lines.map(({ error }) => error)).toEqual([
      'oauth: the authorisation server answered 401',
      'oauth: the authorisation server sent no access_token',
      'oauth: the authorisation server sent no access_token',
      'oauth: the authorisation server could not be reached (its answer is longer than 65536 bytes)',
      null,
    ]);
  });
});
