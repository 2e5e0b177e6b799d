import { sql } from 'kysely';
import { describe, expect, it, test, vi } from 'vitest';
import { greyPng } from '../api/v3/testing/files.ts';
import { form } from '../api/v3/testing/story.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { sendRaw } from '../http/testing/raw.ts';
import { enqueue } from '../jobs/queue.ts';
import { metricsTable } from '../metrics/table.ts';
import { scrape, valuesOf } from '../metrics/testing.ts';
import { reportNames } from '../reports/index.ts';
import { query } from '../store/query.ts';
import { useService } from '../testing/service.ts';
import { check, register, startReceiver } from '../webhooks/testing/receiver.ts';

const service = useService({ settings: { adminPort: '0', commit: '0123abcd' } });

const admin = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${service.adminPort}${path}`, { method });

const renameMigration = query<{ from: string; to: string }>()((db, p) => {
  const renamed = sql`update kysely_migration set name = ${p.to} where name = ${p.from}`;
  return { compile: () => renamed.compile(db) };
});

const REQUESTS = 'bonafide_http_request_duration_seconds_count';

test('reports have a metric for each name', () => {
  expect(metricsTable.bonafide_report_duration_seconds.labels.report).toEqual([...reportNames, 'retired']);
});

describe('requests', () => {
  it('count by route, and paths without a route share one series', async () => {
    const name = `Mx Canary "}\\ ${'x'.repeat(300)}`;
    const { body } = await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' });
    await service.post('/v3.6/applicants', { first_name: name, last_name: 7 });
    await service.get(`/v3.6/applicants/${body.id}`);
    await service.get(`/v3/applicants/${body.id}?name=${encodeURIComponent(name)}`);
    await service.get(`/v2/applicants/${body.id}`);
    await service.get(`/v3.6/applicants/${encodeURIComponent(name)}`);
    await service.get(`/v3.6/applicants/${body.id}`, { token: null });
    for (const path of ['/canary', '/v3.6/canary/1', '/v9/applicants', '/v3.6/applicants/1/canary', '/canary"}%0A1']) {
      expect((await service.get(path)).status).toBe(404);
    }
    for (const method of ['DELETE', 'PATCH', 'OPTIONS']) await service.call(method, '/v3.6/canary');
    const lines = (request: string) => [request, 'Host: localhost'];
    const authorization = `Authorization: Token token=${service.sandboxToken}`;
    const head = [...lines(`HEAD /v3.6/applicants/${body.id} HTTP/1.1`), authorization];
    expect((await sendRaw(service, head)).status).toBe(200);
    expect((await sendRaw(service, lines('GET /v3.6/applicants/%zz HTTP/1.1'))).status).toBe(400);
    expect((await sendRaw(service, lines('PROPFIND /canary HTTP/1.1'))).status).toBe(404);
    expect((await sendRaw(service, lines('CANARY / HTTP/1.1'))).status).toBe(400);
    expect(await valuesOf(service, REQUESTS)).toEqual({
      'api=v3 method=POST route=/applicants status=2xx': 1,
      'api=v3 method=POST route=/applicants status=4xx': 1,
      'api=v3 method=GET route=/applicants/:id status=2xx': 2,
      'api=v3 method=GET route=/applicants/:id status=4xx': 2,
      'api=v3 method=HEAD route=/applicants/:id status=2xx': 1,
      'api=v2 method=GET route=/applicants/:id status=2xx': 1,
      // Node itself refuses a method that it doesn't know, before there is a request.
      'api=none method=any route=unknown status=4xx': 10,
    });
    expect((await (await admin('/metrics')).text()).toLowerCase()).not.toContain('canary');
  });

  it('show nothing on the public port', async () => {
    for (const path of ['/metrics', '/version', '/readyz', '/livez', '/v3.6/metrics']) {
      expect((await service.get(path)).status).toBe(404);
    }
    expect((await admin('/canary')).status).toBe(404);
    expect((await admin('/metrics', 'POST')).status).toBe(405);
  });
});

