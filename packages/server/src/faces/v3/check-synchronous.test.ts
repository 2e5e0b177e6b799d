import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../testing/service.ts';
import { storyOf, versions } from './testing/story.ts';

const DELAY_MS = 60;
let service: TestService;
beforeAll(async () => {
  const settings = { sandboxDelay: String(DELAY_MS), synchronousWait: '500' };
  service = await startService({ realTime: true, settings });
});
afterAll(() => service.close());

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);

  test('asynchronous false answers with the results', async () => {
    const applicant_id = await story().applicant({ last_name: 'Consider' });
    const began = performance.now();
    const report_names = ['watchlist_standard', 'identity_enhanced'];
    const { status, body } = await story().check({ applicant_id, report_names, asynchronous: false });
    expect(performance.now() - began).toBeGreaterThanOrEqual(DELAY_MS - 5);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'complete', result: 'consider' });
    expect((await service.get(`/${version}/checks/${body.id}`)).body).toEqual(body);
    const { reports } = (await service.get(`/${version}/reports?check_id=${body.id}`)).body;
    expect(reports.map((report: { status: string }) => report.status)).toEqual(['complete', 'complete']);
  });

  test('many wait at once, each for its own', async () => {
    const applicant_id = await story().applicant();
    const body = { applicant_id, report_names: ['watchlist_standard'], asynchronous: false };
    const answers = await Promise.all(Array.from({ length: 20 }, () => story().check(body)));
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(20);
    expect(answers.map(({ body: { status } }) => status)).toEqual(new Array(20).fill('complete'));
  });

  test('asynchronous true answers at once', async () => {
    const applicant_id = await story().applicant();
    const { body } = await story().check({ applicant_id, report_names: ['watchlist_standard'], asynchronous: true });
    expect(body).toMatchObject({ status: 'in_progress', result: null });
  });

  test('nobody waits for an applicant, nor longer than the setting says for a person', async () => {
    const applicant = await story().applicant({ email: 'jane@example.com' });
    const body = { report_names: ['watchlist_standard'], asynchronous: false };
    const form = await story().check({ ...body, applicant_id: applicant, applicant_provides_data: true });
    expect(form.body.status).toBe('awaiting_applicant');
    const live = { token: service.liveToken };
    const person = await story().check({ ...body, applicant_id: await story().applicant({}, live) }, live);
    expect(person.body).toMatchObject({ status: 'in_progress', result: null });
  });
});
