import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { check } from '../../webhooks/testing/receiver.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type EventStream, openEvents } from '../dashboard/testing/event-stream.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

let service: RunService;
const streams: EventStream[] = [];
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

const iso = (ms: number) => new Date(ms).toISOString();
async function open(search = '', more: Record<string, string> = {}, token = service.sandboxToken) {
  const headers = { authorization: `Token token=${token}`, ...more };
  const stream = await openEvents(service, `/v3.6/events/stream${search}`, headers);
  streams.push(stream);
  return stream;
}

/** The next messages of a stream: data of events, names of the others. */
async function take(stream: EventStream, count: number) {
  const taken = [];
  for (let n = 0; n < count; n++) {
    const message = await stream.next();
    taken.push(message?.event === 'event' ? message.data : message?.event);
  }
  return taken;
}

test('shows events as they happen, with the payload that webhooks get', async () => {
  const stream = await open();
  expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
    ...[200, 'text/event-stream', 'no-store'],
  ]);
  expect(await take(stream, 1)).toEqual(['ready']);
  const { id } = await check(service);
  const [started] = await take(stream, 1);
  await service.settle();
  const rest = await take(stream, 3);
  expect(rest.map(({ action }) => action)).toEqual(['report.completed', 'report.completed', 'check.completed']);
  const { payload, ...event } = rest[2];
  expect((await service.get(event.href)).body).toEqual(event);
  expect(payload).toEqual({
    resource_type: 'check',
    action: 'check.completed',
    object: {
      id,
      status: 'complete',
      completed_at_iso8601: event.created_at,
      href: expect.stringMatching(new RegExp(`^https://.*/v3\\.6/checks/${id}$`)),
    },
  });
  expect([started.action, started.sequence, event.sequence]).toEqual(['check.started', 1, 2]);
});

test('begins with earlier events, oldest first, and continues after the last id', async () => {
  service.clock.advance(MINUTE_MS);
  const since = iso(service.clock.now());
  for (let n = 0; n < 60; n++) await check(service);
  await service.settle();
  const stream = await open(`?since=${since}`);
  const events = await take(stream, 240);
  const ids = events.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(240);
  expect(await take(stream, 1)).toEqual(['ready']);
  stream.close();

  service.clock.advance(MINUTE_MS);
  const { id } = await check(service);
  await service.settle();
  const continued = await open('', { 'last-event-id': ids.at(-1) });
  const again = await take(continued, 244);
  // The events of the last seconds come twice, in case that one was committed late.
  expect(again.slice(0, 240).map((event) => event.id)).toEqual(ids);
  expect(again.slice(240).map((event) => event.check_id)).toEqual([id, id, id, id]);
  expect(await take(continued, 1)).toEqual(['ready']);
});

test('filters choose events; workflow tasks have the payload of their webhooks', async () => {
  const tasks = await open('?resource_type=workflow_task');
  const completed = await open('?action=check.completed');
  expect([...(await take(tasks, 1)), ...(await take(completed, 1))]).toEqual(['ready', 'ready']);
  const applicant_id = await service.story.applicant();
  const run = await service.run(workflowIds.profile, { applicant_id });
  const { id } = await check(service);
  await service.settle();
  const [task] = await take(tasks, 1);
  expect([task.action, task.payload.resource.workflow_run_id]).toEqual(['workflow_task.started', run.id]);
  expect((await take(completed, 1))[0].object.id).toBe(id);
});

test('gives a sign of life, ends after 15 minutes, and at once when the token is revoked', async () => {
  const { row, secret } = await service.mint(service.account.id, 'sandbox', { name: 'watcher' });
  const [stream, revoked] = [await open(), await open('', {}, secret)];
  expect([...(await take(stream, 1)), ...(await take(revoked, 1))]).toEqual(['ready', 'ready']);
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${service.account.id}/tokens/${row.id}`;
  expect((await service.call('DELETE', path, { token: null, headers })).status).toBe(204);
  service.clock.advance(20_000);
  expect([...(await take(stream, 1)), ...(await take(revoked, 1))]).toEqual(['beat', undefined]);
  service.clock.advance(15 * MINUTE_MS);
  expect(await take(stream, 1)).toEqual([undefined]);
});

test('another account, the other environment and capture SDKs get nothing', async () => {
  const others = [await open('', {}, service.liveToken), await open('', {}, service.other.sandboxToken)];
  for (const stream of others) expect(await take(stream, 1)).toEqual(['ready']);
  const { applicant_id } = await check(service);
  await service.settle();
  service.clock.advance(20_000);
  for (const stream of others) expect(await take(stream, 1)).toEqual(['beat']);
  const { body } = await service.post('/v3.6/sdk_token', { applicant_id, referrer: '*://*/*' });
  expect((await open('', { authorization: `Bearer ${body.token}` })).status).toBe(401);
});

test('without streaming, the answer ends after the events until now', async () => {
  const { bytes } = await service.get('/v3.6/events/stream');
  expect(bytes.toString()).toMatch(/^id: [0-9a-f-]{36}\nevent: ready\ndata: null\n\n$/);
  const wrong = await service.get('/v3.6/events/stream?since=yesterday');
  expect([wrong.status, wrong.body.error.fields]).toEqual([422, { since: ['is invalid'] }]);
});

test('an account may hold twenty streams open, and a client that is gone makes room', async () => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const account = await service.call('POST', '/operator/v1/accounts', {
    token: null,
    headers,
    json: { name: 'Third' },
  });
  const { secret } = await service.mint(account.body.id, 'sandbox', { name: 'watcher' });
  const own: EventStream[] = [];
  for (let n = 0; n < 20; n++) own.push(await open('', {}, secret));
  expect(own.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const refused = await open('', {}, secret);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
  expect((await open('', {}, service.other.sandboxToken)).status).toBe(200);
  own[0]?.close();
  // The service learns of it a moment later.
  while ((await open('', {}, secret)).status === 429);
});
