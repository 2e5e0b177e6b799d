import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { iskra, watchlistStory } from './testing/watchlists.ts';

let service: TestService;
let lists: ReturnType<typeof watchlistStory>;
let applicant_id: string;

/** Born two years before the applicant: 0.95; born 13 years before: 0.80. */
const near = { list: 'eu', source_id: 'a1' };
const far = { list: 'eu', source_id: 'a3' };
const rows = [iskra, { ...iskra, id: 'a3', date_of_birth: '1950', id_numbers: '' }];

beforeEach(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  lists = watchlistStory(service);
  await lists.operate('PATCH', path(), { screening_match: 1, note: 'Every hit is to be seen by a reviewer' });
  await lists.load('eu', rows, { published: '2026-01-14' });
  const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
  const person = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1963-03-04', address };
  applicant_id = await storyOf(service, 'v3.6').applicant(person, live());
});
afterEach(() => service.close());

const live = () => ({ token: service.liveToken });
const note = 'Her passport shows another birth date';
const reason = 'different_birth_date';
const falseMatch = (record: object, more: object = {}) => ({ record, decision: 'false_match', reason, ...more });

const path = (rest = '', account = service.account.id) => `/accounts/${account}${rest}`;
type Operate = ReturnType<typeof watchlistStory>['operate'];

/** A new report on the applicant; its id. */
async function screened(): Promise<string> {
  const given = { applicant_id, report_names: ['watchlist_sanctions_only'] };
  const { status, body } = await service.post('/v3.6/checks', given, live());
  expect(status).toBe(201);
  await service.settle();
  return body.report_ids[0];
}
const shown = async (id: string) => (await lists.operate('GET', path(`/reports/${id}`))).body;
const seen = async (id: string) => (await service.get(`/v3.6/reports/${id}`, live())).body;
const decide = (id: string, json: object, operate: Operate = lists.operate) =>
  operate('POST', path(`/reports/${id}/decide`), { note, ...json });
async function refused(answer: Promise<{ status: number; body: { error?: { fields?: unknown } } }>) {
  const { status, body } = await answer;
  return [status, body.error?.fields];
}
const actions = async () => {
  const { entries } = (await lists.operate('GET', path('/audit?limit=500'))).body;
  const recorded = entries.map(({ action }: { action: string }) => action) as string[];
  return recorded.filter((action) => /^(hits|suppression|proposal)_(?!opened)/.test(action));
};

