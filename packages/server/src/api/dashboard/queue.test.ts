import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { doubtKinds, doubtOf, kindOfLeaf, rankedDoubts } from '../../checks/waiting/doubts.ts';
import { dueAt } from '../../checks/waiting/due.ts';
import { leafPaths } from '../../reports/breakdown.ts';
import { reportNames, reportType } from '../../reports/index.ts';
import { clear, consider, doubtful, verdictOf } from '../../reports/live/assessment.ts';
import type { LeafFindings } from '../../reports/outcome.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { scoped } from '../../store/query.ts';
import { useService } from '../../testing/service.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { iskra, watchlistStory } from '../operator/testing/watchlists.ts';
import { asRequested, storyOf } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService({ settings: { analysis: 'on' } });

const QUALITY = 'image_integrity.image_quality';

const document = reportType('document') as { process?: ReportProcessor };
const original = document.process;
afterAll(() => {
  if (original) document.process = original;
  else delete document.process;
});

let rita: Browser & { id: string };
let stranger: Browser;

const at = (environment = 'live') => `/accounts/${service.account.id}/${environment}`;
const live = () => ({ token: service.liveToken });

/** A live check whose reports wait for a person: one for hits on a list, one that cannot be seen. */
async function check(report_names: string[]): Promise<string[]> {
  const story = storyOf(service, 'v3.6');
  const person = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1963-03-04' };
  const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
  const applicant_id = await story.applicant({ ...person, address }, live());
  if (report_names.includes('document')) await story.document(applicant_id, {}, live());
  const { body } = await service.post('/v3.6/checks', { applicant_id, report_names }, live());
  await service.settle();
  return asRequested(body.report_ids);
}

const list = async (query = '') => (await rita.get(`${at()}/queue${query}`)).body;
const idsOf = ({ reports }: { reports: { id: string }[] }) => reports.map(({ id }) => id);

beforeAll(async () => {
  document.process = async (_, { decision }) => {
    const assessment = { leaves: { [QUALITY]: doubtful('Blurred') }, properties: {} };
    return verdictOf(reportType('document'), assessment, decision);
  };
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  stranger = await signedIn(service, 'admin', { account: service.other.id });
  const lists = watchlistStory(service);
  const note = 'Every hit is to be seen by a reviewer';
  await lists.operate('PATCH', `/accounts/${service.account.id}`, { screening_match: 1, note });
  await lists.load('eu', [iskra], { published: '2026-01-14' });
});

