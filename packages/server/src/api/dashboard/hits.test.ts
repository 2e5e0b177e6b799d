import { beforeAll, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { iskra, watchlistStory } from '../operator/testing/watchlists.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService({ settings: { analysis: 'on' } });
const lists = watchlistStory(service);

/** One person on two lists, and another one. */
const mine = { list: 'sanctions', source_id: 'Q1' };
const again = { list: 'more-sanctions', source_id: 'Q2' };
const other = { list: 'eu', source_id: 'a3' };
const reason = 'different_birth_date';
const note = 'Her passport shows another birth date';

let rita: Browser & { id: string };
let stranger: Browser;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const falseMatch = (record: object, more: object = {}) => ({ record, decision: 'false_match', reason, ...more });

/** A person of a list, under the reference that the United Nations gave them. */
const listedByUn = (id: string): string =>
  [
    {
      id,
      schema: 'Person',
      caption: iskra.name,
      properties: { name: [iskra.name], birthDate: ['1961'], nationality: ['si'], topics: ['sanction'] },
    },
    { id: `s-${id}`, schema: 'Sanction', properties: { entity: [id], unscId: ['QDi.999'] } },
  ]
    .map((entity) => `${JSON.stringify(entity)}\n`)
    .join('');

/** A new report on an applicant, who has the name of the listed people. */
async function screened(applicant_id: string): Promise<string> {
  const given = { applicant_id, report_names: ['watchlist_sanctions_only'] };
  const { body } = await service.post('/v3.6/checks', given, { token: service.liveToken });
  await service.settle();
  return body.report_ids[0];
}
const opened = async (id: string) => (await rita.get(`${at()}/reports/${id}`)).body;
const decide = (id: string, hits: object[]) => rita.post(`${at()}/reports/${id}/decide`, { hits, note });

beforeAll(async () => {
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  stranger = await signedIn(service, 'admin', { account: service.other.id });
  await lists.operate('PATCH', `/accounts/${service.account.id}`, {
    screening_match: 1,
    note: 'Every hit is to be seen by a reviewer',
  });
  await lists.load('eu', [{ ...iskra, id: 'a3', date_of_birth: '1950', id_numbers: '' }]);
  for (const { list, source_id } of [mine, again]) {
    const { status } = await lists.send({ list }, { 'entities.ftm.json': listedByUn(source_id) });
    expect(status).toBe(200);
  }
});

test('a hit says which others are of the same person, and whether a false match can be suppressed', async () => {
  const person = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1963-03-04' };
  const applicant = await storyOf(service, 'v3.6').applicant(person, { token: service.liveToken });
  const [first, second] = [await screened(applicant), await screened(applicant)];
  const keyOf = ({ list, source_id }: Record<string, unknown>) => `${list}/${source_id}`;
  const facts = async (id: string) =>
    Object.fromEntries(
      (await opened(id)).hits.map((hit: Record<string, unknown>) => [keyOf(hit), [hit.alike, hit.suppressible]]),
    );
  expect(await facts(first)).toEqual({
    'sanctions/Q1': [[again], true],
    'more-sanctions/Q2': [[mine], true],
    'eu/a3': [[], true],
  });

  // The service refuses exactly the decisions that the page leaves out.
  const split = await decide(first, [falseMatch(mine), { record: again, decision: 'true_match' }]);
  expect([split.status, split.body.error.fields]).toEqual([
    422,
    { hits: ['more-sanctions/Q2 and sanctions/Q1 are of one person: decide them alike'] },
  ]);
  const kept = await decide(first, [falseMatch(other, { suppress: true }), { record: mine, decision: 'unsure' }]);
  expect([kept.status, kept.body.doubts]).toEqual([200, ['sanction']]);
  expect((await facts(second))['eu/a3']).toEqual([[], false]);
  expect((await decide(second, [falseMatch(other, { suppress: true })])).status).toBe(422);

  const { hits, decisions } = await opened(first);
  expect(decisions).toMatchObject([{ decided_by: { kind: 'member', id: rita.id }, at: '2026-01-15T09:30:00Z' }]);
  expect(
    Object.fromEntries(
      hits.map((hit: { decided: { decision: string } }) => [keyOf(hit as never), hit.decided?.decision]),
    ),
  ).toEqual({ 'sanctions/Q1': 'unsure', 'more-sanctions/Q2': undefined, 'eu/a3': 'false_match' });

  for (const place of [at('sandbox'), at('live', service.other.id)]) {
    expect((await stranger.get(`${place}/reports/${first}`)).status).toBe(404);
  }
  expect((await rita.get(`${at('sandbox')}/reports/${first}`)).status).toBe(404);
});

test('an overturn to consider ends the suppressions of the report, so that its hits come back', async () => {
  const person = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1963-03-04' };
  const applicant = await storyOf(service, 'v3.6').applicant(person, { token: service.liveToken });
  const report = await screened(applicant);
  const ruledOut = await decide(report, [
    falseMatch(mine, { suppress: true }),
    falseMatch(again, { suppress: true }),
    falseMatch(other, { suppress: true }),
  ]);
  expect([ruledOut.status, ruledOut.body.result]).toEqual([200, 'clear']);
  expect((await opened(await screened(applicant))).result).toBe('clear');

  const [adam, alma] = [await signedIn(service, 'admin'), await signedIn(service, 'admin')];
  const proposed = await adam.post(`${at()}/reports/${report}/overturn`, {
    result: 'consider',
    leaves: { sanction: 'consider' },
    reason: 'wrong_decision',
    note: 'The birth date was misread: it is her',
  });
  expect(proposed.status).toBe(202);
  expect((await alma.post(`${at()}/proposals/${proposed.body.id}/confirm`, {})).status).toBe(200);
  const { body } = await service.get(`/v3.6/reports/${report}`, { token: service.liveToken });
  expect([body.result, body.breakdown.sanction?.result ?? body.breakdown.sanctions?.result]).toEqual([
    'consider',
    'consider',
  ]);
  // Clients see the listed people whom nobody rules out any more.
  expect(body.properties.records.length).toBeGreaterThan(0);
  const { suppressions } = (await adam.get(`${at()}/suppressions`)).body;
  const own = suppressions.filter(({ report_id }: { report_id: string }) => report_id === report);
  expect(own.map(({ state }: { state: string }) => state)).toEqual(['ended', 'ended', 'ended']);
  expect((await opened(await screened(applicant))).status).toBe('awaiting_approval');
});