test('hits are decided one by one, and a leaf is clear once all of its hits are false matches', async () => {
  const id = await screened();
  const before = await shown(id);
  expect(before).toMatchObject({ status: 'awaiting_approval', doubts: ['sanction'], proposal: null });
  expect(before.hits).toMatchObject([
    { ...near, leaves: ['sanction'], score: 0.95, verdict: 'possible', decided: null },
    { ...far, leaves: ['sanction'], score: 0.8, verdict: 'possible', decided: null },
  ]);
  expect(before.hits[0].review).toEqual([
    { step: 'list', applicant: [], listed: ['eu 2026-01-14', 'sanction'] },
    { step: 'party', applicant: ['person'], listed: ['person'] },
    { step: 'name', applicant: ['Iskra Vrtovec Podgorska'], listed: ['Iskra Vrtovec Podgorska'] },
    { step: 'birth_date', applicant: ['1963-03-04'], listed: ['1961'] },
    { step: 'nationality', applicant: [], listed: ['SVN'] },
    { step: 'place', applicant: ['SVN'], listed: ['SVN'] },
    { step: 'ask_applicant', applicant: [], listed: [] },
  ]);

  const unsure = { record: near, decision: 'unsure' };
  const wrong: [object[], string][] = [
    [[falseMatch({ list: 'eu', source_id: 'a2' })], 'eu/a2 is not a hit of this report'],
    [[{ record: near, decision: 'false_match' }], 'eu/a1 needs a reason: a false match is another person'],
    [[{ ...unsure, reason }], 'eu/a1 can only have a reason as a false match'],
    [[{ ...unsure, suppress: true }], 'eu/a1 can only be suppressed as a false match'],
    [[unsure, falseMatch(near)], 'eu/a1 is given twice'],
  ];
  for (const [hits, text] of wrong) expect(await refused(decide(id, { hits }))).toEqual([422, { hits: [text] }]);
  expect((await decide(id, { hits: [falseMatch(near)], result: 'clear' })).status).toBe(422);

  expect((await decide(id, { hits: [unsure] })).body).toMatchObject({
    status: 'awaiting_approval',
    doubts: ['sanction'],
  });
  const unclear = "can't be clear: eu/a1 is unsure";
  expect(await refused(decide(id, { leaves: { sanction: 'clear' } }))).toEqual([
    422,
    { leaves: [`sanction ${unclear}`] },
  ]);
  expect(await refused(decide(id, { result: 'clear' }))).toEqual([422, { result: [unclear] }]);
  expect((await decide(id, { hits: [falseMatch(near)] })).body.status).toBe('awaiting_approval');
  expect((await seen(id)).result).toBe(null);
  expect(await refused(decide(id, { hits: [falseMatch(near)] }))).toEqual([
    422,
    { hits: ['eu/a1 was decided already'] },
  ]);

  // The note of a suppression is too short: nothing of the decision is kept.
  expect((await decide(id, { hits: [falseMatch(far, { suppress: true })], note: 'short' })).status).toBe(422);
  const hits = [falseMatch(far, { suppress: true, months: 2 })];
  expect((await decide(id, { hits })).body).toMatchObject({ status: 'complete', result: 'clear', doubts: [] });
  expect(await seen(id)).toMatchObject({ breakdown: { sanction: { result: 'clear' } }, properties: { records: [] } });
  const { decisions } = await shown(id);
  expect(decisions.map((one: { hits: object[] }) => one.hits)).toMatchObject([
    [{ ...unsure, reason: null, note, suppression_id: null }],
    [{ record: near, decision: 'false_match', reason, suppression_id: null }],
    [{ record: far, decision: 'false_match', reason, suppression_id: expect.any(String) }],
  ]);
  const { suppressions } = (await lists.operate('GET', path('/suppressions'))).body;
  expect(suppressions).toMatchObject([
    {
      id: decisions[2].hits[0].suppression_id,
      record: far,
      note,
      expires_at: '2026-03-15T09:30:00Z',
      confirmed_by: null,
    },
  ]);
  expect(await actions()).toEqual(['hits_decided', 'suppression_added', 'hits_decided', 'hits_decided']);

  // The decision was for that report alone; the suppression stays, until a name of the record changes.
  const later = await shown(await screened());
  expect(later.hits).toMatchObject([
    { ...near, decided: null },
    { ...far, leaves: [], suppressed: { reason } },
  ]);
  await lists.load(
    'eu',
    rows.map((row) => ({ ...row, aliases: 'Iskra Podgorska' })),
    { published: '2026-01-15' },
  );
  expect((await shown(await screened())).hits).toMatchObject([
    near,
    { ...far, previously_suppressed: { reason, note, lapsed_because: 'record_changed' } },
  ]);

  expect((await lists.operate('POST', path(`/reports/${id}/decide`, service.other.id), { note, hits })).status).toBe(
    404,
  );
});

test('a true match flags its leaf, and a record that was ruled out is not shown beside it', async () => {
  const id = await screened();
  const hits = [{ record: near, decision: 'true_match' }, falseMatch(far)];
  expect(await refused(decide(id, { hits, leaves: { sanction: 'clear' } }))).toEqual([
    422,
    { leaves: ["sanction can't be clear: eu/a1 is a true match"] },
  ]);
  expect((await decide(id, { hits })).body).toMatchObject({ status: 'complete', result: 'consider' });
  const { records } = (await seen(id)).properties;
  expect(records.map((one: { date_of_birth: string[] }) => one.date_of_birth)).toEqual([['1961']]);
});

