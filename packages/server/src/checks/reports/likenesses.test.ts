import { describe, expect, test, vi } from 'vitest';
import { storyOf } from '../../api/v3/testing/story.ts';
import { eraseApplicant } from '../../applicants/erase.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import { lookOf } from '../../reports/live/facial-look.ts';
import type { Environment } from '../../store/schema.ts';
import { useService } from '../../testing/service.ts';
import { ctxOf } from '../../workers/ctx-of.ts';
import { knownFaces, knownLooks } from './known-faces.ts';
import { findLikeFaces, findLikeLooks, keepLikeness, type NewLikeness } from './likenesses.ts';

const service = useService();

/** Story in a new account. */
async function fresh(environment: Environment = 'live', account?: { id: string; liveToken: string }) {
  const { id, liveToken } = account ?? (await service.makeAccount('Fresh Ltd'));
  const ctx = await ctxOf(service.services, { account_id: id, environment });
  return {
    ctx,
    account: { id, liveToken },
    applicant: () => storyOf(service, 'v3.6').applicant({}, { token: liveToken }),
  };
}

const face = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
const uuid = () => service.services.ids.uuid();
const keep = (ctx: Ctx, likeness: NewLikeness) => ctx.transaction((tx) => keepLikeness(ctx, tx, likeness));

describe('faces', () => {
  test('are found from the best to the least, without likenesses of the applicant', async () => {
    const { ctx, applicant } = await fresh();
    const [anna, bert, carl] = [await applicant(), await applicant(), await applicant()];
    const media = [uuid(), uuid(), uuid()] as const;
    await keep(ctx, { id: media[0], type: 'live_photos', applicant_id: anna, embedding: face(0.9999) });
    await keep(ctx, { id: media[1], type: 'live_videos', applicant_id: bert, embedding: face(1) });
    await keep(ctx, { id: media[2], type: 'live_photos', applicant_id: carl, embedding: face(0.5) });
    const score = expect.any(Number);
    expect(await findLikeFaces(ctx, 'nobody', face(1), 0.99)).toEqual([
      { applicant_id: bert, media_id: media[1], media_type: 'live_videos', score },
      { applicant_id: anna, media_id: media[0], media_type: 'live_photos', score },
    ]);
    expect((await findLikeFaces(ctx, bert, face(1), 0.99)).map((one) => one.applicant_id)).toEqual([anna]);
  });

  test('belong to one account in one environment', async () => {
    const { ctx, applicant, account } = await fresh();
    const anna = await applicant();
    await keep(ctx, { id: uuid(), type: 'live_photos', applicant_id: anna, embedding: face(1) });
    expect(await findLikeFaces(ctx, 'nobody', face(1), 0.99)).toHaveLength(1);
    for (const other of [await fresh('sandbox', account), await fresh('live')]) {
      expect(await findLikeFaces(other.ctx, 'nobody', face(1), 0.99)).toEqual([]);
      // Nor is anything kept for an applicant of another account.
      await keep(other.ctx, { id: uuid(), type: 'live_photos', applicant_id: anna, embedding: face(1) });
      expect(await findLikeFaces(other.ctx, 'nobody', face(1), 0.99)).toEqual([]);
    }
  });

  test('are opened once, found at once, and forgotten at once', async () => {
    const { ctx, applicant } = await fresh();
    const ids = [uuid(), uuid(), uuid()].sort() as [string, string, string];
    const owners = [await applicant(), await applicant(), await applicant()];
    const keepOne = (i: number) =>
      keep(ctx, { id: ids[i]!, type: 'live_photos', applicant_id: owners[i]!, embedding: face(1) });
    const found = async () =>
      (await findLikeFaces(ctx, 'nobody', face(1), 0.99)).map(({ media_id }) => media_id).sort();
    const open = vi.spyOn(ctx.vault, 'open');
    await keepOne(0);
    await keepOne(2);
    expect(await found()).toEqual([ids[0], ids[2]]);
    expect(await found()).toEqual([ids[0], ids[2]]);
    expect(open).toHaveBeenCalledTimes(2);
    // Between the two, by its id.
    await keepOne(1);
    expect(await found()).toEqual(ids);
    expect(open).toHaveBeenCalledTimes(3);
    await eraseApplicant(ctx, owners[1]!);
    expect(await found()).toEqual([ids[0], ids[2]]);
    // Nobody searches for a while: no face stays in memory.
    service.clock.advance(10 * MINUTE_MS);
    expect(await found()).toEqual([ids[0], ids[2]]);
    expect(open).toHaveBeenCalledTimes(5);
  });

  test('of applicants that are to be erased are not kept', async () => {
    const { ctx, applicant, account } = await fresh();
    const anna = await applicant();
    await service.del(`/v3.6/applicants/${anna}`, { token: account.liveToken });
    await keep(ctx, { id: uuid(), type: 'live_photos', applicant_id: anna, embedding: face(1) });
    expect(await findLikeFaces(ctx, 'nobody', face(1), 0)).toEqual([]);
  });
});

test('looks are found among pictures and videos', async () => {
  const { ctx, applicant } = await fresh();
  const [anna, bert] = [await applicant(), await applicant()];
  const [photo, video] = [uuid(), uuid()];
  const [one, two] = ['0123456789abcdef', 'fedcba9876543210'];
  await keep(ctx, { id: photo, type: 'documents', applicant_id: anna, hash: one });
  await keep(ctx, { id: video, type: 'live_videos', applicant_id: bert, hash: lookOf([one, two]) });
  expect(await findLikeLooks(ctx, 'nobody', one)).toEqual([{ applicant_id: anna, media_id: photo }]);
  expect(await findLikeLooks(ctx, anna, one)).toEqual([]);
  expect(await findLikeLooks(ctx, 'nobody', lookOf([one, two]))).toEqual([{ applicant_id: bert, media_id: video }]);
  expect(await findLikeLooks(ctx, 'nobody', two)).toEqual([]);
});

test('an applicant is known until it is deleted, and again once it is restored', async () => {
  const { ctx, applicant, account } = await fresh();
  const [anna, bert] = [await applicant(), await applicant()];
  const [photo, document, other] = [uuid(), uuid(), uuid()];
  const hash = '0123456789abcdef';
  await keep(ctx, { id: photo, type: 'live_photos', applicant_id: anna, embedding: face(1) });
  await keep(ctx, { id: document, type: 'documents', applicant_id: anna, hash });
  await keep(ctx, { id: other, type: 'live_photos', applicant_id: bert, embedding: face(0.999) });
  const call = { token: account.liveToken };
  await service.put(`/v3.6/applicants/${bert}`, { first_name: 'Bert' }, call);
  const known = async () => [
    (await knownFaces(ctx, 'nobody', face(1), 0.99)).map(({ media_id, name }) => [media_id, name]),
    (await knownLooks(ctx, 'nobody', hash)).map(({ media_id }) => media_id),
  ];
  const both = [
    [
      [photo, 'Jane Doe'],
      [other, 'Bert Doe'],
    ],
    [document],
  ];
  expect(await known()).toEqual(both);
  expect((await service.del(`/v3.6/applicants/${anna}`, call)).status).toBe(204);
  expect(await known()).toEqual([[[other, 'Bert Doe']], []]);
  expect((await service.post(`/v3.6/applicants/${anna}/restore`, undefined, call)).status).toBe(204);
  expect(await known()).toEqual(both);
  await eraseApplicant(ctx, anna);
  expect(await known()).toEqual([[[other, 'Bert Doe']], []]);
});
