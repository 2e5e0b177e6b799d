import { describe, expect, it, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import type { Call } from '../../testing/service.ts';
import { useService } from '../../testing/service.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { stored } from '../v3/testing/disk.ts';
import { hollowVideo } from '../v3/testing/files.ts';
import { outcome, storyOf, validationError, versions } from '../v3/testing/story.ts';

const service = useService();

const video = { name: 'me.mp4', bytes: hollowVideo(), type: 'video/mp4' };
const used = validationError({ challenge_id: ['has been used already'] });

const challenges = query()((db) => db.selectFrom('challenges').select(['applicant_id', 'used_at']));
const kept = () => service.services.store.system.all(challenges, {});

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);

  async function asked(sdk: Call): Promise<Record<string, string>> {
    const { data } = (await service.post(`/${version}/live_video_challenge`, undefined, sdk)).body;
    return { challenge: JSON.stringify(data.challenge), challenge_id: data.id };
  }

  const answer = (fields: Record<string, string>, sdk: Call, file = video) =>
    story().upload('live_videos', fields, file, sdk);

  it('is good for one video', async () => {
    const applicant = await story().applicant();
    const sdk = await story().sdk(applicant);
    const challenge = await asked(sdk);
    expect((await answer(challenge, sdk)).status).toBe(201);
    const before = await stored(service);
    expect(outcome(await answer(challenge, sdk))).toEqual(used);
    expect(outcome(await answer(challenge, await story().sdk(applicant)))).toEqual(used);
    expect(await stored(service)).toEqual(before);
    expect((await answer(await asked(sdk), sdk)).status).toBe(201);
    const { live_videos } = (await service.get(`/${version}/live_videos?applicant_id=${applicant}`)).body;
    expect(live_videos).toHaveLength(2);
  });

  it('is used by one of several videos that come at once', async () => {
    const sdk = await story().sdk(await story().applicant());
    const challenge = await asked(sdk);
    const answers = await Promise.all([1, 2, 3, 4].map(() => answer(challenge, sdk)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    for (const { status, body } of answers) if (status === 422) expect({ status, body }).toEqual(used);
  });

  it('is not used by a video that is refused', async () => {
    const sdk = await story().sdk(await story().applicant());
    const challenge = await asked(sdk);
    const text = { name: 'me.mp4', bytes: Buffer.from('GIF89a not a video'), type: 'video/mp4' };
    expect((await answer(challenge, sdk, text)).status).toBe(422);
    expect((await answer(challenge, sdk)).status).toBe(201);
  });

  it('is good for fifteen minutes', async () => {
    const sdk = await story().sdk(await story().applicant());
    const [first, second] = [await asked(sdk), await asked(sdk)];
    service.clock.advance(15 * MINUTE_MS - 1);
    expect((await answer(first, sdk)).status).toBe(201);
    service.clock.advance(1);
    expect(outcome(await answer(second, sdk))).toEqual(validationError({ challenge_id: ['has expired'] }));
    expect(outcome(await answer(first, sdk))).toEqual(used);
  });

  it('is good for its applicant, environment and account', async () => {
    const sdk = await story().sdk(await story().applicant());
    const challenge = await asked(sdk);
    const unknown = validationError({ challenge_id: ['is unknown'] });
    for (const token of [service.sandboxToken, service.liveToken, service.other.sandboxToken]) {
      const stranger = await story().sdk(await story().applicant({}, { token }), { token });
      expect(outcome(await answer(challenge, stranger))).toEqual(unknown);
    }
    expect((await answer(challenge, sdk)).status).toBe(201);
  });

  test.each([
    ['1.448', 1448],
    ['59.9', 59_900],
    ['60', 60],
    ['1448', 1448],
    ['0', 0],
  ])('the second part is shown at %s, in seconds or milliseconds', async (sent, ms) => {
    const sdk = await story().sdk(await story().applicant());
    const { body } = await answer({ ...(await asked(sdk)), challenge_switch_at: sent }, sdk);
    const ctx = await service.services.accounts.find(service.account.id);
    const row = await service.services.store.system.first(
      query<{ id: string }>()((db, p) => db.selectFrom('media').select('data').where('id', '=', p.id)),
      { id: body.id },
    );
    expect(ctx?.vault.open<object>(body.id, row!.data)).toMatchObject({ challenge_switch_at: ms });
  });

  test.each([
    ['-1', 'is invalid'],
    ['soon', 'must be a number'],
  ])('a second part shown at %s is refused', async (challenge_switch_at, message) => {
    const sdk = await story().sdk(await story().applicant());
    const answered = outcome(await answer({ ...(await asked(sdk)), challenge_switch_at }, sdk));
    expect(answered).toEqual(validationError({ challenge_switch_at: [message] }));
  });

  it('is asked of an applicant that is there', async () => {
    const applicant = await story().applicant();
    const sdk = await story().sdk(applicant);
    await service.del(`/${version}/applicants/${applicant}`);
    expect((await service.post(`/${version}/live_video_challenge`, undefined, sdk)).status).toBe(410);
  });
});

test('challenges go when they are out of date, and with their applicant', async () => {
  const story = storyOf(service, 'v3.6');
  service.clock.advance(15 * MINUTE_MS + 1);
  await upkeep(service.services);
  expect(await kept()).toEqual([]);
  const applicant = await story.applicant();
  await service.post('/v3.6/live_video_challenge', undefined, await story.sdk(applicant));
  expect(await kept()).toEqual([{ applicant_id: applicant, used_at: null }]);
  expect(await upkeep(service.services)).toMatchObject({ oldChallenges: 0 });
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${service.account.id}/applicants/${applicant}/erase`;
  await service.post(path, { environment: 'sandbox' }, { token: null, headers });
  expect(await kept()).toEqual([]);
});
