import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { chooseCountry, desktop, phone, welcomeTitle } from './shop.ts';
import { openStage, pagesOf, passport, possible, type Stage } from './stage.ts';

const front = async () => ({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });

/** Computed style of an element. */
const computed = (one: Locator, ...names: string[]): Promise<string[]> =>
  // biome-ignore lint/suspicious/noExplicitAny: it runs in the page, and the rest of the project knows no browser
  one.evaluate((node: any, asked) => asked.map((name) => (globalThis as any).getComputedStyle(node)[name]), names);

describe.skipIf(!possible)('the browser SDK in a page', () => {
  let stage: Stage;
  let token: string;
  beforeAll(async () => {
    stage = await openStage();
    ({ token } = await stage.admit());
  });
  afterAll(() => stage?.close());

  const visit: ReturnType<typeof pagesOf> = (...page) => pagesOf(stage, token)(...page);

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('reads from right to left in Arabic, on a %s', async (name, device) => {
    const script = "Onfido.init({ token: TOKEN, language: 'ar', steps: ['welcome', 'document'], ...notes });";
    const shop = await visit(script, { ...device, name: `${name}-arabic` });
    await shop.look('تحقّق من هويتك لدى Alice Ltd');
    await shop.button('ابدأ').click();
    await shop.look('اختر وثيقتك');
    await chooseCountry(shop.page, 'فرنسا');
    await shop.button('بطاقة الهوية').click();
    await shop.look('الوجه الأمامي لوثيقتك');
    const region = shop.page.getByRole('region');
    expect([await region.getAttribute('dir'), await region.getAttribute('lang')]).toEqual(['rtl', 'ar']);
    await shop.close();
  });

  test('is mounted once, however often a page mounts it, as frameworks in strict mode do', async () => {
    const script = `
      const first = Onfido.init({ token: TOKEN, ...notes });
      const gone = first.tearDown();
      const second = Onfido.init({ token: TOKEN, ...notes });
      await gone;
      note('mounts', document.querySelectorAll('.bonafide-sdk').length);
      window.third = Onfido.init({ token: TOKEN, containerEl: document.getElementById('sdk-mount'), ...notes });
      note('mounts', document.querySelectorAll('.bonafide-sdk').length);
      await second.tearDown();
      note('mounts', document.querySelectorAll('.bonafide-sdk').length);`;
    const shop = await visit(script);
    await shop.look(welcomeTitle);
    expect(shop.received('mounts')).toEqual([1, 1, 1]);
    await shop.page.evaluate('Promise.all([third.tearDown(), third.tearDown()]).then(() => 1)');
    expect(await shop.page.locator('#sdk-mount').innerHTML()).toBe('');
    await shop.close();
  });

  test('gives the camera back when it is taken down, and forgets the upload', async () => {
    const script = `const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wish) => (window.stream = await open(wish));
      window.handle = Onfido.init({ token: TOKEN, steps: ['face'], ...notes });`;
    const shop = await visit(script);
    await shop.button('Take a photo').click();
    await shop.page.locator('.shutter:enabled').waitFor();
    await shop.page.evaluate('handle.tearDown()');
    expect(await shop.page.evaluate('stream.getTracks()[0].readyState')).toBe('ended');
    await shop.close();
  });

  test('may be taken down by its own callback', async () => {
    const script = `const handle = Onfido.init({ token: TOKEN, steps: ${passport},
      onComplete: async (data) => { await handle.tearDown(); note('down', Object.keys(data)); } });`;
    const shop = await visit(script);
    await shop.choose('Choose a file', await front());
    await shop.button('Use this photo').click();
    await expect.poll(() => shop.received('down')).toEqual([['document', 'document_front']]);
    expect(await shop.page.locator('.bonafide-sdk').count()).toBe(0);
    expect(shop.complaints).toEqual([]);
    await shop.close();
  });

  test('a callback that throws is reported, and stops nothing', async () => {
    const script = `addEventListener('error', (event) => { note('reported', event.message); event.preventDefault(); });
      Onfido.init({ token: TOKEN, steps: ['welcome', 'document'], showExitButton: true, onUserExit() { throw new Error('mine'); } });`;
    const shop = await visit(script);
    await shop.button('Exit').click();
    await shop.page.getByRole('alertdialog').getByRole('button', { name: 'Exit' }).click();
    await expect.poll(() => shop.received('reported')).toEqual(['Uncaught Error: mine']);
    expect(await shop.heading('You’ve exited verification').isVisible()).toBe(true);
    await shop.close();
  });

  test('lives in a shadow root, a frame, and beside any style of the page', async () => {
    const loud = `const sheet = new CSSStyleSheet(); sheet.replaceSync('html { font-size: 62.5% } * { color: red !important } div { font-size: 9px; text-align: end } button { display: none }');
      document.adoptedStyleSheets = [sheet];`;
    const script = `${loud}
      class Card extends HTMLElement { connectedCallback() {
        const inner = document.createElement('div'); this.attachShadow({ mode: 'open' }).append(inner);
        Onfido.init({ token: TOKEN, containerEl: inner, ...notes }); } }
      customElements.define('shop-card', Card);`;
    const shop = await visit(script, {}, '<main><shop-card></shop-card></main>');
    await shop.heading(welcomeTitle).waitFor();
    const start = shop.button('Start');
    expect(await computed(start, 'display', 'fontSize')).toEqual(['flex', '16px']);
    await start.click();
    await shop.heading('Choose your document').waitFor();
    expect(shop.complaints).toEqual([]);
    await shop.close();

    const framed = await visit(
      `const frame = document.createElement('iframe'); frame.allow = 'camera'; frame.src = '/shop/frame/'; document.querySelector('main').append(frame);`,
      {},
      '<main></main>',
    );
    await framed.page.route('**/shop/frame/*', (route) => {
      const js = `const { Onfido } = await import('/sdk/v0/Onfido.js'); Onfido.init({ token: '${token}', steps: ['face'], useAutoCapture: false });`;
      return route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: js })
        : route.fulfill({
            contentType: 'text/html',
            body: '<div id="sdk-mount"></div><script type="module" src="/shop/frame/a.js"></script>',
          });
    });
    await framed.page.reload();
    const inside = framed.page.frameLocator('iframe');
    await inside.getByRole('button', { name: 'Take a photo' }).click();
    await inside.locator('.shutter:enabled').waitFor();
    await framed.close();
  });

  test('reports what is wrong with its options to the page alone', async () => {
    const script =
      "window.handle = Onfido.init({ token: TOKEN, steps: ['selfie'], ...notes }); note('first', typeof handle.tearDown);";
    const shop = await visit(script, { name: 'desktop-invalid' });
    await shop.look('Verification can’t start', { focus: false });
    const message =
      'steps[0].type must be one of welcome, consent, userConsent, document, poa, face, data, stepUp, complete; it is "selfie"';
    expect(shop.received('onError')).toEqual([{ type: 'invalid_sdk_parameter', message }]);
    // The caller has its handle before `onError` is called.
    expect(shop.seen[0]).toEqual({ name: 'first', data: 'function' });
    await shop.page.evaluate("handle.setOptions({ steps: ['welcome', 'face'] })");
    await shop.look(welcomeTitle);
    await shop.close();

    const nowhere = await visit(
      "try { Onfido.init({ token: TOKEN }); } catch (error) { note('threw', error.message); }",
      {},
      '<main></main>',
    );
    await expect
      .poll(() => nowhere.received('threw'))
      .toEqual(['There is no element with the id onfido-mount to mount the SDK in']);
    await nowhere.close();
  });

  test('changes language, theme and callbacks as it runs', async () => {
    const script = "window.handle = Onfido.init({ token: TOKEN, language: 'en_US', ...notes });";
    const shop = await visit(script, { name: 'desktop-theme', colorScheme: 'light' });
    await shop.button('Start').click();
    await shop.look('Choose your document');
    await shop.page.evaluate(
      "handle.setOptions({ language: 'fr', theme: { name: 'dark', config: { colorBackgroundDocTypeButton: 'rgb(1, 2, 3)', borderRadiusDocTypeButton: 0 } }, onUserExit: (why) => note('late', why), showExitButton: true })",
    );
    await shop.look('Choisissez votre document');
    expect(await computed(shop.button('Passeport'), 'backgroundColor', 'borderRadius')).toEqual([
      'rgb(1, 2, 3)',
      '0px',
    ]);
    expect(await shop.page.getByRole('region').getAttribute('data-theme')).toBe('dark');
    await shop.button('Quitter').click();
    await shop.page
      .getByRole('alertdialog', { name: 'Quitter la vérification ?' })
      .getByRole('button', { name: 'Quitter' })
      .click();
    expect(shop.received('late')).toEqual(['user_exit']);
    expect(await shop.page.evaluate('[handle.version, handle.options.language].join()')).toMatch(/^\d+\.\d+\.\d+,fr$/);
    await shop.close();
  });

  test('has the words of the page where it has some', async () => {
    const script = `Onfido.init({ token: TOKEN, language: 'tlh', translations: { tlh: { document: { type_title: 'nuq?' } } }, ...notes,
      steps: [{ type: 'welcome', options: { title: 'Hello, Ada', descriptions: ['<b>One</b>', 'Two'], nextButton: 'Go' } }, 'document', { type: 'complete', options: { message: 'Bye', submessage: 'See you' } }] });`;
    const shop = await visit(script, { name: 'desktop-words' });
    await shop.look('Hello, Ada');
    expect(await shop.page.getByText('<b>One</b>').isVisible()).toBe(true);
    await shop.button('Go').click();
    await shop.look('nuq?');
    await shop.close();
  });

  test('gives what it captures to the page’s own server where that wants it', async () => {
    // The snapshot takes its time, and the applicant doesn't.
    const script = `const toBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (...given) {
        setTimeout(() => toBlob.apply(this, given), this.width <= 640 ? 1000 : 0);
      };
      const keys = async (data) => note('given', [...data.keys()].sort().join());
      Onfido.init({ token: TOKEN, steps: [...${passport}, { type: 'face', options: { showIntro: false } }], ...notes,
        enterpriseFeatures: { useCustomizedApiRequests: true,
          onSubmitDocument: async (data) => { await keys(data); return { onfidoSuccessResponse: { id: 'doc-1' } }; },
          onSubmitSelfie: async (data) => { await keys(data);
            if (!window.asked) { window.asked = true; throw { error: { type: 'validation_error', fields: { face_detection: ['none'] } } }; }
            return { onfidoSuccessResponse: { id: 'face-1' } }; } } });`;
    const shop = await visit(script, { name: 'desktop-own' });
    await shop.choose('Choose a file', await front());
    await shop.button('Use this photo').click();
    await shop.page.locator('.shutter:enabled').click();
    await shop.button('Use this photo').click();
    await shop.look('No face found');
    await shop.button('Retake').click();
    await shop.page.locator('.shutter:enabled').click();
    await shop.button('Use this photo').click();
    await shop.look('Sent');
    expect(shop.received('given')).toEqual([
      'file,sdk_metadata,sdk_source,sdk_validations,sdk_version,side,type',
      ...Array(2).fill('file,sdk_metadata,sdk_source,sdk_version,snapshot'),
    ]);
    expect(shop.received('onComplete')).toEqual([
      {
        document: { type: 'passport', sides: { front: { id: 'doc-1', type: 'passport' } } },
        document_front: { id: 'doc-1', type: 'passport', side: 'front' },
        face: { id: 'face-1', variant: 'standard' },
      },
    ]);
    await shop.close();
  });
});
