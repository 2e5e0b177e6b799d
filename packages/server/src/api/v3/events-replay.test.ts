import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { check, type Receiver, register, startReceiver } from '../../webhooks/testing/receiver.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

let service: RunService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startWithWorkflows();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const iso = (ms: number) => new Date(ms).toISOString();
const replay = (json: object, more: object = {}) => service.post('/v3.6/events/replay', json, more);
const idsOf = async (search: string): Promise<string[]> =>
  (await service.get(`/v3.6/events?${search}`)).body.events.map(({ id }: { id: string }) => id);

/** The requests that the receiver gets during some work. */
async function received(work: () => Promise<unknown>) {
  const before = receiver.received.length;
  await work();
  await service.settle();
  return receiver.received.slice(before);
}
const eventIds = (requests: Receiver['received']) =>
  requests.map(({ headers }) => headers['webhook-id'] as string).sort();

let begin: number;
let middle: number;
let first: { id: string };
let second: { id: string };
let hook: { id: string };

test('a webhook that was made later gets each event of the range once, with the ids of the events', async () => {
  begin = service.clock.now();
  first = await check(service);
  await service.settle();
  service.clock.advance(MINUTE_MS);
  middle = service.clock.now();
  second = await check(service);
  await service.settle();
  service.clock.advance(MINUTE_MS);
  hook = await register(service, receiver.url, { standard_headers: true });

  const sent = await received(async () => {
    const { status, body } = await replay({ since: iso(begin), until: iso(middle) });
    // The reports' `report.initiated` is an event of v2 alone.
    expect([status, body]).toEqual([200, { events: 4, deliveries: 4, skipped: 0, retrying: 0, next: null }]);
  });
  expect(eventIds(sent)).toEqual((await idsOf(`until=${iso(middle)}`)).sort());
  const completed = sent.find(({ action }) => action === 'check.completed');
  expect(JSON.parse(completed?.body.toString() ?? '')).toEqual({
    payload: {
      resource_type: 'check',
      action: 'check.completed',
      object: {
        id: first.id,
        status: 'complete',
        // The time of the event, not of the replay.
        completed_at_iso8601: iso(begin).replace(/\.\d+Z/, 'Z'),
        href: expect.stringMatching(new RegExp(`^https://.*/v3\\.6/checks/${first.id}$`)),
      },
    },
  });
});

