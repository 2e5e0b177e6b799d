import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type NameIndex, searchNames } from '@bonafide/verification';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { ScreeningSets } from '../../screening/watchlists/sets.ts';
import { activeScreeningSet, replaceScreeningIndex } from '../../store/queries/watchlists.ts';
import type { ScreeningSetRow } from '../../store/schema.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { bor, csvOf, iskra, type ListRow, watchlistStory } from './testing/watchlists.ts';

let service: TestService;
let story: ReturnType<typeof watchlistStory>;
beforeEach(async () => {
  service = await startService();
  story = watchlistStory(service);
});
afterEach(() => service.close());

const people = (count: number): ListRow[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    name: `Person ${'abcdefghijklmnopqrstuvwxyz'[i % 26]}${i}`,
    categories: 'pep',
  }));

test('an index that another release has built is built again, and kept once no earlier release may run', async () => {
  await story.load('eu', [iskra, bor], { published: '2026-01-14' });
  const { services } = service;
  const { store, storage } = services;
  const row = async () => (await store.system.first(activeScreeningSet, {})) as ScreeningSetRow;
  const active = await row();
  const bytes = await buffer(await storage.get(active.storage_key as string));
  // The second word is the version of the format.
  bytes.writeUInt32LE(5, 4);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { key } = await storage.put({ account: 'watchlists', mediaId: sha256 }, Readable.from([bytes]));
  const earlier = { ...active, sha256, storage_key: key };
  await store.transaction((tx) => tx.run(replaceScreeningIndex, { ...earlier, from: active.storage_key as string }));
  const load = async (mayRun: boolean) => {
    const sets = new ScreeningSets({ ...services, earlierReleases: { mayRun } });
    const loaded = await sets.active();
    const index = loaded?.index as NameIndex;
    return searchNames(index, { names: [{ full: 'Iskra Vrtovec Podgorska' }] }).candidates.length;
  };
  expect([await load(true), (await row()).storage_key]).toEqual([1, key]);
  expect([await load(false), await row()]).toEqual([1, active]);
});

