import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseCountry, desktop, phone, type Visit, visitShop } from './shop.ts';
import { openStage, passport, possible, type Stage } from './stage.ts';

const twice = "document.documentElement.style.fontSize = '200%';";

/** The button that lies over the field for a phone number, or over a part of it; null for none. Runs in the page. */
const coverOfNumber = `(() => {
  const root = document.querySelector('.bonafide-sdk').shadowRoot;
  const { left, right, top, bottom } = root.querySelector('#phone').getBoundingClientRect();
  const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => root.elementFromPoint((left + right) / 2, y));
  return points.map((one) => one?.closest('.actions')?.innerText).find(Boolean) ?? null;
})()`;

/** Name of the animation of the example with glare. Runs in the page. */
const animationOfGlare =
  "getComputedStyle(document.querySelector('.bonafide-sdk').shadowRoot.querySelector('.tilting')).animationName";

describe.skipIf(!possible)('screens of the browser SDK', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(steps: string, options: Visit, more = '', before = '') {
    const { token } = await stage.admit();
    const script = `${before} Onfido.init({ token: '${token}', steps: ${steps}, ${more} ...notes });`;
    return visitShop(stage.browser, stage.service, script, {
      ...options,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
  }

  const boxOf = async (one: Locator) =>
    (await one.boundingBox()) as NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

  describe.each([
    ['held upright', {}, ''],
    ['held sideways', { viewport: { width: 844, height: 390 } }, ''],
    ['that is small', { viewport: { width: 320, height: 568 } }, ''],
    ['with letters twice as large', {}, twice],
  ] as const)('the camera of a phone %s', (_, window, before) => {
    test.each([
      ['face', "['face']", 0.76],
      ['passport', passport, 1.42],
    ] as const)(
      'has the button for a %s in view, its frame in shape, and nothing that jumps',
      async (_, steps, ratio) => {
        const shop = await visit(steps, { ...phone, ...window }, '', before);
        const { page, button } = shop;
        await button('Take a photo').click();
        const stageOf = page.locator('.stage');
        const opening = await boxOf(stageOf);
        await button('Take the photo').and(page.locator(':enabled')).waitFor();
        await expect.poll(() => page.locator('.below p').innerText()).not.toBe('');
        expect(await boxOf(stageOf)).toEqual(opening);
        const { height } = page.viewportSize() as { height: number };
        const shutter = await boxOf(page.locator('.shutter'));
        const hint = await boxOf(page.locator('.below p'));
        const hole = await boxOf(page.locator('.hole'));
        expect(shutter.y + shutter.height).toBeLessThanOrEqual(height);
        expect(hint.y + hint.height).toBeLessThanOrEqual(shutter.y);
        expect(hole.width / hole.height).toBeCloseTo(ratio, 1);
        expect(hole.x).toBeGreaterThan(opening.x);
        expect(hole.y).toBeGreaterThan(opening.y);
        expect(hole.x + hole.width).toBeLessThan(opening.x + opening.width);
        expect(hole.y + hole.height).toBeLessThan(opening.y + opening.height);
        await shop.close();
      },
    );
  });

  test('long words in large letters are no wider than a small phone, and the words of the bar stay whole', async () => {
    const small = { ...phone, viewport: { width: 320, height: 568 } };
    const steps = "['welcome', 'document', 'face']";
    const shop = await visit(steps, { ...small, name: 'phone-german' }, "language: 'de', showExitButton: true,", twice);
    const { look, button } = shop;
    await look('Bestätigen Sie Ihre Identität für Alice Ltd');
    await button('Los geht’s').click();
    await look('Wählen Sie Ihr Dokument');
    const lines = await Promise.all(['Zurück', 'Beenden'].map(async (name) => (await boxOf(button(name))).height));
    expect(lines.every((height) => height < 64)).toBe(true);
    await shop.close();
  });

  test('the primary action is reached first, and seen first, even with forced colours', async () => {
    const shop = await visit("['consent', 'document']", { ...desktop, name: 'desktop-forced' });
    const { page, look, button } = shop;
    await page.emulateMedia({ forcedColors: 'active' });
    await look('How we use your data');
    const [yes, no] = [button('I agree'), button('I don’t agree')];
    expect((await boxOf(yes)).x).toBeLessThan((await boxOf(no)).x);
    const grounds = await page.evaluate<string[]>(
      "[...document.querySelector('.bonafide-sdk').shadowRoot.querySelectorAll('.button')].map((one) => getComputedStyle(one).backgroundColor)",
    );
    expect(new Set(grounds).size).toBe(2);
    await shop.close();
  });

  test('no button covers the field for a phone number', async () => {
    const shop = await visit("['face']", { ...desktop, name: 'desktop-number' });
    await shop.button('Continue on your phone').click();
    await shop.page.getByRole('tab', { name: 'Text message', exact: true }).click();
    await shop.page.getByLabel('Send the link to your phone number').waitFor();
    for (const height of [600, 680, 720, 768, 820, 900, 1080]) {
      await shop.page.setViewportSize({ width: 1280, height });
      expect(await shop.page.evaluate(coverOfNumber), `${height} pixels high`).toBe(null);
    }
    await shop.look('Continue on your phone', { focus: false });
    await shop.close();
  });

  test('a guide shows a good photo and three flaws, and what a proof of address must have', async () => {
    const shop = await visit("['face']", { ...phone, name: 'phone-examples' });
    const examples = () => shop.page.getByRole('list', { name: 'Example photos', exact: true }).getByRole('listitem');
    const drawn = () => shop.page.locator('.shot svg').count();
    await expect.poll(drawn).toBe(4);
    expect(await examples().allInnerTexts()).toEqual(['Good', 'Cut off', 'Blurred', 'Too dark']);
    await shop.look('Take a selfie', { focus: false });
    await shop.close();

    const bill = await visit("['poa']", { ...phone, name: 'phone-bill' });
    await chooseCountry(bill.page, 'United Kingdom');
    await bill.button('Bank statement').click();
    await bill.page.locator('.bill svg').waitFor();
    expect(await bill.page.locator('.bill li').allInnerTexts()).toEqual([
      ...['1\nYour full name', '2\nYour current address', '3\nA date within the last three months', '4\nWho sent it'],
    ]);
    await bill.look('Bank statement');
    const motion = () => bill.page.evaluate(animationOfGlare);
    await bill.page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await motion()).toBe('tilt');
    await bill.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await motion()).toBe('none');
    await bill.close();
  });

  test('the words of the examples remain where their drawings can’t be loaded', async () => {
    const shop = await visit("['welcome', 'face']", { ...phone, name: 'phone-no-examples' });
    await shop.page.route('**/lazy/teaching.js', (route) => route.abort());
    await shop.button('Start').click();
    await shop.page.locator('.tiles.bare').waitFor();
    expect(await shop.page.getByRole('listitem').first().innerText()).toBe('Good');
    await shop.page.unroute('**/lazy/teaching.js');
    await shop.close();
  });

  test('what is wrong with a file is seen without scrolling', async () => {
    const steps = "[{ type: 'document', options: { documentTypes: { passport: true }, uploadFallback: true } }]";
    const shop = await visit(steps, { ...phone, viewport: { width: 320, height: 568 }, name: 'phone-wrong-file' });
    await shop.choose('Choose a file', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(40_000, 'a') });
    const alert = shop.page.locator('.alert');
    await alert.waitFor();
    const { y, height } = await boxOf(alert);
    expect(y + height).toBeLessThanOrEqual(568);
    await shop.look('Photo page of your passport');
    await shop.close();
  });
});