test('false matches do not make a list that is too old clear anyone', async () => {
  service.clock.advance(15 * DAY_MS);
  const id = await screened();
  const { body } = await decide(id, { hits: [falseMatch(near), falseMatch(far)] });
  expect(body).toMatchObject({ status: 'awaiting_approval', doubts: ['sanction'] });
  expect((await decide(id, { leaves: { sanction: 'consider' } })).body).toMatchObject({ result: 'consider' });
  expect(await seen(id)).toMatchObject({ properties: { records: [] } });
});

/** An operator with a key of this name. */
async function operator(name: string, by: Operate = lists.operate): Promise<Operate> {
  const { key } = (await by('POST', '/operator_keys', { name })).body;
  return watchlistStory({ ...service, operatorKey: key } as TestService).operate;
}
const setFourEyes = (screening_four_eyes: string) => lists.operate('PATCH', path(), { screening_four_eyes });

test('under four eyes a second operator with a name of their own confirms or refuses', async () => {
  expect((await refused(setFourEyes('clear')))[0]).toBe(422);
  const ana = await operator('ana');
  const anaAgain = await operator(' Ana');
  expect(await refused(setFourEyes('clear'))).toEqual([
    422,
    {
      screening_four_eyes: [
        'needs two people who can decide: operator keys with different names, or members who are administrators or reviewers',
      ],
    },
  ]);
  const bea = await operator('bea');
  expect((await setFourEyes('clear')).body.screening_four_eyes).toBe('clear');

  const id = await screened();
  const all = { hits: [falseMatch(near, { suppress: true }), falseMatch(far)] };
  for (const way of [all, { leaves: { sanction: 'clear' } }, { result: 'clear' }]) {
    expect((await refused(decide(id, way)))[1]).toEqual({
      operator: ['needs an operator key that has a name. Create a key with "bonafide operator-key create"'],
    });
  }
  const proposed = await decide(id, all, ana);
  expect([proposed.status, proposed.body]).toMatchObject([
    202,
    { kind: 'decision', state: 'proposed', report_id: id, applicant_id, ended_by: null, refusal: null },
  ]);
  const proposal = path(`/proposals/${proposed.body.id}`);
  expect(await shown(id)).toMatchObject({ status: 'awaiting_approval', proposal: proposed.body.id, decisions: [] });
  const waits = `${proposed.body.id} needs a second operator. Confirm or refuse it first`;
  const direct = decide(id, { hits: [{ record: near, decision: 'true_match' }] }, bea);
  expect(await refused(direct)).toEqual([422, { proposal: [waits] }]);
  // Nor may one operator relax the rule under which the decision waits.
  const relaxed = 'can only be relaxed by two operators. Propose the change with "bonafide proposal relax"';
  expect(await refused(setFourEyes('off'))).toEqual([422, { screening_four_eyes: [relaxed] }]);
  const own = [422, { operator: ['made this proposal. Another person must confirm or refuse it'] }];
  expect(await refused(ana('POST', `${proposal}/confirm`))).toEqual(own);
  expect(await refused(anaAgain('POST', `${proposal}/confirm`))).toEqual(own);
  expect(await refused(ana('POST', `${proposal}/refuse`, { note }))).toEqual(own);
  // A key that ana has made, and seen, is hers; so is one made with that, and one whose name only looks like another.
  const made = await operator('cleo', ana);
  const madeAgain = await operator('dora', made);
  const hidden = await operator('a\u200bna');
  for (const one of [made, madeAgain, hidden]) expect(await refused(one('POST', `${proposal}/confirm`))).toEqual(own);
  expect((await lists.operate('POST', `${proposal}/confirm`)).status).toBe(422);
  expect((await bea('POST', path(`/proposals/${proposed.body.id}/confirm`, service.other.id))).status).toBe(404);
  expect((await bea('GET', path('/proposals', service.other.id))).body).toEqual({ proposals: [] });
  expect((await bea('GET', path('/proposals?environment=sandbox'))).body).toEqual({ proposals: [] });
  expect((await bea('GET', path('/proposals'))).body).toEqual({ proposals: [proposed.body] });

  const refusal = await bea('POST', `${proposal}/refuse`, { note: 'Look at the passport again' });
  expect([refusal.status, refusal.body]).toMatchObject([
    200,
    { state: 'refused', refusal: 'Look at the passport again' },
  ]);
  expect(await shown(id)).toMatchObject({ status: 'awaiting_approval', proposal: null, decisions: [] });
  expect((await refused(bea('POST', `${proposal}/confirm`)))[1]).toEqual({ state: ['is already refused'] });

  // A hit below 0.90 is ruled out by one operator.
  expect((await decide(id, { hits: [falseMatch(far)] }, ana)).status).toBe(200);
  const second = (await decide(id, { hits: [falseMatch(near, { suppress: true })] }, ana)).body;
  const confirm = () => bea('POST', path(`/proposals/${second.id}/confirm`));
  const both = await Promise.all([confirm(), confirm()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  const after = await shown(id);
  const by = { decided_by: second.by, confirmed_by: both.find(({ status }) => status === 200)?.body.ended_by };
  expect(after).toMatchObject({ status: 'complete', result: 'clear', decisions: [{ confirmed_by: null }, by] });
  expect(by.confirmed_by).not.toEqual(by.decided_by);
  const [suppression] = (await lists.operate('GET', path('/suppressions'))).body.suppressions;
  expect(suppression).toMatchObject({ record: near, by: by.decided_by, confirmed_by: by.confirmed_by });
  expect((await actions()).slice(0, 4)).toEqual([
    ...['hits_decided', 'suppression_added', 'proposal_confirmed', 'proposal_made'],
  ]);
});

test('suppressions need two operators, and so does ending one where any decision does', async () => {
  const id = await screened();
  const [ana, bea] = [await operator('ana'), await operator('bea')];
  await setFourEyes('clear');
  const add = () => ana('POST', path('/suppressions'), { report_id: id, record: near, reason, note });
  const added = await add();
  expect([added.status, added.body.kind]).toEqual([202, 'suppression']);
  expect((await refused(add()))[0]).toBe(422);
  expect((await lists.operate('GET', path('/suppressions'))).body).toEqual({ suppressions: [] });
  expect((await bea('POST', path(`/proposals/${added.body.id}/confirm`))).body.state).toBe('confirmed');
  const [made] = (await lists.operate('GET', path('/suppressions'))).body.suppressions;
  expect(made).toMatchObject({ state: 'active', by: added.body.by, confirmed_by: { kind: 'operator' } });

  await setFourEyes('all');
  const revoke = await bea('POST', path(`/suppressions/${made.id}/revoke`));
  expect([revoke.status, revoke.body]).toMatchObject([
    202,
    { kind: 'revocation', proposed: { suppression_id: made.id } },
  ]);
  expect((await ana('POST', path(`/proposals/${revoke.body.id}/confirm`))).status).toBe(200);
  expect((await lists.operate('GET', path('/suppressions'))).body.suppressions).toMatchObject([
    { state: 'ended', ended_because: 'revoked' },
  ]);
  const unsure = await decide(id, { hits: [{ record: far, decision: 'unsure' }] }, ana);
  expect([unsure.status, unsure.body.kind]).toEqual([202, 'decision']);

  const erase = path(`/applicants/${applicant_id}/erase`);
  await lists.operate('POST', erase, { environment: 'live', force: true });
  await service.settle();
  expect((await lists.operate('GET', path('/proposals'))).body).toEqual({ proposals: [] });
  expect((await bea('POST', path(`/proposals/${unsure.body.id}/confirm`))).status).toBe(404);
});
