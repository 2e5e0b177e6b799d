import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { problem } from '../../base/errors.ts';
import { endLostImports } from '../../screening/watchlists/import-jobs.ts';
import { deleteLeftFolders } from '../../screening/watchlists/work-files.ts';
import { insertWatchlistImport } from '../../store/queries/watchlist-imports.ts';
import { insertListedRecords, insertListVersion, pageOfListedRecords } from '../../store/queries/watchlists.ts';
import type { WatchlistImportRow } from '../../store/schema.ts';
import { startService, type TestService, useService } from '../../testing/service.ts';
import { bor, csvOf, iskra, watchlistStory } from './testing/watchlists.ts';

const service = useService();
const files = (text: string) => ({ 'list.csv': text });

test('an import has a state and an end, and those that come meanwhile wait for their turn', async () => {
  const story = watchlistStory(service);
  const lists = ['one', 'two', 'three', 'four'];
  const begun = await Promise.all(lists.map((list) => story.begin({ list }, files(csvOf([iskra])))));
  expect(begun.map(({ status, body }) => [status, body.list, body.ended_at])).toEqual(
    lists.map((list) => [202, list, null]),
  );
  const ends = await Promise.all(
    begun.map(({ body }) => story.operate('GET', `/watchlists/imports/${body.id}?wait=30`)),
  );
  expect(ends.map(({ body }) => [body.list, body.state, body.result.outcome, body.error])).toEqual(
    lists.map((list) => [list, 'succeeded', 'activated', null]),
  );
  expect(ends.map(({ body }) => body.result.set).sort()).toEqual([1, 2, 3, 4]);
  expect(await story.active()).toEqual([4, ['four', 'one', 'three', 'two']]);
  const { id, ...end } = ends[0]!.body;
  expect({ ...end, result: null }).toEqual({
    list: 'one',
    state: 'succeeded',
    records_stored: 1,
    result: null,
    error: null,
    created_at: '2026-01-15T09:30:00Z',
    ended_at: '2026-01-15T09:30:00Z',
    created_by: { kind: 'operator', id: expect.any(String) },
  });
  // The version that it has made has its id.
  expect(end.result.version).toMatchObject({ id, state: 'active', list: 'one' });
});

test('activations of different lists at once are all made', async () => {
  const story = watchlistStory(service);
  for (const list of ['a', 'b', 'c']) await story.load(list, [bor], { stage: 'true' });
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((list) => story.operate('POST', `/watchlists/${list}/activate`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [number, lists] = await story.active();
  expect([number, lists]).toEqual([7, ['a', 'b', 'c', 'four', 'one', 'three', 'two']]);
});

test('an import that is refused stays in the list of imports, with the reason', async () => {
  const story = watchlistStory(service);
  const { body } = await story.begin({ list: 'bad' }, { 'bad.csv': 'id,name,categories\n1,Secret Person\n' });
  await story.operate('GET', `/watchlists/imports/${body.id}?wait=30`);
  const listed = (await story.operate('GET', '/watchlists/imports')).body.imports;
  expect(listed[0]).toMatchObject({ id: body.id, state: 'failed', result: null });
  expect(listed[0].error).toEqual({
    type: 'validation_error',
    message: 'There was a validation error on this request',
    fields: { file: [expect.stringMatching(/^bad\.csv, line 2: /)] },
  });
  expect(JSON.stringify(listed)).not.toContain('Secret');
  expect(readdirSync(`${service.data}/screening`)).toEqual([]);
});

test('what has no version to show says so in words', async () => {
  const story = watchlistStory(service);
  const messages = [];
  for (const [method, path] of [
    ['POST', '/watchlists/one/activate'],
    ['GET', '/watchlists/one/diff'],
    ['POST', '/watchlists/one/rollback'],
  ] as const) {
    const { status, body } = await story.operate(method, path);
    messages.push([status, body.error.message]);
  }
  expect(messages).toEqual([
    [404, 'No version of the watchlist one is staged'],
    [404, 'No version of the watchlist one is staged'],
    [404, 'The watchlist one has no earlier version to return to'],
  ]);
});

test('imports are known to operators alone, and no list has their address', async () => {
  const story = watchlistStory(service);
  const { status, body } = await story.begin({ list: 'imports' }, files(csvOf([iskra])));
  expect([status, Object.keys(body.error.fields)]).toEqual([422, ['list']]);
  expect((await story.operate('GET', '/watchlists/imports/unknown')).status).toBe(404);
  for (const token of [service.liveToken, service.sandboxToken, service.other.liveToken]) {
    expect((await service.call('GET', '/operator/v1/watchlists/imports', { token })).status).toBe(401);
  }
});

test('a stop of the service ends imports: nothing of them is active, and their files are deleted', async () => {
  const own = await startService();
  const story = watchlistStory(own);
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ ...bor, id: `b${i}` }));
  for (const list of ['first', 'second']) await story.begin({ list }, files(csvOf(rows)));
  await own.close({ keep: true });
  expect(readdirSync(`${own.data}/screening`)).toEqual([]);
  const { databaseUrl } = own.services.settings;
  const again = await startService({ data: own.data, ...(databaseUrl && { settings: { databaseUrl } }) });
  const after = watchlistStory(again);
  expect(await after.active()).toEqual([0, []]);
  const { imports } = (await after.operate('GET', '/watchlists/imports')).body;
  expect(imports.map((one: { state: string; error: { message: string } }) => [one.state, one.error.message])).toEqual([
    ['failed', 'The service ended before the import did. Import the files again'],
    ['failed', 'The service ended before the import did. Import the files again'],
  ]);
  await again.close();
});

