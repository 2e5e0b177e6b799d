import { beforeAll, describe, expect, test } from 'vitest';
import { type Call, startService, useService } from '../../testing/service.ts';
import { card, clip, facialStory, hasFfmpeg, leafOf } from './testing/facial.ts';
import { hollowVideo } from './testing/files.ts';

const service = useService({ settings: { analysis: 'on' } });
let story: ReturnType<typeof facialStory>;
/** Calls to an account in which nobody reviews uncertain results. */
let unattended: Call;

/** Clips of one person: turning left, turning right, and a photograph that doesn't move. */
let left: Buffer;
let right: Buffer;
let still: Buffer;
const turn = [0, 0, 0, 0, 0, 0, 12, 24, 36, 40, 36, 24, 12, 0, 0, 0];

beforeAll(async () => {
  story = facialStory(service);
  unattended = { token: (await service.makeAccount('Robots Ltd', { decision_uncertain: 'consider' })).liveToken };
  if (!hasFfmpeg) return;
  left = await clip('036', turn);
  right = await clip(
    '036',
    turn.map((degrees) => -degrees),
    ['-metadata', 'title=OBS Virtual Camera'],
  );
  still = await clip(
    '036',
    turn.map(() => 0),
  );
});

const live = (): Call => ({ token: service.liveToken });

const LIVENESS = 'visual_authenticity.liveness_detected';
const SOURCE = 'image_integrity.source_integrity';

async function holder(call: Call): Promise<string> {
  return (await story.withDocument({ document: await card('036') }, call)).applicant_id;
}

/** Answers a challenge that asks for that turn. */
async function answer(applicant_id: string, query: 'turnLeft' | 'turnRight', bytes: Buffer, call: Call) {
  const sdk = await story.sdk(applicant_id, call);
  for (;;) {
    const { data } = (await service.post('/v3.6/live_video_challenge', undefined, sdk)).body;
    if (!data.challenge.some((part: { query: unknown }) => part.query === query)) continue;
    const fields = { challenge: JSON.stringify(data.challenge), challenge_id: data.id };
    const { status } = await story.upload('live_videos', fields, { name: 'video.mp4', bytes }, sdk);
    expect(status).toBe(201);
    return;
  }
}

async function motionReport(bytes: Buffer, call: Call) {
  const applicant_id = await holder(call);
  await story.motionCapture(applicant_id, bytes, call);
  return story.report('facial_similarity_motion', applicant_id, call);
}

async function videoReport(query: 'turnLeft' | 'turnRight', bytes: Buffer, call: Call) {
  const applicant_id = await holder(call);
  await answer(applicant_id, query, bytes, call);
  return story.report('facial_similarity_video', applicant_id, call);
}

describe.skipIf(!hasFfmpeg)('a motion capture in live (needs ffmpeg)', () => {
  test('of a head that turns is clear, without a person', async () => {
    const report = await motionReport(left, live());
    expect(report).toMatchObject({ status: 'complete', result: 'clear' });
    expect(leafOf(report, LIVENESS)).toEqual(['clear', {}]);
    expect(leafOf(report, SOURCE)[1]).toMatchObject({ challenge_reuse: 'clear' });
    expect(leafOf(report, 'face_comparison.face_match')[1].score).toBe(report.properties.score);
  });

  test('of a photograph is consider, without a person', async () => {
    const report = await motionReport(still, live());
    expect(report).toMatchObject({ status: 'complete', result: 'consider' });
    expect(leafOf(report, LIVENESS)).toEqual(['consider', {}]);
    expect(leafOf(report, 'visual_authenticity.spoofing_detection')[0]).toBe('consider');
    expect(leafOf(report, 'face_comparison.face_match')[0]).toBe('clear');
  });

  test('that names a virtual camera is consider', async () => {
    const report = await motionReport(right, unattended);
    expect(leafOf(report, LIVENESS)[0]).toBe('clear');
    expect(leafOf(report, SOURCE)).toEqual([
      'consider',
      { fake_webcam: 'consider', emulator: 'clear', challenge_reuse: 'clear', reasons: 'virtual_camera' },
    ]);
  });
});

describe.skipIf(!hasFfmpeg)('a live video in live (needs ffmpeg)', () => {
  test('waits for a reviewer, who plays the digits', async () => {
    // Of an account in which nobody has sent that clip before.
    const { liveToken } = await service.makeAccount('Fresh Ltd');
    expect((await videoReport('turnLeft', left, { token: liveToken })).status).toBe('awaiting_approval');
  });

  test('with a turn to the wrong side is consider', async () => {
    const report = await videoReport('turnLeft', right, live());
    expect(report).toMatchObject({ status: 'complete', result: 'consider' });
    expect(leafOf(report, LIVENESS)[0]).toBe('consider');
  });

  test('that answers two challenges, or comes from two applicants, is reused', async () => {
    const { liveToken } = await service.makeAccount('Again Ltd', { decision_uncertain: 'consider' });
    const call = { token: liveToken };
    const applicant_id = await holder(call);
    await answer(applicant_id, 'turnLeft', left, call);
    const once = await story.report('facial_similarity_video', applicant_id, call);
    expect(leafOf(once, SOURCE)[1].challenge_reuse).toBe('clear');

    service.clock.advance(1000);
    await answer(applicant_id, 'turnLeft', left, call);
    const reused = ['consider', expect.objectContaining({ challenge_reuse: 'consider', reasons: 'challenge_reuse' })];
    expect(leafOf(await story.report('facial_similarity_video', applicant_id, call), SOURCE)).toEqual(reused);
    expect(leafOf(await videoReport('turnLeft', left, call), SOURCE)).toEqual(reused);
  });
});

describe('a video that shows nothing', () => {
  test.skipIf(!hasFfmpeg)('is uncertain (needs ffmpeg)', async () => {
    expect((await motionReport(hollowVideo(), live())).status).toBe('awaiting_approval');
    const report = await motionReport(hollowVideo(), unattended);
    expect(report).toMatchObject({ status: 'complete', result: 'consider', properties: {} });
    expect(leafOf(report, LIVENESS)[0]).toBe('consider');
    expect(leafOf(report, 'image_integrity.face_detected')[0]).toBe('consider');
  });

  test('without ffmpeg is tried again, and then goes to a person', async () => {
    const poor = await startService({ settings: { analysis: 'on', ffmpeg: '/nowhere/ffmpeg' } });
    try {
      const call = { token: poor.liveToken };
      const poorStory = facialStory(poor);
      const { applicant_id } = await poorStory.withDocument({ document: await card('036') }, call);
      await poorStory.motionCapture(applicant_id, hollowVideo(), call);
      const { id } = await poorStory.report('facial_similarity_motion', applicant_id, call);
      const status = async () => (await poor.get(`/v3.6/reports/${id}`, call)).body.status;
      expect(await status()).toBe('awaiting_data');
      for (const delay of [1000, 2000]) {
        poor.clock.advance(delay);
        await poor.settle();
      }
      expect(await status()).toBe('awaiting_approval');
    } finally {
      await poor.close();
    }
  });
});
