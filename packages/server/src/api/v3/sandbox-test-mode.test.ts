import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';

const service = useService();
const story = () => storyOf(service, 'v3.6');
const path = '/v3.6/sandbox/test_mode';
const answersAt = (applicant: string) => `/v3.6/sandbox/applicants/${applicant}/answers`;

/** An applicant with a document and a photo, and the SDK token of its page. */
async function applicantInTest(person = {}) {
  const applicant_id = await story().applicant(person);
  await story().document(applicant_id);
  await story().livePhoto(applicant_id);
  return { applicant_id, sdk: await story().sdk(applicant_id) };
}

/** Reports of a new check of the applicant. */
async function reportsOf(applicant_id: string) {
  const { reports } = await story().completed({
    applicant_id,
    report_names: ['document', 'facial_similarity_photo'],
  });
  return reports;
}

describe('the test mode of the browser SDK', () => {
  test.each(['clear', 'caution', 'suspected', 'rejected'])('ends document reports as %s', async (document_result) => {
    const { applicant_id, sdk } = await applicantInTest({ last_name: 'Consider' });
    expect((await service.post(path, { document_result }, sdk)).status).toBe(204);
    expect(await reportsOf(applicant_id)).toMatchObject([
      { name: 'document', result: document_result === 'clear' ? 'clear' : 'consider', sub_result: document_result },
      // The name decides what was not chosen.
      { name: 'facial_similarity_photo', result: 'consider' },
    ]);
  });

  test.each([
    ['match', 'clear', 'clear', 'clear'],
    ['no_match', 'consider', 'consider', 'clear'],
    ['spoof', 'consider', 'clear', 'consider'],
  ])('ends facial similarity reports as %s', async (face, result, comparison, authenticity) => {
    const { applicant_id, sdk } = await applicantInTest();
    expect((await service.post(path, { face }, sdk)).status).toBe(204);
    const [document, photo] = await reportsOf(applicant_id);
    expect(document).toMatchObject({ result: 'clear', sub_result: 'clear' });
    expect(photo).toMatchObject({
      result,
      breakdown: {
        face_comparison: { result: comparison, breakdown: { face_match: { result: comparison } } },
        image_integrity: { result: 'clear' },
        visual_authenticity: { result: authenticity, breakdown: { spoofing_detection: { result: authenticity } } },
      },
    });
  });

  test('keeps other answers, and returns to the names', async () => {
    const { applicant_id, sdk } = await applicantInTest();
    const others = { watchlist_standard: { result: 'consider' } };
    await service.put(answersAt(applicant_id), { reports: { ...others, document: { result: 'consider' } } });
    await service.post(path, { document_result: 'caution', face: 'spoof' }, sdk);
    const { body } = await service.get(answersAt(applicant_id));
    expect(body.reports).toMatchObject({ ...others, document: { sub_result: 'caution' } });
    expect(body.reports.document).toEqual({ sub_result: 'caution' });
    expect(Object.keys(body.reports).filter((name) => name.startsWith('facial'))).toHaveLength(4);

    // A field that is left out changes nothing.
    await service.post(path, { face: null }, sdk);
    const [document, photo] = await reportsOf(applicant_id);
    expect([document?.sub_result, photo?.result]).toEqual(['caution', 'clear']);
    await service.post(path, { document_result: null }, sdk);
    expect((await service.get(answersAt(applicant_id))).body).toEqual({ hold_checks: false, reports: others });
  });

  test('refuses an unknown outcome, an API token, and live', async () => {
    const { applicant_id, sdk } = await applicantInTest();
    expect(outcome(await service.post(path, { face: 'twin' }, sdk))).toMatchObject({
      status: 422,
      body: validationError({ face: expect.anything() }).body,
    });
    expect(await service.post(path, { face: 'spoof' })).toMatchObject({
      status: 401,
      body: { error: { type: 'authorization_error', message: 'Authorization error: an SDK token is needed' } },
    });

    const live = { token: service.liveToken };
    const inLive = await story().sdk(await story().applicant({}, live), live);
    const refused = await service.post(path, { document_result: 'clear' }, inLive);
    expect([refused.status, refused.body.error.type]).toEqual([403, 'sandbox_only']);

    // The applicant of another account keeps its own answers.
    const theirs = { token: service.other.sandboxToken };
    expect((await service.get(answersAt(applicant_id), theirs)).status).toBe(404);
    expect((await service.get(answersAt(applicant_id))).body).toEqual({ hold_checks: false, reports: {} });
  });
});
