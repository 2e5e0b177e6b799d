import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename, dirname, extname, join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { expect } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import { query } from '../../../packages/server/src/store/query.ts';
import type { Stage } from '../web-sdk/stage.ts';

/** URL to which the published SDK reports analytics events, unless a page sets `disableAnalytics`. */
export const WOOPRA = 'http://www.woopra.com/track/ce/';

/** Woopra, once it is asked at all, is asked again every 12 seconds: only a slow machine sees it. */
const PING = 'http://www.woopra.com/track/ping/';

execFileSync(process.execPath, ['scripts/install-published.js', 'e2e/src/published-sdk']);

/** Folder of the published browser SDK's files, unmodified. */
const dist = join(dirname(createRequire(import.meta.url).resolve('onfido-sdk-ui/package.json')), 'dist');

/** URL from which it loads the parts of itself that it needs later; they are answered from the package. */
const ITS_OWN_PLACE = 'https://assets.onfido.com/web-sdk-releases/6.4.0/';

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

const markup = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A bank</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/bank/style.css"><script src="/bank/onfido.min.js"></script>
</head><body><div id="onfido-mount"></div></body></html>`;

/** A customer's site at an address of its own, with the published SDK on its page. */
export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const server = createServer(({ url = '' }, response) => {
    const file = join(dist, basename(url));
    if (url === '/bank/') response.writeHead(200, { 'content-type': 'text/html' }).end(markup);
    else if (!existsSync(file)) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': types[extname(file)] });
      createReadStream(file).pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Visit extends BrowserContextOptions {
  /** Site of the page; default: the service itself has it at its own address. */
  readonly site?: Site;
  /** Instead of one that is made for a new applicant. */
  readonly token?: string;
  /** Permissions that the page has without asking. */
  readonly allowed?: string[];
}

/** A video in a page. The rest of the project does not know its type. */
interface Shown {
  readonly videoWidth: number;
}

/** Counts in a page the pictures that were taken and handed to the SDK. */
const countPictures = `globalThis.pictures = 0;
const { toBlob } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.toBlob = function (taken, ...kind) {
  toBlob.call(this, (picture) => { taken(picture); globalThis.pictures += 1; }, ...kind);
};`;

/** Counts in a page the bytes of its film. The encoder of a busy machine takes seconds for its first picture. */
const countFilm = `globalThis.filmed = 0;
const { start } = MediaRecorder.prototype;
MediaRecorder.prototype.start = function (...every) {
  this.addEventListener('dataavailable', ({ data }) => { globalThis.filmed += data.size; });
  globalThis.recorder = this;
  return start.apply(this, every);
};`;

/** Asks for the bytes of the film so far. True once these are more than a container without pictures has. */
const hasPicture = `(() => {
  if (recorder.state === 'recording') recorder.requestData();
  return filmed > 1000;
})()`;

export type Customer = Awaited<ReturnType<typeof visitCustomer>>;

/**
 * An applicant at the page of a customer, on which the published SDK has begun.
 *
 * @param options of `Onfido.init`, as JSON has them; its callbacks note what they get
 */
export async function visitCustomer(
  { browser, service }: Stage,
  options: object,
  { site, token: given, allowed = ['camera', 'microphone'], ...context }: Visit = {},
) {
  const origin = site?.origin ?? service.baseUrl;
  const applicant = await storyOf(service, 'v3.6').applicant();
  const asked = await service.post('/v3.6/sdk_token', { applicant_id: applicant, referrer: `${origin}/*` });
  const token: string = given ?? asked.body.token;
  const tab = await browser.newContext({ ignoreHTTPSErrors: true, ...context });
  await tab.grantPermissions(allowed, { origin });
  const page = await tab.newPage();
  const seen: { name: string; data: unknown }[] = [];
  const complaints: string[] = [];
  const calls: string[] = [];
  const lets: (string | undefined)[] = [];
  const elsewhere = new Set<string>();

  page.on('filechooser', () => {});
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    const { origin: asked, pathname } = new URL(request.url());
    if (![origin, service.baseUrl, 'null'].includes(asked)) elsewhere.add(asked + pathname);
  });
  page.on('response', (response) => {
    const { origin: asked, pathname } = new URL(response.url());
    const method = response.request().method();
    if (asked !== service.baseUrl || method === 'GET') return;
    calls.push(`${method} ${pathname} ${response.status()}`);
    lets.push(response.headers()['access-control-allow-origin']);
  });
  await page.route(`${ITS_OWN_PLACE}**`, (route) =>
    route.fulfill({ path: join(dist, basename(new URL(route.request().url()).pathname)) }),
  );
  if (!site) {
    await page.route(`${origin}/bank/**`, (route) => {
      const name = basename(new URL(route.request().url()).pathname);
      return name === 'bank'
        ? route.fulfill({ contentType: 'text/html', body: markup })
        : route.fulfill({ path: join(dist, name) });
    });
  }
  await page.addInitScript(countPictures);
  await page.addInitScript(countFilm);
  await page.exposeFunction('note', (name: string, data: unknown) => seen.push({ name, data }));
  await page.goto(`${origin}/bank/`);
  await page.evaluate(begin(token, options));

  return {
    applicant,
    token,
    page,
    complaints,
    /** Calls of the service, with what they came to. */
    calls,
    /** Origins that may read the answer to each of them. */
    lets,
    /** Requests to others than the page's own origin and the service: all of them in vain. */
    elsewhere: () => [...elsewhere].filter((url) => !(url === PING && elsewhere.has(WOOPRA))).sort(),
    /** Arguments that callbacks, or fields of uploads, of a name got so far. */
    received: (name: string) => seen.filter((one) => one.name === name).map(({ data }) => data),
    title: (text: string) => page.getByRole('heading', { name: text }).waitFor(),
    press: (label: string) => page.getByRole('button', { name: label }).click(),
    /** Waits until the film has a picture. */
    filmed: () => page.waitForFunction(hasPicture, undefined, { polling: 250 }),
    /** Waits until the camera has taken a picture by itself. The shutter opens as it is begun, and may be faster. */
    snapshot: () => page.waitForFunction('pictures > 0'),
    /** Photographs; the published SDK passes over a press before its camera shows something. */
    async shoot(): Promise<void> {
      const taken = page.getByRole('button', { name: 'Confirm' });
      const shutter = page.getByRole('button', { name: 'Take a photo' });
      await shutter.waitFor();
      const picture = page.locator('video').first();
      await expect.poll(() => picture.evaluate((video) => (video as unknown as Shown).videoWidth)).toBeGreaterThan(0);
      for (let tries = 0; tries < 30 && !(await taken.isVisible()); tries += 1) {
        // The screen may change between the look and the press.
        if (await shutter.isVisible()) await shutter.click({ timeout: 4000 }).catch(() => {});
        await taken.waitFor({ timeout: 4000 }).catch(() => {});
      }
    },
    /** Chooses a file by whatever asks for one on the screen that is shown. */
    choose: (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer }),
    close: () => tab.close(),
  };
}

