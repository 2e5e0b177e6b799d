import { beforeAll, expect, test } from 'vitest';
import { storyOf } from '../api/v3/testing/story.ts';
import { deleteQuietApplicants } from '../applicants/retention.ts';
import { DAY_MS } from '../base/clock.ts';
import { useService } from '../testing/service.ts';
import { sampleWorkflow } from '../workflows/sample.ts';
import { upkeep } from './upkeep.ts';

const service = useService();
const operator = { token: null, headers: { authorization: '' } };
const setting = (json: object, account = service.account.id) =>
  service.call('PATCH', `/operator/v1/accounts/${account}`, { ...operator, json });

const make = async (last_name: string, token = service.liveToken) =>
  (await service.post('/v3.6/applicants', { first_name: 'Ann', last_name }, { token })).body.id as string;

/** State of an applicant: present, scheduled for deletion, or erased. */
const stateOf = async (id: string, token = service.liveToken) => {
  const { status } = await service.get(`/v3.6/applicants/${id}`, { token });
  return status;
};

beforeAll(() => {
  operator.headers.authorization = `Bearer ${service.operatorKey}`;
});

test('applicants to whom nothing happens are deleted after the days of the setting, and erased after the delay', async () => {
  const live = { token: service.liveToken };
  const quiet = await make('Quiet');
  const sandboxed = await make('Quiet', service.sandboxToken);
  const others = await make('Quiet', service.other.liveToken);
  const watched = await make('Watched');
  await service.post('/v3.6/watchlist_monitors', { applicant_id: watched, report_name: 'watchlist_standard' }, live);
  const running = await make('Running');
  await service.post('/v3.6/workflow_runs', { workflow_id: sampleWorkflow.id, applicant_id: running }, live);
  const doubted = await make('Doubted');
  await service.post('/v3.6/checks', { applicant_id: doubted, report_names: ['watchlist_standard'] }, live);
  await service.settle();
  service.clock.advance(29 * DAY_MS);
  const active = await make('Active');
  const uploading = await make('Uploading');
  service.clock.advance(2 * DAY_MS);
  await storyOf(service, 'v3.6').document(uploading, {}, live);

  // No setting: everybody stays.
  expect(await upkeep(service.services)).toMatchObject({ quietApplicants: 0 });
  expect((await setting({ retention_days: 0 })).status).toBe(422);
  expect((await setting({ retention_days: 30 })).body.retention_days).toBe(30);
  expect(await upkeep(service.services)).toMatchObject({ quietApplicants: 2 });
  expect(await stateOf(quiet)).toBe(410);
  expect(await stateOf(sandboxed, service.sandboxToken)).toBe(410);
  for (const id of [watched, running, doubted, active, uploading]) expect([id, await stateOf(id)]).toEqual([id, 200]);
  expect(await stateOf(others, service.other.liveToken)).toBe(200);
  const { entries } = (
    await service.get(`/operator/v1/accounts/${service.account.id}/audit?action=applicant_deleted`, operator)
  ).body;
  expect(
    entries.map(({ actor, object }: Record<string, { id: string }>) => [actor!.id, object!.id]).toSorted(),
  ).toEqual(
    [
      ['retention', quiet],
      ['retention', sandboxed],
    ].toSorted(),
  );

  // Days later only what was used meanwhile stays.
  service.clock.advance(29 * DAY_MS);
  await upkeep(service.services);
  expect([await stateOf(active), await stateOf(uploading)]).toEqual([410, 200]);
  await service.settle();
  const restored = await service.post(`/v3.6/applicants/${quiet}/restore`, undefined, live);
  expect(restored.status).toBe(410);
});

test('one who is restored is kept for as many days again', async () => {
  const id = await make('Restored');
  service.clock.advance(31 * DAY_MS);
  await upkeep(service.services);
  expect(await stateOf(id)).toBe(410);
  const restored = await service.post(`/v3.6/applicants/${id}/restore`, undefined, { token: service.liveToken });
  expect(restored.status).toBe(204);
  await upkeep(service.services);
  expect(await stateOf(id)).toBe(200);
  service.clock.advance(31 * DAY_MS);
  await upkeep(service.services);
  expect(await stateOf(id)).toBe(410);
});

test('several processes do it at once, and one that is stopped leaves the rest to the next', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, (_, n) => make(`Many${n}`)));
  service.clock.advance(31 * DAY_MS);
  let asked = 0;
  expect(await deleteQuietApplicants(service.services, () => ++asked > 2)).toBeLessThanOrEqual(1);
  const done = await Promise.all([1, 2, 3].map(() => deleteQuietApplicants(service.services)));
  expect(done.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(ids.length);
  for (const id of ids) expect(await stateOf(id)).toBe(410);
  const path = `/operator/v1/accounts/${service.account.id}/audit?action=applicant_deleted&limit=100`;
  const { entries } = (await service.get(path, operator)).body;
  const deleted = entries.map(({ object }: Record<string, { id: string }>) => object!.id);
  expect(ids.map((id) => deleted.filter((one: string) => one === id).length)).toEqual([1, 1, 1, 1, 1]);
});
