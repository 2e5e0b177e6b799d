import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../testing/service.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { card, facialStory, leafOf } from '../v3/testing/facial.ts';
import { greyPng, hollowVideo } from '../v3/testing/files.ts';

let service: TestService;
let story: ReturnType<typeof facialStory>;
beforeAll(async () => {
  // Videos that nobody can decode still have a camera.
  const account = { decision_uncertain: 'consider' } as const;
  service = await startService({ settings: { analysis: 'on', ffmpeg: '/bin/false' }, account });
  story = facialStory(service);
});
afterAll(() => service.close());

const SOURCE = 'image_integrity.source_integrity';
const photo = { name: 'selfie.png', bytes: await greyPng(), type: 'image/png' };
const named = (camera_name: unknown) => ({ sdk_metadata: JSON.stringify({ captureMethod: 'live', camera_name }) });

async function started() {
  const live = { token: service.liveToken };
  const { applicant_id } = await story.withDocument({ document: await card() }, live);
  return { applicant_id, live, sdk: await story.sdk(applicant_id, live) };
}

const photoFields = { advanced_validation: 'false' };

async function photoSource(fields: Record<string, string>, sent: Awaited<ReturnType<typeof started>>) {
  const { status } = await story.upload('live_photos', { ...photoFields, ...fields }, photo, sent.sdk);
  expect(status).toBe(201);
  return leafOf(await story.report('facial_similarity_photo', sent.applicant_id, sent.live), SOURCE);
}

describe('the camera that a page names', () => {
  test.each([
    ['OBS Virtual Camera', 'consider'],
    ['FaceTime HD Camera (3A71:F4B5)', 'clear'],
  ])('%s is %s in a report on a live photo', async (camera, result) => {
    const [, { fake_webcam, emulator, reasons }] = await photoSource(named(camera), await started());
    expect([fake_webcam, emulator]).toEqual([result, 'clear']);
    expect(String(reasons).split(',').includes('virtual_camera')).toBe(result === 'consider');
  });

  test.each([[null], [{}]])('is not named by %j', async (camera) => {
    const [, properties] = await photoSource(named(camera), await started());
    expect('fake_webcam' in properties).toBe(false);
  });

  test('counts for live videos and motion captures too', async () => {
    const { applicant_id, sdk, live } = await started();
    const { data } = (await service.post('/v3.6/live_video_challenge', undefined, sdk)).body;
    const challenge = { challenge: JSON.stringify(data.challenge), challenge_id: data.id };
    const video = { name: 'blob', bytes: hollowVideo(), type: 'video/mp4' };
    const virtual = named('Virtual Webcam 8.0');
    expect((await story.upload('live_videos', { ...challenge, ...virtual }, video, sdk)).status).toBe(201);
    expect((await story.upload('motion_captures', virtual, video, sdk)).status).toBe(201);
    for (const name of ['facial_similarity_video', 'facial_similarity_motion']) {
      const [result, properties] = leafOf(await story.report(name, applicant_id, live), SOURCE);
      expect([result, properties.fake_webcam], name).toEqual(['consider', 'consider']);
    }
  });

  test('counts from capture SDKs alone', async () => {
    const { applicant_id, live } = await started();
    const fields = { ...photoFields, ...named('OBS Virtual Camera'), applicant_id };
    expect((await story.upload('live_photos', fields, photo, live)).status).toBe(201);
    const [, properties] = leafOf(await story.report('facial_similarity_photo', applicant_id, live), SOURCE);
    expect('fake_webcam' in properties).toBe(false);
  });
});

test('a photo with the bytes of its snapshot is a doubt', async () => {
  const upload = (kind: string, fields: Record<string, string>, sdk: Call) => story.upload(kind, fields, photo, sdk);
  const sent = await started();
  const { uuid } = (await upload('snapshots', {}, sent.sdk)).body;
  const [result, { reasons }] = await photoSource({ snapshot_uuids: JSON.stringify([uuid]) }, sent);
  expect([result, String(reasons).split(',')]).toEqual(['consider', expect.arrayContaining(['frozen_camera'])]);
});
