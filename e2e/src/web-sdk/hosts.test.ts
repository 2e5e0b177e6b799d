import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, visitShop, welcomeTitle } from './shop.ts';
import { openStage, passport, possible, type Stage } from './stage.ts';

const front = async () => ({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });

/** Computed style of an element. */
const computed = (one: Locator, ...names: string[]): Promise<string[]> =>
  // biome-ignore lint/suspicious/noExplicitAny: it runs in the page, and the rest of the project knows no browser
  one.evaluate((node: any, asked) => asked.map((name) => (globalThis as any).getComputedStyle(node)[name]), names);

describe.skipIf(!possible)('the browser SDK in a page that', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  /** A page of another origin. */
  async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { origin, close: () => new Promise((resolve) => server.close(resolve)) };
  }

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('styles everything of its own, on a %s', async (name, device) => {
    const { token } = await stage.admit();
    const loud = `html { font-size: 62.5% } * { all: unset !important; }
      body { display: block !important; text-transform: uppercase !important; letter-spacing: 9px !important; white-space: nowrap !important;
        text-indent: 50px !important; word-spacing: 20px !important; line-height: 4 !important; text-shadow: 0 0 9px red !important;
        cursor: crosshair !important; -webkit-text-fill-color: red !important; text-align: right !important; transform: translate(0) !important }
      #sdk-mount { display: block !important; height: 100vh !important }`;
    const script = `const sheet = new CSSStyleSheet(); sheet.replaceSync(\`${loud}\`); document.adoptedStyleSheets = [sheet];
      Onfido.init({ token: '${token}', ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...device, name: `${name}-loud` });
    await shop.look(welcomeTitle);
    const host = shop.page.locator('.bonafide-sdk');
    expect((await host.boundingBox())?.width).toBe(device.viewport?.width);
    const button = shop.button('Start');
    const names = ['textTransform', 'letterSpacing', 'whiteSpace', 'textIndent', 'wordSpacing', 'textShadow', 'cursor'];
    const style = await computed(button, ...names, 'webkitTextFillColor', 'color');
    expect(style.slice(0, 7)).toEqual(['none', 'normal', 'normal', '0px', '0px', 'none', 'pointer']);
    expect(style[7]).toBe(style[8]);
    await button.click();
    await shop.look('Choose your document');
    await shop.close();
  });

  test('lets nobody look into its shadow root', async () => {
    const { token } = await stage.admit();
    const script = `const inner = document.createElement('div'); document.getElementById('sdk-mount').attachShadow({ mode: 'closed' }).append(inner);
      window.handle = Onfido.init({ token: '${token}', containerEl: inner, steps: ['face'], crossDevicePolicy: 'disable', ...notes }); window.inner = inner;`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...desktop, name: 'closed' });
    const inside = (code: string) =>
      shop.page.evaluate(
        `(() => { const root = window.inner?.querySelector('.bonafide-sdk')?.shadowRoot; return ${code}; })()`,
      );
    await expect.poll(() => inside('root?.activeElement?.innerText')).toBe('Take a selfie');
    await inside("[...root.querySelectorAll('button')].find((one) => one.innerText === 'Take a photo').click()");
    await expect.poll(() => inside("root.querySelector('.shutter:enabled') !== null")).toBe(true);
    await shop.page.evaluate('handle.tearDown()');
    expect(await shop.page.evaluate('inner.innerHTML')).toBe('');
    expect(shop.complaints).toEqual([]);
    await shop.close();
  });

  describe('is a frame of another origin', () => {
    test.each([
      ['desktop', 'allow="camera"', 'face', ['Take a photo', 'Continue on your phone']],
      ['desktop', '', 'face', []],
      ['phone', '', 'face', ['Open the camera app']],
      ['phone', '', 'document', ['Open the camera app']],
    ])('on a %s, with %s, for a %s', async (name, allow, step, ways) => {
      const { token } = await stage.admit();
      const { baseUrl } = stage.service;
      const steps = step === 'face' ? "['face']" : passport;
      const inner = await serve((_, response) =>
        response
          .setHeader('content-type', 'text/html')
          .end(`<!doctype html><title>Shop</title><body style="margin:0"><div id="sdk-mount"></div>
          <script type="module">import { init } from '${baseUrl}/sdk/v0/Onfido.js'; window.errors = [];
          init({ token: '${token}', steps: ${steps}, useAutoCapture: false, onError: (error) => errors.push(error) });</script>`),
      );
      const outer = await serve((_, response) =>
        response
          .setHeader('content-type', 'text/html')
          .end(
            `<!doctype html><title>Bank</title><iframe ${allow} src="${inner.origin.replace('127.0.0.1', 'localhost')}" style="width:100%;height:90vh;border:0"></iframe>`,
          ),
      );
      const context = await stage.browser.newContext({
        ignoreHTTPSErrors: true,
        ...(name === 'phone' ? phone : desktop),
      });
      await context.grantPermissions(['camera']);
      const page = await context.newPage();
      await page.goto(outer.origin);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => frame.getByRole('button').allInnerTexts()).toEqual(ways);
      if (ways.length === 0) await frame.getByRole('tab', { name: 'QR code', exact: true }).waitFor();
      if (ways.includes('Take a photo')) {
        await frame.getByRole('button', { name: 'Take a photo' }).click();
        await frame.locator('.shutter:enabled').waitFor();
      }
      await context.close();
      await inner.close();
      await outer.close();
    });
  });

  test.each([
    ['says so', ''],
    // As the specification has it: such a frame lists no camera, and `getUserMedia` refuses without a prompt.
    [
      'lists none',
      'delete Document.prototype.featurePolicy; navigator.mediaDevices.enumerateDevices = async () => [];',
    ],
  ])('is a frame that gets no camera, in a browser that %s', async (_, before) => {
    const { token } = await stage.admit();
    const { baseUrl } = stage.service;
    const inner = await serve((_, response) =>
      response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title><div id="sdk-mount"></div>
        <script type="module">${before} import { init } from '${baseUrl}/sdk/v0/Onfido.js'; window.errors = [];
        init({ token: '${token}', steps: ['face'], crossDevicePolicy: 'disable', onError: (error) => errors.push(error) });</script>`),
    );
    const outer = await serve((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><title>Bank</title><iframe src="${inner.origin.replace('127.0.0.1', 'localhost')}"></iframe>`,
        ),
    );
    const context = await stage.browser.newContext({ ignoreHTTPSErrors: true, ...desktop });
    await context.grantPermissions(['camera']);
    const page = await context.newPage();
    await page.goto(outer.origin);
    await page.frameLocator('iframe').getByRole('heading', { name: 'The camera isn’t available here' }).waitFor();
    expect(await page.frames()[1]?.evaluate('errors')).toEqual([
      { type: 'permissions_unavailable', message: 'This page may not use a camera' },
    ]);
    await context.close();
    await inner.close();
    await outer.close();
  });

  test.each([
    ['a nonce alone', "script-src 'nonce-abc'"],
    ['a nonce and what it loads', "script-src 'nonce-abc' 'strict-dynamic'"],
  ])('trusts %s', async (_, scripts) => {
    const { token } = await stage.admit();
    const { baseUrl } = stage.service;
    const others = `connect-src ${baseUrl} ${baseUrl.replace('https', 'wss')}; img-src blob: data:; media-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`;
    const shop = await serve((_, response) =>
      response
        .setHeader('content-security-policy', `default-src 'none'; ${scripts}; ${others}`)
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>Shop</title><div id="sdk-mount"></div>
          <script nonce="abc" src="${baseUrl}/sdk/v0/onfido.min.js"></script>
          <script nonce="abc">window.broken = []; document.addEventListener('securitypolicyviolation', (event) => broken.push(event.violatedDirective + ' ' + event.blockedURI));
            Onfido.init({ token: '${token}', language: 'fr', steps: ${passport}, onComplete: () => { document.title = 'done'; } });</script>`),
    );
    const context = await stage.browser.newContext({ ignoreHTTPSErrors: true, ...desktop });
    const page = await context.newPage();
    await page.goto(shop.origin);
    await page.getByRole('button', { name: 'Continuer sur votre téléphone' }).click();
    await page.locator('.code svg').waitFor();
    await page.getByRole('button', { name: 'Utiliser cet ordinateur' }).click();
    const choose = page.getByRole('button', { name: 'Choisir un fichier' });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()]);
    await chooser.setFiles(await front());
    await page.getByRole('button', { name: 'Utiliser cette photo' }).click();
    await expect.poll(() => page.title()).toBe('done');
    expect(await page.evaluate('broken')).toEqual([]);
    await context.close();
    await shop.close();
  });
});
