import { mkdirSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { endLostImports } from '../../screening/watchlists/import-jobs.ts';
import { findSourceEntries, insertSourceEntries, insertSourceTable } from '../../store/queries/source-tables.ts';
import { insertWatchlistImport } from '../../store/queries/watchlist-imports.ts';
import type { WatchlistImportRow } from '../../store/schema.ts';
import { startService, type TestService, useService } from '../../testing/service.ts';
import { tableStory } from './testing/tables.ts';
import { csvOf, iskra, watchlistStory } from './testing/watchlists.ts';

const service = useService();

const head = 'given_name,family_name,date_of_birth,address_line,town,postcode\n';
const roll = `${head}Iskra,Vrtovec,1980-04-01,14 Clapham Road,London,SW4 6EH\n`;
const stopped = 'The service ended before the import did. Import the files again';

test('an import of a table is answered before it ends, has a state, and waits for those before it', async () => {
  const story = tableStory(service);
  let go = () => {};
  service.services.imports.add(() => new Promise((resolve) => (go = resolve)));
  const begun = await story.begin(roll);
  const { id } = begun.body;
  const by = { created_at: '2026-01-15T09:30:00Z', created_by: { kind: 'operator', id: expect.any(String) } };
  const queued = { id: expect.any(String), name: 'roll', state: 'queued', hashes_stored: 0, ...by };
  expect([begun.status, begun.body]).toEqual([202, { ...queued, ended_at: null, result: null, error: null }]);
  expect((await story.operate('GET', `/sources/imports/${id}`)).body.state).toBe('queued');
  expect((await story.operate('GET', '/sources')).body.tables).toEqual([]);
  go();
  const { body } = await story.operate('GET', `/sources/imports/${id}?wait=30`);
  const hashes = body.result.hashes;
  expect(body).toEqual({
    id,
    name: 'roll',
    state: 'succeeded',
    hashes_stored: hashes,
    ...by,
    ended_at: '2026-01-15T09:30:00Z',
    result: { name: 'roll', kind: 'electoral', country: 'GBR', people: 1, unusable: 0, hashes, warnings: [] },
    error: null,
  });
  expect(hashes).toBeGreaterThan(0);
  expect((await story.operate('GET', '/sources')).body.tables).toMatchObject([{ name: 'roll', people: 1 }]);
  const { entries } = (await story.operate('GET', '/audit?action=source_import_started')).body;
  expect(entries).toMatchObject([{ object: { type: 'source_import', id }, details: { table: 'roll' } }]);
});

test('an import that is refused stays in the list with the reason, and its file is deleted', async () => {
  const story = tableStory(service);
  const { body } = await story.begin(`${head}Secret,Person,1980-02-31,1 A,B,C\n`, { name: 'bad' });
  await story.operate('GET', `/sources/imports/${body.id}?wait=30`);
  const { imports } = (await story.operate('GET', '/sources/imports')).body;
  expect(imports.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['bad', 'failed'],
    ['roll', 'succeeded'],
  ]);
  expect([imports[0].result, imports[0].error]).toEqual([
    null,
    {
      type: 'validation_error',
      message: 'There was a validation error on this request',
      fields: { file: ['roll.csv, line 2: date_of_birth is not a date (YYYY-MM-DD)'] },
    },
  ]);
  expect(JSON.stringify(imports)).not.toContain('Secret');
  expect(readdirSync(`${service.data}/screening`)).toEqual([]);
});

test('imports of tables and of watchlists are apart, and known to operators alone', async () => {
  const tables = tableStory(service);
  const lists = watchlistStory(service);
  const list = (await lists.begin({ list: 'eu' }, { 'list.csv': csvOf([iskra]) })).body.id;
  await lists.operate('GET', `/watchlists/imports/${list}?wait=30`);
  const [table] = (await tables.operate('GET', '/sources/imports')).body.imports;
  const statuses = [];
  for (const path of [`/sources/imports/${list}`, `/watchlists/imports/${table.id}`, '/sources/imports/unknown']) {
    statuses.push((await tables.operate('GET', path)).status);
  }
  expect(statuses).toEqual([404, 404, 404]);
  const { imports } = (await lists.operate('GET', '/watchlists/imports')).body;
  expect(imports.map(({ id }: { id: string }) => id)).toEqual([list]);
  for (const token of [service.liveToken, service.sandboxToken, service.other.liveToken]) {
    for (const path of ['', `/${table.id}`]) {
      expect((await service.call('GET', `/operator/v1/sources/imports${path}`, { token })).status).toBe(401);
    }
  }
});

