import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventsOf } from '../api/v3/testing/events.ts';
import { storyOf, unknownId } from '../api/v3/testing/story.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
let applicant: string;
let check: string;
let report: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function operate(path: string, json?: object, account = service.account.id) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call('POST', `/operator/v1/accounts/${account}/${path}`, { token: null, headers, json });
}

/** A completed check whose applicant is then scheduled for deletion. */
beforeEach(async () => {
  const story = storyOf(service, 'v3.6');
  applicant = await story.applicant();
  const done = await story.completed({ applicant_id: applicant, report_names: ['watchlist_standard'] });
  check = done.check.id;
  report = done.check.report_ids[0];
  expect((await service.del(`/v3.6/applicants/${applicant}`)).status).toBe(204);
});

const decision = { result: 'clear', note: 'Seen' };

describe('while its applicant is scheduled for deletion', () => {
  test.each(['withdraw', 'reopen', 'take_up', 'return_to_applicant'])('nobody can %s a check', async (action) => {
    const events = await eventsOf(service, check);
    expect((await operate(`checks/${check}/${action}`)).status).toBe(410);
    expect(await eventsOf(service, check)).toEqual(events);
    await service.post(`/v3.6/applicants/${applicant}/restore`);
    expect((await service.get(`/v3.6/checks/${check}`)).body.status).toBe('complete');
    // Now the state of the check answers: one that is complete can be reopened.
    expect((await operate(`checks/${check}/${action}`)).status).toBe(action === 'reopen' ? 200 : 422);
  });

  test('nobody can decide a report, and the other account finds neither', async () => {
    expect((await operate(`reports/${report}/decide`, decision)).status).toBe(410);
    expect((await operate(`reports/${report}/decide`, decision, service.other.id)).status).toBe(404);
    expect((await operate(`checks/${check}/reopen`, undefined, service.other.id)).status).toBe(404);
    expect((await operate(`checks/${unknownId}/reopen`)).status).toBe(404);
  });
});