test('a list is imported, searched, replaced, rolled back and removed', async () => {
  expect((await story.operate('GET', '/watchlists')).body).toEqual({ set: null, versions: [] });
  expect(await story.found('Iskra Vrtovec Podgorska')).toEqual([]);

  const first = await story.load('eu', [iskra, bor], { published: '2026-01-14' });
  expect(first).toEqual({
    outcome: 'activated',
    set: 1,
    kinds: { person: 2 },
    names: 3,
    unusable: { names: 0, births: 0 },
    version: {
      id: expect.any(String),
      list: 'eu',
      state: 'active',
      format: 'csv',
      categories: ['sanction'],
      published: '2026-01-14',
      confirmed_at: null,
      age_days: 1,
      records: 2,
      people: 2,
      changes: null,
      files: [{ name: 'eu.csv', bytes: csvOf([iskra, bor]).length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      skipped: {},
      warnings: [],
      flags: [],
      retired_at: null,
      retired_by: null,
      imported_at: '2026-01-15T09:30:00Z',
      imported_by: { kind: 'operator', id: expect.any(String) },
      activated_at: '2026-01-15T09:30:00Z',
      activated_by: { kind: 'operator', id: expect.any(String) },
    },
  });
  expect(await story.found('Iskra Vrtovec Podgorska')).toEqual(['a1']);
  expect(await story.found('Nobody Whatsoever')).toEqual([]);
  // An equal identity number alone makes a hit.
  const ids = [{ type: 'passport', country: 'SVN', number: 'pb 001 1223' }];
  expect(await story.found('Nobody Whatsoever', { ids })).toEqual(['a1']);

  service.clock.advance(DAY_MS);
  const staged = await story.load(
    'eu',
    [iskra, { ...bor, date_of_birth: '1970' }, { id: 'a3', name: 'Cvetka Ropotar', categories: 'sanction' }],
    { stage: 'true' },
  );
  expect([staged.outcome, staged.version.changes]).toEqual(['staged', { added: 1, changed: 1, gone: 0, unchanged: 1 }]);
  expect(await story.found('Cvetka Ropotar')).toEqual([]);
  const { body: diff } = await story.operate('GET', '/watchlists/eu/diff');
  expect([diff.before.id, diff.after.id, diff.records]).toEqual([
    ...[first.version.id, staged.version.id],
    [
      { source_id: 'a3', change: 'added' },
      { source_id: 'a2', change: 'changed' },
    ],
  ]);
  const { status, body: set } = await story.operate('POST', '/watchlists/eu/activate');
  expect([status, set]).toEqual([
    200,
    {
      number: 2,
      cause: 'activation',
      created_at: '2026-01-16T09:30:00Z',
      created_by: staged.version.imported_by,
      versions: [{ list: 'eu', version_id: staged.version.id, records: 3 }],
      index_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      index_bytes: expect.any(Number),
    },
  ]);
  expect(await story.found('Cvetka Ropotar')).toEqual(['a3']);

  service.clock.advance(DAY_MS);
  expect((await story.operate('POST', '/watchlists/eu/rollback')).body).toMatchObject({ number: 3, cause: 'rollback' });
  expect(await story.found('Cvetka Ropotar')).toEqual([]);
  expect(await story.found('Bor Zaletelj')).toEqual(['a2']);

  // On each day one can see which versions were searched.
  const at = async (day: string) => {
    const { body } = await story.operate('GET', `/watchlists/eu?at=${day}`);
    return [body.set?.number ?? null, body.versions.map(({ id }: { id: string }) => id)];
  };
  expect([await at('2026-01-14'), await at('2026-01-15'), await at('2026-01-16'), await at('2026-01-17')]).toEqual([
    ...[
      [null, []],
      [1, [first.version.id]],
      [2, [staged.version.id]],
      [3, [first.version.id]],
    ],
  ]);

  const refused = await story.operate('DELETE', '/watchlists/eu');
  expect([refused.status, refused.body.error.fields]).toEqual([
    422,
    { confirm: ['eu is the last list of sanction. Confirm to remove it'] },
  ]);
  expect((await story.operate('DELETE', '/watchlists/eu?confirm=true')).body).toMatchObject({
    number: 4,
    versions: [],
  });
  expect(await story.found('Bor Zaletelj')).toEqual([]);
  expect((await story.operate('DELETE', '/watchlists/eu?confirm=true')).status).toBe(404);
  expect((await story.operate('POST', '/watchlists/eu/rollback')).body).toMatchObject({ number: 5, cause: 'rollback' });
  expect(await story.found('Bor Zaletelj')).toEqual(['a2']);
});

test('nobody returns to a version whose records were deleted', async () => {
  await story.load('eu', [iskra]);
  await story.load('eu', [iskra, bor]);
  expect((await story.operate('DELETE', '/watchlists/eu?confirm=true')).status).toBe(200);
  expect((await story.operate('POST', '/watchlists/eu/rollback')).status).toBe(200);
  const { status, body } = await story.operate('POST', '/watchlists/eu/rollback');
  expect([status, body.error?.type]).toEqual([404, 'resource_not_found']);
  expect([await story.active(), await story.found('Bor Zaletelj')]).toEqual([[4, ['eu']], ['a2']]);
});

test('a birth date finds a listed name of one word among any number of others', async () => {
  const others = Array.from({ length: 500 }, (_, i) => ({ id: `o${i}`, name: 'Awlijan', date_of_birth: '1901' }));
  const rows = [...others, { id: 'sought', name: 'Awlijan', date_of_birth: '1968' }];
  await story.load(
    'eu',
    rows.map((row) => ({ ...row, categories: 'sanction' })),
  );
  expect(await story.found('Awlijan Zadran', { date_of_birth: '1968-04-01' })).toEqual(['sought']);
});

test('a search that activations overtake is made again in the set that is active then', async () => {
  await story.load('eu', [iskra]);
  expect(await story.found('Iskra Vrtovec Podgorska')).toEqual(['a1']);
  // The records of the first set are deleted between its index and its records.
  const { system } = service.services.store;
  const all = system.all.bind(system);
  let first = true;
  const spied = vi.spyOn(system, 'all').mockImplementation(async (query, params) => {
    if (first && typeof params === 'object' && params !== null && 'ordinals' in params) {
      first = false;
      await story.load('eu', [{ ...iskra, id: 'b1' }]);
      await story.load('eu', [{ ...iskra, id: 'c1' }]);
      // Begins when the previous one has deleted what it replaces.
      await story.load('eu', [iskra], { dry_run: 'true' });
    }
    return all(query, params) as never;
  });
  expect(await story.found('Iskra Vrtovec Podgorska')).toEqual(['c1']);
  spied.mockRestore();
});

test('several lists are one set, and removing one of two asks nothing', async () => {
  await story.load('eu', [iskra]);
  await story.load('uk', [{ ...bor, id: 'u1' }]);
  await story.load('peps', people(3));
  expect(await story.active()).toEqual([3, ['eu', 'peps', 'uk']]);
  expect([await story.found('Iskra Vrtovec Podgorska'), await story.found('Bor Zaletelj')]).toEqual([['a1'], ['u1']]);
  expect((await story.operate('DELETE', '/watchlists/uk')).status).toBe(200);
  expect([await story.found('Iskra Vrtovec Podgorska'), await story.found('Bor Zaletelj')]).toEqual([['a1'], []]);
});

describe('an import', () => {
  test('of the same files again makes no version, and the age of the list starts again', async () => {
    await story.load('eu', [iskra], { published: '2026-01-10' });
    service.clock.advance(9 * DAY_MS);
    const age = async () => (await story.operate('GET', '/watchlists')).body.versions[0].age_days;
    expect(await age()).toBe(14);
    expect(await story.load('eu', [iskra], { published: '2026-01-10' })).toMatchObject({
      outcome: 'confirmed',
      set: null,
    });
    expect([await age(), (await story.operate('GET', '/watchlists')).body.versions]).toEqual([0, [expect.anything()]]);
    expect(await story.active()).toEqual([1, ['eu']]);
  });

  test('only to look keeps nothing', async () => {
    expect(await story.load('eu', [iskra], { dry_run: 'true' })).toMatchObject({ outcome: 'dry_run', set: null });
    expect((await story.operate('GET', '/watchlists')).body).toEqual({ set: null, versions: [] });
  });

  test('that looks as if something went wrong is refused unless the operator allows it', async () => {
    await story.load('peps', people(20), { published: '2026-01-14' });
    const refused = async (fields: Record<string, string>, count: number) => {
      const { status, body } = await story.send({ list: 'peps', ...fields }, { 'peps.csv': csvOf(people(count)) });
      return [status, body.error?.fields ?? body.version.flags];
    };
    expect(await refused({ published: '2026-01-15' }, 17)).toEqual([
      422,
      { file: ['has 17 records, over 10 % fewer than the 20 of the active version'] },
    ]);
    expect(await refused({ published: '2026-01-13' }, 18)).toEqual([
      422,
      { file: ['was published on 2026-01-13, before the active version of 2026-01-14'] },
    ]);
    expect(await story.active()).toEqual([1, ['peps']]);
    expect(await refused({ published: '2026-01-13', allow_older: 'true', allow_shrink: 'true' }, 17)).toEqual([
      200,
      ['allow_shrink', 'allow_older'],
    ]);
    expect(await refused({ published: '2026-01-15' }, 18)).toEqual([200, []]);
  });

  test('dated in the future is refused: it would never be too old', async () => {
    const dated = (published: string) => story.send({ list: 'eu', published }, { 'eu.csv': csvOf([iskra]) });
    const { status, body } = await dated('2062-01-14');
    expect([status, body.error?.fields]).toEqual([
      422,
      { file: ['was published on 2062-01-14, which is in the future'] },
    ]);
    expect((await story.operate('GET', '/watchlists')).body).toEqual({ set: null, versions: [] });
    expect((await dated('2026-01-16')).status).toBe(200);
  });

  test('keeps the version that was staged before where it is activated meanwhile', async () => {
    await story.load('eu', [iskra]);
    await story.load('eu', [iskra, bor], { stage: 'true' });
    // An operator activates the staged version just before the import writes its first row.
    const { services } = service;
    const run = services.runListTask;
    const read = vi.spyOn(services, 'runListTask').mockImplementationOnce(async (...task) => {
      const result = await run(...task);
      expect((await story.operate('POST', '/watchlists/eu/activate')).status).toBe(200);
      return result;
    });
    const staged = await story.load('eu', [iskra, bor, { id: 'a3', name: 'Cvetka Ropotar', categories: 'sanction' }], {
      stage: 'true',
    });
    read.mockRestore();
    const { set, versions } = (await story.operate('GET', '/watchlists')).body;
    expect([set.number, versions.map(({ state }: { state: string }) => state)]).toEqual([2, ['active', 'staged']]);
    expect([await story.found('Bor Zaletelj'), await story.found('Cvetka Ropotar')]).toEqual([['a2'], []]);
    expect((await story.operate('POST', '/watchlists/eu/activate')).body.versions[0].version_id).toBe(
      staged.version.id,
    );
  });

  test('that is refused names file and line, leaves the active version, and nothing on the disk', async () => {
    await story.load('eu', [iskra]);
    const bad = await story.send({ list: 'eu' }, { 'new.csv': 'id,name,categories\n1,Secret Person,sanction\n2\n' });
    expect(bad.status).toBe(422);
    expect(bad.body.error.fields.file[0]).toMatch(/^new\.csv, line 3: /);
    expect(JSON.stringify(bad.body)).not.toContain('Secret');
    expect((await story.operate('GET', '/watchlists')).body.versions).toHaveLength(1);
    expect(await story.found('Iskra Vrtovec Podgorska')).toEqual(['a1']);
    const { readdirSync } = await import('node:fs');
    expect(readdirSync(`${service.data}/screening`)).toEqual([]);
  });

  test.each([
    ['no name of a list', {}, 'list'],
    ['a name of a list that leads elsewhere', { list: '../eu' }, 'list'],
    ['an unknown category', { list: 'eu', category: 'friends' }, 'category'],
    ['an unknown format', { list: 'eu', format: 'pdf' }, 'format'],
    ['an invalid day', { list: 'eu', published: 'yesterday' }, 'published'],
    ['columns that are not JSON', { list: 'eu', map: 'name' }, 'map'],
    ['an unknown field', { list: 'eu', lisst: 'eu' }, 'lisst'],
  ])('with %s is refused', async (_, fields, named) => {
    const { status, body } = await story.send(fields as Record<string, string>, { 'eu.csv': csvOf([iskra]) });
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [named]]);
  });

  test('is for operators alone', async () => {
    for (const token of [service.liveToken, service.sandboxToken]) {
      expect((await service.call('GET', '/operator/v1/watchlists', { token })).status).toBe(401);
    }
    expect((await story.operate('POST', '/watchlists/imports', { list: 'eu' })).status).toBe(415);
  });
});

