import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Call, startService, type TestService } from '../../testing/service.ts';
import { card, face, facialStory, group, hasFaces } from './testing/facial.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let story: ReturnType<typeof facialStory>;
/** Of an account of its own for each test. */
let live: Call;
beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  story = facialStory(service);
});
beforeEach(async () => {
  live = { token: (await service.makeAccount('Fresh Ltd', { deletion_delay_days: 1 })).liveToken };
});
afterAll(() => service.close());

/** An applicant who had a facial similarity report. */
async function known(person: string) {
  const { applicant_id, photo_id, report } = await story.photoReport(
    { document: await card(person), photo: face(person) },
    { call: live },
  );
  expect(report.result).toBe('clear');
  return { applicant_id, photo_id };
}

/** The known faces report of a new applicant with that photo. */
async function lookedFor(photo: Buffer, call = live) {
  const applicant_id = await story.applicant({}, call);
  await story.photoOf(applicant_id, photo, call);
  return story.report('known_faces', applicant_id, call);
}

const clear = {
  result: 'clear',
  breakdown: { previously_seen_faces: { result: 'clear' }, image_integrity: { result: 'clear' } },
  properties: { matches: [] },
};

describe.skipIf(!hasFaces)('known faces in live (needs ../shared/data)', () => {
  test('are those of other applicants who had a facial report', async () => {
    const { applicant_id, photo_id } = await known('126');
    const report = await lookedFor(face('126', 'smiling'));
    expect(report).toMatchObject({ status: 'complete', result: 'consider', sub_result: null });
    expect(report.breakdown).toEqual({
      previously_seen_faces: { result: 'consider' },
      image_integrity: { result: 'clear' },
    });
    const match = { applicant_id, media_id: photo_id, media_type: 'live_photos', score: expect.any(Number) };
    expect(report.properties).toEqual({ matches: [{ ...match, suspected: true }] });
    expect(report.properties.matches[0].score).toBeGreaterThanOrEqual(0.995);
    const earlier = await service.get(`/v3.2/reports/${report.id}`, live);
    expect(earlier.body.properties).toEqual({ matches: [match] });
  });

  test('are never those of the applicant, of strangers, or of who had no report', async () => {
    const { applicant_id } = await known('135');
    expect(await story.report('known_faces', applicant_id, live)).toMatchObject(clear);
    expect(await lookedFor(face('137'))).toMatchObject(clear);
    // The report before this one looked for this face, and kept nothing.
    expect(await lookedFor(face('137', 'smiling'))).toMatchObject(clear);
  });

  test('are those of the account alone', async () => {
    await known('142');
    expect(await lookedFor(face('142', 'smiling'), { token: service.other.liveToken })).toMatchObject(clear);
  });

  test('are forgotten with their applicant', async () => {
    const { applicant_id } = await known('119');
    expect((await service.del(`/v3.6/applicants/${applicant_id}`, live)).status).toBe(204);
    // Scheduled for deletion is not deleted.
    expect((await lookedFor(face('119', 'smiling'))).result).toBe('consider');
    service.clock.advance(DAY_MS);
    await service.settle();
    expect(await lookedFor(face('119', 'smiling'))).toMatchObject(clear);
  });

  test('need a photo with one face', async () => {
    const report = await lookedFor(await group('099', '115'));
    expect(report.result).toBe('consider');
    expect(report.breakdown).toEqual({
      previously_seen_faces: { result: null },
      image_integrity: { result: 'consider' },
    });
    expect(report.properties).toEqual({ matches: [] });
  });

  test('are as many as the account wants', async () => {
    const eager = await service.makeAccount('Eager Ltd', { known_face_score: 0 });
    live = { token: eager.liveToken };
    const { applicant_id } = await known('034');
    const { properties } = await lookedFor(face('043'));
    expect(properties.matches).toMatchObject([{ applicant_id, suspected: true }]);
  });
});
