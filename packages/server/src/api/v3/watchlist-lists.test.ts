import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { bor, iskra, watchlistStory } from '../operator/testing/watchlists.ts';
import { earlierStoryOf } from '../v2/testing/story.ts';
import { eventsOf } from './testing/events.ts';
import { storyOf, versions } from './testing/story.ts';

let service: TestService;
let lists: ReturnType<typeof watchlistStory>;
beforeEach(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  lists = watchlistStory(service);
});
afterEach(() => service.close());

const live = () => ({ token: service.liveToken });
const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
const listed = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1961-03-04', address };
const other = { first_name: 'Gottfried', last_name: 'Wunderlich', dob: '1961-03-04', address };
const STANDARD = ['sanction', 'politically_exposed_person', 'legal_and_regulatory_warnings'];

/** Lists of all categories, published the day before; each but `eu` has a person of its own. */
async function loadAll() {
  await lists.load('eu', [iskra, bor], { published: '2026-01-14' });
  for (const categories of ['pep', 'warning', 'adverse_media']) {
    await lists.load(categories.replace('_', '-'), [{ id: 'z', name: 'Zdenka Prelesnik', categories }], {
      published: '2026-01-14',
    });
  }
}

/** A live check with one report, as it is once all is processed. */
async function screened(applicant: object, name: string, version: (typeof versions)[number] = 'v3.6') {
  const story = storyOf(service, version);
  const applicant_id = await story.applicant(applicant, live());
  const { check, reports } = await story.completed({ applicant_id, report_names: [name] }, live());
  return { check, report: reports[0], applicant_id };
}

// biome-ignore lint/suspicious/noExplicitAny: reports of any shape
const results = ({ breakdown }: any) =>
  Object.fromEntries(Object.entries(breakdown).map(([name, value]) => [name, (value as { result: string }).result]));

const atWork = async (id: string) => (await lists.operate('GET', `/accounts/${service.account.id}/reports/${id}`)).body;
const decide = (id: string, body: object) =>
  lists.operate('POST', `/accounts/${service.account.id}/reports/${id}/decide`, { note: 'Compared', ...body });
const screenings = (id: string, account = service.account.id) =>
  lists.operate('GET', `/accounts/${account}/reports/${id}/screenings`);

describe.each(versions)('%s', (version) => {
  test('a listed person is flagged with the record, and another one is clear', async () => {
    await loadAll();
    const { check, report } = await screened(listed, 'watchlist_standard', version);
    expect(check).toMatchObject({ status: 'complete', result: 'consider' });
    expect([report.status, report.result, results(report)]).toEqual([
      ...['complete', 'consider'],
      { sanction: 'consider', politically_exposed_person: 'clear', legal_and_regulatory_warnings: 'clear' },
    ]);
    expect(report.properties.records).toEqual([
      {
        full_name: 'Iskra Vrtovec Podgorska',
        date_of_birth: ['1961'],
        attribute: [
          { attribute_type: 'Nationality', attribute_value: 'SVN' },
          { attribute_type: 'passport', attribute_value: 'PB0011223 (SVN)' },
          { attribute_type: 'Match score', attribute_value: '1.00' },
          { attribute_type: 'Matched name', attribute_value: 'Iskra Vrtovec Podgorska' },
          { attribute_type: 'List', attribute_value: 'eu 2026-01-14' },
        ],
        event: [{ category: 'SANCTION', source: 'eu' }],
        source: [{ source_name: 'eu', source_format: 'LIST' }],
      },
    ]);
    expect(await eventsOf(service, check.id)).toEqual([
      `check.started ${check.id} in_progress`,
      `report.completed ${report.id} complete`,
      `check.completed ${check.id} complete`,
    ]);

    const clear = await screened(other, 'watchlist_enhanced', version);
    expect(clear.check).toMatchObject({ status: 'complete', result: 'clear' });
    expect(results(clear.report)).toEqual({
      sanction: 'clear',
      politically_exposed_person: 'clear',
      monitored_lists: 'clear',
      adverse_media: 'clear',
    });
    expect(clear.report.properties).toEqual({ records: [] });
  });
});

test.each(['v1', 'v2'] as const)('%s shows the same under its names', async (version) => {
  await loadAll();
  const earlier = earlierStoryOf(service, version);
  const applicant_id = await earlier.applicant({ ...listed, address: undefined }, live());
  const check = await earlier.checked(applicant_id, [{ name: 'watchlist', variant: 'kyc' }], {}, live());
  await service.settle();
  const { body } = await service.get(`/${version}/checks/${check.id}/reports`, live());
  const [report] = body.reports;
  expect([report.name, report.variant, report.status, report.result]).toEqual([
    'watchlist',
    'kyc',
    'complete',
    'consider',
  ]);
  expect(results(report)).toEqual({
    sanction: 'consider',
    politically_exposed_person: 'clear',
    adverse_media: 'clear',
  });
  expect(report.properties.records).toMatchObject([{ full_name: 'Iskra Vrtovec Podgorska' }]);
});

