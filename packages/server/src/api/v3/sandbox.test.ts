import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { asRequested, gone, outcome, storyOf, unknownId, validationError } from './testing/story.ts';

const service = useService();
const story = () => storyOf(service, 'v3.6');
const live = () => ({ token: service.liveToken });
const others = () => ({ token: service.other.sandboxToken });

const answersAt = (applicant: string) => `/v3.6/sandbox/applicants/${applicant}/answers`;
const reportsOf = async (check: string) =>
  asRequested((await service.get(`/v3.6/reports?check_id=${check}`)).body.reports as Record<string, unknown>[]);

/** An applicant with a document and a photo, with answers set. */
async function driven(answers: object, person = {}) {
  const applicant_id = await story().applicant(person);
  await story().document(applicant_id);
  await story().livePhoto(applicant_id);
  const set = await service.put(answersAt(applicant_id), answers);
  if (set.status !== 200) throw new Error(`${set.status} ${set.bytes}`);
  return { applicant_id, report_names: ['document', 'facial_similarity_photo'] };
}

describe('answers that were set for an applicant', () => {
  test('decide its later checks, before the names do', async () => {
    const earlier = await driven({});
    const before = (await story().check(earlier)).body.id;
    const answers = {
      reports: {
        document: { sub_result: 'caution', properties: { nationality: 'FRA' } },
        facial_similarity_photo: {
          result: 'consider',
          breakdown: { face_comparison: { breakdown: { face_match: { properties: { score: 0.42 } } } } },
        },
      },
    };
    expect((await service.put(answersAt(earlier.applicant_id), answers)).body).toEqual({
      hold_checks: false,
      ...answers,
    });
    expect((await service.get(answersAt(earlier.applicant_id))).body).toEqual({ hold_checks: false, ...answers });

    const { check, reports } = await story().completed(earlier);
    expect(check).toMatchObject({ status: 'complete', result: 'consider' });
    expect(reports).toMatchObject([
      { name: 'document', result: 'consider', sub_result: 'caution', properties: { nationality: 'FRA' } },
      {
        name: 'facial_similarity_photo',
        result: 'consider',
        sub_result: null,
        breakdown: {
          face_comparison: { result: 'consider', breakdown: { face_match: { properties: { score: 0.42 } } } },
        },
      },
    ]);
    // A check of before keeps the answers of its time.
    expect((await service.get(`/v3.6/checks/${before}`)).body).toMatchObject({ status: 'complete', result: 'clear' });

    const named = await driven({ reports: { document: { result: 'clear' } } }, { last_name: 'Consider' });
    const { reports: results } = await story().completed(named);
    expect(results).toMatchObject([{ result: 'clear' }, { result: 'consider' }]);

    expect((await service.del(answersAt(earlier.applicant_id))).status).toBe(204);
    expect((await service.get(answersAt(earlier.applicant_id))).body).toEqual({ hold_checks: false, reports: {} });
    expect((await story().completed(earlier)).check.result).toBe('clear');
  });

  test.each([
    [{ reports: { dokument: { result: 'clear' } } }, { reports: { dokument: ['is not the name of a report'] } }],
    [
      { reports: { facial_similarity_photo: { sub_result: 'clear' } } },
      { reports: { facial_similarity_photo: { sub_result: ['belongs to document reports alone'] } } },
    ],
    [
      { reports: { document: { result: 'clear', sub_result: 'suspected' } } },
      { reports: { document: { result: ['must be consider with this sub_result'] } } },
    ],
    [
      { reports: { document: { result: 'unidentified' } } },
      { reports: { document: { result: ['must be clear or consider: this report is never unidentified'] } } },
    ],
    [
      { reports: { document: { breakdown: { data_comparison: { breakdown: { shoe_size: {} } }, toString: {} } } } },
      {
        reports: {
          document: {
            breakdown: [
              'data_comparison.shoe_size is not in the breakdown of this report',
              'toString is not in the breakdown of this report',
            ],
          },
        },
      },
    ],
  ])('are refused as %j', async (answers, fields) => {
    const applicant = await story().applicant();
    expect(outcome(await service.put(answersAt(applicant), answers))).toEqual(validationError(fields));
  });

  test('are lost with the applicant, and nobody else sets them', async () => {
    const applicant = await story().applicant();
    for (const call of [others(), live()]) {
      const status = call.token === service.liveToken ? 403 : 404;
      expect((await service.put(answersAt(applicant), {}, call)).status).toBe(status);
      expect((await service.get(answersAt(applicant), call)).status).toBe(status);
      expect((await service.del(answersAt(applicant), call)).status).toBe(status);
    }
    expect((await service.put(answersAt(unknownId), {}, live())).body).toEqual({
      error: { type: 'sandbox_only', message: 'This request works in sandbox only. Use a sandbox token' },
    });
    expect((await service.put(answersAt(applicant).replace('v3.6', 'v3.2'), {})).status).toBe(404);
    await service.del(`/v3.6/applicants/${applicant}`);
    expect(outcome(await service.put(answersAt(applicant), {}))).toEqual(gone);
  });
});