test('the queue is narrowed by report, doubt and age, and ordered by what is due first', async () => {
  const sanctions = 'watchlist_sanctions_only';
  // Two reports of one check: a day for each. Then one that its check waits for: four hours.
  const [document, hits] = (await check(['document', sanctions])) as [string, string];
  service.clock.advance(20 * MINUTE_MS);
  const [alone] = (await check([sanctions])) as [string];
  const all = await list('?order=oldest');
  expect(idsOf(all)).toEqual([document, hits, alone]);
  const seen = all.reports.map(({ doubt, due_at }: { doubt: string; due_at: string }) => [doubt, due_at]);
  expect(seen).toEqual([
    ['picture', '2026-01-16T09:30:00Z'],
    ['lists', '2026-01-16T09:30:00Z'],
    ['lists', '2026-01-15T13:50:00Z'],
  ]);
  expect([all.total, all.by_report, all.by_doubt]).toEqual([
    ...[3, { document: 1, [sanctions]: 2 }, { picture: 1, lists: 2 }],
  ]);
  expect(idsOf(await list(`?report=${sanctions}`))).toEqual([alone, hits]);
  expect(idsOf(await list('?doubt=picture'))).toEqual([document]);
  expect(idsOf(await list('?doubt=forgery'))).toEqual([]);
  expect(idsOf(await list('?waited=20'))).toEqual([document, hits]);
  expect(idsOf(await list('?waited=21'))).toEqual([]);
  expect(idsOf(await list('?order=due'))).toEqual([alone, document, hits]);
  expect(idsOf(await list('?order=due&doubt=lists&waited=20'))).toEqual([hits]);

  // Page by page; a cursor is only valid for its own order.
  const first = await list('?order=due&limit=2');
  const second = await list(`?order=due&limit=2&cursor=${first.next}`);
  expect([idsOf(first), idsOf(second), second.next]).toEqual([[alone, document], [hits], null]);
  const wrong = await rita.get(`${at()}/queue?order=oldest&cursor=${first.next}`);
  expect([wrong.status, wrong.body.error.fields]).toEqual([422, { cursor: ['is a cursor of another sort order'] }]);
  expect((await rita.get(`${at()}/queue?order=due&cursor=${document}`)).status).toBe(422);
  expect((await rita.get(`${at()}/queue?doubt=none`)).status).toBe(422);

  // Who takes the next gets the first of the queue that they look at.
  const taken = await rita.post(`${at()}/queue/take`, { order: 'oldest', doubt: 'lists' });
  expect(taken.body).toMatchObject({ id: hits, doubt: 'lists' });
  await rita.del(`${at()}/reports/${hits}/claim`);
  expect((await rita.post(`${at()}/queue/take`, { order: 'due' })).body.id).toBe(alone);
  expect((await rita.post(`${at()}/queue/take`, { order: 'due', doubt: 'forgery' })).status).toBe(204);
  // A report whose decision can still be undone is left out, also by the member who has claimed it.
  expect((await rita.post(`${at()}/queue/take`, { order: 'due', except: [alone] })).body.id).toBe(document);
  await rita.del(`${at()}/reports/${document}/claim`);
  expect((await rita.post(`${at()}/queue/take`, { except: [alone, document, hits] })).status).toBe(204);

  // Once the other report has ended, its check waits for this one alone.
  const decision = { result: 'clear', note: 'The paper is sound' };
  expect((await rita.post(`${at()}/reports/${document}/decide`, decision)).status).toBe(200);
  const left = await list('?order=due');
  expect(left.reports.map(({ id, due_at }: { id: string; due_at: string }) => [id, due_at])).toEqual([
    [hits, '2026-01-15T13:30:00Z'],
    [alone, '2026-01-15T13:50:00Z'],
  ]);
  expect(left.by_doubt).toEqual({ lists: 2 });

  expect((await rita.get(`${at('sandbox')}/queue?order=due`)).body.reports).toEqual([]);
  expect((await stranger.get(`${at()}/queue?order=due`)).status).toBe(404);
});

test('each leaf that a report can have in doubt has a kind', () => {
  const unsorted = reportNames.flatMap((name) =>
    leafPaths(reportType(name).tree ?? {})
      .filter((path) => kindOfLeaf(name, path) === 'other')
      .map((path) => path.split('.')[0]),
  );
  // A device is neither document nor person.
  expect([...new Set(unsorted)]).toEqual(['device']);
  expect(kindOfLeaf('facial_similarity_photo', 'visual_authenticity.spoofing_detection')).toBe('person');
  const source = 'image_integrity.source_integrity';
  expect([kindOfLeaf('facial_similarity_video', source), kindOfLeaf('proof_of_address', source)]).toEqual([
    ...['person', 'forgery'],
  ]);
  expect(kindOfLeaf('identity_enhanced', 'sources.total_sources')).toBe('unconfirmed');
  expect(doubtKinds).toContain(kindOfLeaf('document', 'unheard_of'));
});

const MISSING = 'No evidence rules out that text was edited in this image. Sound';

/** The same in reports that versions up to 0.2 stored. */
const MISSING_BEFORE = 'Nothing on this document confirms that nobody pasted or drew text into its picture. Sound';

