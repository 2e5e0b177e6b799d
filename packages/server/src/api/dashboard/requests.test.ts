import { FormData } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { decodeRequests } from '../../request-log/batch.ts';
import { endOldRequests } from '../../request-log/retention.ts';
import { query } from '../../store/query.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { openBrowser, signedIn } from './testing/browser.ts';

let service: TestService;
let dev: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  service = await startService();
  dev = await signedIn(service, 'developer', { name: 'Dana' });
});
afterAll(() => service.close());

const live = { headers: { 'user-agent': 'acme-onboarding/1.4' } };
const call = (method: string, path: string, more: object = {}) =>
  service.call(method, path, { token: service.liveToken, ...live, ...more });
const log = async (search = '', environment = 'live', account = service.account.id) =>
  (await dev.get(`/accounts/${account}/${environment}/requests${search}`)).body;

let ann: string;

test('a developer finds what a client sent, and why it was refused', async () => {
  const person = { first_name: 'Ann', last_name: 'Berg', address: { country: 'GBR', postcode: 'S2 2DF' } };
  ({
    body: { id: ann },
  } = await call('POST', '/v3.6/applicants', { json: person }));
  service.clock.advance(1000);
  await call('GET', `/v3.4/applicants/${ann}?include_deleted=true`);
  await call('GET', '/v3.6/applicants?page=2&per_page=5&email=ann@example.com');
  await call('POST', '/v3.6/applicants', { json: { first_name: 'Ann', 'Ann Berg': 1 } });
  const unknown = await call('GET', '/v3.6/applicants/Ann%20Berg');

  const { requests, next, searched_until, dropped, days } = await log();
  const token = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), label: 'test' };
  const entry = {
    id: expect.any(String),
    request_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    token,
    environment: 'live',
    client: 'acme-onboarding/1.4',
    latency_ms: expect.any(Number),
    idempotent_replay: false,
    error_type: null,
    error_message: null,
    path_ids: [],
    body_fields: [],
    query: {},
    api_version: 'v3.6',
    at: new Date(service.clock.now()).toISOString(),
  };
  expect({ next, searched_until, dropped, days }).toEqual({ next: null, searched_until: null, dropped: 0, days: 30 });
  expect(requests).toEqual([
    {
      // The answer names the entry, so that a developer finds it again.
      ...entry,
      request_id: unknown.headers['x-request-id'],
      method: 'GET',
      route: '/applicants/:id',
      status: 404,
      error_type: 'resource_not_found',
      error_message: 'Could not find the following resource: Applicant with id=…',
    },
    {
      ...entry,
      method: 'POST',
      route: '/applicants',
      status: 422,
      error_type: 'validation_error',
      error_message: 'There was a validation error on this request (last_name)',
      body_fields: ['first_name', '…'],
    },
    {
      ...entry,
      method: 'GET',
      route: '/applicants',
      status: 200,
      query: { page: '2', per_page: '5', email: null },
    },
    {
      ...entry,
      method: 'GET',
      route: '/applicants/:id',
      status: 200,
      api_version: 'v3.4',
      path_ids: [ann],
      query: { include_deleted: null },
    },
    {
      ...entry,
      method: 'POST',
      route: '/applicants',
      status: 201,
      at: new Date(service.clock.now() - 1000).toISOString(),
      body_fields: ['first_name', 'last_name', 'address', 'address.country', 'address.postcode'],
    },
  ]);
  const one = await dev.get(`/accounts/${service.account.id}/live/requests/${requests[1].id}`);
  expect([one.status, one.body]).toEqual([200, requests[1]]);
});

