import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { asRequested, storyOf, versions } from './testing/story.ts';

// The clock stands still: whatever is answered here waited for nothing but work.
const service = useService({ settings: { sandboxDelay: '1000' } });

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);
  const live = () => ({ token: service.liveToken });
  const statusesOf = async (check: string, call = {}) => {
    const { reports } = (await service.get(`/${version}/reports?check_id=${check}`, call)).body;
    return asRequested<{ status: string }[]>(reports).map(({ status }) => status);
  };

  test('asynchronous false answers with the results', async () => {
    const applicant_id = await story().applicant({ last_name: 'Consider' });
    const report_names = ['watchlist_standard', 'identity_enhanced'];
    const { status, body } = await story().check({ applicant_id, report_names, asynchronous: false });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'complete', result: 'consider' });
    expect((await service.get(`/${version}/checks/${body.id}`)).body).toEqual(body);
    expect(await statusesOf(body.id)).toEqual(['complete', 'complete']);
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      expect((await service.get(`/${version}/checks/${body.id}`, { token })).status).toBe(404);
    }
  });

  test('many wait at once, each for its own', async () => {
    const applicant_id = await story().applicant();
    const body = { applicant_id, report_names: ['watchlist_standard'], asynchronous: false };
    const answers = await Promise.all(Array.from({ length: 20 }, () => story().check(body)));
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(20);
    expect(answers.map(({ body: { status } }) => status)).toEqual(new Array(20).fill('complete'));
  });

  test('asynchronous true answers at once, and the results come after the delay', async () => {
    const applicant_id = await story().applicant();
    const { body } = await story().check({ applicant_id, report_names: ['watchlist_standard'], asynchronous: true });
    expect(body).toMatchObject({ status: 'in_progress', result: null });
    service.clock.advance(999);
    await service.settle();
    expect(await statusesOf(body.id)).toEqual(['awaiting_data']);
    service.clock.advance(1);
    await service.settle();
    expect(await statusesOf(body.id)).toEqual(['complete']);
  });

  test('nobody waits for an applicant', async () => {
    const applicant_id = await story().applicant({ email: 'jane@example.com' });
    const asked = { report_names: ['watchlist_standard'], asynchronous: false, applicant_provides_data: true };
    expect((await story().check({ ...asked, applicant_id })).body.status).toBe('awaiting_applicant');
  });

  test.each([
    [['watchlist_standard'], 'in_progress', ['awaiting_approval']],
    [['known_faces'], 'complete', ['withdrawn']],
    [['watchlist_standard', 'known_faces'], 'in_progress', ['awaiting_approval', 'withdrawn']],
    [['known_faces', 'watchlist_standard'], 'in_progress', ['withdrawn', 'awaiting_approval']],
  ])('live: %j is answered when only a person is waited for', async (report_names, status, statuses) => {
    const applicant_id = await story().applicant({}, live());
    const answer = await story().check({ applicant_id, report_names, asynchronous: false }, live());
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status, result: null });
    expect(await statusesOf(answer.body.id, live())).toEqual(statuses);
  });
});
