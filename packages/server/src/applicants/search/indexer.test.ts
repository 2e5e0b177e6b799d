import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { insertPending, takePending } from '../../store/queries/search.ts';
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

/** Returns whether a statement of the test's database waits for the lock of another transaction. */
const lockWaits = query()((db) =>
  db
    .selectFrom(sql<{ pid: number }>`pg_stat_activity`.as('activity'))
    .select(sql<number>`pid`.as('pid'))
    .where(sql<boolean>`wait_event_type = 'Lock' and datname = current_database()`),
);

test('a search waits for the turn that writes the terms of an applicant just then', async () => {
  const id = await create('Ewelina');
  const scope = { account_id: service.account.id, environment: 'sandbox' } as const;
  const { store } = service.services;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let turn: Promise<void> | undefined;
  await new Promise<void>((began) => {
    turn = store.transaction(async (tx) => {
      expect(await tx.within(scope).all(takePending, { limit: 100 })).toContainEqual({ applicant_id: id });
      began();
      await ended;
      throw new Error('the turn fails');
    });
  });
  let answered = false;
  const searching = found('ewelina').finally(() => {
    answered = true;
  });
  if (store.dialect === 'postgres') {
    await expect.poll(async () => answered || (await store.system.all(lockWaits, {})).length > 0).toBe(true);
  }
  end();
  await expect(turn).rejects.toThrow('the turn fails');
  expect(await searching).toEqual([id]);
});

test('a search finds the newest of thousands whose terms are still to be written', async () => {
  const id = await create('Seweryna');
  const scope = { account_id: service.account.id, environment: 'sandbox' } as const;
  // Earlier in the list than every applicant, and of none: an index of so many applicants takes seconds.
  await service.services.store.transaction(async (tx) => {
    for (let n = 0; n < 5_100; n += 1) {
      await tx.within(scope).run(insertPending, { applicant_id: `00000000-${String(n).padStart(4, '0')}` });
    }
  });
  expect(await found('seweryna')).toEqual([id]);
});

const pendingOfAccount = query<{ account_id: string }>()((db, p) =>
  db.selectFrom('search_pending').select(sql<number>`count(*)`.as('n')).where('account_id', '=', p.account_id),
);
const dropPending = query()((db) => db.deleteFrom('search_pending'));

test('beside a huge import of one account, another account gets its turn, and its search indexes its own applicants', async () => {
  const { system } = service.services.store;
  const IMPORTED = 2_000;
  const importer = { account_id: service.account.id, environment: 'sandbox' } as const;
  await service.services.store.transaction(async (tx) => {
    for (let n = 0; n < IMPORTED; n += 1) {
      await tx.within(importer).run(insertPending, { applicant_id: `00000000-${String(n).padStart(4, '0')}` });
    }
  });
  const left = async ({ id }: { id: string }) => Number((await system.first(pendingOfAccount, { account_id: id }))?.n);
  const all = async () => (await left(service.account)) + (await left(service.other));
  const token = service.other.sandboxToken;
  // Each account and environment has a turn of its own.
  const ids = [await create('Dobrawa', 'Lis', token), await create('Dobrawa', 'Lis', service.other.liveToken)];
  const transactions = vi.spyOn(service.services.store, 'transaction');
  for (let turn = 0; turn < 3; turn += 1) {
    const before = await all();
    service.clock.advance(100);
    await expect.poll(all).toBeLessThan(before);
    // The next turn is planned when one has ended, a moment after others see its commit.
    await Promise.all(transactions.mock.results.map(({ value }) => value));
    await new Promise((resolve) => setImmediate(resolve));
  }
  transactions.mockRestore();
  expect(await Promise.all(ids.map(rowsOf))).toEqual([
    { pending: 0, terms: 6 },
    { pending: 0, terms: 6 },
  ]);
  const imported = await left(service.account);
  expect(imported).toBeGreaterThan(IMPORTED - 100);

  // A search writes the terms of its own account alone.
  const id = await create('Mieszko', 'Lis', token);
  expect(await found('mieszko', { account: service.other })).toEqual([id]);
  expect(await left(service.account)).toBe(imported);
  await service.services.store.transaction((tx) => tx.run(dropPending, {}));
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

test.each([
  ['at their end', 'Danuta', (data: Buffer) => data.length - 1],
  ['at the version of their key', 'Grazyna', () => 0],
])('an applicant whose data are damaged %s keeps no other from being found', async (_place, name, placeIn) => {
  const damaged = await create(name, 'Nowicka');
  const sound = await create(name, 'Nowicka');
  const damage = query<{ id: string; data: Buffer }>()((db, p) =>
    db.updateTable('applicants').set({ data: p.data }).where('id', '=', p.id),
  );
  const { store } = service.services;
  const before = await store.system.first(
    query<{ id: string }>()((db, p) => db.selectFrom('applicants').select('data').where('id', '=', p.id)),
    { id: damaged },
  );
  const data = Buffer.from(before?.data as Buffer);
  data[placeIn(data)]! ^= 1;
  await store.transaction((tx) => tx.run(damage, { id: damaged, data }));
  expect(await found(`${name} Nowicka`)).toEqual([sound]);
  expect(await rowsOf(damaged)).toEqual({ pending: 0, terms: 0 });
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