test('the earlier versions, SDK tokens and refused tokens have entries too', async () => {
  await call('GET', '/v2/applicants/nobody');
  await call('GET', '/v1/applicants?page=1');
  const readOnly = await service.mint(service.account.id, 'live', { permission: 'read_only', name: 'viewer' });
  await call('POST', '/v3.6/applicants', { token: readOnly.secret, json: { first_name: 'Ann' } });
  const made = await call('POST', '/v3.6/sdk_token', { json: { applicant_id: ann, referrer: '*://*/*' } });
  await call('GET', `/v3.6/applicants/${ann}`, {
    token: null,
    headers: { authorization: `Bearer ${made.body.token}` },
  });
  await call('GET', '/v3.6/applicants', { token: 'api_live.unknown' });

  const { requests } = await log('?limit=5');
  expect(
    requests.map((one: Record<string, { label: string }>) => [
      ...[one.api_version, one.method, one.route, one.status, one.error_type, one.token!.label, one.client],
    ]),
  ).toEqual([
    ['v3.6', 'GET', '/applicants/:id', 401, 'authorization_error', 'test', null],
    ['v3.6', 'POST', '/sdk_token', 200, null, 'test', 'acme-onboarding/1.4'],
    ['v3.6', 'POST', '/applicants', 401, 'user_authorization_error', 'viewer', 'acme-onboarding/1.4'],
    ['v1', 'GET', '/applicants', 200, null, 'test', 'acme-onboarding/1.4'],
    ['v2', 'GET', '/applicants/:id', 404, 'resource_not_found', 'test', 'acme-onboarding/1.4'],
  ]);
});

test('filters and pages lead through the log without a gap', async () => {
  const all = (await log('?limit=100')).requests;
  const paged = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await log(`?limit=3${cursor && `&cursor=${cursor}`}`);
    paged.push(...page.requests);
    cursor = page.next;
  }
  expect(paged).toEqual(all);

  const [newest] = all;
  const counts = async (search: string) => (await log(`?${search}`)).requests.length;
  expect(await counts('method=POST')).toBe(4);
  expect(await counts('route=/applicants/:id&status=404')).toBe(2);
  expect(await counts('status=4xx')).toBe(5);
  expect(await counts(`object=${ann.toUpperCase()}`)).toBe(2);
  expect(await counts(`request_id=${newest.request_id}`)).toBe(1);
  expect(await counts(`token=${newest.token.id}`)).toBe(all.length - 1);
  expect(await counts(`until=${newest.at}`)).toBe(1);
  expect(await counts(`since=${newest.at}`)).toBe(all.length - 1);
  for (const wrong of ['status=9xx', 'method=EAT', 'since=yesterday', 'limit=1000']) {
    expect((await dev.get(`/accounts/${service.account.id}/live/requests?${wrong}`)).status).toBe(422);
  }
  expect((await dev.get(`/accounts/${service.account.id}/live/requests?cursor=nowhere`)).status).toBe(404);
});

const batches = query()((db) => db.selectFrom('request_batches').selectAll());

test('no value of a body, a query or a path reaches the store', async () => {
  const form = new FormData();
  form.set('type', 'passport');
  form.set('applicant_id', ann);
  form.set('file', new File(['Ann Berg, born 1984'], 'ann-berg.txt'));
  expect((await call('POST', '/v3.6/documents', { form })).status).toBe(422);
  expect((await log('?limit=1')).requests[0]).toMatchObject({ route: '/documents', status: 422 });
  const rows = await service.services.store.system.all(batches, {});
  const kept = JSON.stringify(rows.map(({ data }) => decodeRequests(data)));
  for (const value of ['Ann', 'Berg', 'GBR', 'S2 2DF', 'example.com', 'passport', 'ann-berg']) {
    expect(kept).not.toContain(value);
  }
});

test('a store that is slow or away costs entries, never an answer', async () => {
  const { store, requests } = service.services;
  const transaction = store.transaction;
  store.transaction = () => Promise.reject(new Error('away'));
  const entry = decodeRequests((await store.system.all(batches, {}))[0]!.data)[0]!;
  const theirs = { accountId: service.other.id, environment: 'live', applicantId: null } as const;
  const answered = { at: service.clock.now(), id: entry.request_id, latency: 1, params: {} };
  const large = () => ({ ...entry, client: 'x'.repeat(100_000) });
  for (let i = 0; i < 200; i++) requests.note(theirs, large(), answered);
  await requests.write();
  store.transaction = transaction;
  requests.note(theirs, entry, answered);
  await requests.write();
  requests.note(theirs, entry, answered);
  await requests.write();
  const kept = (await store.system.all(batches, {})).filter(({ account_id }) => account_id === service.other.id);
  const total = kept.reduce((sum, row) => sum + Number(row.entries) + Number(row.dropped), 0);
  expect(total).toBe(202);
  expect(kept.reduce((sum, row) => sum + Number(row.dropped), 0)).toBeGreaterThan(20);
});