test('two names are compared, with the reasons', async () => {
  const { status, body } = await story.operate('POST', '/watchlists/score', {
    query: 'Mohamed Abdel Rahman',
    listed: 'Muhammad Abd al-Rahman',
  });
  expect(status).toBe(200);
  expect(body.score).toBeGreaterThan(0.85);
  expect(body.explanation.parts.length).toBeGreaterThan(0);
  const { body: other } = await story.operate('POST', '/watchlists/score', { query: 'Iskra', listed: 'Gottfried' });
  expect(other.score).toBe(0);
});

test('two long names are compared in slices, between which other requests are answered', async () => {
  const { searchSlices } = service.services;
  const pauses: number[] = [];
  const run = searchSlices.run.bind(searchSlices);
  const counted = <Result>(work: Iterator<undefined, Result>) => {
    const place = pauses.push(0) - 1;
    const next = () => {
      const slice = work.next();
      if (!slice.done) pauses[place]! += 1;
      return slice;
    };
    return run({ next });
  };
  const spied = vi.spyOn(searchSlices, 'run').mockImplementation(counted);
  const name = (words: string) => `${words} `.repeat(60).slice(0, 600);
  const query = name('محمد احمد علي حسن حسين خالد عمر يوسف');
  const { status, body } = await story.operate('POST', '/watchlists/score', {
    query,
    listed: name('احمد محمد زياد وليد'),
  });
  spied.mockRestore();
  expect([status, body.explanation.caps]).toEqual([200, ['query_shortened']]);
  expect([pauses.length, Math.min(...pauses) > 4]).toEqual([2, true]);
});