/** Makes an import of another running process that, on a machine of containers, has the name and id of this one. */
async function ofAnother({ services, clock }: TestService, id: string): Promise<void> {
  const row: WatchlistImportRow = {
    id,
    kind: 'list',
    list: 'eu',
    state: 'storing',
    created_at: 1,
    created_by: 'operator:x',
    ended_at: null,
    touched_at: clock.now(),
    process: `${process.pid}@${hostname()}~other`,
    stored: 1,
    result: null,
    error: null,
  };
  await services.store.transaction((tx) => tx.run(insertWatchlistImport, row));
}

test('an import ends with its process once it has noted nothing for a minute, and no sooner', async () => {
  const { operate } = watchlistStory(service);
  const stateOf = async (id: string) => (await operate('GET', `/watchlists/imports/${id}`)).body.state;
  const others = { alone: false } as const;
  await ofAnother(service, 'of-another');
  const folder = `${service.data}/screening/${process.pid}@${hostname()}~other~1`;
  mkdirSync(folder, { recursive: true });
  service.clock.advance(MINUTE_MS);
  await endLostImports(service.services, others);
  await deleteLeftFolders(service.services.settings, others);
  expect([await stateOf('of-another'), readdirSync(`${service.data}/screening`).length]).toEqual(['storing', 1]);
  service.clock.advance(1);
  await endLostImports(service.services, others);
  expect(await stateOf('of-another')).toBe('failed');
  const seconds = Date.now() / 1000 - 601;
  utimesSync(folder, seconds, seconds);
  await deleteLeftFolders(service.services.settings, others);
  expect(readdirSync(`${service.data}/screening`)).toEqual([]);
});

test('an import that waits for its turn for an hour is not lost', async () => {
  const story = watchlistStory(service);
  let go = () => {};
  service.services.imports.add(() => new Promise((resolve) => (go = resolve)));
  const { body } = await story.begin({ list: 'late' }, files(csvOf([iskra])));
  const transactions = vi.spyOn(service.services.store, 'transaction');
  // Steps of ten seconds: an import is lost after a minute without a note, and PostgreSQL may store one a step late.
  for (let step = 0; step < 360; step++) {
    transactions.mockClear();
    service.clock.advance(MINUTE_MS / 6);
    // Each kind of job looks for work once.
    expect(transactions.mock.calls.length).toBeLessThan(50);
    await Promise.all(transactions.mock.results.map(({ value }) => value));
    // The next note is planned when one is stored.
    await new Promise((resolve) => setImmediate(resolve));
  }
  transactions.mockRestore();
  await endLostImports(service.services, { alone: false });
  expect((await story.operate('GET', `/watchlists/imports/${body.id}`)).body.state).toBe('queued');
  go();
  const end = await story.operate('GET', `/watchlists/imports/${body.id}?wait=30`);
  expect(end.body.state).toBe('succeeded');
});

test('files of eight imports wait at most: more are refused before they are read, and taken once one has ended', async () => {
  const own = await startService();
  const story = watchlistStory(own);
  let go = () => {};
  own.services.imports.add(() => new Promise((resolve) => (go = resolve)));
  const lists = Array.from({ length: 8 }, (_, i) => `list-${i}`);
  const begun = await Promise.all(lists.map((list) => story.begin({ list }, files(csvOf([iskra])))));
  expect(begun.map(({ status }) => status)).toEqual(lists.map(() => 202));
  const large = 'x'.repeat(60_000_000);
  for (const text of ['id', large]) {
    const refused = await story.begin({ list: 'ninth' }, files(text));
    expect([refused.status, refused.headers['retry-after'], refused.body.error]).toEqual([
      ...[503, '60'],
      {
        type: 'unavailable',
        message: 'The files of 8 imports are already waiting. Send these files when one of the imports has ended',
      },
    ]);
  }
  expect(readdirSync(`${own.data}/screening`).length).toBe(8);
  expect((await story.operate('GET', '/watchlists/imports')).body.imports.length).toBe(8);
  go();
  for (const { body } of begun) await story.operate('GET', `/watchlists/imports/${body.id}?wait=30`);
  await story.load('ninth', [bor]);
  await own.close();
});

