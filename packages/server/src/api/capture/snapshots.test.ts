import { describe, expect, it, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import { useService } from '../../testing/service.ts';
import { filesUnder, filesWith } from '../v3/testing/disk.ts';
import { greyPng } from '../v3/testing/files.ts';
import { anId, form, gone, outcome, storyOf, unknownId, validationError, versions } from '../v3/testing/story.ts';

const service = useService();

const snapshot = { name: 'applicant_snapshot.png', bytes: await greyPng(8000), type: 'image/png' };
const photo = { name: 'applicant_selfie.png', bytes: await greyPng(), type: 'image/png' };
const unknown = validationError({
  snapshot_uuids: ['contains the id of a snapshot that does not exist or has expired'],
});

const snapshots = query()((db) => db.selectFrom('media').select('id').where('kind', '=', 'snapshot'));

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);

  async function started(token = service.sandboxToken) {
    const applicant = await story().applicant({}, { token });
    const sdk = await story().sdk(applicant, { token });
    const take = async (file = snapshot) => (await story().upload('snapshots', {}, file, sdk)).body.uuid as string;
    const send = (uuids: unknown, file = photo) =>
      story().upload('live_photos', { snapshot_uuids: JSON.stringify(uuids) }, file, sdk);
    return { applicant, sdk, take, send };
  }

  it('is taken for a live photo, which shows nothing of it', async () => {
    const { applicant, sdk, send } = await started();
    const { status, body } = await story().upload('snapshots', { sdk_source: 'onfido_web_sdk' }, snapshot, sdk);
    expect([status, body]).toEqual([201, { uuid: anId }]);
    const taken = await send([body.uuid]);
    expect([taken.status, taken.body.file_name]).toEqual([201, 'applicant_selfie.png']);
    const listed = (await service.get(`/${version}/live_photos?applicant_id=${applicant}`)).body;
    expect(listed).toEqual({ live_photos: [taken.body] });
    expect((await service.get(`/${version}/live_photos/${body.uuid}`)).status).toBe(404);
    expect((await service.get(`/${version}/documents/${body.uuid}/download`)).status).toBe(404);
  });

  it('lies there for fifteen minutes, then it is gone with its bytes', async () => {
    const { take, send } = await started();
    const bytes = await greyPng(9000 + (service.clock.now() % 1000));
    const uuid = await take({ ...snapshot, bytes });
    const file = () => filesUnder(service.data).filter((path) => path.includes(uuid));
    service.clock.advance(15 * MINUTE_MS - 1);
    await service.settle();
    expect((await send([uuid])).status).toBe(201);
    expect(file()).toHaveLength(1);
    service.clock.advance(1);
    expect(outcome(await send([uuid]))).toEqual(unknown);
    await service.settle();
    await service.settle();
    expect(file()).toEqual([]);
    expect(await service.services.store.system.all(snapshots, {})).toEqual([]);
  });

  it('is of the applicant, environment and account of the photo', async () => {
    const uuid = await (await started()).take();
    for (const token of [service.sandboxToken, service.liveToken, service.other.sandboxToken]) {
      expect(outcome(await (await started(token)).send([uuid]))).toEqual(unknown);
    }
  });

  test.each([
    [[unknownId], 'contains the id of a snapshot that does not exist or has expired'],
    ['abc', 'must be an array'],
    [{ a: 1 }, 'must be a string'],
    [[5], 'must be a string'],
    [[''], "can't be blank"],
    [new Array(11).fill(unknownId), 'is too long (maximum is 10 entries)'],
  ])('%j names no snapshots', async (uuids, message) => {
    const { send } = await started();
    expect(outcome(await send(uuids))).toEqual(validationError({ snapshot_uuids: [message] }));
  });

  test('a photo may name none', async () => {
    const { send, sdk } = await started();
    expect((await send([])).status).toBe(201);
    expect((await story().upload('live_photos', { snapshot_uuids: '' }, photo, sdk)).status).toBe(201);
  });

  it('must be a picture', async () => {
    const { sdk } = await started();
    const send = async (file?: typeof photo) => outcome(await story().upload('snapshots', {}, file, sdk));
    expect(await send({ ...snapshot, bytes: Buffer.from('%PDF-1.7 ...') })).toMatchObject({ status: 422 });
    expect(await send({ ...snapshot, bytes: Buffer.alloc(0) })).toEqual(
      validationError({ attachment: ['must not be empty'] }),
    );
    expect(await send()).toEqual(validationError({ attachment: ["can't be blank"] }));
  });

  it('is for SDK tokens and applicants that are there', async () => {
    const { applicant, sdk } = await started();
    expect((await service.call('POST', `/${version}/snapshots`, { form: form({}, snapshot) })).status).toBe(401);
    await service.del(`/${version}/applicants/${applicant}`);
    expect(outcome(await story().upload('snapshots', {}, snapshot, sdk))).toEqual(gone);
  });
});

test('a photo with the bytes of its snapshot is remembered as such', async () => {
  const story = storyOf(service, 'v3.6');
  const sdk = await story.sdk(await story.applicant());
  const { uuid } = (await story.upload('snapshots', {}, photo, sdk)).body;
  const other = (await story.upload('snapshots', {}, snapshot, sdk)).body.uuid;
  const remembered = async (uuids: string[]) => {
    const { body } = await story.upload('live_photos', { snapshot_uuids: JSON.stringify(uuids) }, photo, sdk);
    const account = await service.services.accounts.find(service.account.id);
    const row = await service.services.store.system.first(
      query<{ id: string }>()((db, p) => db.selectFrom('media').select('data').where('id', '=', p.id)),
      { id: body.id },
    );
    return account?.vault.open<{ repeats_snapshot?: boolean }>(body.id, row!.data).repeats_snapshot;
  };
  expect(await remembered([other, uuid])).toBe(true);
  expect(await remembered([other])).toBe(false);
  expect(await remembered([])).toBe(undefined);
});

test('snapshots are encrypted, and erased with their applicant', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant = await story.applicant();
  const { uuid } = (await story.upload('snapshots', {}, snapshot, await story.sdk(applicant))).body;
  expect(filesWith(service, snapshot.bytes)).toEqual([]);
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${service.account.id}/applicants/${applicant}/erase`;
  const { body } = await service.post(path, { environment: 'sandbox' }, { token: null, headers });
  expect(body.counts.snapshot).toBe(1);
  await service.settle();
  expect(filesUnder(service.data).filter((file) => file.includes(uuid))).toEqual([]);
  service.clock.advance(16 * MINUTE_MS);
  await service.settle();
});
