import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, type Visit, visitShop, welcomeTitle } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

const markup = '<main><button id="begin">Identify me</button><div id="sdk-mount"></div></main>';

/** Elements with the focus, in the page and in the SDK. */
const focus = `[document.activeElement.id || document.activeElement.className,
  document.querySelector('.bonafide-sdk')?.shadowRoot.activeElement?.textContent ?? null]`;

describe.skipIf(!possible)('the browser SDK in a dialog', () => {
  let stage: Stage;
  let token: string;
  beforeAll(async () => {
    stage = await openStage();
    ({ token } = await stage.admit());
  });
  afterAll(() => stage?.close());

  /** A page whose button opens the dialog. */
  const visit = async (more: string, options: Visit = {}) => {
    const script = `
      window.handle = Onfido.init({ token: '${token}', useModal: true, steps: ['welcome', 'face', 'complete'], ...notes, ${more} });
      document.getElementById('begin').onclick = () => handle.setOptions({ isModalOpen: true });`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...desktop, ...options }, markup);
    // The button is there before the script that listens to it.
    await expect.poll(() => shop.page.evaluate('window.ready')).toBe(true);
    return shop;
  };
  const closes = 'onModalRequestClose: () => { note("asked", true); handle.setOptions({ isModalOpen: false }); },';

  test.each([
    ['desktop', desktop],
    ['phone', phone],
  ])('is shown when the page says so, holds the focus, and gives it back, on a %s', async (name, device) => {
    const shop = await visit(closes, { ...device, name: `${name}-modal` });
    const { page, look, button } = shop;
    await button('Identify me').waitFor();
    // Nobody has opened it, so nothing has begun.
    expect([await page.getByRole('dialog').count(), shop.received('analytics')]).toEqual([0, []]);
    await button('Identify me').click();
    await look(welcomeTitle);
    expect(shop.received('analytics')).toEqual(['WELCOME']);
    expect(await page.getByRole('dialog', { name: 'Identity verification' }).count()).toBe(1);
    // The page beneath is out of reach, for fingers and for keys.
    for (let i = 0; i < 6; i += 1) {
      await page.keyboard.press('Tab');
      expect((await page.evaluate<string[]>(focus))[0]).not.toBe('begin');
    }
    const inFront = 'document.elementFromPoint(...(({ x, y }) => [x + 5, y + 5])(begin.getBoundingClientRect())).id';
    expect(await page.evaluate(inFront)).not.toBe('begin');

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate(focus)).toEqual(['begin', null]);
    await button('Identify me').click();
    await look(welcomeTitle);
    await button('Close').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(shop.received('asked')).toEqual([true, true]);
    // What was begun continues.
    await button('Identify me').click();
    await button('Start').click();
    await page.keyboard.press('Escape');
    await button('Identify me').click();
    await look('Take a selfie');
    expect(shop.received('analytics')).toEqual(['WELCOME', 'FACIAL_INTRO']);
    await shop.close();
  });

  test('a press beside it closes it, unless the page forbids that', async () => {
    const shop = await visit(closes);
    const beside = () => shop.page.mouse.click(20, 20);
    await shop.button('Identify me').click();
    await shop.heading(welcomeTitle).waitFor();
    // A press that starts inside: the applicant selects words.
    await shop.page.mouse.move(640, 400);
    await shop.page.mouse.down();
    await shop.page.mouse.move(20, 20);
    await shop.page.mouse.up();
    expect(shop.received('asked')).toEqual([]);
    await beside();
    await shop.page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(shop.received('asked')).toEqual([true]);
    await shop.page.evaluate('handle.setOptions({ shouldCloseOnOverlayClick: false, isModalOpen: true })');
    await shop.heading(welcomeTitle).waitFor();
    await beside();
    expect([await shop.page.getByRole('dialog').count(), shop.received('asked')]).toEqual([1, [true]]);
    await shop.close();
  });

  test('the page may refuse to close it, and without a callback it closes by itself', async () => {
    const refusing = await visit('isModalOpen: true, onModalRequestClose: () => note("asked", true)');
    await refusing.heading(welcomeTitle).waitFor();
    // A second time, too, when browsers let nobody refuse what is not handled in time.
    for (let i = 0; i < 3; i += 1) await refusing.page.keyboard.press('Escape');
    expect(refusing.received('asked')).toEqual([true, true, true]);
    expect(await refusing.page.getByRole('dialog').count()).toBe(1);
    await refusing.close();

    const shop = await visit('isModalOpen: true');
    await shop.heading(welcomeTitle).waitFor();
    await shop.page.keyboard.press('Escape');
    await shop.page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await shop.page.evaluate('handle.options.isModalOpen')).toBe(false);
    await shop.close();
  });

  test('the camera is off while nobody sees it', async () => {
    const keep = `const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices); window.streams = [];
      navigator.mediaDevices.getUserMedia = async (wish) => { const stream = await open(wish); streams.push(stream); return stream; };`;
    const script = `${keep}
      window.handle = Onfido.init({ token: '${token}', useModal: true, isModalOpen: true, steps: ['face'], ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, desktop);
    const live = () => shop.page.evaluate('streams.map((one) => one.getTracks()[0].readyState).join()');
    await shop.button('Take a photo').click();
    await shop.page.locator('.shutter:enabled').waitFor();
    await shop.page.evaluate('handle.setOptions({ isModalOpen: false })');
    expect(await live()).toBe('ended');
    await shop.page.evaluate('handle.setOptions({ isModalOpen: true })');
    await shop.page.locator('.shutter:enabled').waitFor();
    expect(await live()).toBe('ended,live');
    await shop.page.evaluate('handle.tearDown()');
    expect([await live(), await shop.page.getByRole('dialog').count()]).toEqual(['ended,ended', 0]);
    expect(shop.complaints).toEqual([]);
    await shop.close();
  });

  test('a file is chosen, what is wrong is read out, and the end is reached in it', async () => {
    const steps = "steps: [{ type: 'document', options: { documentTypes: { passport: true } } }, 'complete']";
    const shop = await visit(`isModalOpen: true, showExitButton: true, ${steps}`, { name: 'desktop-modal-end' });
    await shop.look('Photo page of your passport');
    await shop.choose('Choose a file', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('none') });
    const said = shop.page.getByRole('dialog').getByRole('status');
    await expect.poll(() => said.textContent()).toContain('file');
    await shop.choose('Choose a file', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });
    await shop.button('Use this photo').click();
    await shop.look('Thank you');
    expect(await shop.page.getByRole('dialog').count()).toBe(1);
    expect(shop.received('onComplete')).toHaveLength(1);
    await shop.close();
  });

  test('an expired token is reported at once, and shown when it is opened', async () => {
    const shop = await visit("token: 'abc',", { name: 'desktop-modal-invalid' });
    await expect.poll(() => shop.received('onError')).toHaveLength(1);
    await shop.button('Identify me').click();
    await shop.look('Verification can’t start', { focus: false });
    await shop.button('Close').click();
    await shop.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await shop.close();
  });
});
