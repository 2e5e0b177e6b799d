import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, type Shop, visitShop, welcomeTitle } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';
import { linkOf, takeUp } from './two-devices.ts';

type Press = (name: string) => (shop: Shop) => Promise<void>;

const press: Press = (name) => (shop) => shop.button(name).click();
const shutter: Press = (name) => (shop) => shop.button(name).and(shop.page.locator(':enabled')).click();
const choosePicture = async (shop: Shop) =>
  shop.choose('Choose a file', { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });

const devices = { phone, desktop, 'phone that denies': { ...phone, allowed: [] } };

/** The ways to every state that an applicant can be in, each as the presses that lead there and the title that is shown. */
const ways: readonly [device: keyof typeof devices, steps: string, title: string, presses: ReturnType<Press>[]][] = [
  ['phone', "['welcome', 'document']", welcomeTitle, []],
  ['phone', "['userConsent', 'document']", 'How we use your data', []],
  ['phone', "['document']", 'Choose your document', []],
  ['phone', 'licence', 'Which country issued your document?', []],
  ['phone', 'passport', 'Photo page of your passport', []],
  ['phone', 'passport', 'Fit the photo page into the frame', [press('Take a photo')]],
  ['phone', 'passport', 'Check your photo', [press('Take a photo'), shutter('Take the photo')]],
  ['phone', 'passport', 'Uploading…', [press('Take a photo'), shutter('Take the photo'), press('Use this photo')]],
  ['phone', "['face']", 'Check your selfie', [press('Take a photo'), shutter('Take the photo')]],
  ['desktop', 'passport', 'Uploading…', [choosePicture, press('Use this photo')]],
  ['desktop', 'passport', 'Continue on your phone', [press('Continue on your phone')]],
  ['phone that denies', "['face']", 'Allow camera access', [press('Take a photo')]],
  ['phone that denies', "['face']", 'Camera access is blocked', [press('Take a photo'), press('Continue')]],
];

describe.skipIf(!possible)('the browser SDK is taken down', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  const script = (token: string, steps: string) => `
    const licence = [{ type: 'document', options: { documentTypes: { driving_licence: true } } }];
    const passport = [{ type: 'document', options: { documentTypes: { passport: true } } }];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    window.tracks = [];
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await open(wish);
      tracks.push(...stream.getTracks());
      return stream;
    };
    window.mount = () => { window.handle = Onfido.init({ token: '${token}', steps: ${steps}, ...notes }); };
    mount();`;

  test.each(ways)('on a %s with %s, before %s', async (device, steps, title, presses) => {
    const { token } = await stage.admit();
    const options = { ...devices[device], name: 'down' };
    const shop = await visitShop(stage.browser, stage.service, script(token, steps), options);
    const { page } = shop;
    // Uploads stay on their way.
    await page.route('**/v3/documents', () => {});
    for (const go of presses) await go(shop);
    await shop.heading(title).waitFor();

    // A callback of the last screen may be on its way still: the page notes itself what came before.
    await page.evaluate("note('torn down'); handle.tearDown()");
    expect(await page.locator('#sdk-mount').innerHTML()).toBe('');
    // A camera that was asked for may come late.
    await page.waitForFunction("tracks.every((one) => one.readyState === 'ended')");
    await page.evaluate("note('all quiet')");
    expect(shop.seen.slice(shop.seen.findIndex(({ name }) => name === 'torn down')).map(({ name }) => name)).toEqual([
      'torn down',
      'all quiet',
    ]);

    // And is mounted again at once.
    await page.evaluate('handle.tearDown().then(mount)');
    await page.locator('.bonafide-sdk h1').waitFor();
    await page.evaluate('handle.tearDown()');
    await page.waitForFunction("tracks.every((one) => one.readyState === 'ended')");
    expect(shop.received('onError')).toEqual([]);
    expect(shop.complaints).toEqual([]);
    await shop.close();
  });

  test.each(['showing its code', 'a phone that was let in'])(
    'and mounted again, after %s: the new link works, and the old one says that it has ended',
    async (when) => {
      const { token } = await stage.admit();
      const steps = '[...passport, "complete"]';
      const shop = await visitShop(stage.browser, stage.service, script(token, steps), { ...desktop, name: 'link' });
      const openLink = async () => {
        await shop.button('Continue on your phone').click();
        return linkOf(shop);
      };
      const old = await openLink();
      const first = when.includes('phone') ? await takeUp(stage, old) : undefined;
      if (first) {
        await first.prove(shop);
        await first.heading('Photo page of your passport').waitFor();
      }
      await shop.page.evaluate('handle.tearDown().then(mount)');
      await shop.heading('Photo page of your passport').waitFor();
      const link = await openLink();
      expect(link).not.toBe(old);
      await first?.heading('Start again on your computer').waitFor();
      const late = await takeUp(stage, old);
      await late.heading('Start again on your computer').waitFor();

      const other = await takeUp(stage, link);
      await other.prove(shop);
      await other.photograph('Photo page of your passport');
      await other.heading('Done').waitFor();
      await shop.look('Thank you');
      expect(shop.received('onComplete')).toHaveLength(1);
      expect(shop.received('onError')).toEqual([]);
      await Promise.all([other.close(), late.close(), first?.close(), shop.close()]);
    },
  );

  test('and the history of the browser is the page’s own', async () => {
    const { token } = await stage.admit();
    const shop = await visitShop(stage.browser, stage.service, script(token, "['welcome', 'document']"), {
      ...phone,
      name: 'history',
    });
    const { page } = shop;
    await page.evaluate("history.pushState({ mine: 1 }, '', '#mine')");
    const length = await page.evaluate('history.length');
    await shop.button('Start').click();
    await shop.button('Passport').click();
    await shop.heading('Photo page of your passport').waitFor();
    expect(await page.evaluate('[history.length, history.state.mine, location.hash]')).toEqual([length, 1, '#mine']);

    // Back in the browser goes back in the page, and the SDK stays where it is.
    await page.goBack();
    expect(await page.evaluate('location.hash')).toBe('');
    await shop.look('Photo page of your passport', { focus: false });
    await shop.button('Back').click();
    await shop.look('Choose your document');
    expect(await page.evaluate('history.length')).toBe(length);
    await shop.close();
  });
});