/** Starts a service on the data of one that was closed, or killed. */
function startAgain({ data, services }: TestService): Promise<TestService> {
  const { databaseUrl } = services.settings;
  return startService({ data, ...(databaseUrl && { settings: { databaseUrl } }) });
}

test('a stop of the service ends imports: the earlier table answers on, and nothing of theirs is left', async () => {
  const own = await startService({ listProcesses: true });
  await tableStory(own).load(roll);
  const rows = Array.from({ length: 50_000 }, (_, i) => `Bor,Zaletelj,1980-04-01,${i} Cesta,Ely,CB7 4AA\n`);
  for (const name of ['roll', 'next']) await tableStory(own).begin(head + rows.join(''), { name });
  await own.close({ keep: true });
  expect(readdirSync(`${own.data}/screening`)).toEqual([]);
  const again = await startAgain(own);
  const { operate } = tableStory(again);
  const { imports } = (await operate('GET', '/sources/imports')).body;
  expect(imports.map((one: { name: string; error: object | null }) => [one.name, one.error])).toEqual([
    ['next', { type: 'unavailable', message: stopped }],
    ['roll', { type: 'unavailable', message: stopped }],
    ['roll', null],
  ]);
  expect((await operate('GET', '/sources')).body.tables).toMatchObject([{ name: 'roll', people: 1 }]);
  await again.close();
});

/**
 * Recreates the remains of an import whose process is killed while it stores: its row, its table with entries, and its folder.
 */
async function killed({ services, data, clock }: TestService, id: string): Promise<void> {
  const row: WatchlistImportRow = {
    id,
    kind: 'table',
    list: 'half',
    state: 'storing',
    created_at: 1,
    created_by: 'operator:x',
    ended_at: null,
    touched_at: clock.now(),
    process: 'killed',
    stored: 2,
    result: null,
    error: null,
  };
  const table = { people: 0, touched_at: 1, imported_at: 1, imported_by: 'operator:x', files: '[]' };
  await services.store.transaction(async (tx) => {
    await tx.run(insertWatchlistImport, row);
    await tx.run(insertSourceTable, { ...table, id: 999, name: 'half', kind: 'electoral', country: 'GBR' });
    await tx.run(insertSourceEntries, { table_id: 999, hashes: JSON.stringify(['00', 'ff']) });
  });
  mkdirSync(`${data}/screening/killed`, { recursive: true });
}

test('an import whose process was killed has failed after a minute, and its entries are deleted', async () => {
  const own = await startService();
  await killed(own, '00000000-killed');
  own.clock.advance(MINUTE_MS);
  await endLostImports(own.services, { alone: false });
  const path = '/sources/imports/00000000-killed';
  expect((await tableStory(own).operate('GET', path)).body.state).toBe('storing');
  own.clock.advance(1);
  await own.close({ keep: true });
  const again = await startAgain(own);
  // Beside other processes the time says it; alone on its store the start does.
  again.clock.advance(60_001);
  await endLostImports(again.services, { alone: false });
  expect((await tableStory(again).operate('GET', path)).body).toMatchObject({
    state: 'failed',
    result: null,
    error: { type: 'unavailable', message: stopped },
  });
  const kept = { table_id: 999, hashes: JSON.stringify(['00', 'ff']) };
  expect(await again.services.store.system.all(findSourceEntries, kept)).toEqual([]);
  expect((await tableStory(again).operate('GET', '/sources')).body.tables).toEqual([]);
  // Its name is free for the next import.
  expect((await tableStory(again).load(roll, { name: 'half' })).status).toBe(200);
  await again.close();
});
