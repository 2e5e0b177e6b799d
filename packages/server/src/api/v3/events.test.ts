import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { check } from '../../webhooks/testing/receiver.ts';

const forgetNumbers = query<{ resource_id: string }>()((db, p) =>
  db.updateTable('events').set({ sequence: null }).where('resource_id', '=', p.resource_id),
);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const list = async (search = '', more: object = {}) => service.get(`/v3.6/events${search}`, more);
const iso = (ms: number) => new Date(ms).toISOString();

let first: { id: string; applicant_id: string; report_ids: string[] };
let second: { id: string };
let between: number;

test('a client without a webhook reads what happened, newest first', async () => {
  first = await check(service);
  await service.settle();
  service.clock.advance(MINUTE_MS);
  between = service.clock.now();
  second = await check(service);
  await service.settle();

  const { status, body } = await list();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['events', 'next']);
  expect(body.next).toBe(null);
  const completed = body.events.filter(({ action }: { action: string }) => action === 'check.completed');
  expect(completed.map(({ object }: { object: { id: string } }) => object.id)).toEqual([second.id, first.id]);
  const oldest = body.events.at(-1);
  expect(oldest).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    href: `/v3.6/events/${oldest.id}`,
    resource_type: 'check',
    action: 'check.started',
    object: { id: first.id, status: 'in_progress' },
    sequence: 1,
    applicant_id: first.applicant_id,
    check_id: first.id,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  const one = await service.get(oldest.href);
  expect([one.status, one.body]).toEqual([200, oldest]);
});

test('filters by action, object and time; pages follow each other without a gap', async () => {
  const all = (await list()).body.events;
  const ids = (events: { id: string }[]) => events.map(({ id }) => id);
  const idsOf = async (search: string) => ids((await list(search)).body.events);

  const completed = all.filter(({ action }: { action: string }) => action === 'report.completed');
  expect(completed).toHaveLength(4);
  expect(await idsOf('?action=report.completed')).toEqual(ids(completed));
  const ofReport = all.filter(({ object }: { object: { id: string } }) => object.id === first.report_ids[0]);
  expect(await idsOf(`?object_id=${first.report_ids[0]}`)).toEqual(ids(ofReport));
  const ofChecks = all.filter(({ resource_type }: { resource_type: string }) => resource_type === 'check');
  expect(ofChecks.length).toBeLessThan(all.length);
  expect(await idsOf('?resource_type=check')).toEqual(ids(ofChecks));
  expect(await idsOf('?resource_type=check&action=report.completed')).toEqual([]);
  const later = all.filter(({ check_id }: { check_id: string }) => check_id === second.id);
  const earlier = all.filter(({ check_id }: { check_id: string }) => check_id === first.id);
  expect(await idsOf(`?since=${iso(between)}`)).toEqual(ids(later));
  expect(await idsOf(`?until=${iso(between)}`)).toEqual(ids(earlier));

  const paged: string[] = [];
  for (let next = ''; next !== null; ) {
    const { body } = await list(`?limit=3${next && `&cursor=${next}`}`);
    expect(body.events.length).toBeLessThanOrEqual(3);
    paged.push(...ids(body.events));
    next = body.next;
  }
  expect(paged).toEqual(ids(all));
});

test('the events of an object are numbered from 1, whatever else happens', async () => {
  const of = async (id: string) => (await list(`?object_id=${id}`)).body.events;
  const numbers = async (id: string) => (await of(id)).map(({ sequence }: { sequence: number }) => sequence);
  expect(await numbers(first.id)).toEqual([2, 1]);
  expect(await numbers(second.id)).toEqual([2, 1]);
  expect(await numbers(first.report_ids[0] as string)).toEqual([1]);
  // Events of an earlier release have no number, and the next ones count them.
  await service.services.store.transaction((tx) => tx.run(forgetNumbers, { resource_id: second.id }));
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${service.account.id}/checks/${second.id}/reopen`;
  expect((await service.call('POST', path, { token: null, headers })).status).toBe(200);
  expect(await numbers(second.id)).toEqual([3, null, null]);
});

test('a page of the events of an object is full when more of them follow', async () => {
  const { body } = await list(`?object_id=${first.id}&action=check.started&limit=1`);
  expect(body.events.map(({ action }: { action: string }) => action)).toEqual(['check.started']);
  const after = await list(`?object_id=${first.id}&action=check.started&limit=1&cursor=${body.next}`);
  expect(after.body).toEqual({ events: [], next: null });
});

test.each([
  ['resource_type=person', { resource_type: ['is not included in the list'] }],
  ['action=check.deleted', { action: ['is not included in the list'] }],
  ['limit=0', { limit: ['is invalid'] }],
  ['limit=101', { limit: ['is invalid'] }],
  ['limit=many', { limit: ['must be an integer'] }],
  ['since=yesterday', { since: ['is invalid'] }],
  ['until=2026-13-01T00:00:00Z', { until: ['is invalid'] }],
  ['cursor=1', { cursor: ['is invalid'] }],
])('refuses %s', async (search, fields) => {
  const { status, body } = await list(`?${search}`);
  expect([status, body.error]).toEqual([422, expect.objectContaining({ type: 'validation_error', fields })]);
});

test('versions before v3.4 have no events; the href repeats the version of the request', async () => {
  expect((await service.get('/v3.4/events?limit=1')).body.events[0].href).toMatch(/^\/v3\.4\/events\//);
  for (const version of ['v3.3', 'v2', 'v1']) expect((await service.get(`/${version}/events`)).status).toBe(404);
});

test('another account, the other environment and capture SDKs see nothing', async () => {
  const { events } = (await list('?limit=1')).body;
  const path = `/v3.6/events/${events[0].id}`;
  for (const token of [service.liveToken, service.other.sandboxToken]) {
    expect((await list('', { token })).body).toEqual({ events: [], next: null });
    expect((await list(`?object_id=${first.id}`, { token })).body.events).toEqual([]);
    expect((await service.get(path, { token })).body.error.type).toBe('resource_not_found');
  }
  expect((await service.get(path, { token: null })).status).toBe(401);
  const { body } = await service.post('/v3.6/sdk_token', { applicant_id: first.applicant_id, referrer: '*://*/*' });
  expect((await list('', { headers: { authorization: `Bearer ${body.token}` }, token: null })).status).toBe(401);
});

test('an event can be read for 30 days', async () => {
  const newest = (await list('?limit=1')).body.events[0];
  service.clock.advance(30 * DAY_MS - 2 * MINUTE_MS);
  expect((await service.get(newest.href)).body).toEqual(newest);
  service.clock.advance(3 * MINUTE_MS);
  expect((await list()).body).toEqual({ events: [], next: null });
  expect((await service.get(newest.href)).status).toBe(404);
});
