import { existsSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FacePicture, findFaces, rasterOf } from '../../../packages/verification/src/index.ts';
import { turnedHead } from '../../../packages/verification/src/video/testing.ts';
import { footageOf, turning } from './footage.ts';
import { launch, phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Waits of seconds take a tenth of their time. */
const quick = 'const slow = setTimeout; window.setTimeout = (work, ms) => slow(work, ms >= 1000 ? ms / 10 : ms);';

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

const portrait = fileURLToPath(new URL('../../../../shared/data/faces_pairs/london_036_neutral.jpg', import.meta.url));

describe.skipIf(!possible)('what the camera sees', { timeout: 90_000 }, () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  /** Opens a browser whose camera sees that, and closes it afterwards. */
  async function seeing(
    scene: Parameters<typeof footageOf>[0],
    look: (browser: Browser) => Promise<void>,
  ): Promise<void> {
    const { file, directory } = await footageOf(scene);
    const browser = await launch(file);
    try {
      await look(browser);
    } finally {
      await browser.close();
      rmSync(directory, { recursive: true });
    }
  }

  async function visit(browser: Browser, step: string, { before = '', ...options }: Visit & { before?: string } = {}) {
    const { token, applicant } = await stage.admit();
    const script = `${before} Onfido.init({ token: '${token}', ...notes, steps: [${step}, 'complete'] });`;
    const shop = await visitShop(browser, stage.service, script, { ...phone, ...options });
    const hint = shop.page.locator('.below p');
    /** Waits for a hint, and for it to be said. */
    const hinted = async (text: string): Promise<void> => {
      await hint.filter({ hasText: text }).waitFor({ timeout: 20_000 });
      await shop.page
        .locator('[role=status]')
        .filter({ hasText: text })
        .waitFor({ state: 'attached', timeout: 20_000 });
    };
    return { ...shop, applicant, hinted };
  }
  const card = "{ type: 'document', options: { documentTypes: { driving_licence: { country: 'GBR' } } } }";
  const face = (variant: string) => `{ type: 'face', options: { requestedVariant: '${variant}' } }`;

  async function atDocument(browser: Browser, options: Visit = {}) {
    const shop = await visit(browser, card, options);
    await shop.button('Take a photo').click();
    const shutter = shop.button('Take the photo');
    await shutter.waitFor();
    return { ...shop, shutter };
  }

  test('a document that lies well in the frame', () =>
    seeing('card', async (browser) => {
      const shop = await atDocument(browser, { name: 'phone-hint-card' });
      await shop.hinted('Good. Press the round button.');
      expect(await shop.page.locator('.hole').getAttribute('class')).toBe('hole card good');
      await shop.look('Fit the front of your document into the frame');
      await shop.shutter.click();
      await shop.look('Can you read everything?');
      await shop.close();
    }));

  test.each([
    ['blurred card', 'Hold still until it is sharp'],
    ['card with glare', 'Tilt it a little, until the glare is gone'],
    ['nobody', 'Fit the whole document into the frame'],
  ] as const)('a %s is told of, and may be photographed all the same', (scene, words) =>
    seeing(scene, async (browser) => {
      const shop = await atDocument(browser, { name: `phone-hint-${scene.split(' ').at(-1)}` });
      await shop.hinted(words);
      await shop.look('Fit the front of your document into the frame');
      await shop.shutter.click();
      await shop.look('Can you read everything?');
      await shop.close();
    }),
  );

  test('without its part for hints, the camera is there all the same', () =>
    seeing('card', async (browser) => {
      const shop = await visit(browser, card, { before: quick });
      await shop.page.route('**/lazy/document-vision.js', (route) => route.abort());
      await shop.button('Take a photo').click();
      await shop.hinted('Ready? Press the round button.');
      await shop.page.unroute('**/lazy/document-vision.js');
      await shop.button('Take the photo').click();
      await shop.look('Can you read everything?');
      await shop.close();
    }));

  test.each([
    ['person', 'Good. Press the round button.'],
    ['two people', 'Only you should be in the picture'],
    ['nobody', 'Put your face into the oval'],
  ] as const)('a selfie of %s', (scene, words) =>
    seeing(scene, async (browser) => {
      const shop = await visit(browser, face('standard'), { name: `phone-hint-face-${scene.split(' ')[0]}` });
      await shop.button('Take a photo').click();
      await shop.button('Take the photo').waitFor();
      await shop.hinted(words);
      await shop.look('Look straight ahead, your face in the oval');
      await shop.close();
    }),
  );

  /** Follows a head to the end. */
  async function followed(browser: Browser, name: string): Promise<void> {
    const shop = await visit(browser, face('motion'), { name });
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    await shop.heading('Slowly turn your head to your left, and back').waitFor({ timeout: 20_000 });
    expect(await shop.page.locator('.hole').getAttribute('class')).toBe('hole oval recording left');
    await shop.look('Slowly turn your head to your left, and back', { focus: false });
    await shop.heading('Slowly turn your head to your right, and back').waitFor({ timeout: 20_000 });
    await shop.heading('Thank you').waitFor({ timeout: 30_000 });
    const path = `/v3.6/motion_captures?applicant_id=${shop.applicant}`;
    const [capture] = (await stage.service.get(path)).body.motion_captures;
    expect(shop.told('onComplete')).toEqual([{ face: { id: capture.id, variant: 'motion' } }]);
    expect(shop.told('analytics')).toEqual([
      ...['MOTION_FACIAL_INTRO', 'MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_CAPTURE'],
      ...['MOTION_FACIAL_UPLOAD', 'MOTION_FACIAL_UPLOAD_COMPLETED'],
    ]);
    await shop.close();
  }

  test('a head that turns is followed to both sides', () =>
    seeing('turning head', (browser) => followed(browser, 'phone-turn')));

  test.skipIf(!existsSync(portrait))('so is that of a photograph (needs ../shared/data)', async () => {
    const photo = await rasterOf(await onScreen(portrait));
    const [found] = await findFaces(photo);
    const turned = async (yaw: number): Promise<Buffer> => {
      const { data, ...size } = yaw === 0 ? photo : turnedHead(photo, found!.landmarks, yaw);
      return sharp(data, { raw: { ...size, channels: 3 } })
        .jpeg({ quality: 90 })
        .toBuffer();
    };
    await seeing(await turning(turned, 0.8), (browser) => followed(browser, 'phone-turn-photo'));
  });

  test('nobody in front of the camera', () =>
    seeing('nobody', async (browser) => {
      const shop = await visit(browser, face('motion'), { before: quick, name: 'phone-motion-nobody' });
      await shop.button('Open the camera').click();
      await shop.hinted('Put your face into the oval');
      for (let i = 0; i < 2; i++) {
        await shop.button('Start recording').click();
        await shop.look('We see no face');
        await shop.button('Try again').click();
      }
      // Whoever can't be seen by this device is filmed by the clock.
      await shop.button('Start recording').click();
      await shop.look('Thank you');
      expect(shop.told('analytics')).toEqual([
        'MOTION_FACIAL_INTRO',
        ...['MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_NO_FACE_DETECTED'],
        ...['MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_NO_FACE_DETECTED'],
        ...['MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_CAPTURE'],
        ...['MOTION_FACIAL_UPLOAD', 'MOTION_FACIAL_UPLOAD_COMPLETED'],
      ]);
      await shop.close();
    }));

  test.each([
    ['person', 'That took too long', 'MOTION_FACIAL_CAPTURE_ERROR_TIMEOUT'],
    ['hasty head', 'That was too fast', 'MOTION_FACIAL_CAPTURE_ERROR_TOO_FAST'],
  ] as const)('a %s that doesn’t turn as asked begins anew', (scene, title, event) =>
    seeing(scene, async (browser) => {
      const shop = await visit(browser, face('motion'), { name: `phone-motion-${scene.split(' ')[0]}` });
      await shop.button('Open the camera').click();
      await shop.button('Start recording').click();
      await shop.heading(title).waitFor({ timeout: 30_000 });
      await shop.look(title);
      await shop.button('Try again').click();
      await shop.heading('Look straight ahead, your face in the oval').waitFor();
      expect(shop.told('analytics')).toEqual([
        ...['MOTION_FACIAL_INTRO', 'MOTION_FACIAL_ALIGNMENT', 'MOTION_FACIAL_CAPTURE'],
        ...[event, 'MOTION_FACIAL_ALIGNMENT'],
      ]);
      await shop.close();
    }),
  );

  test.runIf(process.env.SDK_PACE)('what it costs, at the speed of this machine and at a quarter of it', async () => {
    const scenes = [
      ['card', card],
      ['person', face('standard')],
    ] as const;
    for (const [scene, step] of scenes) {
      await seeing(scene, async (browser) => {
        for (const rate of [1, 4]) {
          const shop = await visit(browser, step, { before: timing });
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
      });
    }
  });

  test('a motion that doesn’t get through is told of', async () => {
    const shop = await visit(stage.browser, face('motion'), { before: quick });
    await shop.page.route('**/lazy/face-vision.js', (route) => route.abort());
    await shop.page.route('**/motion_captures', (route) => route.abort());
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    await shop.look('It did not get through');
    expect(shop.told('analytics').slice(-2)).toEqual(['MOTION_FACIAL_UPLOAD', 'MOTION_FACIAL_CONNECTION_ERROR']);
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
