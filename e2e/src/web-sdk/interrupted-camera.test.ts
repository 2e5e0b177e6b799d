import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../axe.ts';
import { drawnCamera } from './drawn-camera.ts';
import { phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Least length in milliseconds of the timers that stand still until the test moves the time of the page. */
const HELD_MS = 1_000;

/** Milliseconds after which the SDK opens an interrupted camera again. */
const PATIENCE_MS = 2_000;

/**
 * Keeps every camera that the page opens in `cameras`. `system.mute(camera)` does to it what a phone does during a call.
 * While `system.busy`, every camera that is opened is muted. `system.pass(ms)` lets time pass.
 */
const phoneSystem = `
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const { setTimeout: wait, clearTimeout: clear } = window;
  const timers = new Map();
  let [passed, count] = [0, 1e9];
  window.setTimeout = (work, ms = 0, ...given) =>
    ms < ${HELD_MS} ? wait(work, ms, ...given) : (timers.set(++count, { at: passed + ms, work }), count);
  window.clearTimeout = (timer) => timers.delete(timer) || clear(timer);
  window.cameras = [];
  window.system = {
    busy: false,
    hold: (camera, muted) => Object.defineProperty(camera, 'muted', { configurable: true, get: () => muted }),
    mute(camera) { this.hold(camera, true); camera.dispatchEvent(new Event('mute')); },
    unmute(camera) { this.hold(camera, false); camera.dispatchEvent(new Event('unmute')); },
    hide(hidden) {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    pass(ms) {
      passed += ms;
      for (const [timer, { at, work }] of [...timers]) if (at <= passed && timers.delete(timer)) work();
    },
  };
  navigator.mediaDevices.getUserMedia = async (wish) => {
    const stream = await open(wish);
    const [camera] = stream.getVideoTracks();
    if (system.busy) system.hold(camera, true);
    cameras.push(camera);
    return stream;
  };`;

const PAUSED = 'The camera was interrupted. Reconnecting…';
const document = "{ type: 'document', options: { documentTypes: { passport: true } } }";
const documentFilm = "{ type: 'document', options: { requestedVariant: 'video', documentTypes: { passport: true } } }";
const face = (variant: string) => `{ type: 'face', options: { requestedVariant: '${variant}' } }`;

describe.skipIf(!possible)('a camera that is interrupted', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(step: string, options: Visit = {}) {
    const { token } = await stage.admit();
    const script = `${phoneSystem} Onfido.init({ token: '${token}', ...notes, steps: [${step}, 'complete'] });`;
    const first = await drawnCamera('card', null);
    const allowed = ['camera', 'microphone'];
    const shop = await visitShop(stage.browser, stage.service, script, { ...phone, first, allowed, ...options });
    const { page } = shop;
    // Hints would be read out over what is asserted here.
    await page.route('**/lazy/*-vision.js', (route) => route.abort());
    const sent: string[] = [];
    page.on('request', (request) => {
      const [kind] = /documents$|live_photos$|live_videos$|motion_captures$/.exec(request.url()) ?? [];
      if (kind && request.method() === 'POST') sent.push(kind);
    });
    const shutter = shop.button('Take the photo');
    return {
      ...shop,
      shutter,
      said: (text: string) => page.locator('[role=status]').filter({ hasText: text }).waitFor({ state: 'attached' }),
      on: (state: 'enabled' | 'disabled') => shutter.and(page.locator(`:${state}`)).waitFor(),
      system: (work: string) => page.evaluate(`system.${work}`),
      cameras: () => page.evaluate<string[]>('cameras.map(({ readyState }) => readyState)'),
      async close() {
        await page.unrouteAll();
        await shop.close();
      },
      /** Kinds of media that the page has sent. */
      sent,
    };
  }

  test.each([
    ['a document', document, 'Fit the photo page into the frame', ['documents']],
    ['a face', face('standard'), 'Look straight ahead with your face in the oval', ['live_photos']],
  ])('takes no photo of %s until it is back', async (_, step, title, sent) => {
    const shop = await visit(step, { name: 'phone-muted' });
    await shop.button('Take a photo').click();
    await shop.on('enabled');
    await shop.shutter.focus();
    await shop.system('mute(cameras[0])');
    await shop.on('disabled');
    await shop.said(PAUSED);
    // The focus has moved from the button, which is off, to the title.
    await shop.look(title);
    expect(await shop.page.locator('.waiting').innerText()).toBe(PAUSED);
    await shop.system('unmute(cameras[0])');
    await shop.on('enabled');
    await shop.said('The camera is ready');
    expect([await shop.cameras(), await shop.page.locator('.waiting').isVisible()]).toEqual([['live'], false]);

    // A camera that doesn't come back by itself is opened again.
    await shop.system('mute(cameras[0])');
    await shop.on('disabled');
    await shop.system(`pass(${PATIENCE_MS - 1})`);
    expect(await shop.cameras()).toEqual(['live']);
    await shop.system('pass(1)');
    await shop.on('enabled');
    expect(await shop.cameras()).toEqual(['ended', 'live']);
    await shop.shutter.click();
    await shop.button('Use this photo').click();
    await shop.look('Thank you');
    expect([shop.sent, await shop.cameras()]).toEqual([sent, ['ended', 'ended']]);
    await shop.close();
  });

  test('that stays away is reported, and can be opened again', async () => {
    const shop = await visit(face('standard'), { name: 'phone-away' });
    await shop.button('Take a photo').click();
    await shop.on('enabled');
    await shop.system('busy = true');
    await shop.system('mute(cameras[0])');
    await shop.system(`pass(${PATIENCE_MS})`);
    await expect.poll(shop.cameras).toEqual(['ended', 'live']);
    await shop.on('disabled');
    await shop.system(`pass(${PATIENCE_MS})`);
    await shop.look('The camera turned off');
    expect(await shop.cameras()).toEqual(['ended', 'ended']);
    await shop.system('busy = false');
    await shop.button('Try again').click();
    await shop.on('enabled');
    await shop.close();
  });

  test('is looked at when the applicant is back from another app', async () => {
    const shop = await visit(face('standard'), { name: 'phone-app' });
    await shop.button('Take a photo').click();
    await shop.on('enabled');
    await shop.system('hide(true)');
    await shop.system('mute(cameras[0])');
    await shop.on('disabled');
    // Nothing is opened in a page that is not seen, however long that takes.
    await shop.system(`pass(${60 * PATIENCE_MS})`);
    expect(await shop.cameras()).toEqual(['live']);
    await shop.system('hide(false)');
    await shop.system(`pass(${PATIENCE_MS})`);
    await shop.on('enabled');
    expect(await shop.cameras()).toEqual(['ended', 'live']);

    // Stopped meanwhile, without an event.
    await shop.system('hide(true)');
    await shop.page.evaluate("Object.defineProperty(cameras[1], 'readyState', { get: () => 'ended' })");
    await shop.system('hide(false)');
    await shop.look('The camera turned off');
    await shop.close();
  });

  test.each([
    ['an event', "cameras[0].dispatchEvent(new Event('ended'))"],
    ['a script', 'cameras[0].stop()'],
  ])('that is ended by %s takes no photo', async (_, work) => {
    const shop = await visit(document, { name: 'phone-ended' });
    await shop.button('Take a photo').click();
    await shop.on('enabled');
    await shop.page.evaluate(work);
    await shop.look('The camera turned off');
    await shop.button('Try again').click();
    await shop.on('enabled');
    expect([await shop.cameras(), shop.sent]).toEqual([['ended', 'live'], []]);
    await shop.close();
  });

  test('that has ended takes no photo, though nothing said so', async () => {
    const shop = await visit(document, { name: 'phone-silent-end' });
    await shop.button('Take a photo').click();
    await shop.on('enabled');
    await shop.page.evaluate("Object.defineProperty(cameras[0], 'readyState', { get: () => 'ended' })");
    await shop.shutter.click();
    await shop.look('The camera turned off');
    expect(shop.sent).toEqual([]);
    await shop.close();
  });

  test.each([
    ['a document', documentFilm, 'Now tilt it slowly back and forth', 'Fit the photo page into the frame'],
    ['a face', face('video'), undefined, 'Look straight ahead with your face in the oval'],
    ['a head', face('motion'), undefined, 'Look straight ahead with your face in the oval'],
  ])('begins the film of %s again', async (_, step, during, title) => {
    const shop = await visit(step, { name: 'phone-film-muted' });
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    await shop.page.locator('.recording').waitFor();
    if (during) await shop.heading(during).waitFor();
    await shop.system('mute(cameras[0])');
    await shop.said(PAUSED);
    await shop.heading(PAUSED).waitFor();
    expect(await shop.page.locator('.recording').count()).toBe(0);
    expect(await shop.page.locator('.below button').count()).toBe(0);
    expect(await violations(shop.page, ['page-has-heading-one'])).toEqual([]);
    await shop.system(`pass(${PATIENCE_MS})`);
    await shop.button('Start recording').waitFor();
    await shop.look(title, { focus: false });
    expect([await shop.cameras(), shop.sent]).toEqual([['ended', 'live'], []]);
    await shop.close();
  });
});