test('filters choose events; the audit log has who replayed what', async () => {
  const since = iso(begin);
  const sent = await received(async () => {
    const { body } = await replay({ since, action: 'check.completed', webhook_id: hook.id });
    expect(body).toEqual({ events: 2, deliveries: 2, skipped: 0, retrying: 0, next: null });
  });
  expect(sent.map(({ action }) => action)).toEqual(['check.completed', 'check.completed']);
  expect((await replay({ since, object_id: second.id })).body.events).toBe(2);
  expect((await replay({ since, resource_type: 'report' })).body.events).toBe(4);
  expect((await replay({ since, resource_type: 'workflow_run' })).body.events).toBe(0);
  await service.settle();
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${service.account.id}/audit`;
  const { entries } = (await service.call('GET', path, { token: null, headers })).body;
  const replays = entries.filter(({ action }: { action: string }) => action === 'events_replayed');
  expect(replays.at(-2).details).toEqual({
    webhook_id: hook.id,
    until: expect.any(Number),
    events: 2,
    deliveries: 2,
    skipped: 0,
    retrying: 0,
  });
});

test('webhooks that do not want an event, or that its check excludes, do not get it', async () => {
  const other = await register(service, `${receiver.url}/b`, { events: ['check.completed'] });
  const since = iso(service.clock.now());
  await check(service, { webhook_ids: [other.id] });
  await check(service, { webhook_ids: [] });
  await service.settle();
  service.clock.advance(MINUTE_MS);
  const sent = await received(async () => {
    expect((await replay({ since })).body).toEqual({ events: 1, deliveries: 1, skipped: 0, retrying: 0, next: null });
  });
  expect(sent.map(({ path, action }) => [path, action])).toEqual([['/events/b', 'check.completed']]);
  await service.put(`/v3.6/webhooks/${other.id}`, { enabled: false });
  expect((await replay({ since })).body.deliveries).toBe(0);
  const disabled = await replay({ since, webhook_id: other.id });
  expect([disabled.status, disabled.body.error.fields]).toEqual([
    422,
    { webhook_id: ['is a disabled webhook. Enable the webhook first'] },
  ]);
});

test('events of workflow runs have the payload of their first delivery', async () => {
  const since = iso(service.clock.now());
  const first = await received(async () => {
    const applicant_id = await service.story.applicant();
    await service.run(workflowIds.profile, { applicant_id });
  });
  const bodies = (requests: Receiver['received']) => requests.map(({ body }) => body.toString()).sort();
  expect(bodies(first).join()).toContain('workflow_task.started');
  service.clock.advance(MINUTE_MS);
  const again = await received(() => replay({ since }));
  expect(bodies(again)).toEqual(bodies(first));
});

test('a long range comes in pages, and each event once; a key repeats nothing', async () => {
  const since = service.clock.now();
  for (let n = 0; n < 55; n++) await check(service);
  await service.settle();
  service.clock.advance(MINUTE_MS);
  const body = { since: iso(since), webhook_id: hook.id };
  const sent = await received(async () => {
    const headers = { 'idempotency-key': 'replay-1' };
    const page = await replay(body, { headers });
    expect(page.body).toEqual({ events: 200, deliveries: 200, skipped: 0, retrying: 0, next: expect.any(String) });
    expect((await replay(body, { headers })).body).toEqual(page.body);
    // What happens meanwhile is delivered by itself, and not replayed.
    await check(service);
    await service.settle();
    service.clock.advance(MINUTE_MS);
    const rest = await replay({ ...body, cursor: page.body.next });
    expect(rest.body).toEqual({ events: 20, deliveries: 20, skipped: 0, retrying: 0, next: null });
  });
  const ids = eventIds(sent);
  expect([ids.length, new Set(ids).size]).toEqual([224, 224]);
});

test('events of an applicant who is to be deleted, and events older than 30 days, are not sent', async () => {
  const since = service.clock.now();
  const { applicant_id } = await check(service);
  await service.settle();
  expect((await service.call('DELETE', `/v3.6/applicants/${applicant_id}`)).status).toBe(204);
  service.clock.advance(MINUTE_MS);
  const found = await replay({ since: iso(since) });
  expect(found.body).toEqual({ events: 0, deliveries: 0, skipped: 4, retrying: 0, next: null });
  service.clock.advance(30 * DAY_MS);
  expect((await replay({ since: iso(begin) })).body).toEqual({
    events: 0,
    deliveries: 0,
    skipped: 0,
    retrying: 0,
    next: null,
  });
});

test.each([
  [{}, { since: ["can't be blank"] }],
  [{ since: 'yesterday' }, { since: ['is invalid'] }],
  [{ since: '2026-01-01T00:00:00Z', action: 'check.deleted' }, { action: ['is not included in the list'] }],
  [{ since: '2026-01-01T00:00:00Z', cursor: '1' }, { cursor: ['is invalid'] }],
])('refuses %j', async (body, fields) => {
  const answer = await replay(body);
  expect([answer.status, answer.body.error.type, answer.body.error.fields]).toEqual([422, 'validation_error', fields]);
});

test('another account, the other environment, SDK tokens and tokens that only read replay nothing', async () => {
  const since = iso(service.clock.now());
  const { applicant_id } = await check(service);
  await service.settle();
  service.clock.advance(MINUTE_MS);
  for (const token of [service.liveToken, service.other.sandboxToken]) {
    expect((await replay({ since }, { token })).body).toEqual({
      events: 0,
      deliveries: 0,
      skipped: 0,
      retrying: 0,
      next: null,
    });
  }
  const theirs = await replay({ since, webhook_id: hook.id }, { token: service.other.sandboxToken });
  expect([theirs.status, theirs.body.error.type]).toEqual([404, 'resource_not_found']);
  const { secret: token } = await service.mint(service.account.id, 'sandbox', { permission: 'read_only' });
  expect((await replay({ since }, { token })).status).toBe(401);
  const { body } = await service.post('/v3.6/sdk_token', { applicant_id, referrer: '*://*/*' });
  const headers = { authorization: `Bearer ${body.token}` };
  expect((await replay({ since }, { headers, token: null })).status).toBe(401);
});

test('a delivery that is still retried is not made twice', async () => {
  const since = iso(service.clock.now());
  const flaky = await startReceiver((number) => ({ status: number === 1 ? 500 : 200 }));
  const { id: webhook_id } = await register(service, flaky.url, { events: ['check.completed'] });
  await check(service);
  await service.settle();
  expect(flaky.received).toHaveLength(1);
  service.clock.advance(MINUTE_MS);
  const left = { events: 0, deliveries: 0, skipped: 0, retrying: 1, next: null };
  expect((await replay({ since, action: 'check.completed', webhook_id })).body).toEqual(left);
  service.clock.advance(5 * MINUTE_MS);
  await service.settle();
  expect(flaky.received).toHaveLength(2);
  const again = { events: 1, deliveries: 1, skipped: 0, retrying: 0, next: null };
  expect((await replay({ since, action: 'check.completed', webhook_id })).body).toEqual(again);
  await service.settle();
  expect(flaky.received).toHaveLength(3);
  await flaky.close();
});

test('a test event goes to one webhook, whatever it has chosen', async () => {
  const own = await startReceiver();
  const { id } = await register(service, own.url, { events: ['report.completed'], standard_headers: true });
  const sent = await service.post(`/v3.6/webhooks/${id}/test`, undefined);
  await service.settle();
  expect([sent.status, sent.body]).toEqual([202, { event_id: own.received[0]?.headers['webhook-id'] }]);
  expect(own.actions()).toEqual(['check.completed']);
  expect((await service.get(`/v3.6/events/${sent.body.event_id}`)).body).toMatchObject({ applicant_id: null });

  const test = (call: object) => service.post(`/v3.6/webhooks/${id}/test`, undefined, call);
  expect((await test({ token: service.other.sandboxToken })).status).toBe(404);
  await service.put(`/v3.6/webhooks/${id}`, { enabled: false });
  expect((await test({})).body.error.fields).toEqual({ webhook: ['is disabled. Enable the webhook first'] });
  expect(own.received).toHaveLength(1);
  await own.close();
});
