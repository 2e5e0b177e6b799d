import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storyOf } from '../api/v3/testing/story.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { openVault } from '../crypto/vault.ts';
import { accountTables } from '../store/ownership.ts';
import { listAccountKeys } from '../store/queries/accounts.ts';
import { query } from '../store/query.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
let running: TestService[];
beforeEach(async () => {
  service = await startService({ settings: { sandboxDelay: '0' } });
  running = [service];
});
afterEach(() => Promise.all(running.map((one, index) => one.close({ keep: index > 0 }))));

const operate = (method: string, path: string, json?: unknown, on = service) =>
  on.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    json,
  });

/** Number of rows of an account by table, without tables that have none. */
async function rowsOf(account: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of accountTables) {
    const count = query<{ account: string }>()((db, p) =>
      db
        .selectFrom(table as 'applicants')
        .select(sql<number>`count(*)`.as('n'))
        .where('account_id', '=', p.account),
    );
    const n = Number((await service.services.store.system.first(count, { account }))?.n);
    if (n > 0) counts[table] = n;
  }
  return counts;
}

async function filesOf(account: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of service.services.storage.list({ account })) keys.push(key);
  return keys.sort();
}

/** Gives an account an applicant with a document, a completed check and a webhook. The answer reads all of it. */
async function fill(token: string) {
  const story = storyOf(service, 'v3.6');
  const call = { token };
  const hook = { url: 'https://hooks.example.com/a', enabled: true, events: ['check.completed'] };
  await service.post('/v3.6/webhooks', hook, call);
  const applicant = await story.applicant({ first_name: 'Jane' }, call);
  const document = await story.document(applicant, {}, call);
  const { check } = await story.completed({ applicant_id: applicant, report_names: ['identity_enhanced'] }, call);
  const paths = [`applicants/${applicant}`, `documents/${document}`, `documents/${document}/download`];
  return async (on = service) =>
    Promise.all(
      [...paths, `checks/${check.id}`, 'webhooks'].map(async (path) => {
        const { status, body } = await on.get(`/v3.6/${path}`, call);
        return [status, body];
      }),
    );
}

test('an account is erased with its keys, and the other account stays as it is', async () => {
  const { account, other, oauthClient } = service;
  const { system } = service.services.store;
  const [own, foreign] = [await fill(service.sandboxToken), await fill(other.sandboxToken)];
  // Upkeep of the search, retries of deliveries and the logs go on in the other account.
  const lasting = async () => {
    const { audit_entries, delivery_attempts, jobs, request_batches, search_pending, search_terms, ...rows } =
      await rowsOf(other.id);
    return rows;
  };
  const before = { rows: await lasting(), files: await filesOf(other.id), read: await foreign() };
  const keys = await system.all(listAccountKeys, { account_id: account.id });
  expect((await own()).map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await filesOf(account.id)).toHaveLength(1);

  const wrong = await operate('POST', `/accounts/${account.id}/erase`, { name: 'Alice' });
  expect([wrong.status, wrong.body.error.fields]).toEqual([422, { name: ['is not the name of the account'] }]);
  expect(
    (await operate('POST', '/accounts/0198aaaa-0000-7000-8000-000000000000/erase', { name: 'Alice Ltd' })).status,
  ).toBe(404);
  const { status, body } = await operate('POST', `/accounts/${account.id}/erase`, { name: 'Alice Ltd' });
  expect([status, body.erased_at, body.counts]).toEqual([
    202,
    null,
    { account_keys: 1, media_keys: 1, tokens: 3, memberships: 0 },
  ]);

  // Nothing is let in or can be opened from here on, although rows and files may still be there.
  expect((await own()).map(([status]) => status)).toEqual([401, 401, 401, 401, 401]);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: oauthClient.id,
    client_secret: oauthClient.secret,
  });
  expect((await service.call('POST', '/v3.6/oauth/token', { token: null, form })).status).toBe(401);
  expect((await operate('GET', `/accounts/${account.id}`)).status).toBe(404);
  expect(await system.all(listAccountKeys, { account_id: account.id })).toEqual([]);

  await service.settle();
  await service.services.requests.write();
  service.clock.advance(10 * MINUTE_MS);
  await service.settle();
  // The audit log has ids alone.
  expect(Object.keys(await rowsOf(account.id))).toEqual(['audit_entries', 'audit_heads']);
  expect(await filesOf(account.id)).toEqual([]);
  const { account_erasures } = (await operate('GET', '/account_erasures')).body;
  expect(account_erasures).toMatchObject([
    {
      account_id: account.id,
      requested_by: { kind: 'operator' },
      requested_at: '2026-01-15T09:30:00Z',
      erased_at: '2026-01-15T09:40:00Z',
      counts: {
        files: 1,
        applicants: 1,
        media: 1,
        checks: 1,
        reports: 1,
        webhooks: 1,
        tokens: 3,
        account_keys: 1,
        media_keys: 1,
      },
    },
  ]);
  expect({ rows: await lasting(), files: await filesOf(other.id), read: await foreign() }).toEqual(before);

  // Who kept the sealed key from before still needs the keys of the deployment: a backup from before the erasure can be read.
  expect(() => openVault(service.services.master, service.clock, keys)).not.toThrow();
  const { entries } = (await operate('GET', '/audit')).body;
  const named = entries.map(({ action, object }: { action: string; object: object }) => [action, object]);
  expect(named).toContainEqual(['account_erased', { type: 'account', id: account.id }]);
});

test('an erasure that was interrupted goes on after the next start', async () => {
  const { account, data, services } = service;
  await fill(service.sandboxToken);
  const { databaseUrl } = services.settings;
  const interrupted = services.storage.delete;
  services.storage.delete = () => Promise.reject(new Error('the process is killed'));
  await operate('POST', `/accounts/${account.id}/erase`, { name: 'Alice Ltd' });
  await service.settle();
  services.storage.delete = interrupted;
  expect([(await filesOf(account.id)).length, (await rowsOf(account.id)).applicants]).toEqual([1, 1]);
  await service.close({ keep: true });
  service = await startService({ data, ...(databaseUrl && { settings: { databaseUrl } }) });
  running = [service];
  service.clock.advance(MINUTE_MS);
  await service.settle();
  service.clock.advance(10 * MINUTE_MS);
  await service.settle();
  expect([await filesOf(account.id), Object.keys(await rowsOf(account.id))]).toEqual([
    [],
    ['audit_entries', 'audit_heads'],
  ]);
});

test.skipIf(!process.env.DATABASE_URL)('tokens of an erased account end in every process', async () => {
  const { account, data, services } = service;
  const databaseUrl = services.settings.databaseUrl as string;
  const second = await startService({ data, settings: { databaseUrl } });
  running.push(second);
  const own = await fill(service.sandboxToken);
  const statuses = async () => (await own(second)).map(([status]) => status);
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  await operate('POST', `/accounts/${account.id}/erase`, { name: 'Alice Ltd' });
  await expect.poll(statuses).toEqual([401, 401, 401, 401, 401]);
});
