import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOfLongerWords } from '../longer-words.ts';
import { cardPicture } from './footage.ts';
import { beyondFold, chooseCountry, desktop, phone, type Shop, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

const languages = ['en_GB', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt'];

type Size = readonly [width: number, height: number];
const phones: readonly Size[] = [
  [320, 568],
  [360, 640],
  [390, 844],
];
const computers: readonly Size[] = [
  [768, 1024],
  [1280, 720],
];

/** Everything that a step shows, with the longest lists. */
const steps = `['welcome', { type: 'consent', options: { policyUrl: 'https://shop.example/privacy' } },
  { type: 'data', options: { required: ['first_name', 'last_name', 'dob', 'nationality', 'email', 'phone_number', 'address'] } },
  'document', { type: 'poa', options: { documentTypes: { bank_building_society_statement: true } } },
  'face', { type: 'face', options: { requestedVariant: 'video' } },
  { type: 'face', options: { requestedVariant: 'motion' } }]`;

/**
 * Shows the present screen in every language with letters twice as large, in English with the usual ones too, and returns where its first
 * action is out of view; runs in the page.
 */
const inAllWords = (some: readonly string[]) => `(async () => {
  const root = document.querySelector('.bonafide-sdk').shadowRoot.querySelector('.sdk');
  const found = [];
  for (const language of ${JSON.stringify(some)}) {
    handle.setOptions({ language });
    const tag = language.replace('_', '-');
    const isLoading = () => root.lang !== tag || root.querySelector('.form > .spinner');
    if (${some.length > 1}) while (isLoading()) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const scale of language === 'en_GB' ? ['100%', '200%'] : ['200%']) {
      document.documentElement.style.fontSize = scale;
      root.scrollTop = 0;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const beyond = ${beyondFold};
      if (beyond) found.push(language + ' ' + scale + ' ' + root.querySelector('[data-screen]').dataset.screen + ': ' + beyond);
    }
  }
  document.documentElement.style.fontSize = '';
  return found;
})()`;

describe.skipIf(!possible)('the first action of every screen', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function walk(name: string, device: Visit, sizes: readonly Size[]): Promise<void> {
    const { token } = await stage.admit();
    const script = `window.handle = Onfido.init({ token: '${token}', steps: ${steps}, showExitButton: true, ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, {
      ...device,
      name,
      reducedMotion: 'reduce',
      allowed: ['camera', 'microphone'],
    });
    const beyond: string[] = [];
    const cut: string[] = [];
    const visited = new Set<string>();

    /** Looks at the present screen at all sizes. What runs keeps the words in which it began. */
    const look = async (screen: string, some = languages) => {
      await shop.page.locator(`[data-screen="${screen}"]`).waitFor();
      visited.add(screen);
      for (const [width, height] of sizes) {
        await shop.page.setViewportSize({ width, height });
        const found = await shop.page.evaluate<string[]>(inAllWords(some));
        beyond.push(...found.map((one) => `${width}×${height} ${one}`));
      }
      if (some.length > 1) await inEnglish(shop);
      if (!some.includes('en_GB')) return;
      for (const [width, height] of sizes.filter(([width]) => width === 320 || width === 1280)) {
        await shop.page.setViewportSize({ width, height });
        const found = await shop.page.evaluate<string[]>(faultsOfLongerWords);
        cut.push(...found.map((one) => `${width}×${height} ${screen}: ${one}`));
      }
    };
    await flow(shop, look, device === phone).catch((error) => beyond.push(String(error)));
    expect(beyond).toEqual([]);
    expect(cut, 'words 40 % longer').toEqual([]);
    expect([...visited].sort()).toEqual(
      ['welcome', 'consent', 'data', 'type', 'country', 'guide', 'camera', 'confirm'].sort(),
    );
    await shop.close();
  }

  const inEnglish = async ({ page }: Shop) => {
    await page.evaluate("handle.setOptions({ language: 'en_GB' })");
    await page.locator('.sdk[lang="en-GB"]').waitFor();
  };

  async function flow(shop: Shop, look: (screen: string, some?: string[]) => Promise<void>, onPhone: boolean) {
    const { page, button } = shop;
    const press = (name: string) => button(name).first().click();
    const file = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await cardPicture() });

    await look('welcome');
    await press('Start');
    await look('consent');
    await press('I agree');
    await page.getByLabel('First names').waitFor();
    await look('data');
    for (const [label, value] of [
      ['First names', 'Ada'],
      ['Last names', 'Lovelace'],
      ['Day', '10'],
      ['Month', '12'],
      ['Year', '1985'],
      ['E-mail address', 'ada@example.com'],
      ['Phone number', '+447700900123'],
      ['House number and street', '12 Example Road'],
      ['Town or city', 'London'],
      ['Postcode', 'SW1A 1AA'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value);
    }
    await page.getByLabel('Nationality').selectOption('GBR');
    await page.getByLabel('Country', { exact: true }).selectOption('GBR');
    await press('Continue');

    await look('type');
    await chooseCountry(page, 'France');
    await press('Permis de conduire');
    /** Goes from a guide to the next step, by the camera or by a file. */
    const capture = async (again = false) => {
      await look('guide');
      if (onPhone) {
        if (again) await camera();
        await press('Take a photo');
        await button('Take the photo').and(page.locator(':enabled')).waitFor();
        await press('Take the photo');
      } else await shop.choose('Choose a file', await file('front.jpg'));
      await look('confirm');
      await press('Use this photo');
    };
    /** A camera keeps its words, so that it is opened once in each language. */
    const camera = async () => {
      for (const language of languages) {
        await page.evaluate(`handle.setOptions({ language: '${language}' })`);
        await page.locator(`.sdk[lang="${language.replace('_', '-')}"]`).waitFor();
        await page.locator('.actions .button').first().click();
        await page.locator('.shutter:enabled').waitFor();
        await look('camera', [language]);
        await page.locator('.go-back').click();
        await page.locator('[data-screen="guide"]').waitFor();
      }
      await inEnglish(shop);
    };
    await capture(true);
    await shop.heading('Back of your document').waitFor();
    await capture();

    await look('country');
    await press('Continue');
    await shop.heading('Bank statement').waitFor();
    await capture();

    await shop.heading('Take a selfie').waitFor();
    await look('guide');
    await camera();
    await press('Take a photo');
    await button('Take the photo').and(page.locator(':enabled')).waitFor();
    await press('Take the photo');
    await look('confirm');
    await press('Use this photo');

    await shop.heading('Record a short video').waitFor();
    await look('guide');
    await press('Open the camera');
    await button('Start recording').waitFor();
    await look('camera', ['en_GB']);
    await press('Start recording');
    await button('Next').waitFor();
    await look('camera', ['en_GB']);
    await press('Next');
    await button('Done').waitFor();
    await look('camera', ['en_GB']);
    await press('Done');
    await shop.heading('Check your video').waitFor();
    await look('confirm');
    await press('Use this video');
    await shop.heading('Turn your head').waitFor();
    await look('guide');
  }

  test('is in view on phones', () => walk('fold-phone', phone, phones));
  test('is in view on computers', () => walk('fold-desktop', desktop, computers));
});
