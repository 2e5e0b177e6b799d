import { beforeAll, describe, expect, test } from 'vitest';
import { eventsOf } from '../api/v3/testing/events.ts';
import { storyOf } from '../api/v3/testing/story.ts';
import { DAY_MS } from '../base/clock.ts';
import { applyRetention } from '../insights/retention.ts';
import { likenessIds, putLikeness } from '../store/queries/likenesses.ts';
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

beforeAll(async () => {
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
  expect((await applyRetention(service.services, () => ++asked > 3)).applicants).toBeLessThanOrEqual(1);
  const done = await Promise.all([1, 2, 3].map(() => applyRetention(service.services)));
  expect(done.reduce((sum, { applicants }) => sum + applicants, 0)).toBeLessThanOrEqual(ids.length);
  for (const id of ids) expect(await stateOf(id)).toBe(410);
  const path = `/operator/v1/accounts/${service.account.id}/audit?action=applicant_deleted&limit=100`;
  const { entries } = (await service.get(path, operator)).body;
  const deleted = entries.map(({ object }: Record<string, { id: string }>) => object!.id);
  expect(ids.map((id) => deleted.filter((one: string) => one === id).length)).toEqual([1, 1, 1, 1, 1]);
});

describe('checks, events and requests', () => {
  const live = () => ({ token: service.liveToken });
  const operate = async (path: string) => (await service.get(`/operator/v1${path}`, operator)).body;
  const preview = async (query = '') =>
    (await operate(`/retention?account=${service.account.id}${query}`)).previews
      .filter(({ environment }: { environment: string }) => environment === 'sandbox')
      .map(({ kind, days, count, oldest }: Record<string, unknown>) => [kind, days, count, oldest]);

  test('go by their settings, and what is pending stays', async () => {
    const sandbox = storyOf(service, 'v3.6');
    const hook = { url: 'https://hooks.example.com/retention', enabled: true, events: ['check.completed'] };
    const webhook = (await service.post('/v3.6/webhooks', hook)).body.id;
    const applicant = await sandbox.applicant();
    const document = await sandbox.document(applicant);
    const { check } = await sandbox.completed({ applicant_id: applicant, report_names: ['identity_enhanced'] });
    const report = check.report_ids[0];
    const open = await make('Waits');
    const doubted = await service.post(
      '/v3.6/checks',
      { applicant_id: open, report_names: ['watchlist_standard'] },
      live(),
    );
    const foreign = storyOf(service, 'v3.6');
    const call = { token: service.other.sandboxToken };
    const other = await foreign.applicant({}, call);
    const theirs = (await foreign.completed({ applicant_id: other, report_names: ['identity_enhanced'] }, call)).check;
    await service.settle();
    const oldest = (await service.get(`/v3.6/checks/${check.id}`)).body.created_at;
    // A new address, so that the failures of 11 days don't pause the webhook. The worker may try again as soon as time has passed.
    await service.put(`/v3.6/webhooks/${webhook}`, { url: `${hook.url}/moved` });
    service.clock.advance(11 * DAY_MS);
    const young = (await sandbox.completed({ applicant_id: applicant, report_names: ['identity_enhanced'] })).check;
    await service.settle();
    expect([(await eventsOf(service, check.id)).length, (await eventsOf(service, young.id)).length]).not.toContain(0);

    // Without settings, the dry run has nothing but what is assumed.
    expect(await preview()).toEqual([['applicants', 30, 0, null]]);
    expect(await preview('&days=10')).toContainEqual(['checks', 10, 1, oldest]);
    await setting({ retention_check_days: 10, retention_event_days: 10, retention_request_days: 10 });
    const told = await preview();
    expect(told[1]).toEqual(['checks', 10, 1, oldest]);
    const done = await upkeep(service.services);
    expect([done.oldChecks, done.oldEvents]).toEqual([1, expect.any(Number)]);
    expect(done.oldEvents).toBeGreaterThan(0);
    expect((await preview()).map(([, , count]: unknown[]) => count).slice(1)).toEqual([0, 0, 0]);

    for (const path of [`checks/${check.id}`, `reports/${report}`]) {
      expect((await service.get(`/v3.6/${path}`)).status).toBe(410);
    }
    expect(
      (await service.get(`/v3.6/checks?applicant_id=${applicant}`)).body.checks.map((one: { id: string }) => one.id),
    ).toEqual([young.id]);
    for (const path of [`applicants/${applicant}`, `documents/${document}`, `checks/${young.id}`]) {
      expect((await service.get(`/v3.6/${path}`)).status).toBe(200);
    }
    expect((await service.get(`/v3.6/checks/${doubted.body.id}`, live())).status).toBe(200);
    expect((await service.get(`/v3.6/checks/${theirs.id}`, call)).status).toBe(200);
    // The delivery of this event is still tried.
    expect((await eventsOf(service, check.id)).map((event) => event.split(' ')[0])).toEqual(['check.completed']);
    expect(await eventsOf(service, young.id)).not.toEqual([]);
    expect(await eventsOf(service, theirs.id)).not.toEqual([]);

    const [receipt] = (await operate(`/accounts/${service.account.id}/erasures`)).erasures;
    expect(receipt).toMatchObject({
      applicant_id: applicant,
      check_id: check.id,
      requested_by: { kind: 'system', id: 'retention' },
      counts: { check: 1, report: 1 },
    });
    const { entries } = await operate(`/accounts/${service.account.id}/audit?limit=100`);
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['check_erased', 'events_erased', 'requests_erased']));
  });

  test('files go by their setting, with their bytes, and files that a check still needs stay', async () => {
    const { services } = service;
    const filesOf = async (account: string) => {
      const keys: string[] = [];
      for await (const { key } of services.storage.list({ account })) keys.push(key.split('/').at(-1) as string);
      return keys;
    };
    const sandbox = storyOf(service, 'v3.6');
    const applicant = await sandbox.applicant();
    const [old, photo] = [await sandbox.document(applicant), await sandbox.livePhoto(applicant)];
    const { check } = await sandbox.completed({ applicant_id: applicant, report_names: ['document'] });
    const waiting = await sandbox.applicant({}, live());
    const needed = await sandbox.document(waiting, {}, live());
    await service.post('/v3.6/checks', { applicant_id: waiting, report_names: ['document'] }, live());
    const call = { token: service.other.sandboxToken };
    const theirs = await sandbox.document(await sandbox.applicant({}, call), {}, call);
    await service.settle();
    const face = { applicant_id: applicant, what: 'face', data: Buffer.from('sealed') } as const;
    const scope = { account_id: service.account.id, environment: 'sandbox' } as const;
    await services.store.transaction((tx) => tx.within(scope).run(putLikeness, { id: photo, ...face }));
    await setting({ retention_check_days: null, retention_event_days: null, retention_request_days: null });
    service.clock.advance(20 * DAY_MS);
    const young = await sandbox.document(applicant);

    const seen = async (days = '') => (await preview(days)).filter(([kind]: unknown[]) => kind === 'media');
    // The third file is of the story before.
    expect(await seen('&days=10')).toEqual([['media', 10, 3, expect.any(String)]]);
    expect((await upkeep(services)).oldMedia).toBe(0);
    await setting({ retention_media_days: 10 });
    expect((await upkeep(services)).oldMedia).toBe(3);
    expect(await seen()).toEqual([['media', 10, 0, null]]);
    await service.settle();

    const status = async (path: string, options = {}) => (await service.get(`/v3.6/${path}`, options)).status;
    for (const path of [`documents/${old}`, `documents/${old}/download`, `live_photos/${photo}`]) {
      expect([path, await status(path)]).toEqual([path, 410]);
    }
    expect(await status(`documents/${young}/download`)).toBe(200);
    expect(await status(`documents/${needed}/download`, live())).toBe(200);
    expect(await status(`documents/${theirs}/download`, call)).toBe(200);
    expect((await service.get(`/v3.6/checks/${check.id}`)).body.status).toBe('complete');
    expect(await status(`applicants/${applicant}`)).toBe(200);
    const files = await filesOf(service.account.id);
    expect([old, photo, young, needed].map((id) => files.includes(id))).toEqual([false, false, true, true]);
    expect(await filesOf(service.other.id)).toContain(theirs);
    const faces = await services.store.within(scope).all(likenessIds, { what: 'face', after: '', limit: 10 });
    expect(faces).toEqual([]);
    const { erasures } = await operate(`/accounts/${service.account.id}/erasures`);
    const receipt = erasures.find(({ applicant_id }: { applicant_id: string }) => applicant_id === applicant);
    expect(receipt).toMatchObject({
      applicant_id: applicant,
      check_id: null,
      requested_by: { kind: 'system', id: 'retention' },
      counts: { document: 1, live_photo: 1 },
    });
    const { entries } = await operate(`/accounts/${service.account.id}/audit?action=media_erased`);
    expect(entries.map(({ object }: { object: { id: string } }) => object.id)).toContain(applicant);
    // A new check can't use the file.
    const again = { applicant_id: applicant, report_names: ['document'], document_ids: [old] };
    expect((await service.post('/v3.6/checks', again)).status).toBe(422);
  });
});
