import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

const guide = readFileSync(new URL('../../../docs/guides/frames-and-webviews.md', import.meta.url), 'utf8');

/** A file of the guide: the block of code after its path. */
function fileOfGuide(name: string): string {
  const [, code] = new RegExp(`\`/${name}\`[^\n]*\n\n\`\`\`\\w+\n([\\s\\S]*?)\n\`\`\``).exec(guide) ?? [];
  if (code === undefined) throw new Error(`The guide has no file ${name}`);
  return code;
}

const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript' };

describe.skipIf(!possible)('the guide to frames and WebViews', () => {
  let stage: Stage;
  let capture: Awaited<ReturnType<typeof serve>>;
  let host: Awaited<ReturnType<typeof serve>>;
  /** Tokens that the server of the host gives, in this order. */
  let tokens: string[] = [];

  /** Serves files of the guide, whose addresses are these origins. */
  async function serve(hostName: string, files: readonly string[]) {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const name = pathname.slice(1);
      if (pathname === '/sdk-token') return void response.end(tokens.shift());
      if (!files.includes(name)) return void response.end('');
      const text = fileOfGuide(name)
        .replaceAll('https://id.example.com', stage.service.baseUrl)
        .replaceAll('https://capture.example.com', capture.origin)
        .replaceAll('https://shop.example.com', host?.origin ?? '');
      response.setHeader('content-type', types[name.split('.')[1] as string] as string).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://${hostName}:${(server.address() as AddressInfo).port}`;
    return { origin, close: () => new Promise((resolve) => server.close(resolve)) };
  }

  beforeAll(async () => {
    stage = await openStage();
    capture = await serve('127.0.0.1', ['capture.html', 'capture.js']);
    host = await serve('localhost', ['host.html', 'host.js']);
  });
  afterAll(async () => {
    await stage?.close();
    await Promise.all([capture?.close(), host?.close()]);
  });

  async function visit(options: object, first = ''): Promise<Page> {
    const context = await stage.browser.newContext({ ignoreHTTPSErrors: true, ...options });
    await context.grantPermissions(['camera']);
    const page = await context.newPage();
    await page.addInitScript(first);
    return page;
  }

  const photo = async () => ({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });

  /** Notes the messages that a page gets, in `window.messages`. */
  const noting = `window.messages = [];
    addEventListener('message', ({ data }) => data?.source === 'bonafide' && window.messages.push(data.type + (data.type === 'screen' ? ' ' + data.data : '')));`;

  test('a frame of another origin goes through all steps, with a token that its host renews', async () => {
    const { token, applicant } = await stage.admit();
    const { body } = await stage.service.post('/v3.6/sdk_token', { applicant_id: applicant, referrer: '*://*/*' });
    tokens = [token, body.token];
    const page = await visit(desktop, noting);
    await page.route('**/v3/documents', (route) =>
      route.request().headers().authorization === `Bearer ${token}`
        ? route.fulfill({
            status: 401,
            headers: { 'access-control-allow-origin': '*' },
            contentType: 'application/json',
            body: '{"error":{"type":"expired_token"}}',
          })
        : route.continue(),
    );
    // The page stays, so that its messages can be read.
    await page.route('**/verified', (route) => route.fulfill({ status: 204 }));
    await page.route('**/lazy/face-vision.js', (route) => route.abort());
    await page.goto(`${host.origin}/host.html`);
    const frame = page.frameLocator('#capture');
    const press = (name: string) => frame.getByRole('button', { name }).click();
    await press('Start');
    await press('Passport');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose a file')]);
    await chooser.setFiles(await photo());
    await press('Use this photo');
    await press('Take a photo');
    await frame.locator('.shutter:enabled').click();
    const [left] = await Promise.all([page.waitForRequest('**/verified'), press('Use this photo')]);
    expect(left.isNavigationRequest()).toBe(true);
    expect(tokens).toEqual([]);
    expect(await page.evaluate('messages')).toEqual([
      'loaded',
      'ready',
      ...['welcome', 'type', 'guide', 'confirm', 'uploading'].map((screen) => `screen ${screen}`),
      'token_expired',
      ...['guide', 'camera', 'confirm', 'uploading'].map((screen) => `screen ${screen}`),
      'complete',
      'screen finished',
    ]);
    const { body: stored } = await stage.service.get(`/v3.6/documents?applicant_id=${applicant}`);
    expect(stored.documents).toHaveLength(1);
    await page.context().close();
  });

  test('a host without another token ends the flow, and shows why', async () => {
    const { token } = await stage.admit();
    tokens = [token];
    const page = await visit(desktop, noting);
    await page.route('**/v3/documents', (route) =>
      route.fulfill({
        status: 401,
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'application/json',
        body: '{"error":{"type":"expired_token"}}',
      }),
    );
    await page.goto(`${host.origin}/host.html`);
    const frame = page.frameLocator('#capture');
    const press = (name: string) => frame.getByRole('button', { name }).click();
    await press('Start');
    await press('Passport');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose a file')]);
    await chooser.setFiles(await photo());
    await press('Use this photo');
    await frame.getByRole('heading', { name: 'Your session has expired' }).waitFor();
    await expect
      .poll(() => page.getByRole('status').first().innerText())
      .toBe('The SDK token has expired; please generate a new one');
    await page.context().close();
  });

  test('neither side hears other pages', async () => {
    const { token } = await stage.admit();
    tokens = [token];
    const page = await visit(desktop);
    await page.goto(`${host.origin}/host.html`);
    const frame = page.frameLocator('#capture');
    await frame.getByRole('button', { name: 'Start' }).waitFor();
    // The host of the frame sends with the name of another source, and to itself as the frame would.
    await page.evaluate(`document.querySelector('#capture').contentWindow.postMessage({ source: 'shop', type: 'stop' }, '*');
      postMessage({ source: 'bonafide', type: 'error', data: { message: 'forged' } }, '*')`);
    // A page that frames the capture page without being its host.
    const stranger = await page.context().newPage();
    await stranger.goto(`${host.origin.replace('localhost', '127.0.0.1')}/`);
    await stranger.setContent(`<iframe id="capture" src="${capture.origin}/capture.html"></iframe>`);
    await stranger.frameLocator('#capture').locator('#sdk-mount').waitFor({ state: 'attached' });
    await stranger.frames()[1]?.waitForLoadState();
    await stranger.evaluate(
      `document.querySelector('#capture').contentWindow.postMessage({ source: 'bonafide-host', type: 'start', token: '${token}' }, '*')`,
    );
    // Messages of a window come in order: after this one the earlier ones are handled.
    const settled = `new Promise((resolve) => { addEventListener('message', resolve, { once: true }); postMessage('last', '*'); }).then(() => 1)`;
    await page.evaluate(settled);
    await page.frames()[1]?.evaluate(settled);
    await stranger.frames()[1]?.evaluate(settled);
    expect(await page.getByRole('status').first().innerText()).toBe('');
    expect(await frame.getByRole('button', { name: 'Start' }).isVisible()).toBe(true);
    expect(await stranger.frameLocator('#capture').locator('.bonafide-sdk').count()).toBe(0);
    await page.context().close();
  });

  test.each([
    ['React Native', 'window.ReactNativeWebView = { postMessage: app };'],
    [
      'iOS',
      "Object.defineProperty(window, 'webkit', { value: { messageHandlers: { bonafide: { postMessage: app } } } });",
    ],
    ['Android', 'window.BonafideApp = { postMessage: app };'],
  ])('the view of an app gets messages as text, and sends by script: %s', async (_, channel) => {
    const { token } = await stage.admit();
    const page = await visit(
      phone,
      `window.texts = []; const app = (text) => window.texts.push(JSON.parse(text)); ${channel}`,
    );
    await page.goto(`${capture.origin}/capture.html`);
    await expect.poll(() => page.evaluate('texts')).toEqual([{ source: 'bonafide', type: 'loaded', data: null }]);
    const message = JSON.stringify({ type: 'start', token, steps: ['welcome', 'document'], language: 'fr' });
    await page.evaluate(`bonafide.receive(${message})`);
    await page.getByRole('button', { name: 'Commencer' }).click();
    await page.getByRole('heading', { name: 'Choisissez votre document' }).waitFor();
    await page.evaluate("bonafide.receive({ type: 'constructor' }); bonafide.receive({ type: 'stop' })");
    await expect.poll(() => page.locator('.bonafide-sdk').count()).toBe(0);
    expect(await page.evaluate('texts.slice(1).map(({ type, data }) => [type, data])')).toEqual([
      ['ready', null],
      ['screen', 'welcome'],
      ['screen', 'type'],
      ['stopped', null],
    ]);
    await page.context().close();
  });
});
