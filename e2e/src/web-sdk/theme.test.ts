import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { style } from '../../../packages/web-sdk/src/ui/style.ts';
import { cardPicture } from './footage.ts';
import { desktop, phone, type Shop, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Every key of a theme, as the style reads it. */
const themeKeys = [
  ...new Set([...style.matchAll(/var\(--((?:color|font|border)[A-Z]\w+),/g)].map(([, key]) => key as string)),
];

/** A value that nothing has of itself. */
function strange(key: string): string {
  if (key.startsWith('color')) return 'rgb(1, 254, 3)';
  if (key.startsWith('fontFamily')) return 'cursive';
  if (key.startsWith('fontWeight')) return '123';
  return key.startsWith('borderStyle') ? 'dotted' : '7px';
}

/** Keys that change how something on the present screen looks; runs in the page. */
const changing = (keys: readonly string[]) => `(() => {
  const names = ['color', 'backgroundColor', 'borderTopColor', 'borderTopWidth', 'borderTopStyle', 'borderTopLeftRadius',
    'outlineColor', 'outlineStyle', 'fontFamily', 'fontSize', 'fontWeight', 'textDecorationColor', 'fill'];
  const host = document.querySelector('.bonafide-sdk');
  const look = () => [...host.shadowRoot.querySelectorAll('.sdk, .sdk *')].map((one) => {
    const style = getComputedStyle(one);
    return names.map((name) => style[name]).join();
  }).join(';');
  const before = look();
  return ${JSON.stringify(keys.map((key) => [key, strange(key)]))}.filter(([key, value]) => {
    host.style.setProperty('--' + key, value);
    const changed = look() !== before;
    host.style.removeProperty('--' + key);
    return changed;
  }).map(([key]) => key);
})()`;

/** How something looks that is pressed, pointed at, or chosen in a list of the system's. */
const state = /Hover|Active|Focus$/;

describe.skipIf(!possible)('the colours of a page', { timeout: 60_000 }, () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(options: string, device = desktop, before = '') {
    const { token } = await stage.admit();
    const script = `${before} window.handle = Onfido.init({ token: '${token}', showExitButton: true, ...notes, ${options} });`;
    return visitShop(stage.browser, stage.service, script, { ...device, reducedMotion: 'reduce' });
  }

  test('every key changes something that is seen', async () => {
    const left = new Set(themeKeys.filter((key) => !state.test(key)));
    const look = async (shop: Shop) => {
      // Styles that change take no time in this moment.
      for (const key of await shop.page.evaluate<string[]>(changing([...left]))) left.delete(key);
    };
    const quick = 'const slow = setTimeout; window.setTimeout = (work, ms) => slow(work, ms / 50);';
    const consent = "{ type: 'consent', options: { policyUrl: 'https://shop.example/privacy' } }";
    const shop = await visit(`steps: [${consent}, 'document']`, desktop, quick);
    await shop.button('I agree').waitFor();
    await look(shop);
    await shop.button('I agree').click();
    await shop.heading('Which document will you use?').waitFor();
    await look(shop);
    await shop.button('Identity card').click();
    // By keyboard, so that the focus is seen.
    await shop.page.getByLabel('Country').waitFor();
    await shop.page.keyboard.press('Tab');
    await look(shop);
    await shop.page.getByLabel('Country').selectOption('FRA');
    await shop.button('Continue').click();
    await shop.choose('Choose a file', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('none') });
    await shop.page.locator('.alert').waitFor();
    await look(shop);
    await shop.page.route('**/v3/documents', (route) => route.abort());
    await shop.choose('Choose a file', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });
    await shop.button('Yes, send it').click();
    await shop.heading('It did not get through').waitFor();
    await look(shop);
    await shop.close();

    const code = await visit("steps: ['face'], crossDevicePolicy: 'force'");
    await code.page.locator('.code').waitFor();
    await look(code);
    await code.close();

    const camera = await visit("steps: ['face']", phone);
    await camera.button('Take a photo').click();
    await camera.page.locator('.shutter:enabled').waitFor();
    await camera.page.mouse.move(5, 5);
    await look(camera);
    await camera.close();
    expect([...left]).toEqual([]);
  });

  test('buttons stand on top of each other where a page wants that', async () => {
    for (const stacked of [false, true]) {
      const shop = await visit(`steps: ['consent', 'face'], customUI: { buttonGroupStacked: ${stacked} }`);
      const top = async (name: string) => (await shop.button(name).boundingBox())?.y;
      await shop.button('I agree').waitFor();
      expect((await top('I agree')) === (await top('I don’t agree'))).toBe(!stacked);
      await shop.close();
    }
  });

  test.each([
    ['desktop', desktop, { width: 600, height: 800 }],
    ['desktop, small', { viewport: { width: 1280, height: 640 } }, { width: 600, height: 640 }],
    ['phone', phone, { width: 390, height: 844 }],
  ])('the size on a %s', async (_, device, size) => {
    const shop = await visit("steps: ['welcome', 'face']", device);
    await shop.button('Start').waitFor();
    expect(await shop.page.locator('.bonafide-sdk .sdk').boundingBox()).toMatchObject(size);
    await shop.page.evaluate("document.getElementById('sdk-mount').style.setProperty('height', '200px')");
    const { height } = (await shop.page.locator('.bonafide-sdk .sdk').boundingBox()) ?? {};
    expect(height).toBe(600);
    await shop.close();
  });
});