test('labels have only the values of the table', async () => {
  const histogramParts = /_(bucket|sum|count)$/;
  const wrong: string[] = [];
  const names = new Set<string>();
  for (const { name, labels } of await scrape(service)) {
    if (!name.startsWith('bonafide_')) continue;
    const base = (Object.hasOwn(metricsTable, name) ? name : name.replace(histogramParts, '')) as 'bonafide_jobs_due';
    names.add(base);
    const { le: _, ...own } = labels;
    const known: Record<string, readonly string[] | string> = metricsTable[base].labels;
    if (Object.keys(own).join() !== Object.keys(known).join()) wrong.push(`${name} ${Object.keys(own)}`);
    for (const [label, value] of Object.entries(own)) {
      if (Array.isArray(known[label]) && !known[label].includes(value)) wrong.push(`${name} ${label}=${value}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(names.size).toBeGreaterThan(10);
});

test('a check of the sandbox counts its upload, jobs, reports and deliveries', async () => {
  const receiver = await startReceiver((number) => ({ status: number === 1 ? 503 : 200 }));
  try {
    await register(service, receiver.url);
    const ada = await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'Lovelace' });
    const fields = { applicant_id: ada.body.id, type: 'passport' };
    const png = { name: 'a.png', bytes: await greyPng(), type: 'image/png' };
    for (const file of [png, { ...png, bytes: Buffer.from('canary') }]) {
      await service.call('POST', '/v3.6/documents', { form: form(fields, file) });
    }
    await check(service, { applicant_id: ada.body.id, webhook_ids: undefined });
    await service.settle();
    service.clock.advance(10 * MINUTE_MS);
    await service.settle();
    expect(await valuesOf(service, 'bonafide_uploads_total')).toEqual({
      'kind=document outcome=stored': 1,
      'kind=document outcome=refused': 1,
    });
    expect(await valuesOf(service, 'bonafide_report_duration_seconds_count')).toEqual({
      'report=watchlist_standard environment=sandbox': 1,
      'report=watchlist_peps_only environment=sandbox': 1,
    });
    const jobs = await valuesOf(service, 'bonafide_jobs_ended_total');
    const deliveries = receiver.received.length;
    expect(jobs['kind=check outcome=done']).toBe(1);
    expect(jobs['kind=delivery outcome=done']).toBe(deliveries);
    expect(await valuesOf(service, 'bonafide_webhook_deliveries_total')).toEqual({
      'outcome=acknowledged': deliveries - 1,
      'outcome=postponed': 1,
    });
    expect(await valuesOf(service, 'bonafide_webhook_attempt_duration_seconds_count')).toEqual({
      'outcome=5xx': 1,
      'outcome=2xx': deliveries - 1,
    });
    const storage = await valuesOf(service, 'bonafide_storage_call_duration_seconds_count');
    expect(storage['store=disk call=put outcome=ok']).toBe(1);
  } finally {
    await receiver.close();
  }
});

test('the queue shows due jobs and the age of the oldest, once in five seconds', async () => {
  const { services, clock } = service;
  const due = async () => ({
    jobs: (await valuesOf(service, 'bonafide_jobs_due'))['kind=upkeep'] ?? 0,
    age: (await valuesOf(service, 'bonafide_jobs_oldest_due_age_seconds'))['kind=upkeep'] ?? 0,
  });
  const scope = { account_id: service.account.id, environment: 'sandbox' } as const;
  await services.store.transaction(async (tx) => {
    // No worker takes jobs of this kind.
    for (const lane of ['a', 'a', 'b']) await enqueue(services, tx, scope, { kind: 'upkeep', ref: 'x', lane });
    const runAt = clock.now() + 10 * MINUTE_MS;
    await enqueue(services, tx, scope, { kind: 'upkeep', ref: 'x', lane: 'b', runAt });
  });
  clock.advance(MINUTE_MS);
  expect(await due()).toEqual({ jobs: 3, age: 60 });
  clock.advance(4_000);
  expect(await due()).toEqual({ jobs: 3, age: 60 });
  clock.advance(1_000);
  expect(await due()).toEqual({ jobs: 3, age: 65 });
  expect(await valuesOf(service, 'bonafide_metrics_read_failures_total')).toEqual({});
});

describe('probes', () => {
  it('say what runs', async () => {
    const answer = await admin('/version');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        commit: '0123abcd',
        node: process.version,
        role: 'all',
        api_versions: ['v1', 'v2', 'v3', 'v3.1', 'v3.2', 'v3.3', 'v3.4', 'v3.5', 'v3.6'],
        store: service.services.store.dialect,
        migrations: { latest: expect.stringMatching(/^00\d\d/), missing: [] },
      },
    ]);
    const build = Object.keys(await valuesOf(service, 'bonafide_build_info'));
    expect(build.length).toBe(1);
    expect(build[0]).toMatch(/^version=\S+ commit=0123abcd node=v24\S+ store=(sqlite|postgres) role=all$/);
  });

  it('say of each part whether it is ready, and its time', async () => {
    const answer = await admin('/readyz');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'ready',
        findings: [
          ...['store', 'storage', 'disk', 'migrations', 'queue'].map((name) => ({
            name,
            state: expect.stringMatching(/^(ok|warning)$/),
            detail: expect.any(String),
            ms: expect.any(Number),
          })),
          { name: 'certificate', state: 'ok', detail: expect.stringMatching(/^expires in \d+ days$/) },
        ],
      },
    ]);
  });

  it('are ready when another process deletes the object that a probe has found', async () => {
    const { ids, storage } = service.services;
    const put = async () => {
      const source = (async function* () {
        yield Buffer.from('of another process');
      })();
      return (await storage.put({ account: 'health', mediaId: ids.uuid() }, source)).key;
    };
    const [deleted, there] = [await put(), await put()];
    await storage.delete(deleted);
    const listing = vi.spyOn(storage, 'list').mockImplementation(async function* () {
      for (const key of [deleted, there]) yield { key, size: 0, modifiedAt: 0 } as never;
    });
    const reading = vi.spyOn(storage, 'get');
    try {
      expect((await admin('/readyz')).status).toBe(200);
      expect(reading.mock.calls.slice(-2)).toEqual([[deleted], [there]]);
    } finally {
      listing.mockRestore();
      reading.mockRestore();
      await storage.delete(there);
    }
  });

  it('are not ready while a migration is missing', async () => {
    const { store } = service.services;
    const latest = ((await (await admin('/version')).json()) as { migrations: { latest: string } }).migrations.latest;
    await store.transaction((tx) => tx.run(renameMigration, { from: latest, to: '9999-of-a-newer-version' }));
    const answer = await admin('/readyz');
    const { findings } = (await answer.json()) as { findings: { name: string; state: string; detail: string }[] };
    await store.transaction((tx) => tx.run(renameMigration, { from: '9999-of-a-newer-version', to: latest }));
    const { state, detail } = findings.find(({ name }) => name === 'migrations')!;
    expect([answer.status, state, detail]).toEqual([
      503,
      'failed',
      `1 migrations have not run, the first is ${latest}. Restart a process of this version`,
    ]);
    expect((await admin('/readyz')).status).toBe(200);
  });
});