const begin = (token: string, options: object) => `
addEventListener('userAnalyticsEvent', ({ detail }) => note('analytics', detail.eventName));
const append = FormData.prototype.append;
FormData.prototype.append = function (name, value, ...more) {
  if (typeof value !== 'object') note(name, value);
  append.call(this, name, value, ...more);
};
window.handle = Onfido.init({
  ...${JSON.stringify({ ...options, token })},
  onComplete: (data) => note('onComplete', data),
  onError: (error) => note('onError', error),
}); 0`;

/** The documents of an applicant as the API lists them, in words. */
export async function documentsOf({ service }: Stage, applicant: string): Promise<string[]> {
  const { documents } = (await service.get(`/v3.6/documents?applicant_id=${applicant}`)).body;
  return documents
    .map((one: Record<string, string>) => `${one.type} ${one.side} ${one.issuing_country ?? '-'} ${one.file_name}`)
    .sort();
}

const fileFacts = query<{ id: string }>()((db, p) => db.selectFrom('media').select('data').where('id', '=', p.id));

/** Facts that the service stores of a file and shows in no answer. */
export async function factsOf({ service }: Stage, id: string): Promise<object> {
  const { accounts, store } = service.services;
  const account = await accounts.find(service.account.id);
  const row = await store.system.first(fileFacts, { id });
  return account && row ? account.vault.open<object>(id, row.data) : {};
}
