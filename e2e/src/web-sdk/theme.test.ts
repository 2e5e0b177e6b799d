import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { style } from '../../../packages/web-sdk/src/ui/style.ts';
import { cardPicture } from './footage.ts';
import { chooseCountry, desktop, phone, type Shop, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/**
 * The keys of the published contract: the keys of `theme.config`, the further ones of `customUI`, and the keys that later
 * versions added. `googleFonts` loads nothing, since fonts of third parties are never loaded; `buttonGroupStacked` is not a value of
 * CSS and has a test of its own.
 */
const contract = `borderRadiusButton borderStyleSurfaceModal fontWeightBody fontSizeBody fontSizeSubtitle fontSizeTitle
  colorBackgroundSurfaceModal colorBackgroundIcon colorBorderLinkUnderline colorBackgroundLinkActive colorBackgroundLinkHover
  colorBackgroundDocTypeButton colorContentBody colorContentTitle colorContentSubtitle colorContentButtonPrimaryText
  colorBackgroundButtonPrimary colorBackgroundButtonPrimaryHover colorBackgroundButtonPrimaryActive
  colorContentButtonSecondaryText colorBackgroundButtonSecondary colorBackgroundButtonSecondaryHover
  colorBackgroundButtonSecondaryActive colorContentLinkTextHover colorBorderDocTypeButton colorBackgroundDocTypeButtonHover
  colorBackgroundDocTypeButtonActive colorContentDocTypeButton colorIcon colorContentInfoPill colorBackgroundInfoPill
  colorBackgroundSelector colorBackgroundDropdownItemHover colorInputOutline colorContentButtonTertiaryText colorContentInput
  colorBackgroundInput colorBorderInput fontFamilyTitle fontFamilySubtitle fontFamilyBody fontWeightTitle fontWeightSubtitle
  colorBorderSurfaceModal borderWidthSurfaceModal borderRadiusSurfaceModal colorBorderButtonPrimary
  colorBorderButtonPrimaryHover colorBorderButtonPrimaryActive colorBorderButtonPrimaryFocus colorBorderButtonSecondary
  colorBorderButtonSecondaryHover colorBorderButtonSecondaryActive colorBorderButtonSecondaryFocus
  colorBorderDocTypeButtonHover colorBorderDocTypeButtonActive colorContentAlertInfo colorBackgroundAlertInfo
  colorContentAlertError colorBackgroundAlertError colorContentAlertInfoLinkHover colorContentAlertInfoLinkActive
  colorBackgroundAlertInfoLinkHover colorBackgroundAlertInfoLinkActive colorContentAlertErrorLinkHover
  colorContentAlertErrorLinkActive colorBackgroundAlertErrorLinkHover colorBackgroundAlertErrorLinkActive
  colorBackgroundButtonIcon colorBackgroundButtonIconHover colorBackgroundButtonIconActive colorBackgroundButtonCamera
  colorBackgroundButtonCameraHover colorBackgroundButtonCameraActive colorBackgroundQRCode borderRadiusSelector
  colorBackgroundDropdownItemActive colorIconAlertInfo borderRadiusDocTypeButton colorBackgroundDocHelpMediaContainer
  borderRadiusButtonIcon colorBorderButtonIcon colorBorderButtonIconHover colorBorderButtonIconActive`.split(/\s+/);

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

describe.skipIf(!possible)('the colours of a page', () => {
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
    const read = [...style.matchAll(/var\(--((?:color|font|border)[A-Z]\w+),/g)].map(([, key]) => key as string);
    expect([...new Set(read)].sort()).toEqual([...contract].sort());
    const left = new Set(contract);
    const look = async (shop: Shop) => {
      // Styles that change take no time in this moment.
      for (const key of await shop.page.evaluate<string[]>(changing([...left]))) left.delete(key);
    };
    /** Handles the element at rest, under the pointer, pressed, and with the focus of a keyboard. */
    const handle = async (shop: Shop, one: Locator) => {
      await one.scrollIntoViewIfNeeded();
      await one.hover();
      await look(shop);
      await shop.page.mouse.down();
      await look(shop);
      // Let go elsewhere, a press does nothing.
      await shop.page.mouse.move(2, 2);
      await shop.page.mouse.up();
      await shop.page.keyboard.press('Shift');
      await one.focus();
      await look(shop);
    };
    const quick = 'const slow = setTimeout; window.setTimeout = (work, ms) => slow(work, ms / 50);';
    const consent = "{ type: 'consent', options: { policyUrl: 'https://shop.example/privacy' } }";
    const lists = "customUI: { colorBackgroundDropdownItemHover: '#eee' },";
    const shop = await visit(`steps: [${consent}, 'document'], ${lists}`, desktop, quick);
    await shop.button('I agree').waitFor();
    await look(shop);
    await handle(shop, shop.button('I agree'));
    await handle(shop, shop.button('I don’t agree'));
    await handle(shop, shop.button('Exit'));
    await handle(shop, shop.page.getByRole('link', { name: 'Read the privacy notice' }));
    await shop.button('I agree').click();
    await shop.heading('Choose your document').waitFor();
    await look(shop);
    await handle(shop, shop.button('Driving licence'));
    // By keyboard, so that the focus is seen.
    await shop.page.locator('#country').focus();
    await shop.page.keyboard.press('Tab');
    await shop.page.keyboard.press('Shift+Tab');
    await look(shop);
    await shop.page.locator('#country').click();
    await handle(shop, shop.page.getByRole('option', { name: 'Albania' }));
    await shop.page.keyboard.press('Escape');
    await chooseCountry(shop.page, 'France');
    await shop.button('Permis de conduire').click();
    await shop.choose('Choose a file', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('none') });
    await shop.page.locator('.alert').waitFor();
    await look(shop);
    await shop.page.route('**/v3/documents', (route) => route.abort());
    await shop.choose('Choose a file', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });
    await shop.button('Use this photo').click();
    await shop.heading('Upload failed').waitFor();
    await look(shop);
    await shop.close();

    const code = await visit("steps: ['face'], crossDevicePolicy: 'force'");
    await code.page.locator('.code').waitFor();
    await look(code);
    await code.close();

    const camera = await visit("steps: ['face']", phone);
    await camera.button('Take a photo').click();
    await camera.page.locator('.shutter:enabled').waitFor();
    await expect.poll(() => camera.page.locator('.below p').innerText()).not.toBe('');
    await camera.page.mouse.move(5, 5);
    await look(camera);
    await handle(camera, camera.page.locator('.shutter'));
    await camera.close();

    const typed = await visit("steps: [{ type: 'data', options: { required: ['first_name'] } }, 'document']");
    await typed.button('Continue').click();
    await handle(typed, typed.page.locator('.alert').getByRole('link', { name: 'First names' }));
    await typed.page.locator('.alert').getByRole('link', { name: 'First names' }).click();
    const focused = "document.querySelector('.bonafide-sdk').shadowRoot.activeElement.id";
    expect(await typed.page.evaluate(focused)).toBe(await typed.page.getByLabel('First names').getAttribute('id'));
    await typed.close();
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