test('a report is filed under its gravest finding, and findings come before what nothing confirms', () => {
  const portrait = 'visual_authenticity.picture_face_integrity';
  const leaves = {
    'data_comparison.last_name': doubtful('It may be another name'),
    'visual_authenticity.fonts': doubtful(MISSING),
    'visual_authenticity.digital_tampering': doubtful('An editor is named'),
    [portrait]: doubtful('The portraits show two people'),
    [QUALITY]: clear('Sharp'),
    'data_validation.document_expiration': consider('Expired'),
  };
  const filed = (of: LeafFindings, more: object = {}) => {
    const report = { name: 'document' as const, status: 'awaiting_approval' as const, ...more };
    const assessed = { ...report, assessment: { leaves: of, properties: {} } };
    return [doubtOf(assessed), rankedDoubts(assessed)];
  };
  const ranked = [
    portrait,
    'visual_authenticity.digital_tampering',
    'data_comparison.last_name',
    'visual_authenticity.fonts',
  ];
  expect(filed(leaves)).toEqual(['forgery', ranked]);
  const { [portrait]: _, 'visual_authenticity.digital_tampering': __, ...others } = leaves;
  expect(filed(others)).toEqual(['data', ['data_comparison.last_name', 'visual_authenticity.fonts']]);
  for (const reason of [MISSING, MISSING_BEFORE]) {
    expect(filed({ 'visual_authenticity.fonts': doubtful(reason) })).toEqual([
      ...['unconfirmed', ['visual_authenticity.fonts']],
    ]);
  }
  // What is flagged permanently is a finding, too.
  const forged = { [portrait]: consider('Two people'), [QUALITY]: doubtful('Blurred') };
  expect(filed(forged)).toEqual(['forgery', [QUALITY]]);
  expect(filed({}, { failure: 'No memory' })).toEqual(['failed', []]);
  expect(filed({})).toEqual(['unanalysed', []]);
});

test('what is more urgent is due earlier, and nothing waits for ever behind what comes later', () => {
  const time = fc.integer({ min: 0, max: 2 ** 41 });
  const why = fc.record({ ofRun: fc.boolean(), last: fc.boolean() });
  fc.assert(
    fc.property(time, time, why, why, (a, b, one, other) => {
      const [earlier, later] = [Math.min(a, b), Math.max(a, b)];
      const due = (created_at: number, reason: typeof one) => dueAt({ created_at }, reason);
      expect(due(a, { ...one, ofRun: true })).toBeLessThanOrEqual(due(a, one));
      expect(due(a, { ...one, last: true })).toBeLessThanOrEqual(due(a, one));
      if (later - earlier >= DAY_MS) expect(due(earlier, one)).toBeLessThan(due(later, other));
    }),
  );
});

/** Resets a report to the state that migration 0040 leaves for reports that waited before it. */
const forgetDoubt = scoped<{ id: string; due_at: number }>()((from, p) =>
  from.update('reports').set({ doubt: null, due_at: p.due_at }).where('id', '=', p.id),
);

test('reports that waited before doubts were kept get theirs, once, and a decided one gets none', async () => {
  const [waits] = (await check(['document'])) as [string];
  const [decided] = (await check(['document'])) as [string];
  const note = 'Seen by hand';
  expect((await rita.post(`${at()}/reports/${decided}/decide`, { result: 'clear', note })).status).toBeLessThan(300);
  const find = async (query = '') => (await list(query)).reports.find(({ id }: { id: string }) => id === waits);
  const before = await find();
  expect(before).toMatchObject({ doubt: 'picture' });
  const { store } = service.services;
  const within = { account_id: service.account.id, environment: 'live' } as const;
  const created = Date.parse(before.created_at);
  await store.transaction(async (tx) => {
    for (const id of [waits, decided]) await tx.within(within).run(forgetDoubt, { id, due_at: created + DAY_MS });
  });
  expect(await find('?doubt=picture')).toBeUndefined();

  // Several processes may do it at once.
  const done = await Promise.all([upkeep(service.services), upkeep(service.services)]);
  expect(done.map(({ notedReports }) => notedReports)).toContain(1);
  expect(await find('?doubt=picture')).toEqual(before);
  expect(await upkeep(service.services)).toMatchObject({ notedReports: 0 });
  expect((await stranger.get(`/accounts/${service.other.id}/live/queue`)).body.reports).toEqual([]);
  expect((await rita.get(`${at('sandbox')}/queue`)).body.reports).toEqual([]);
});
