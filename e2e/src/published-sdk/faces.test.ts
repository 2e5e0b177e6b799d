import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anId } from '../clients/story.ts';
import { desktop } from '../web-sdk/shop.ts';
import { openStage, possible, type Stage } from '../web-sdk/stage.ts';
import { factsOf, openSite, type Site, visitCustomer } from './customer.ts';

describe.skipIf(!possible)('faces in the published browser SDK 6.4.0', () => {
  let stage: Stage;
  let site: Site;
  beforeAll(async () => {
    [stage, site] = await Promise.all([openStage(), openSite()]);
  });
  afterAll(async () => {
    await stage?.close();
    await site?.close();
  });

  const visit = (options: object) =>
    visitCustomer(
      stage,
      { steps: [{ type: 'face', options }, 'complete'], disableAnalytics: true },
      { site, ...desktop },
    );
  const listed = async (path: string, applicant: string) =>
    (await stage.service.get(`/v3.6/${path}?applicant_id=${applicant}`)).body[path];

  test('a photo, after what the camera saw before it', async () => {
    const bank = await visit({});
    await bank.title('Take a selfie');
    await bank.press('Continue');
    await bank.snapshot();
    await bank.shoot();
    await bank.title('Check selfie');
    await bank.press('Confirm');
    await bank.title('Verification complete');
    expect(bank.calls).toEqual(['POST /v3/snapshots 201', 'POST /v3/live_photos 201']);
    expect(bank.lets).toEqual([site.origin, site.origin]);
    const [photo, ...others] = await listed('live_photos', bank.applicant);
    expect(others).toEqual([]);
    expect(photo).toMatchObject({ file_name: 'applicant_selfie.png', file_type: 'image/png' });
    // The camera of this test stands still, and that can only be seen by the snapshot that the photo names.
    expect(await factsOf(stage, photo.id)).toMatchObject({ repeats_snapshot: true });
    expect(bank.received('onComplete')).toEqual([{ face: { id: photo.id, variant: 'standard' } }]);
    expect([bank.complaints, bank.elsewhere()]).toEqual([[], []]);
    await bank.close();
  });

  test('a photo alone, where the page wants no more', async () => {
    const bank = await visit({ useMultipleSelfieCapture: false });
    await bank.press('Continue');
    await bank.shoot();
    await bank.press('Confirm');
    await bank.title('Verification complete');
    expect(bank.calls).toEqual(['POST /v3/live_photos 201']);
    expect(bank.received('snapshot_uuids')).toEqual([]);
    await bank.close();
  });

  test('a video that answers a challenge', async () => {
    const bank = await visit({ requestedVariant: 'video' });
    const asked = bank.page.waitForResponse((answer) => answer.url().endsWith('/v3/live_video_challenge'));
    await bank.title("Let's make sure nobody's impersonating you");
    await bank.press('Continue');
    const { data } = await (await asked).json();
    await bank.press('Start recording');
    const began = await bank.page.evaluate<number>('performance.now()');
    await bank.page.getByText('Recording', { exact: true }).waitFor();
    // As long as it takes to say three digits, by the page's own clock.
    await bank.page.waitForFunction(`performance.now() > ${began + 700}`);
    await bank.press('Next');
    await bank.filmed();
    await bank.press('Stop recording');
    await bank.title('Check selfie video');
    await bank.press('Confirm');
    await bank.title('Verification complete');
    expect(bank.calls).toEqual(['POST /v3/live_video_challenge 200', 'POST /v3/live_videos 201']);
    const [{ id }] = await listed('live_videos', bank.applicant);
    const video = (await stage.service.get(`/v3.6/live_videos/${id}`)).body;
    expect(video).toMatchObject({
      file_name: 'blob',
      file_type: 'video/webm',
      challenge: data.challenge,
      languages: [{ source: 'sdk', language_code: 'en_US' }],
    });
    expect(data.challenge.map(({ type }: { type: string }) => type).sort()).toEqual(['movement', 'recite']);
    const [switched] = bank.received('challenge_switch_at').map(Number) as [number];
    expect(switched).toBeGreaterThan(700);
    expect(await factsOf(stage, id)).toMatchObject({ challenge_switch_at: switched });
    expect(bank.received('onComplete')).toEqual([{ face: { id: anId, variant: 'video' } }]);
    expect([bank.complaints, bank.elsewhere()]).toEqual([[], []]);
    await bank.close();
  });
});
