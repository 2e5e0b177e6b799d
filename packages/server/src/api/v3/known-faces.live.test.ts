import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { type Call, startService, type TestService } from '../../testing/service.ts';
import { card, face, facialStory, group } from './testing/facial.ts';

let service: TestService;
let story: ReturnType<typeof facialStory>;
/** Calls to an account of its own for each test. */
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

/** The known faces report, and no other, of a new applicant with that photo. */
async function lookedFor(photo: Buffer, { call = live, names = {} }: { call?: Call; names?: object } = {}) {
  const applicant_id = await story.applicant(names, call);
  const photo_id = await story.photoOf(applicant_id, photo, call);
  return { ...(await story.report('known_faces', applicant_id, call)), applicant_id, photo_id };
}

const clear = {
  result: 'clear',
  breakdown: { previously_seen_faces: { result: 'clear' }, image_integrity: { result: 'clear' } },
  properties: { matches: [] },
};

describe('known faces in live', () => {
  test('belong to other applicants who had a facial report', async () => {
    const { applicant_id, photo_id } = await known('126');
    const report = await lookedFor(face('126', 'smiling'), { names: { first_name: 'Ana', last_name: 'Ruiz' } });
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

  test('are also those that a report on known faces alone has looked for', async () => {
    const first = await lookedFor(face('137'));
    expect(first).toMatchObject(clear);
    const second = await lookedFor(face('137', 'smiling'));
    expect(second.result).toBe('consider');
    const match = { media_type: 'live_photos', score: expect.any(Number), suspected: false };
    expect(second.properties.matches).toEqual([
      { ...match, applicant_id: first.applicant_id, media_id: first.photo_id },
    ]);
  });

  test('are suspected where the names differ alone', async () => {
    const { applicant_id } = await known('126');
    // The names are the other applicant's current names.
    expect((await service.put(`/v3.6/applicants/${applicant_id}`, { last_name: 'Müller' }, live)).status).toBe(200);
    for (const [first_name, last_name, suspected] of [
      ['Jane', 'Mueller', false],
      ['Jane', 'Doe', true],
    ] as const) {
      const { result, properties } = await lookedFor(face('126', 'smiling'), { names: { first_name, last_name } });
      expect(result).toBe('consider');
      const found = properties.matches.find((one: { applicant_id: string }) => one.applicant_id === applicant_id);
      expect([last_name, found.suspected]).toEqual([last_name, suspected]);
    }
  });

  test('never belong to the applicant, or to strangers', async () => {
    const { applicant_id } = await known('135');
    expect(await story.report('known_faces', applicant_id, live)).toMatchObject(clear);
    expect(await lookedFor(face('137'))).toMatchObject(clear);
  });

  test('come from the account alone', async () => {
    await known('142');
    const call = { token: service.other.liveToken };
    expect(await lookedFor(face('142', 'smiling'), { call })).toMatchObject(clear);
  });

  test('are forgotten from the deletion of their applicant on, until it is restored', async () => {
    const { applicant_id } = await known('119');
    const mine = `/v3.6/applicants/${applicant_id}`;
    expect((await service.del(mine, live)).status).toBe(204);
    const without = await lookedFor(face('119', 'smiling'));
    expect(without).toMatchObject(clear);
    expect((await service.post(`${mine}/restore`, undefined, live)).status).toBe(204);
    const again = await lookedFor(face('119', 'smiling'));
    const idsOf = ({ properties }: typeof again) =>
      properties.matches.map((match: { applicant_id: string }) => match.applicant_id).sort();
    expect(idsOf(again)).toEqual([applicant_id, without.applicant_id].sort());
    for (const id of [applicant_id, without.applicant_id, again.applicant_id])
      expect((await service.del(`/v3.6/applicants/${id}`, live)).status).toBe(204);
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
    expect(properties.matches).toMatchObject([{ applicant_id, suspected: false }]);
  });
});