test.each([
  ['watchlist_aml', [...STANDARD, 'adverse_media']],
  ['watchlist_peps_only', ['politically_exposed_person']],
  ['watchlist_sanctions_only', ['sanction']],
] as const)('%s shows records of its own breakdowns only', async (name, leaves) => {
  await loadAll();
  const person = { first_name: 'Zdenka', last_name: 'Prelesnik', dob: '1950-01-01', address };
  const { report } = await screened(person, name);
  const flagged = leaves.filter((leaf) => leaf !== 'sanction');
  expect(results(report)).toEqual(
    Object.fromEntries(leaves.map((leaf) => [leaf, leaf === 'sanction' ? 'clear' : 'consider'])),
  );
  expect(report.properties.records).toHaveLength(flagged.length);
});

describe('a possible hit', () => {
  const similar = { ...listed, first_name: 'Iskra' };

  test('waits for a person, who rules it out or confirms it', async () => {
    await loadAll();
    for (const [result, records] of [
      ['clear', 0],
      ['consider', 1],
    ] as const) {
      const { check, report, applicant_id } = await screened(similar, 'watchlist_standard');
      expect([report.status, report.result, report.properties]).toEqual(['awaiting_approval', null, {}]);
      const { leaves, doubts, properties } = await atWork(report.id);
      expect([doubts, leaves.sanction.doubt, leaves.politically_exposed_person.result]).toEqual([
        ['sanction'],
        true,
        'clear',
      ]);
      // The operator sees the hit before it is decided, and after it was ruled out.
      const seen = { records: [{ leaves: ['sanction'], full_name: 'Iskra Vrtovec Podgorska' }] };
      expect(properties).toMatchObject(seen);
      const {
        screenings: [screening],
      } = (await screenings(report.id)).body;
      expect(screening).toMatchObject({
        set: 4,
        thresholds: { hit: 0.75, match: 0.9, weak_aliases: false },
        at: expect.any(String),
        hits: [{ list: 'eu', source_id: 'a1', verdict: 'possible', score: leaves.sanction.measure }],
      });
      expect(screening.lists.map(({ list, age }: { list: string; age: number }) => [list, age])).toEqual([
        ...[
          ['adverse-media', 1],
          ['eu', 1],
          ['pep', 1],
          ['warning', 1],
        ],
      ]);
      // Explanation of the score is said in words.
      expect(screening.hits[0].words.length).toBeGreaterThan(0);
      expect((await decide(report.id, { leaves: { sanction: result } })).status).toBe(200);
      const ended = (await service.get(`/v3.6/reports/${report.id}`, live())).body;
      expect([ended.status, ended.result, ended.properties.records.length]).toEqual(['complete', result, records]);
      expect((await atWork(report.id)).properties).toMatchObject(seen);
      expect((await service.get(`/v3.6/checks/${check.id}`, live())).body).toMatchObject({
        status: 'complete',
        result,
      });

      // Another account learns nothing of it, and sandbox has none.
      expect((await screenings(report.id, service.other.id)).status).toBe(404);
      expect((await service.get(`/v3.6/reports/${report.id}`)).status).toBe(404);
      expect(applicant_id).not.toBe(report.id);
    }
  });

  test('as a whole is ruled out with its records', async () => {
    await loadAll();
    const { report } = await screened(similar, 'watchlist_standard');
    expect((await decide(report.id, { result: 'clear' })).status).toBe(200);
    const ended = (await service.get(`/v3.6/reports/${report.id}`, live())).body;
    expect([ended.result, ended.properties]).toEqual(['clear', { records: [] }]);
  });

  test('is flagged at once where the account wants no person, and none above its own threshold', async () => {
    await loadAll();
    const { account } = service;
    const set = (settings: object) => lists.operate('PATCH', `/accounts/${account.id}`, settings);
    await set({ decision_uncertain: 'consider' });
    expect((await screened(similar, 'watchlist_standard')).report).toMatchObject({
      status: 'complete',
      result: 'consider',
    });
    expect((await set({ screening_hit: 0.95, note: 'Only what is certain' })).status).toBe(200);
    expect((await screened(similar, 'watchlist_standard')).report).toMatchObject({
      status: 'complete',
      result: 'clear',
    });
    expect((await set({ screening_hit: 0.5 })).status).toBe(422);
  });

  test('on a listed initial waits for a person where the account asks for initials', async () => {
    await loadAll();
    await lists.load('own', [{ id: 'n1', name: 'V. Novak', categories: 'sanction' }], { published: '2026-01-14' });
    const vesna = { ...other, first_name: 'Vesna', last_name: 'Novak' };
    expect((await screened(vesna, 'watchlist_standard')).report).toMatchObject({ status: 'complete', result: 'clear' });
    const settings = { screening_partial_names: 'initials', note: 'The list has initials' };
    expect((await lists.operate('PATCH', `/accounts/${service.account.id}`, settings)).status).toBe(200);
    const { report } = await screened(vesna, 'watchlist_standard');
    expect([report.status, report.result]).toEqual(['awaiting_approval', null]);
    expect((await atWork(report.id)).doubts).toEqual(['sanction']);
    const bor = { ...vesna, first_name: 'Bor' };
    expect((await screened(bor, 'watchlist_standard')).report).toMatchObject({ status: 'complete', result: 'clear' });
  });
});

