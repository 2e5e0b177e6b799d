import { afterAll, beforeAll, expect, test } from 'vitest';
import { workflowIds } from '../../workflows/testing/write.ts';
import { bor, watchlistStory } from '../operator/testing/watchlists.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { outcome, validationError } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { analysis: 'on' } });
});
afterAll(() => service.close());

const known = { flat_number: '2', street: 'High Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };
const names = { first_name: 'Jane', last_name: 'Doe', country_residence: 'GBR' };

/** Gives a profile for an applicant whose address is known. */
async function give(address: unknown) {
  const applicant_id = await service.story.applicant({ address: known });
  const run = await service.run(workflowIds.profile, { applicant_id });
  const answer = await service.complete(run, await service.open(run), { ...names, address });
  const { address: kept } = (await service.get(`/v3.6/applicants/${applicant_id}`)).body;
  return { answer: outcome(answer), kept };
}

const lacks = { postcode: ["can't be blank"], country: ["can't be blank"] };

test.each([
  ['an empty one', {}, [lacks]],
  ['a list', [], ['must be an object']],
  ['a part of the known one', { town: 'London' }, [lacks]],
  ['unknown keys alone', { planet: 'Earth' }, [lacks]],
])('an address is refused that is %s, though one is known', async (_, address, messages) => {
  const { answer, kept } = await give(address);
  expect(answer).toEqual(validationError({ data: [{ address: messages }] }));
  expect(kept).toMatchObject(known);
});

test('an address that says nothing new leaves the known one as it is; another one takes its place', async () => {
  const same = await give({ town: 'London', postcode: 'SW4 6EH', country: 'GBR', line1: null });
  expect([same.answer.status, same.kept.flat_number, same.kept.street]).toEqual([200, '2', 'High Street']);
  const other = await give({ town: 'Leeds', postcode: 'LS1 4AP', country: 'GBR' });
  expect([other.answer.status, other.kept.town, other.kept.flat_number]).toEqual([200, 'Leeds', null]);
});

test('an applicant is found by what a profile has changed, and by nothing of before', async () => {
  const applicant_id = await service.story.applicant({ first_name: 'Augusta', last_name: 'Byron' });
  const run = await service.run(workflowIds.profile, { applicant_id });
  const profile = { ...names, first_name: 'Ada', last_name: 'Lovelace' };
  expect((await service.complete(run, await service.open(run), profile)).status).toBe(200);
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const found = async (text: string) => {
    const path = `/operator/v1/accounts/${service.account.id}/search?environment=sandbox&query=${text}`;
    const { body } = await service.get(path, { token: null, headers });
    return body.found.map((one: { applicant_id: string }) => one.applicant_id);
  };
  expect([await found('lovelace'), await found('byron')]).toEqual([[applicant_id], []]);
});

test('monitors search again for an applicant whom a profile has changed', async () => {
  await watchlistStory(service as never).load('eu', [bor]);
  const call = { token: service.liveToken };
  const applicant_id = await service.story.applicant({ dob: '1961-03-04' }, call);
  const fields = { applicant_id, report_name: 'watchlist_standard' };
  const { body: monitor } = await service.post('/v3.6/watchlist_monitors', fields, call);
  await service.settle();
  const matches = async () => (await service.get(`/v3.6/watchlist_monitors/${monitor.id}/matches`, call)).body.matches;
  expect(await matches()).toEqual([]);
  const run = await service.run(workflowIds.profile, { applicant_id }, call);
  const profile = { ...names, first_name: 'Bor', last_name: 'Zaletelj' };
  expect((await service.complete(run, await service.open(run, call), profile, call)).status).toBe(200);
  await service.settle();
  expect(await matches()).toEqual([{ id: expect.any(String), enabled: true }]);
});
