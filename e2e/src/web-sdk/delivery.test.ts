import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, waitForPress, welcomeTitle } from './shop.ts';
import { openStage, pagesOf, passport, possible, type Stage } from './stage.ts';

const dist = fileURLToPath(new URL('../../../packages/web-sdk/dist', import.meta.url));
const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
const { version } = createRequire(import.meta.url)('@bonafide/web-sdk/package.json');
const front = async () => ({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });

/** Output of the compiler, in its strictest mode, for a page that has the SDK from npm; empty where nothing is wrong. */
function complaintsAbout(code: string, { resolution = 'bundler', file = 'page.ts' } = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-types-'));
  mkdirSync(join(directory, 'node_modules/@bonafide'), { recursive: true });
  symlinkSync(join(dist, '..'), join(directory, 'node_modules/@bonafide/web-sdk'));
  writeFileSync(join(directory, file), code);
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  const how = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--exactOptionalPropertyTypes', '--target', 'es2022'];
  const args = [...how, '--types', '', '--module', module, '--moduleResolution', resolution, file];
  const { stdout } = spawnSync(tsc, args, { cwd: directory, encoding: 'utf8' });
  rmSync(directory, { recursive: true });
  return stdout;
}

describe.skipIf(!possible)('how the browser SDK gets to pages', () => {
  let stage: Stage;
  let token: string;
  beforeAll(async () => {
    stage = await openStage();
    ({ token } = await stage.admit());
  });
  afterAll(() => stage?.close());

  const visit: ReturnType<typeof pagesOf> = (...page) => pagesOf(stage, token)(...page);

  test('is imported on a server without a word, by either kind of module', () => {
    const say = 'console.log(typeof sdk.init, typeof sdk.Onfido.init, sdk.Bonafide === sdk.Onfido, sdk.version)';
    const run = (code: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    const expected = `function function true ${version}\n`;
    expect(run(`const sdk = await import('${join(dist, 'Onfido.js')}'); ${say}`)).toBe(expected);
    const required = `import { createRequire } from 'node:module'; const sdk = createRequire('${dist}/')('@bonafide/web-sdk'); ${say}`;
    expect(run(required)).toBe(expected);
  });

  test.each([
    ['module', 'nodenext', 'page.mts'],
    ['module of Node 16, by either kind', 'node16', 'page.cts'],
    ['module of a bundler', 'bundler', 'page.ts'],
  ] as const)('has types that the strictest compiler takes, as a %s', (_, resolution, file) => {
    const code = `import { Bonafide, init, Onfido, type SdkHandle, type SdkOptions, type SdkResponse } from '@bonafide/web-sdk';
      const options: SdkOptions = { token: '', steps: ['welcome', { type: 'document', options: { documentTypes: { passport: true } } }],
        onComplete: (data: SdkResponse) => console.log(data.document?.sides.front?.id), onError: ({ type }) => console.log(type) };
      export const handles: SdkHandle[] = [init(options), Onfido.init(options), Bonafide.init(options)];`;
    expect(complaintsAbout(code, { resolution, file })).toBe('');
  });

  test.each([
    ['nodenext', 'page.mts'],
    ['node16', 'page.cts'],
    ['bundler', 'page.ts'],
  ])('has types for React, read as %s', (resolution, file) => {
    const code = `import { Verification, type VerificationProps } from '@bonafide/web-sdk/react';
      export const props: VerificationProps = { token: '', steps: ['document'], className: 'capture', onScreen: ({ screen }) => console.log(screen) };
      export const element = Verification(props);
      // @ts-expect-error: the component has an element of its own
      export const placed: VerificationProps = { token: '', containerId: 'sdk-mount' };`;
    expect(complaintsAbout(code, { resolution, file })).toBe('');
  });

  test.each([
    ['step', "{ steps: ['selfie'] }", 'selfie'],
    ['key of a theme', "{ theme: { config: { colorOfMoon: 'red' } } }", 'colorOfMoon'],
    ['key of the older theme', "{ customUI: { colorOfMoon: 'red' } }", 'colorOfMoon'],
    ['language', "{ language: 'klingon' }", 'klingon'],
    [
      'country of a document',
      "{ steps: [{ type: 'document', options: { documentTypes: { passport: { country: 'GB' } } } }] }",
      'GB',
    ],
    ['proof of address', "{ steps: [{ type: 'poa', options: { documentTypes: { rent: true } } }] }", 'rent'],
    ['token that is renewed', '{ onTokenExpired: async () => 7 }', 'number'],
    ['event', "{ onReady() { handle.addEventListener('screens', () => {}); } }", 'screens'],
    ['screen', "{ onReady() { handle.addEventListener('screen', ({ screen }) => screen === 'selfie'); } }", 'selfie'],
    [
      'analytics event',
      "{ onReady() { handle.addEventListener('userAnalytics', ({ eventName }) => eventName === 'WELCOM'); } }",
      'WELCOM',
    ],
  ])('has types that refuse an unknown %s', (_, options, named) => {
    const code = `import { init, type SdkHandle, type SdkOptions } from '@bonafide/web-sdk';
      declare const handle: SdkHandle;
      export const options: Partial<SdkOptions> = ${options};
      init({ token: '', ...options }); void handle;`;
    const complaints = complaintsAbout(code)
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('page'));
    expect(complaints).toEqual([expect.stringMatching(new RegExp(`^page.ts\\(3,.*${named}`))]);
  });

  test('as a script, asks for what did not come at another address, since browsers remember failures', async () => {
    const tag = `<script src="/sdk/${version}/onfido.min.js"></script>`;
    const script = `window.handle = window.Bonafide.init({ token: TOKEN, ...notes });`;
    const shop = await visit(script, { name: 'script-again' }, `<main><div id="onfido-mount"></div></main>${tag}`);
    const asked: string[] = [];
    await shop.page.route('**/lazy/nl.js*', (route) => {
      asked.push(new URL(route.request().url()).search);
      return asked.length === 1 ? route.abort() : route.continue();
    });
    await shop.look(welcomeTitle, { focus: false });
    await shop.page.evaluate("handle.setOptions({ language: 'nl' })");
    await expect.poll(() => asked).toEqual(['']);
    await shop.page.evaluate("handle.setOptions({ language: 'nl_NL' })");
    await shop.look('Verifieer uw identiteit voor Alice Ltd', { focus: false });
    expect(asked).toEqual(['', '?1']);
    await shop.close();
  });

  test.each([
    ['its file', '/onfido.min.js'],
    ['its version alone', ''],
  ])(
    'as a script by %s, with its hash, it is there under both names and loads its languages from beside it',
    async (_, file) => {
      const { body: hashes } = await stage.service.get('/sdk/v0/integrity.json', { token: null });
      const tag = `<script src="/sdk/${version}${file}" integrity="${hashes['onfido.min.js']}" crossorigin="anonymous"></script>`;
      const script = `note('same', window.Onfido === window.Bonafide); window.Bonafide.init({ token: TOKEN, language: 'nl_NL', steps: ['welcome', ...${passport}], ...notes });`;
      const shop = await visit(script, { name: 'script' }, `<main><div id="onfido-mount"></div></main>${tag}`);
      await shop.look('Verifieer uw identiteit voor Alice Ltd');
      const asked: string[] = [];
      shop.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await shop.page.reload();
      await shop.look('Verifieer uw identiteit voor Alice Ltd');
      expect(shop.received('same')).toEqual([true, true]);
      expect(asked.filter((path) => path.includes('/lazy/'))).toEqual([`/sdk/${version}/lazy/nl.js`]);
      await shop.close();
    },
  );

  test('asks for nothing but itself where the words are English and the country is fixed', async () => {
    const shop = await visit(
      `window.ask = () => Onfido.init({ token: TOKEN, steps: ['welcome', ...${passport}], ...notes });`,
    );
    await expect.poll(() => shop.page.evaluate('window.ready')).toBe(true);
    const asked: string[] = [];
    shop.page.on('request', (request) => asked.push(request.url()));
    await shop.page.evaluate('ask() && 1');
    await shop.look(welcomeTitle);
    expect(asked).toEqual([]);
    await shop.close();
  });

  test('is loaded by a page of another origin, which its token names', async () => {
    let markup = '';
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(markup));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { applicant } = await stage.admit();
    const request = { applicant_id: applicant, referrer: `${origin}/*` };
    const { body } = await stage.service.post('/v3.6/sdk_token', request);
    const { body: hashes } = await stage.service.get('/sdk/v0/integrity.json', { token: null });
    const src = `${stage.service.baseUrl}/sdk/${version}/onfido.min.js`;
    const options = `token: '${body.token}', steps: ${passport}, language: 'it'`;
    markup = `<div id="sdk-mount"></div>
      <script src="${src}" integrity="${hashes['onfido.min.js']}" crossorigin></script>
      <script>Onfido.init({ ${options}, onComplete: () => { document.title = 'done'; } })</script>`;
    const page = await (await stage.browser.newContext({ ignoreHTTPSErrors: true, ...desktop })).newPage();
    await page.goto(`${origin}/checkout/?order=secret`);
    const choose = page.getByRole('button', { name: 'Scegli un file' });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()]);
    await chooser.setFiles(await front());
    // The screen before has the button "Usa questa fotocamera".
    await page.getByRole('button', { name: 'Usa questa foto', exact: true }).click();
    await page.waitForFunction("document.title === 'done'");
    await page.context().close();
    await new Promise((resolve) => server.close(resolve));
  });

  test('is what a loader of the published kind looks for at the address that it is given', async () => {
    const markup = '<!doctype html><title>Shop</title><div id="onfido-mount"></div>';
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(markup));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const page = await (await stage.browser.newContext({ ignoreHTTPSErrors: true, ...desktop })).newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // The loader's own steps: it gives the handle's work to what it imports, and says of itself that it was used.
    const { said, gone, ...handle } = await page.evaluate<Record<string, unknown>>(`(async () => {
      const { Onfido } = await import('${stage.service.baseUrl}/sdk/v0/Onfido.js');
      const handle = Onfido.init({ token: '${token}', sdkUrl: '${stage.service.baseUrl}/sdk/v0', steps: ${passport} });
      const kinds = ['addEventListener', 'removeEventListener', 'tearDown'].map((name) => typeof handle[name]);
      const event = new Promise((resolve) => handle.addEventListener('userAnalytics', resolve));
      const headers = { 'content-type': 'application/json', authorization: 'Bearer ${token}' };
      const call = { method: 'POST', headers, body: '{"event":"loaded"}' };
      const said = (await fetch('${stage.service.baseUrl}/v4/sdk/analytics', call)).status;
      const { eventName } = await event;
      const finished = handle.tearDown();
      await finished;
      const gone = document.getElementById('onfido-mount').innerHTML;
      return { version: handle.version, kinds, eventName, promises: finished instanceof Promise, said, gone };
    })()`);
    expect(handle).toEqual({
      version,
      kinds: ['function', 'function', 'function'],
      eventName: 'DOCUMENT_CAPTURE_FRONT',
      promises: true,
    });
    expect([said, gone]).toEqual([200, '']);
    await page.context().close();
    await new Promise((resolve) => server.close(resolve));
  });

  test.each(['HTTPS', 'plain HTTP'])('the demonstration goes through in a minute, over %s', async (transport) => {
    const origin = transport === 'HTTPS' ? stage.service.baseUrl : stage.service.httpUrl;
    const context = await stage.browser.newContext({ ignoreHTTPSErrors: true, ...desktop });
    await context.grantPermissions(['camera'], { origin });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await waitForPress(page);
    await page.goto(`${origin}/demo`);
    if (process.env.SDK_SHOTS) await page.screenshot({ path: join(process.env.SDK_SHOTS, 'demo-01.png') });
    await page.getByLabel('Name of the applicant').selectOption('Consider');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const press = (name: string) => page.locator('.bonafide-sdk').getByRole('button', { name }).click();
    await press('Start');
    await press('Passport');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose a file')]);
    await chooser.setFiles(await front());
    await press('Use this photo');
    await press('Take a photo');
    await page.locator('.shutter:enabled').click();
    await press('Use this photo');
    await page.getByText('The check is complete, consider').waitFor();
    if (process.env.SDK_SHOTS) await page.screenshot({ path: join(process.env.SDK_SHOTS, 'demo-02.png') });
    expect(problems).toEqual([]);
    await context.close();
  });
});