describe('without the lists', () => {
  test('a report waits for a person and is never clear, whatever the account wants', async () => {
    for (const decision_uncertain of ['person', 'consider']) {
      await lists.operate('PATCH', `/accounts/${service.account.id}`, { decision_uncertain });
      for (const name of [
        'watchlist_standard',
        'watchlist_enhanced',
        'watchlist_aml',
        'watchlist_peps_only',
        'watchlist_sanctions_only',
      ]) {
        const { report, check } = await screened(other, name);
        expect([name, report.status, report.result, check.status]).toEqual([
          name,
          'awaiting_approval',
          null,
          'in_progress',
        ]);
      }
    }
    const { report } = await screened(other, 'watchlist_sanctions_only');
    const { leaves, doubts } = await atWork(report.id);
    expect([doubts, leaves.sanction.result, leaves.sanction.reason]).toEqual([
      ...[['sanction'], null, 'No list of sanctions is loaded'],
    ]);
  });

  test('of other kinds the null is shown beside a clear one', async () => {
    await lists.load('eu', [iskra], { published: '2026-01-14' });
    const { report } = await screened(other, 'watchlist_standard');
    expect([report.status, report.result, results(report)]).toEqual([
      ...['complete', 'clear'],
      { sanction: 'clear', politically_exposed_person: null, legal_and_regulatory_warnings: null },
    ]);
  });

  test('that are recent enough a report waits, until the same list is confirmed', async () => {
    await loadAll();
    service.clock.advance(13 * DAY_MS);
    expect((await screened(other, 'watchlist_sanctions_only')).report).toMatchObject({ result: 'clear' });
    service.clock.advance(DAY_MS);
    const { report } = await screened(other, 'watchlist_sanctions_only');
    expect(report.status).toBe('awaiting_approval');
    expect((await atWork(report.id)).leaves.sanction.reason).toBe(
      'Lists are out of date, so a search proves nothing: eu was last confirmed 15 days ago',
    );
    // A hit is one, however old the list.
    expect((await screened(listed, 'watchlist_sanctions_only')).report).toMatchObject({ result: 'consider' });
    await lists.load('eu', [iskra, bor], { published: '2026-01-14' });
    expect((await screened(other, 'watchlist_sanctions_only')).report).toMatchObject({ result: 'clear' });
  });

  test('that were removed while a check waited, nothing is clear', async () => {
    await lists.load('eu', [iskra], { published: '2026-01-14' });
    const story = storyOf(service, 'v3.6');
    const applicant_id = await story.applicant(other, live());
    // Once, so that this process has the set in memory.
    await story.completed({ applicant_id, report_names: ['watchlist_sanctions_only'] }, live());
    await lists.operate('PATCH', `/accounts/${service.account.id}`, { pausing: true });
    const { body: check } = await story.check({ applicant_id, report_names: ['watchlist_sanctions_only'] }, live());
    expect(check.status).toBe('paused');
    await lists.operate('DELETE', '/watchlists/eu?confirm=true');
    expect((await service.post(`/v3.6/checks/${check.id}/resume`, undefined, live())).status).toBe(204);
    await service.settle();
    const { reports } = (await service.get(`/v3.6/reports?check_id=${check.id}`, live())).body;
    expect([reports[0].status, reports[0].result]).toEqual(['awaiting_approval', null]);
  });
});

test('sandbox answers from its tables, whatever lists are loaded', async () => {
  await loadAll();
  const story = storyOf(service, 'v3.6');
  const report_names = ['watchlist_standard'];
  for (const [applicant, result] of [
    [listed, 'clear'],
    [{ ...other, last_name: 'Consider' }, 'consider'],
  ] as const) {
    const { reports } = await story.completed({ applicant_id: await story.applicant(applicant), report_names });
    expect(reports[0]).toMatchObject({ status: 'complete', result });
    expect((await screenings(reports[0].id)).body).toEqual({ screenings: [] });
  }
});

test('what a person was screened for is sealed, and goes with the applicant', async () => {
  await loadAll();
  const { report, applicant_id } = await screened(listed, 'watchlist_standard');
  const { screenings: kept } = (await screenings(report.id)).body;
  expect(kept).toHaveLength(1);
  const erased = await lists.operate('POST', `/accounts/${service.account.id}/applicants/${applicant_id}/erase`, {
    environment: 'live',
    force: true,
  });
  expect(erased.status).toBeLessThan(300);
  await service.settle();
  expect((await screenings(report.id)).status).toBe(410);
  // The list itself stays.
  expect(await lists.found('Iskra Vrtovec Podgorska')).toEqual(['a1']);
});