test('a busy client fills several batches, and pages lead through all of them', async () => {
  const busy = await service.makeAccount('Busy Ltd');
  const { store, requests } = service.services;
  const shape = decodeRequests((await store.system.all(batches, {}))[0]!.data)[0]!;
  const scope = { accountId: busy.id, environment: 'live', applicantId: null } as const;
  const ids = Array.from({ length: 4_321 }, (_, i) => i.toString(16).padStart(24, '0'));
  for (const id of ids) requests.note(scope, shape, { at: service.clock.now(), id, latency: 1, params: {} });
  const bob = await signedIn(service, 'developer', { account: busy.id });
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await bob.get(`/accounts/${busy.id}/live/requests?limit=100${cursor && `&cursor=${cursor}`}`);
    found.push(...body.requests.map((one: { request_id: string }) => one.request_id));
    cursor = body.next;
  }
  expect(found).toEqual(ids.reverse());
});

test('requests that differ in ids and latency alone share what they have in common', async () => {
  const { store, requests } = service.services;
  const { id } = await service.makeAccount('Steady Ltd');
  const { secret: token } = await service.mint(id, 'live');
  const { body } = await call('POST', '/v3.6/applicants', { token, json: { first_name: 'Ann', last_name: 'Berg' } });
  await requests.write();
  for (let n = 0; n < 10; n++) await call('GET', `/v3.6/applicants/${body.id}`, { token });
  await call('GET', '/v3.6/applicants?page=1', { token });
  await requests.write();
  const rows = (await store.system.all(batches, {})).filter((row) => row.account_id === id);
  expect(rows.map(({ data, entries }) => [entries, data.split('"route"').length - 1])).toEqual([
    [1, 1],
    [11, 2],
  ]);
});

test('another account, the other environment and a reviewer see none of it', async () => {
  const [mine] = (await log('?limit=1')).requests;
  const sandbox = await log('', 'sandbox');
  expect(sandbox.requests).toEqual([]);
  const { id } = service.account;
  expect((await dev.get(`/accounts/${id}/sandbox/requests/${mine.id}`)).status).toBe(404);
  expect((await dev.get(`/accounts/${service.other.id}/live/requests`)).status).toBe(404);
  const mallory = await signedIn(service, 'admin', { account: service.other.id });
  expect((await mallory.get(`/accounts/${service.other.id}/live/requests/${mine.id}`)).status).toBe(404);
  const reviewer = await signedIn(service, 'reviewer');
  expect((await reviewer.get(`/accounts/${id}/live/requests`)).body.error.type).toBe('not_permitted');
  expect((await openBrowser(service).get(`/accounts/${id}/live/requests`)).status).toBe(401);
});

test('requests end after 30 days, later ones stay', async () => {
  const { id } = service.account;
  const [old] = (await log('?limit=1')).requests;
  service.clock.advance(29 * DAY_MS);
  await call('GET', '/v3.6/applicants');
  await endOldRequests(service.services, () => false);
  dev = await signedIn(service, 'developer');
  expect((await log(`?object=${ann}`)).requests.length).toBeGreaterThan(0);
  service.clock.advance(2 * DAY_MS);
  dev = await signedIn(service, 'developer');
  expect((await log()).requests.map(({ route }: { route: string }) => route)).toEqual(['/applicants']);
  expect((await dev.get(`/accounts/${id}/live/requests/${old.id}`)).status).toBe(404);
  await endOldRequests(service.services, () => false);
  expect(await service.services.store.system.all(batches, {})).toHaveLength(1);
});