test('a start deletes what the imports of a killed process have left, and nothing else', async () => {
  const own = await startService();
  const story = watchlistStory(own);
  await story.load('eu', [iskra]);
  await story.load('eu', [iskra, bor], { stage: 'true' });
  // Of a process that was killed after its list was read, ten minutes ago and more.
  const killed = '00000000-0000-4000-8000-000000000000';
  const longAgo = own.clock.now() - 601_000;
  const { store } = own.services;
  const halfs = ['reading', 'staged'] as const;
  await store.transaction(async (tx) => {
    for (const state of halfs) {
      const id = `half-${state}`;
      const facts = JSON.stringify({ format: 'csv', files: [], skipped: {}, warnings: [], changes: null, flags: [] });
      await tx.run(insertWatchlistImport, {
        id,
        kind: 'list',
        list: 'eu',
        state: 'storing',
        created_at: 1,
        created_by: 'operator:x',
        ended_at: null,
        stored: 1,
        touched_at: longAgo,
        process: killed,
        result: null,
        error: null,
      } satisfies WatchlistImportRow);
      await tx.run(insertListVersion, {
        id,
        list: 'eu',
        categories: '[]',
        published_at: null,
        touched_at: longAgo,
        imported_at: 1,
        facts,
        imported_by: 'operator:x',
        files_hash: '',
        records: 2,
        people: 0,
      });
      const row = { ordinal: 0, source_id: 'x', content_hash: 'x', data: '{}' };
      await tx.run(insertListedRecords, { version_id: id, rows: JSON.stringify([row]) });
    }
  });
  const { stageListVersion } = await import('../../store/queries/watchlists.ts');
  await store.transaction((tx) =>
    tx.run(stageListVersion, { id: 'half-staged', categories: '[]', people: 0, facts: '{}', now: longAgo }),
  );
  const folder = `${own.data}/screening/${killed}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/records`, 'Secret Person');
  const seconds = Date.now() / 1000 - 601;
  utimesSync(folder, seconds, seconds);
  await own.close({ keep: true });

  const { databaseUrl } = own.services.settings;
  const again = await startService({ data: own.data, ...(databaseUrl && { settings: { databaseUrl } }) });
  const after = watchlistStory(again);
  const { versions } = (await after.operate('GET', '/watchlists/eu')).body;
  expect(versions.map(({ state }: { state: string }) => state)).toEqual(['active', 'staged']);
  for (const state of halfs) {
    const page = { version_id: `half-${state}`, from: 0, below: 10 };
    expect(await again.services.store.system.all(pageOfListedRecords, page)).toEqual([]);
    expect((await after.operate('GET', `/watchlists/imports/half-${state}`)).body).toMatchObject({ state: 'failed' });
  }
  const left = await import('node:fs').then(({ existsSync }) => existsSync(`${own.data}/screening`));
  expect(left ? readdirSync(`${own.data}/screening`) : []).toEqual([]);
  expect(await after.found('Iskra Vrtovec Podgorska')).toEqual(['a1']);
  await again.close();
});

test('files for which the disk has no more room are refused while they are on their way', async () => {
  const story = watchlistStory(service);
  const { uploadRoom } = service.services;
  const enter = uploadRoom.enter.bind(uploadRoom);
  const full = vi.spyOn(uploadRoom, 'enter').mockImplementationOnce(async (announced) => {
    const place = await enter(announced);
    place.take = async () => {
      throw problem('unavailable', { message: 'The disk is full', retryAfter: 60 });
    };
    return place;
  });
  const large = csvOf([iskra]) + '#'.repeat(4_000_000);
  const refused = await story.begin({ list: 'large' }, { 'large.csv': large, 'more.csv': large });
  expect([refused.status, refused.headers['retry-after'], refused.body.error.message]).toEqual([
    ...[503, '60', 'The disk is full'],
  ]);
  full.mockRestore();
  expect((await story.begin({ list: 'large' }, files(csvOf([iskra])))).status).toBe(202);
});
