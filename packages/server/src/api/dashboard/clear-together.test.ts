import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportType } from '../../reports/index.ts';
import { doubtful, verdictOf } from '../../reports/live/assessment.ts';
import type { LeafFindings } from '../../reports/outcome.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { useService } from '../../testing/service.ts';
import { iskra, watchlistStory } from '../operator/testing/watchlists.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService({ settings: { analysis: 'on' } });
const lists = watchlistStory(service);
const story = storyOf(service, 'v3.6');

const document = reportType('document') as { process?: ReportProcessor };
const original = document.process;
afterAll(() => {
  if (original) document.process = original;
  else delete document.process;
});

type Member = Browser & { readonly id: string };
let rita: Member;
let otto: Member;
let nora: Member;
let admin: Member;
let auditor: Member;
let dev: Member;
let stranger: Member;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const live = () => ({ token: service.liveToken });
const NAME = 'data_comparison.last_name';
const record = { list: 'eu', source_id: 'a1' };
const note = 'Her passport shows another birth date';
const reason = 'different_birth_date';

/** Findings of the next document reports. */
let leaves: LeafFindings = {};

const namesake = () =>
  story.applicant({ first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1963-03-04' }, live());

/** A live report that waits for a reviewer. */
async function waiting(name: string, applicant_id?: string): Promise<string> {
  const of = applicant_id ?? (await namesake());
  if (name === 'document') await story.document(of, {}, live());
  const { report_ids } = (await story.check({ applicant_id: of, report_names: [name] }, live())).body;
  await service.settle();
  return report_ids[0];
}
const screened = (applicant?: string) => waiting('watchlist_sanctions_only', applicant);
const mismatched = (applicant?: string) => {
  leaves = { [NAME]: doubtful('The names differ') };
  return waiting('document', applicant);
};

const seenHit = (id: string) => ({ id, hits: [record], leaves: [] as string[] });
const seenName = (id: string) => ({ id, hits: [] as object[], leaves: [NAME] });
const send = (who: Browser, body: object, place = at()) => who.post(`${place}/reports/clear`, body);
const ofLists = (ids: readonly string[]) => ({ doubt: 'lists', reports: ids.map(seenHit), reason, note });
const ofData = (ids: readonly string[]) => ({ doubt: 'data', reports: ids.map(seenName), note });
const resultsOf = async (answer: ReturnType<Browser['post']>) => {
  const { status, body } = await answer;
  expect([status, body.error]).toEqual([200, undefined]);
  return body.reports.map(({ result }: { result: string }) => result);
};
const stateOf = async (id: string) => {
  const { status, result } = (await service.get(`/v3.6/reports/${id}`, live())).body;
  return [status, result];
};
const audit = async (query: string): Promise<{ action: string; details: Record<string, unknown> }[]> =>
  (await admin.get(`/accounts/${service.account.id}/audit?${query}&limit=100`)).body.entries;
const set = async (settings: object) => {
  const path = `/accounts/${service.account.id}`;
  expect((await lists.operate('PATCH', path, { note: 'For the test', ...settings })).status).toBe(200);
};

beforeAll(async () => {
  document.process = async (_, { decision }) => verdictOf(reportType('document'), { leaves, properties: {} }, decision);
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  otto = await signedIn(service, 'reviewer', { name: 'Otto' });
  nora = await signedIn(service, 'reviewer', { name: 'Nora' });
  admin = await signedIn(service, 'admin', { name: 'Adam' });
  auditor = await signedIn(service, 'auditor');
  dev = await signedIn(service, 'developer');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
  await set({ screening_match: 1 });
  await lists.load('eu', [iskra]);
});

/** Members clear overlapping reports at once, several times. One of them may have claimed the first report. */
async function clearAtOnce(eyes: 'off' | 'on') {
  const members = [rita, otto, nora];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray([0, 1, 2], { minLength: 1 }), { minLength: 2, maxLength: 3 }),
      fc.boolean(),
      async (choices, claims) => {
        const ids = await Promise.all([0, 1, 2].map(() => screened()));
        // A claim of the last member keeps the others from the first report.
        const owner = members[choices.length - 1] as Member;
        if (claims) expect((await owner.post(`${at()}/reports/${ids[0]}/claim`)).status).toBe(200);
        const answers = await Promise.all(
          choices.map(async (chosen, index) => {
            const who = members[index] as Member;
            const { body } = await send(who, ofLists(chosen.map((n) => ids[n] as string)));
            return body.reports.map((report: { id: string; result: string }) => ({ ...report, by: who.id }));
          }),
        );
        for (const [n, id] of ids.entries()) {
          const own = answers.flat().filter((answer) => answer.id === id);
          const asked = choices.filter((chosen) => chosen.includes(n)).length;
          expect(own).toHaveLength(asked);
          const blocked = claims && n === 0;
          if (blocked) {
            const others = own.filter(({ by }) => by !== owner.id);
            // Once its owner has decided the report, it no longer waits for the others.
            expect(
              others.every(
                ({ result }) =>
                  result === 'claimed' || result === (eyes === 'on' ? 'held' : 'changed') || result === 'decided',
              ),
            ).toBe(true);
          }
          const decided = own.filter(({ result }) => result === 'decided').length;
          const held = own.filter(({ result }) => result === 'held').length;
          const entries = await audit(`object=${id}`);
          const count = (action: string) => entries.filter((entry) => entry.action === action).length;
          expect([count('report_decided'), count('report_decision_kept')]).toEqual([decided, held]);
          expect(await stateOf(id)).toEqual(decided === 1 ? ['complete', 'clear'] : ['awaiting_approval', null]);
          if (!blocked)
            expect([decided, held]).toEqual(
              eyes === 'off' ? [Math.min(asked, 1), 0] : [asked > 1 ? 1 : 0, Math.min(asked, 1)],
            );
          const { decisions } = (await rita.get(`${at()}/reports/${id}`)).body;
          expect(decisions).toHaveLength(decided);
        }
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
}

// Four eyes are switched on from test to test: only two operators switch them off.

test('hits on lists of several people are cleared with one reason, each report with its own result', async () => {
  const [first, second, claimed, decided, moved] = await Promise.all([1, 2, 3, 4, 5].map(() => screened()));
  const ids = [first, second, claimed, decided, moved] as string[];
  await otto.post(`${at()}/reports/${claimed}/claim`);
  expect(await resultsOf(send(otto, ofLists([decided as string])))).toEqual(['decided']);
  // The page of the member lacks a hit of the last report.
  const reports = ids.map((id) => (id === moved ? { id, hits: [], leaves: ['sanction'] } : seenHit(id)));
  const { body } = await send(rita, { doubt: 'lists', reports, reason, note });
  expect(body).toEqual({
    batch: expect.any(String),
    reports: [
      { id: first, result: 'decided', claimed_by: null, message: null },
      { id: second, result: 'decided', claimed_by: null, message: null },
      {
        id: claimed,
        result: 'claimed',
        claimed_by: { id: otto.id, name: 'Otto', until: expect.any(String) },
        message: null,
      },
      { id: decided, result: 'changed', claimed_by: null, message: null },
      { id: moved, result: 'changed', claimed_by: null, message: null },
    ],
  });
  expect([await stateOf(first as string), await stateOf(claimed as string), await stateOf(moved as string)]).toEqual([
    ['complete', 'clear'],
    ['awaiting_approval', null],
    ['awaiting_approval', null],
  ]);
  const { decisions } = (await rita.get(`${at()}/reports/${first}`)).body;
  expect(decisions).toMatchObject([
    { decided_by: { id: rita.id }, note, hits: [{ record, decision: 'false_match', reason, note }] },
  ]);
  // The audit log has the entries of single decisions. They share the batch.
  for (const id of [first, second]) {
    const own = (await audit(`object=${id}`)).filter(({ action }) => action.endsWith('_decided'));
    expect(own.map(({ action, details }) => [action, details])).toEqual([
      ['report_decided', { result: 'clear', leaves: [], batch: body.batch }],
      ['hits_decided', { batch: body.batch }],
    ]);
  }
  await otto.del(`${at()}/reports/${claimed}/claim`);
  expect(await resultsOf(send(rita, ofLists([claimed as string, moved as string])))).toEqual(['decided', 'decided']);
});

test('data in doubt is cleared in the reports of one person, and never with another kind of doubt', async () => {
  const ada = await namesake();
  const [one, two] = [await mismatched(ada), await mismatched(ada)];
  const foreign = await mismatched();
  leaves = { [NAME]: doubtful('The names differ'), 'image_integrity.image_quality': doubtful('Blurred') };
  const mixed = await waiting('document', ada);
  const listed = await screened(ada);

  const people = await send(rita, ofData([one, foreign]));
  expect([people.status, people.body.error.fields]).toEqual([422, { reports: ['are of several applicants'] }]);
  expect(await stateOf(one)).toEqual(['awaiting_approval', null]);
  const all = {
    id: mixed,
    hits: [],
    leaves: [NAME, 'image_integrity.image_quality'],
  };
  const answer = send(rita, { ...ofData([]), reports: [seenName(one), seenName(two), all, seenName(listed)] });
  expect(await resultsOf(answer)).toEqual(['decided', 'decided', 'changed', 'changed']);
  expect(await resultsOf(send(rita, ofLists([mixed])))).toEqual(['changed']);
  expect([await stateOf(one), await stateOf(two), await stateOf(mixed)]).toEqual([
    ['complete', 'clear'],
    ['complete', 'clear'],
    ['awaiting_approval', null],
  ]);
  expect((await rita.get(`${at()}/reports/${one}`)).body.decisions).toMatchObject([
    { decided_by: { id: rita.id }, note, leaves: { [NAME]: 'clear' } },
  ]);
  // A report that was erased meanwhile no longer waits. The others are decided.
  await admin.post(`${at()}/applicants/${ada}/erase`, { force: true });
  expect(await resultsOf(send(rita, ofData([mixed, foreign])))).toEqual(['changed', 'decided']);

  const refused = [
    [{ ...ofData([foreign]), doubt: 'picture' }, 'doubt'],
    [{ ...ofData([foreign]), reason }, 'reason'],
    [{ ...ofLists([foreign]), reason: undefined }, 'reason'],
    [ofData([foreign, foreign]), 'reports'],
    [ofData([]), 'reports'],
    [{ ...ofData([foreign]), note: '  ' }, 'note'],
  ] as const;
  for (const [body, field] of refused) {
    const { status, body: said } = await send(rita, body);
    expect([status, Object.keys(said.error.fields)]).toEqual([422, [field]]);
  }
});

test('is for members who decide, in one account and environment', async () => {
  const id = await screened();
  for (const who of [auditor, dev]) {
    const { status, body } = await send(who, ofLists([id]));
    expect([status, body.error.type]).toEqual([403, 'not_permitted']);
  }
  for (const [who, place] of [
    [rita, at('sandbox')],
    [stranger, at('live', service.other.id)],
    [stranger, at()],
  ] as const) {
    expect((await send(who, ofLists([id]), place)).status).toBe(404);
  }
  expect(await stateOf(id)).toEqual(['awaiting_approval', null]);
  expect(await resultsOf(send(admin, ofLists([id])))).toEqual(['decided']);
});

test('of members who clear at once, one decides each report', () => clearAtOnce('off'));

test('hits that need a second operator are proposed', async () => {
  await set({ screening_four_eyes: 'all', review_second_look_share: 1 });
  const proposed = await screened();
  expect(await resultsOf(send(rita, ofLists([proposed])))).toEqual(['held']);
  const { proposal } = (await rita.get(`${at()}/reports/${proposed}`)).body;
  expect((await otto.post(`${at()}/proposals/${proposal}/confirm`)).status).toBe(200);
  expect(await stateOf(proposed)).toEqual(['complete', 'clear']);
  // Every member could read the proposal, so nobody can give a second look.
  expect((await admin.get(`${at()}/second_looks`)).body.second_looks).toEqual([]);
  await set({ review_second_look_share: 0 });
});

test('under four eyes each decision waits for a second member', async () => {
  await set({ decision_four_eyes: 'on' });
  const ids = [await screened(), await screened()];
  expect(await resultsOf(send(rita, ofLists(ids)))).toEqual(['held', 'held']);
  expect(await stateOf(ids[0] as string)).toEqual(['awaiting_approval', null]);
  const kept = await audit(`object=${ids[0]}&action=report_decision_kept`);
  expect(kept.map(({ details }) => details)).toEqual([{ state: 'second_needed', batch: expect.any(String) }]);
  const own = await send(rita, ofLists(ids));
  expect(own.body.reports.map(({ result, message }: Record<string, string>) => [result, message])).toEqual(
    ids.map(() => ['refused', 'operator has already decided this report. Another person must decide next']),
  );
  expect(await resultsOf(send(otto, ofLists(ids)))).toEqual(['decided', 'decided']);
  expect(await stateOf(ids[1] as string)).toEqual(['complete', 'clear']);
});

test('of members who clear at once under four eyes, two decide each report', () => clearAtOnce('on'));
