import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typed } from '../../../packages/server/src/pages/form/testing/form.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { faultsOfLongerWords } from '../longer-words.ts';
import { possible } from '../web-sdk/stage.ts';
import { beyondFold } from './browser.ts';
import { desktop, type Hosted, openHosted, phone } from './hosted.ts';

const languages = ['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt'];
const sizes = [
  [320, 568],
  [360, 640],
  [390, 844],
  [768, 1024],
  [1280, 720],
] as const;

/** Pages of a form and of a run; those with an asterisk hold the capture SDK. */
const formPages = ['', 'details', '*document', 'document?file', 'document/front?type=passport&issuing_country=GBR'];
const morePages = ['*photo', 'photo?file', 'check'];
const runPages = ['', 'profile-data'];

describe.skipIf(!possible)('the first action of hosted pages', () => {
  let hosted: Hosted;
  beforeAll(async () => {
    hosted = await openHosted();
  });
  afterAll(() => hosted?.close());

  test('is in view at every size, in every language, with letters twice as large too', async () => {
    const { form_uri } = await hosted.form();
    const run = await hosted.service.run(workflowIds.profile);
    // A locale would go before the header of each language.
    const tab = await hosted.tab('fold', { ...desktop, locale: undefined });
    const { page } = tab;
    await tab.context.request.post(`${form_uri}/details`, { form: { ...typed } });
    await page.goto(run.link.url);
    if (await page.getByRole('checkbox').isVisible()) await page.getByRole('checkbox').check();
    await tab.follow('button', 'Start');
    const pages = [
      ...[...formPages, ...morePages].map((path) => [form_uri, path] as const),
      ...runPages.map((path) => [run.link.url, path] as const),
    ];
    const beyond: string[] = [];
    const cut: string[] = [];
    for (const language of languages) {
      await tab.context.setExtraHTTPHeaders({ 'accept-language': language });
      for (const [root, path] of pages) {
        await page.goto(`${root}/${path.replace('*', '')}`.replace(/\/$/, ''));
        expect(await page.locator('html').getAttribute('lang')).toBe(language === 'en' ? 'en-GB' : language);
        if (path.startsWith('*')) await page.locator('.bonafide-sdk h1').waitFor();
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          if (language === 'en' && (width === 320 || width === 1280)) {
            const found = await page.evaluate<string[]>(faultsOfLongerWords);
            cut.push(...found.map((one) => `${width}×${height} ${path}: ${one}`));
          }
          // What is in view with letters twice as large is so with the usual ones: one language shows both.
          for (const scale of language === 'en' ? ['100%', '200%'] : ['200%']) {
            const found = await page.evaluate<string | null>(`(async () => {
              document.documentElement.style.fontSize = '${scale}';
              dispatchEvent(new Event('resize'));
              scrollTo(0, 0);
              await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
              return ${beyondFold};
            })()`);
            if (found) beyond.push(`${width}×${height} ${scale} ${language} ${path}: ${found}`);
          }
        }
      }
    }
    expect(beyond).toEqual([]);
    expect(cut, 'words 40 % longer').toEqual([]);
    await tab.close();
  });

  test('words 40 % longer show what cuts them', async () => {
    const tab = await hosted.tab('longer-words', { ...desktop, viewport: { width: 320, height: 568 } });
    const faultsIn = async (markup: string) => {
      await tab.page.setContent(markup);
      return tab.page.evaluate<string[]>(faultsOfLongerWords);
    };
    const row = 'display: flex; white-space: nowrap; width: max-content';
    expect(await faultsIn('<p>Take a photo</p><button>Send</button>')).toEqual([]);
    expect(await faultsIn('<p style="width: 12ch; overflow: hidden; white-space: nowrap">Take a photo</p>')).toEqual([
      'cut: Takeéé a photoéé',
    ]);
    expect(
      await faultsIn('<button style="width: 7ch; white-space: nowrap; font: 1em monospace">Photos</button>'),
    ).toEqual(['text outside of its button: Photosééé']);
    expect(await faultsIn(`<div style="${row}">${'<button>Photograph</button>'.repeat(3)}</div>`)).toContain(
      'the page is wider than the window',
    );
    await tab.close();
  });

  test('is in view while a camera is open', async () => {
    const { form_uri } = await hosted.form();
    for (const [width, height] of sizes.slice(0, 3)) {
      const tab = await hosted.tab(`fold-camera-${width}`, { ...phone, viewport: { width, height } });
      await tab.context.request.post(`${form_uri}/details`, { form: { ...typed } });
      await tab.page.goto(`${form_uri}/photo`);
      await tab.button('Take a photo').click();
      await tab.page.locator('.shutter:enabled').waitFor();
      expect(await tab.page.evaluate(beyondFold)).toBe(null);
      await tab.close();
    }
  });
});
