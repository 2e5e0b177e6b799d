import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawnCamera } from './drawn-camera.ts';
import { footageShots, type Scene } from './footage.ts';
import { desktop, phone, type Visit, visitShop, welcomeTitle } from './shop.ts';
import { openStage, passport, possible, type Stage } from './stage.ts';

/** The clock of the page stands still but for `skip(ms)`: each look and each second is one that the test has asked for. */
const FROZEN = 0;

/** Milliseconds between two looks. */
const LOOK_MS = 200;

const inSdk = "document.querySelector('.bonafide-sdk').shadowRoot";
const shutterOpacity = `getComputedStyle(${inSdk}.querySelector('.shutter')).opacity`;

/** Counts what the applicant presses. */
const countTaps = "window.taps = 0; addEventListener('click', ({ isTrusted }) => isTrusted && window.taps++, true);";

describe.skipIf(!possible)('a camera that takes the picture by itself', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(
    scene: Scene,
    options: string,
    { first = '', device = phone, ...more }: Visit & { device?: Visit } = {},
    mostMs = FROZEN,
  ) {
    const { token, applicant } = await stage.admit();
    const camera = await drawnCamera(scene, mostMs);
    const script = `Onfido.init({ token: '${token}', ...notes, useAutoCapture: true, ${options} });`;
    const visited = { ...device, ...more, first: `${camera} ${first}` };
    const shop = await visitShop(stage.browser, stage.service, script, visited);
    const skip = (ms: number) => shop.page.evaluate(`skip(${ms})`);
    const hint = shop.page.locator('.below p');
    return {
      ...shop,
      applicant,
      skip,
      hint,
      opacity: () => shop.page.evaluate(shutterOpacity),
      /** Waits until a screen reader has been told. */
      said: (text: string) =>
        shop.page.locator('[role=status]').getByText(text, { exact: true }).waitFor({ state: 'attached' }),
      /** Opens the camera without its guide, and waits until it looks. */
      async atCamera(heading: string, pressed?: string) {
        if (pressed) await shop.button(pressed).click();
        await shop.heading(heading).waitFor();
        await shop.page.locator('.shutter:enabled').waitFor();
        await skip(3000);
      },
      /** Lets the camera look until the ring fills. */
      async filling() {
        await expect
          .poll(async () => {
            await skip(LOOK_MS);
            return shop.page.locator('.ring.filling').count();
          })
          .toBe(1);
      },
    };
  }

  const document = "steps: ['document']";
  const documentTitle = 'Fit the photo page into the frame';
  const faceTitle = 'Look straight ahead with your face in the oval';

  test('passport and selfie take four taps, and eight by hand', async () => {
    const [[card], [person]] = [await footageShots('card'), await footageShots('person')];
    // One camera has pictures of one size.
    const upright = sharp(person![0]).resize(720, 1280, { fit: 'cover' }).jpeg({ quality: 92 });
    const scene = [
      [card![0], 1],
      [await upright.toBuffer(), 10_000],
    ] as const;
    const taps: number[] = [];
    for (const [name, options] of [
      ['auto', ''],
      ['by-hand', 'useAutoCapture: false'],
    ] as const) {
      const shop = await visit(scene, options, { first: countTaps, name: `phone-${name}`, colorScheme: 'light' }, 250);
      const take = async (title: string, frame: string) => {
        if (name === 'auto') return;
        await shop.heading(title).waitFor();
        await shop.button('Take a photo').click();
        await shop.heading(frame).waitFor();
        await shop.button('Take the photo').and(shop.page.locator(':enabled')).click();
      };
      await shop.look(welcomeTitle);
      await shop.button('Start').click();
      await shop.button('Passport').click();
      await take('Photo page of your passport', documentTitle);
      await shop.look('Check your photo');
      await shop.page.evaluate('play(), skip(1000)');
      await shop.button('Use this photo').click();
      await take('Take a selfie', faceTitle);
      await shop.look('Check your selfie');
      await shop.button('Use this photo').click();
      await shop.look('Thank you');
      taps.push(await shop.page.evaluate<number>('taps'));
      const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body;
      const photos = (await stage.service.get(`/v3.6/live_photos?applicant_id=${shop.applicant}`)).body.live_photos;
      expect([documents.length, photos.length]).toEqual([1, 1]);
      expect(shop.received('analytics')).toEqual([
        ...[
          'WELCOME',
          'DOCUMENT_TYPE_SELECT',
          'DOCUMENT_CAPTURE_FRONT',
          'DOCUMENT_CAPTURE_CONFIRMATION_FRONT',
          'UPLOAD',
        ],
        ...['FACIAL_INTRO', 'FACIAL_CAPTURE', 'FACIAL_CAPTURE_CONFIRMATION', 'UPLOAD'],
      ]);
      await shop.close();
    }
    console.log(`Taps for passport and selfie: ${taps[0]}, by hand ${taps[1]}`);
    expect(taps).toEqual([4, 8]);
  });

  test.each([
    ['document', 'card', document, 'Passport', documentTitle, 'Check your photo'],
    ['face', 'person', "steps: ['welcome', 'face']", 'Start', faceTitle, 'Check your selfie'],
  ] as const)('a %s that is good for a second', async (name, scene, steps, pressed, title, confirmed) => {
    const shop = await visit(scene, steps, { name: `phone-ring-${name}`, colorScheme: 'dark' });
    await shop.button(pressed).click();
    await shop.heading(title).waitFor();
    await shop.page.locator('.intro').waitFor();
    await shop.page.locator('.shutter:enabled').waitFor();
    await shop.said('The camera is ready. It takes the photo by itself.');
    await shop.look(title);
    await shop.skip(3000);
    expect(await shop.page.locator('.intro').count()).toBe(0);
    await shop.filling();
    expect(await shop.hint.textContent()).toBe('Good. Hold still.');
    for (let ms = LOOK_MS; ms < 1000; ms += LOOK_MS) await shop.skip(LOOK_MS);
    expect(await shop.page.locator('.stage.taken').count()).toBe(0);
    await shop.look(title);
    await shop.skip(LOOK_MS);
    expect(await shop.page.locator('.stage.taken').count()).toBe(1);
    expect(await shop.hint.textContent()).toBe('Photo taken');
    await shop.said('Photo taken');
    expect(await shop.page.evaluate(`${inSdk}.querySelector('video').paused`)).toBe(true);
    await shop.skip(500);
    await shop.look(confirmed);
    // Again without the guide.
    await shop.button('Retake').click();
    await shop.atCamera(title);
    await shop.close();
  });

  test('the button: after six seconds, to the eye; at once, by keyboard', async () => {
    const shop = await visit('nobody', document);
    await shop.atCamera(documentTitle, 'Passport');
    expect(await shop.opacity()).toBe('0');
    await shop.page.keyboard.press('Tab');
    expect(await shop.page.evaluate(`${inSdk}.activeElement.className`)).toBe('shutter late');
    expect(await shop.opacity()).toBe('1');
    await shop.page.keyboard.press('Shift+Tab');
    await shop.skip(5999);
    expect(await shop.opacity()).toBe('0');
    await shop.skip(1);
    expect(await shop.opacity()).toBe('1');
    await shop.button('Take the photo').click();
    await shop.look('Check your photo');
    await shop.close();
  });

  test('a look that is not good starts the second again', async () => {
    const shots = [...(await footageShots('card')), ...(await footageShots('nobody')), ...(await footageShots('card'))];
    const scene = shots.map(([picture], i) => [picture, i === 1 ? 0.2 : 10] as const);
    const shop = await visit(scene, document);
    await shop.atCamera(documentTitle, 'Passport');
    await shop.filling();
    // Nine seconds and 800 milliseconds of the first picture are over.
    await shop.page.evaluate(
      'play(), performance.now = ((now, from) => () => now() + (now() > from ? 9_800 : 0))(performance.now, performance.now())',
    );
    await shop.skip(LOOK_MS);
    expect(await shop.page.locator('.ring.filling').count()).toBe(0);
    await shop.close();
  });

  test('a device that is too slow, and one without the part for hints, has the button at once', async () => {
    const atOnce = `{ const set = window.setTimeout;
      window.setTimeout = (work, ms, ...more) => ms === 6000 || ms === 10_000 ? 0 : set(work, ms < 60_000 ? 0 : ms, ...more); }`;
    const slow = `{ let now = 0; performance.now = () => (now += 400); }`;
    for (const [first, part] of [
      [atOnce + slow, undefined],
      [atOnce, '**/lazy/document-vision.js'],
    ] as const) {
      const shop = await visit('card', `steps: ['welcome', ...${passport}]`, {
        first,
      });
      if (part) await shop.page.route(part, (route) => route.abort());
      // The page's clock says nothing to Playwright either, whose own presses wait for it.
      await shop.heading(welcomeTitle).waitFor();
      await shop.page.evaluate(`${inSdk}.querySelector('.button').click()`);
      await shop.hint.getByText('Ready? Press the round button.', { exact: true }).waitFor();
      expect(await shop.opacity()).toBe('1');
      await shop.page.evaluate(`${inSdk}.querySelector('.shutter').click()`);
      await shop.heading('Check your photo').waitFor();
      await shop.page.unrouteAll();
      await shop.close();
    }
  });

  test('Back leads from the camera to the choice; a computer, a first screen and a page that wants none of it keep the guide', async () => {
    const shop = await visit('nobody', "steps: ['document', 'face']", { reducedMotion: 'reduce' });
    await shop.atCamera(documentTitle, 'Passport');
    await shop.button('Back').click();
    await shop.heading('Choose your document').waitFor();
    await shop.close();

    const computer = await visit('nobody', `steps: ['welcome', ...${passport}]`, { device: desktop });
    await computer.button('Start').click();
    await computer.look('Photo page of your passport');
    await computer.close();

    // Nothing was pressed yet.
    const first = await visit('nobody', `steps: ${passport}`);
    await first.look('Photo page of your passport');
    await first.close();

    const off = await visit('nobody', `${document}, useAutoCapture: false`);
    await off.button('Passport').click();
    await off.look('Photo page of your passport');
    await off.button('Take a photo').click();
    await off.page.locator('.shutter:enabled').waitFor();
    expect(await off.opacity()).toBe('1');
    expect(await off.page.locator('.ring').count()).toBe(0);
    await off.close();
  });

  test('with reduced motion, the ring doesn’t move and nothing flashes', async () => {
    const shop = await visit('card', document, { reducedMotion: 'reduce' });
    await shop.atCamera(documentTitle, 'Passport');
    await shop.filling();
    const styles = () =>
      shop.page.evaluate(`[getComputedStyle(${inSdk}.querySelector('.ring')), getComputedStyle(${inSdk}.querySelector('.stage'), '::after')]
        .map(({ animationName }) => animationName)`);
    expect(await styles()).toEqual(['none', 'none']);
    for (let ms = 0; ms < 1000; ms += LOOK_MS) await shop.skip(LOOK_MS);
    await shop.page.locator('.stage.taken').waitFor();
    expect(await styles()).toEqual(['none', 'none']);
    await shop.close();
  });
});
