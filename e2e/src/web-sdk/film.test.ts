import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Waits of seconds take a tenth of their time. */
const quick = 'const slow = setTimeout; window.setTimeout = (work, ms) => slow(work, ms >= 1000 ? ms / 10 : ms);';

/** Keeps each heading in `headings`: some are shown for less time than a busy machine takes to look. */
const noteHeadings = `
  window.headings = [];
  const sdk = document.querySelector('.bonafide-sdk').shadowRoot;
  const note = () => window.headings.push(sdk.querySelector('h1')?.textContent);
  new MutationObserver(note).observe(sdk, { childList: true, subtree: true, characterData: true });`;

/** A video in a page. The rest of the project does not know its type. */
interface Clip {
  readonly currentTime: number;
}

/** A shape with a style. */
interface Drawn {
  readonly style: { readonly strokeDashoffset: string };
}

describe.skipIf(!possible)('filmed faces', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(variant: string, { before = '', ...options }: Visit & { before?: string } = {}) {
    const { token, applicant } = await stage.admit();
    const script = `${before} Onfido.init({ token: '${token}', ...notes,
      steps: [{ type: 'face', options: { requestedVariant: '${variant}' } }, 'complete'] });`;
    const allowed = ['camera', 'microphone'];
    return { ...(await visitShop(stage.browser, stage.service, script, { ...phone, allowed, ...options })), applicant };
  }

  const instruction = (query: string | number[]) =>
    typeof query === 'string'
      ? `Turn your head to your ${query === 'turnLeft' ? 'left' : 'right'}, then look ahead`
      : `Say aloud: ${query.join(' – ')}`;

  test.each([
    ['phone', { ...phone, colorScheme: 'light' }],
    ['desktop', { ...desktop, colorScheme: 'dark' }],
  ] as const)("a video of the service's challenge, on a %s", async (name, device) => {
    const shop = await visit('video', { ...(device as object), name: `${name}-video` });
    const { page, look, button } = shop;
    const answers: { data: { id: string; challenge: { type: string; query: string | number[] }[] } }[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith('live_video_challenge')) answers.push(await response.json());
    });
    await look('Record a short video');
    await button('Open the camera').click();
    await button('Start recording').waitFor();
    await look('Look straight ahead with your face in the oval', { focus: false });
    await button('Start recording').click();
    await button('Next').waitFor();
    await expect.poll(() => answers.length).toBe(1);
    const asked = answers[0]?.data;
    const [first, second] = (asked?.challenge ?? []).map(({ query }) => instruction(query)) as [string, string];
    await look(first, { focus: false });
    const spoken = (asked?.challenge ?? []).map(({ query }) => (typeof query === 'string' ? '' : query.join(' ')));
    const turned = (asked?.challenge ?? []).map(({ query }) => (query === 'turnLeft' ? 'left' : 'right'));
    /** Digits and arrow that the screen shows, and the part of the ring that is filled. */
    const signs = async () => {
      return {
        digits: await page.locator('.digits').innerText(),
        arrow: await page.locator('.turning').getAttribute('class'),
        ring: await page
          .locator('.ring.film rect')
          .evaluate((rect) => (rect as unknown as Drawn).style.strokeDashoffset),
      };
    };
    const signsOf = (at: 0 | 1) => ({
      digits: spoken[at],
      arrow: spoken[at] ? 'turning' : `turning ${turned[at]}`,
      ring: at === 0 ? '' : '0.5',
    });
    expect(await signs()).toEqual(signsOf(0));
    await page.locator('.on-air', { hasText: /^Recording\d:\d\d$/ }).waitFor();
    await page.locator('.level').waitFor();
    // A second press means this button, not the next one.
    await button('Next').dblclick();
    await look(second, { focus: false });
    expect(await signs()).toEqual(signsOf(1));
    const filmed = () => page.locator('video').evaluate((video) => (video as unknown as Clip).currentTime);
    const soFar = await filmed();
    await expect.poll(filmed).toBeGreaterThan(soFar + 1);
    await button('Done').click();
    await look('Check your video');
    await button('Use this video').click();
    await look('Thank you');
    const { live_videos: videos } = (await stage.service.get(`/v3.6/live_videos?applicant_id=${shop.applicant}`)).body;
    const video = (await stage.service.get(videos[0].href)).body;
    expect(video).toMatchObject({
      file_name: 'video.webm',
      file_type: 'video/webm',
      challenge: asked?.challenge,
      languages: [{ source: 'sdk', language_code: 'en_GB' }],
    });
    expect(video.file_size).toBeGreaterThan(10_000);
    expect(shop.received('onComplete')).toEqual([{ face: { id: video.id, variant: 'video' } }]);
    expect(shop.received('analytics')).toEqual([
      ...['VIDEO_FACIAL_INTRO', 'VIDEO_FACIAL_CAPTURE_STEP_1', 'VIDEO_FACIAL_CAPTURE_STEP_2', 'UPLOAD'],
    ]);
    await shop.close();
  });

  test('a video that takes too long starts again, with another challenge', async () => {
    const before = `${quick} Object.assign(globalThis, { slow });`;
    const shop = await visit('video', { before, name: 'phone-long' });
    const ids: string[] = [];
    shop.page.on('response', async (response) => {
      if (response.url().endsWith('live_video_challenge')) ids.push((await response.json()).data.id);
    });
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    await shop.look('That took too long. Try again.', { focus: false });
    // The next video has all of its time.
    await shop.page.evaluate('window.setTimeout = slow');
    await shop.button('Start recording').click();
    await shop.button('Next').click();
    await shop.button('Done').click();
    await shop.look('Check your video');
    expect(new Set(ids).size).toBe(2);
    await shop.button('Use this video').click();
    await shop.look('Thank you');
    await shop.close();
  });

  test('motion is filmed by the clock where heads can’t be followed, and sent at once', async () => {
    const shop = await visit('motion', { before: quick, name: 'phone-motion', allowed: ['camera'] });
    await shop.page.route('**/lazy/face-vision.js', (route) => route.abort());
    await shop.look('Turn your head');
    await shop.button('Open the camera').click();
    await shop.page.evaluate(noteHeadings);
    await shop.button('Start recording').click();
    await shop.look('Thank you');
    expect(await shop.page.evaluate('headings')).toEqual(
      expect.arrayContaining([
        ...['Slowly turn your head to your left, and back', 'Slowly turn your head to your right, and back'],
        'Thank you',
      ]),
    );
    const path = `/v3.6/motion_captures?applicant_id=${shop.applicant}`;
    const [capture] = (await stage.service.get(path)).body.motion_captures;
    expect(capture.file_size).toBeGreaterThan(5_000);
    expect(shop.received('onComplete')).toEqual([{ face: { id: capture.id, variant: 'motion' } }]);
    expect(shop.received('analytics')).toEqual([
      ...['MOTION_FACIAL_INTRO', 'MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_CAPTURE'],
      ...['MOTION_FACIAL_UPLOAD', 'MOTION_FACIAL_UPLOAD_COMPLETED'],
    ]);
    await shop.page.unroute('**/lazy/face-vision.js');
    await shop.close();
  });

  test('without a microphone, or the service, it says so', async () => {
    const denied = await visit('video', { allowed: [], name: 'phone-silent' });
    await denied.button('Open the camera').click();
    await denied.look('Allow camera and microphone access');
    await denied.button('Continue').click();
    await denied.look('Camera access is blocked');
    await denied.close();

    const alone = await visit('video', { name: 'phone-alone' });
    await alone.page.route('**/live_video_challenge', (route) => route.fulfill({ status: 404, body: '{}' }));
    await alone.button('Open the camera').click();
    await alone.button('Start recording').click();
    await alone.look('Something went wrong');
    await alone.close();

    const cut = await visit('video', { name: 'phone-cut' });
    await cut.page.route('**/lazy/recorder.js', (route) => route.abort());
    await cut.button('Open the camera').click();
    await cut.look('You’re offline');
    await cut.page.unroute('**/lazy/recorder.js');
    await cut.close();
  });

  test('where nothing can be filmed, a photo does', async () => {
    const shop = await visit('video', { before: 'delete window.MediaRecorder;', name: 'phone-photo' });
    await shop.look('Take a selfie');
    await shop.close();
  });
});