describe('a check that is held', () => {
  test('stays in progress until a call completes it', async () => {
    const request = await driven({ hold_checks: true, reports: { document: { sub_result: 'rejected' } } });
    const { id } = (await story().check(request)).body;
    await story().process();
    expect((await service.get(`/v3.6/checks/${id}`)).body.status).toBe('in_progress');

    const complete = (body: object, call = {}) => service.post(`/v3.6/sandbox/checks/${id}/complete`, body, call);
    const unknown = await complete({ reports: { known_faces: { result: 'consider' } } });
    expect(outcome(unknown)).toEqual(validationError({ reports: ['known_faces is not in the check'] }));
    expect([(await complete({}, others())).status, (await complete({}, live())).status]).toEqual([404, 403]);

    const ended = await complete({ reports: { facial_similarity_photo: { result: 'consider' } } });
    expect(ended.body).toMatchObject({ id, status: 'complete', result: 'consider' });
    expect((await reportsOf(id)).map(({ result, sub_result }) => [result, sub_result])).toEqual([
      ['consider', 'rejected'],
      ['consider', null],
    ]);
    const again = validationError({ status: ['the check is complete, not in_progress'] });
    expect(outcome(await complete({}))).toEqual(again);
  });

  test('has its reports moved one by one, and ends with the last', async () => {
    const { id } = (await story().check(await driven({ hold_checks: true }))).body;
    const [document, photo] = (await reportsOf(id)) as { id: string }[];
    const move = (report: string, body: object, call = {}) =>
      service.post(`/v3.6/sandbox/reports/${report}/state`, body, call);

    expect((await move(document!.id, { state: 'awaiting_approval' })).body).toMatchObject({
      status: 'awaiting_approval',
      result: null,
    });
    expect(outcome(await move(document!.id, { state: 'cancelled' }))).toEqual(
      validationError({ state: ["a report that is awaiting_approval can't become cancelled"] }),
    );
    expect(outcome(await move(photo!.id, { state: 'withdrawn', result: 'clear' }))).toEqual(
      validationError({ state: ['must be complete where a result is given'] }),
    );
    expect((await move(photo!.id, { state: 'withdrawn' })).body).toMatchObject({ status: 'withdrawn', result: null });
    expect((await service.get(`/v3.6/checks/${id}`)).body.status).toBe('in_progress');
    expect([(await move(document!.id, { state: 'complete' }, others())).status]).toEqual([404]);
    expect([(await move(document!.id, { state: 'complete' }, live())).status]).toEqual([403]);

    const ended = await move(document!.id, { state: 'complete', result: 'consider', sub_result: 'suspected' });
    expect(ended.body).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'suspected' });
    expect((await service.get(`/v3.6/checks/${id}`)).body).toMatchObject({ status: 'complete', result: 'consider' });
  });

  test('keeps its applicant from being deleted, as every check in progress does', async () => {
    const request = await driven({ hold_checks: true });
    const { id } = (await story().check(request)).body;
    const erase = () => service.del(`/v3.6/applicants/${request.applicant_id}`);
    expect((await erase()).body.error.type).toBe('deletion_incomplete_checks');
    expect((await service.post(`/v3.6/sandbox/checks/${id}/complete`, {})).body.result).toBe('clear');
    expect((await erase()).status).toBe(204);
  });
});

test('a monitor of the sandbox gets and loses matches by calls', async () => {
  const applicant_id = await story().applicant();
  const asked = { applicant_id, report_name: 'watchlist_standard' };
  const { id } = (await service.post('/v3.6/watchlist_monitors', asked)).body;
  await story().process();
  const change = (body: object, call = {}) =>
    service.post(`/v3.6/sandbox/watchlist_monitors/${id}/matches`, body, call);
  const added = await change({ change: 'add' });
  expect([added.status, added.body.matches.length]).toEqual([200, 1]);
  expect((await change({ change: 'remove' })).body).toEqual({ matches: [] });
  expect((await change({ change: 'remove' })).status).toBe(422);
  expect((await change({ change: 'swap' })).status).toBe(422);
  expect([
    (await change({ change: 'add' }, others())).status,
    (await change({ change: 'add' }, live())).status,
  ]).toEqual([404, 403]);
});
