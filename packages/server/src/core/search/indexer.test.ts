import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '../../store/query.ts';
import { migratedDatabase } from '../../testing/database.ts';
import { type Call, startService, type TestService } from '../../testing/service.ts';

/** Search terms of new applicants are written a moment after the creation, and never missed by a search. */

let service: TestService;
let database: Awaited<ReturnType<typeof migratedDatabase>>;
const stores = () => (database ? { databaseUrl: database.url } : {});
beforeAll(async () => {
  database = await migratedDatabase();
  service = await startService({ settings: stores() });
});
afterAll(async () => {
  await service.close({ keep: true });
  rmSync(service.data, { recursive: true, force: true });
  await database?.drop();
});

const operator = (): Call => ({ token: null, headers: { authorization: `Bearer ${service.operatorKey}` } });

async function found(text: string, { account = service.account, environment = 'sandbox' } = {}): Promise<string[]> {
  const asked = new URLSearchParams({ query: text, environment, limit: '100' });
  const { status, body } = await service.get(`/operator/v1/accounts/${account.id}/search?${asked}`, operator());
  expect(status, JSON.stringify(body)).toBe(200);
  return body.found.map((one: { applicant_id: string }) => one.applicant_id);
}

async function create(first_name: string, last_name = 'Ostrowska', token = service.sandboxToken): Promise<string> {
  const { status, body } = await service.post('/v3.6/applicants', { first_name, last_name }, { token });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const counted = (table: 'search_pending' | 'search_terms') =>
  query<{ applicant_id: string }>()((db, p) =>
    db.selectFrom(table).select(sql<number>`count(*)`.as('n')).where('applicant_id', '=', p.applicant_id),
  );
/** Rows that wait, and terms, of an applicant. */
async function rowsOf(applicant_id: string): Promise<{ pending: number; terms: number }> {
  const { system } = service.services.store;
  const [pending, terms] = await Promise.all([
    system.first(counted('search_pending'), { applicant_id }),
    system.first(counted('search_terms'), { applicant_id }),
  ]);
  return { pending: Number(pending?.n), terms: Number(terms?.n) };
}

test('a creation writes one row, and the terms follow a tenth of a second later', async () => {
  const id = await create('Halina');
  expect(await rowsOf(id)).toEqual({ pending: 1, terms: 0 });
  service.clock.advance(100);
  // halina, hal, hali, halin, and the seven of Ostrowska.
  await expect.poll(() => rowsOf(id)).toEqual({ pending: 0, terms: 11 });
});

test('a search finds what was created a moment before, by each of 100 creations', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 100; n += 1) ids.push(await create('Bronislawa', 'Zielinska'));
  expect(await found('bronislawa zielinska')).toEqual(ids.reverse());
});

test('a change before the terms were written leaves nothing of the earlier name', async () => {
  const id = await create('Jadwiga');
  await service.put(`/v3.6/applicants/${id}`, { first_name: 'Wanda' });
  expect((await rowsOf(id)).pending).toBe(0);
  expect(await found('jadwiga')).toEqual([]);
  expect(await found('wanda')).toEqual([id]);
});

test('an erasure before the terms were written leaves no row', async () => {
  const id = await create('Zofia');
  const erased = await service.post(
    `/operator/v1/accounts/${service.account.id}/applicants/${id}/erase`,
    { environment: 'sandbox' },
    operator(),
  );
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  expect(await rowsOf(id)).toEqual({ pending: 0, terms: 0 });
  expect(await found('zofia')).toEqual([]);
});

test('an applicant whose data are damaged keeps no other from being found', async () => {
  const damaged = await create('Danuta', 'Nowicka');
  const sound = await create('Danuta', 'Nowicka');
  const damage = query<{ id: string; data: Buffer }>()((db, p) =>
    db.updateTable('applicants').set({ data: p.data }).where('id', '=', p.id),
  );
  const { store } = service.services;
  const before = await store.system.first(
    query<{ id: string }>()((db, p) => db.selectFrom('applicants').select('data').where('id', '=', p.id)),
    { id: damaged },
  );
  const data = Buffer.from(before?.data as Buffer);
  data[data.length - 1]! ^= 1;
  await store.transaction((tx) => tx.run(damage, { id: damaged, data }));
  expect(await found('danuta nowicka')).toEqual([sound]);
});

test('terms that a stopped service has left are written by the next start, without a search', async () => {
  const id = await create('Kazimiera');
  expect(await rowsOf(id)).toEqual({ pending: 1, terms: 0 });
  const { data, account } = service;
  await service.close({ keep: true });
  service = await startService({ data, settings: stores() });
  service.clock.advance(5);
  await expect.poll(() => rowsOf(id)).toEqual({ pending: 0, terms: 14 });
  expect(await found('kazimiera', { account: { ...service.account, id: account.id } })).toEqual([id]);
});

test('another account and the other environment find none of them', async () => {
  const id = await create('Ludmila');
  expect(await found('ludmila', { account: service.other })).toEqual([]);
  expect(await found('ludmila', { environment: 'live' })).toEqual([]);
  expect(await found('ludmila')).toEqual([id]);
});
