import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FacePicture, findFaces, rasterOf } from '../../../packages/verification/src/index.ts';
import { testFile } from '../../../packages/verification/src/testing/data.ts';
import { turnedHead } from '../../../packages/verification/src/video/testing.ts';
import { drawnCamera } from './drawn-camera.ts';
import { type Scene, turning } from './footage.ts';
import { phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Waits of seconds take a quarter of their time: a film of two seconds has a picture on a busy machine too. */
const quick = 'const slow = setTimeout; window.setTimeout = (work, ms) => slow(work, ms >= 1000 ? ms / 4 : ms);';

/** Milliseconds that the page's clock advances in a turn of the event loop: a head that moves is seen often enough. */
const MOVING_MS = 20;
const STILL_MS = 250;

/** Counts looks, and how long they hold the thread. */
const timing = `let looks = 0; const slices = []; const slow = setTimeout;
  Object.assign(globalThis, { slow, slices });
  Object.defineProperty(globalThis, 'looks', { get: () => looks, set: (value) => { looks = value; } });
  window.setTimeout = (work, ms) => slow(() => {
    const start = performance.now();
    work();
    slices.push(performance.now() - start);
    if (ms >= 60) looks++;
  }, ms);`;

const portrait = testFile('faces_pairs/london_036_neutral.jpg');

describe.skipIf(!possible)('what the camera sees', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  /** A page whose camera sees that. */
  async function visit(
    scene: Scene,
    step: string,
    { before = '', mostMs = STILL_MS, ...options }: Visit & { before?: string; mostMs?: number | null } = {},
  ) {
    const { token, applicant } = await stage.admit();
    const script = `${before} Onfido.init({ token: '${token}', ...notes, steps: [${step}, 'complete'] });`;
    const first = await drawnCamera(scene, mostMs);
    const shop = await visitShop(stage.browser, stage.service, script, { ...phone, first, ...options });
    const hint = shop.page.locator('.below p');
    /** Waits for a hint, and for it to be said. */
    const hinted = async (text: string): Promise<void> => {
      await hint.filter({ hasText: text }).waitFor();
      await shop.page.locator('[role=status]').filter({ hasText: text }).waitFor({ state: 'attached' });
    };
    return { ...shop, applicant, hinted };
  }
  const card = "{ type: 'document', options: { documentTypes: { driving_licence: { country: 'GBR' } } } }";
  const face = (variant: string) => `{ type: 'face', options: { requestedVariant: '${variant}' } }`;

  async function atDocument(scene: Scene, options: Visit = {}) {
    const shop = await visit(scene, card, options);
    await shop.button('Take a photo').click();
    const shutter = shop.button('Take the photo');
    await shutter.waitFor();
    return { ...shop, shutter };
  }

  test('a document that lies well in the frame', async () => {
    const scene = 'card';
    const shop = await atDocument(scene, { name: 'phone-hint-card' });
    await shop.hinted('Good. Press the round button.');
    expect(await shop.page.locator('.hole').getAttribute('class')).toBe('hole card good');
    await shop.look('Fit the front of your document into the frame');
    await shop.shutter.click();
    await shop.look('Check your photo');
    await shop.close();
  });

  test.each([
    ['blurred card', 'Hold still'],
    ['card with glare', 'Tilt it to remove the glare'],
    ['nobody', 'Fit the whole document into the frame'],
  ] as const)('a %s gets a hint, and may be photographed all the same', async (scene, words) => {
    const shop = await atDocument(scene, { name: `phone-hint-${scene.split(' ').at(-1)}` });
    await shop.hinted(words);
    await shop.look('Fit the front of your document into the frame');
    await shop.shutter.click();
    await shop.look('Check your photo');
    await shop.close();
  });

  test('a hint that corrects is not replaced by the reminder to press the button', async () => {
    const shop = await atDocument('cut-off card');
    await shop.hinted('Move back until you see all four corners');
    await shop.page.evaluate('skip(11_000)');
    expect(await shop.page.locator('.below p').textContent()).toBe('Move back until you see all four corners');
    await shop.close();
  });

  test('without its part for hints, the camera is there all the same', async () => {
    const scene = 'card';
    const shop = await visit(scene, card, { before: quick });
    await shop.page.route('**/lazy/document-vision.js', (route) => route.abort());
    await shop.button('Take a photo').click();
    await shop.hinted('Ready? Press the round button.');
    await shop.page.unroute('**/lazy/document-vision.js');
    await shop.button('Take the photo').click();
    await shop.look('Check your photo');
    await shop.close();
  });

  test.each([
    ['person', 'Good. Press the round button.'],
    ['two people', 'Make sure you’re alone in the photo'],
    ['nobody', 'Put your face into the oval'],
  ] as const)('a selfie of %s', async (scene, words) => {
    const shop = await visit(scene, face('standard'), { name: `phone-hint-face-${scene.split(' ')[0]}` });
    await shop.button('Take a photo').click();
    await shop.button('Take the photo').waitFor();
    await shop.hinted(words);
    await shop.look('Look straight ahead with your face in the oval');
    await shop.close();
  });

  /** Follows a head to the end. */
  async function followed(scene: Scene, name: string): Promise<void> {
    const shop = await visit(scene, face('motion'), { name, mostMs: MOVING_MS });
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    await shop.heading('Slowly turn your head to your left, and back').waitFor();
    expect(await shop.page.locator('.hole').getAttribute('class')).toBe('hole oval recording');
    expect(await shop.page.locator('.turning').getAttribute('class')).toBe('turning left');
    await shop.look('Slowly turn your head to your left, and back', { focus: false });
    await shop.page.evaluate('play()');
    await shop.heading('Slowly turn your head to your right, and back').waitFor();
    await shop.heading('Thank you').waitFor();
    const path = `/v3.6/motion_captures?applicant_id=${shop.applicant}`;
    const [capture] = (await stage.service.get(path)).body.motion_captures;
    expect(shop.received('onComplete')).toEqual([{ face: { id: capture.id, variant: 'motion' } }]);
    expect(shop.received('analytics')).toEqual([
      ...['MOTION_FACIAL_INTRO', 'MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_CAPTURE'],
      ...['MOTION_FACIAL_UPLOAD', 'MOTION_FACIAL_UPLOAD_COMPLETED'],
    ]);
    await shop.close();
  }

  test('a head that turns is followed to both sides', () => followed('turning head', 'phone-turn'));

  test('the head of a real photograph is followed to both sides', async () => {
    const photo = await rasterOf(await onScreen(portrait));
    const [found] = await findFaces(photo);
    const turned = async (yaw: number): Promise<Buffer> => {
      const { data, ...size } = yaw === 0 ? photo : turnedHead(photo, found!.landmarks, yaw);
      return sharp(data, { raw: { ...size, channels: 3 } })
        .jpeg({ quality: 90 })
        .toBuffer();
    };
    await followed(await turning(turned, 0.8), 'phone-turn-photo');
  });

  test('nobody in front of the camera', async () => {
    const scene = 'nobody';
    const shop = await visit(scene, face('motion'), { before: quick, name: 'phone-motion-nobody' });
    await shop.button('Open the camera').click();
    await shop.hinted('Put your face into the oval');
    for (let i = 0; i < 2; i++) {
      await shop.button('Start recording').click();
      await shop.look('No face found');
      await shop.button('Try again').click();
    }
    // An applicant whom this device can't see is filmed by the clock.
    await shop.button('Start recording').click();
    await shop.look('Thank you');
    expect(shop.received('analytics')).toEqual([
      'MOTION_FACIAL_INTRO',
      ...['MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_NO_FACE_DETECTED'],
      ...['MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_NO_FACE_DETECTED'],
      ...['MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_CAPTURE'],
      ...['MOTION_FACIAL_UPLOAD', 'MOTION_FACIAL_UPLOAD_COMPLETED'],
    ]);
    await shop.close();
  });

  test.each([
    ['person', 'That took too long', 'MOTION_FACIAL_CAPTURE_ERROR_TIMEOUT'],
    ['hasty head', 'That was too fast', 'MOTION_FACIAL_CAPTURE_ERROR_TOO_FAST'],
  ] as const)('a %s that doesn’t turn as asked starts again', async (scene, title, event) => {
    const mostMs = scene === 'person' ? STILL_MS : MOVING_MS;
    const shop = await visit(scene, face('motion'), { name: `phone-motion-${scene.split(' ')[0]}`, mostMs });
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    await shop.page.locator('.recording').waitFor();
    await shop.page.evaluate('play()');
    await shop.heading(title).waitFor();
    await shop.look(title);
    await shop.button('Try again').click();
    await shop.heading('Look straight ahead with your face in the oval').waitFor();
    expect(shop.received('analytics')).toEqual([
      ...['MOTION_FACIAL_INTRO', 'MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_CAPTURE'],
      ...[event, 'MOTION_FACIAL_ALIGNMENT'],
    ]);
    await shop.close();
  });

  test.runIf(process.env.SDK_PACE)('what it costs, at the speed of this machine and at a quarter of it', async () => {
    const scenes = [
      ['card', card],
      ['person', face('standard')],
    ] as const;
    for (const [scene, step] of scenes) {
      for (const rate of [1, 4]) {
        const shop = await visit(scene, step, { before: timing, mostMs: null });
        const line = await shop.context.newCDPSession(shop.page);
        await line.send('Emulation.setCPUThrottlingRate', { rate });
        await shop.button('Take a photo').click();
        await shop.hinted('Good. Press the round button.');
        const [looks, slices, ms] = await shop.page.evaluate<[number, number[], number]>(`(async () => {
            looks = slices.length = 0;
            const from = performance.now();
            await new Promise((resolve) => slow(resolve, 8000));
            return [looks, slices, performance.now() - from];
          })()`);
        const sum = slices.reduce((total, one) => total + one, 0);
        const longest = slices.sort((a, b) => a - b).at(-1) ?? 0;
        console.log(
          `${scene}, ${rate} times slower: ${((1000 * looks) / ms).toFixed(1)} looks a second of ${(sum / looks).toFixed(0)} ms, ` +
            `${((100 * sum) / ms).toFixed(0)} % of the thread; slices of at most ${longest.toFixed(0)} ms`,
        );
        await shop.close();
      }
    }
  });

  test('a motion that can’t be uploaded is reported', async () => {
    const shop = await visit('person', face('motion'), { before: quick });
    await shop.page.route('**/lazy/face-vision.js', (route) => route.abort());
    await shop.page.route('**/motion_captures', (route) => route.abort());
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    await shop.look('Upload failed');
    expect(shop.received('analytics').slice(-2)).toEqual(['MOTION_FACIAL_UPLOAD', 'MOTION_FACIAL_CONNECTION_ERROR']);
    await shop.page.unroute('**/motion_captures');
    await shop.page.unroute('**/lazy/face-vision.js');
    await shop.close();
  });
});

/** A photograph as a camera of 1280 by 720 would show it. */
const onScreen = async (file: string): Promise<Extract<FacePicture, Uint8Array>> =>
  sharp(await readFile(file))
    .resize(1280, 720, { fit: 'contain', background: '#888888' })
    .jpeg({ quality: 92 })
    .toBuffer();
