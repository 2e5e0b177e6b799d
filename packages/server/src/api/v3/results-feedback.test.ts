import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { anId, gone, notFound, outcome, storyOf, timeOf, unknownId, validationError } from './testing/story.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

const give = (json: object, token?: string) => service.post('/v3.6/results_feedback', json, token ? { token } : {});

const asOperator = (path: string) =>
  service.call('GET', `/operator/v1/accounts/${service.account.id}${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
  });

const list = async (environment = 'sandbox') =>
  (await asOperator(`/results_feedback?environment=${environment}`)).body.results_feedback;

test('a client says which result it expected, an operator reads it, and it goes with the applicant', async () => {
  const applicant_id = await story.applicant();
  const { check, reports } = await story.completed({ applicant_id, report_names: ['watchlist_standard'] });
  const report_id = reports[0].id;

  const ofReport = { report_id, expected_result: 'consider', feedback_notes: 'Jane is on our own list' };
  expect(outcome(await give(ofReport))).toEqual({ status: 200, body: ofReport });
  const first = timeOf(service);
  service.clock.advance(MINUTE_MS);
  const ofCheck = { check_id: check.id, expected_result: 'clear' };
  expect(outcome(await give(ofCheck))).toEqual({ status: 200, body: ofCheck });

  const facts = { id: anId, applicant_id, check_id: check.id };
  expect(await list()).toEqual([
    { ...facts, report_id: null, expected_result: 'clear', feedback_notes: null, created_at: timeOf(service) },
    { ...facts, report_id, expected_result: 'consider', feedback_notes: 'Jane is on our own list', created_at: first },
  ]);
  const { entries } = (await asOperator('/audit?action=results_feedback_given')).body;
  expect(entries.map((entry: { object: { id: string } }) => entry.object.id)).toEqual([check.id, check.id]);
  // No result changes by it.
  expect((await service.get(`/v3.6/checks/${check.id}`)).body).toEqual(check);

  for (const token of [service.other.sandboxToken, service.liveToken]) {
    expect(outcome(await give(ofCheck, token))).toEqual(notFound('Check', check.id));
    expect(outcome(await give(ofReport, token))).toEqual(notFound('Report', report_id));
  }
  expect(await list('live')).toEqual([]);

  await service.del(`/v3.6/applicants/${applicant_id}`);
  expect(outcome(await give(ofCheck))).toEqual(gone);
  expect(await list()).toHaveLength(2);
  service.clock.advance(21 * DAY_MS);
  await service.settle();
  expect(await list()).toEqual([]);
});

test('it names exactly one check or report, and something about it', async () => {
  const applicant_id = await story.applicant();
  const { check, reports } = await story.completed({ applicant_id, report_names: ['watchlist_standard'] });
  const one = validationError({ base: ['exactly one of check_id and report_id must be given'] });
  expect(outcome(await give({ expected_result: 'clear' }))).toEqual(one);
  const both = { check_id: check.id, report_id: reports[0].id, expected_result: 'clear' };
  expect(outcome(await give(both))).toEqual(one);
  expect(outcome(await give({ check_id: check.id }))).toEqual(validationError({ expected_result: ["can't be blank"] }));
  const wrong = await give({ check_id: check.id, expected_result: 'unidentified' });
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([422, ['expected_result']]);
  expect(outcome(await give({ check_id: unknownId, expected_result: 'clear' }))).toEqual(notFound('Check', unknownId));
  // Null is as good as nothing.
  const notes = { check_id: check.id, report_id: null, expected_result: null, feedback_notes: 'Took a week' };
  expect(outcome(await give(notes))).toEqual({ status: 200, body: notes });
  expect((await service.post('/v3.2/results_feedback', notes)).status).toBe(404);
});
