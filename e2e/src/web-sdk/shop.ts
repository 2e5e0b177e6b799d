import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { violations } from '../axe.ts';
import { contextThatAllows } from '../chromium.ts';

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};
/** Title of the first screen, with the name of the first account. */
export const welcomeTitle = 'Verify your identity for Alice Ltd';

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

/** Chooses a country by its name, as an applicant types it. */
export async function chooseCountry(page: Page, name: string): Promise<void> {
  const field = page.locator('#country');
  await field.fill(name);
  await field.press('Enter');
  expect(await field.inputValue()).toBe(name);
}

/** Blinds the cameras of a page, where its script leaves them as they are: they wait for a press. */
export const waitForPress = (page: Page): Promise<unknown> =>
  page.route('**/lazy/*-vision.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export default () => () => {};' }),
  );

/** The strictest policy of a page that uses the SDK from its own origin. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src blob:; " +
  "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

/** A folder for pictures of every screen, to look at by eye. */
const shots = process.env.SDK_SHOTS;

export interface Visit extends BrowserContextOptions {
  /** Begins the names of pictures. */
  readonly name?: string;
  /** Permissions that the page has without asking; empty: not even the camera. */
  readonly allowed?: string[];
  /** Runs before all scripts of the page, in frames too. */
  readonly first?: string;
  /** More scripts of the page by their addresses under `/shop/`. */
  readonly scripts?: Readonly<Record<string, string>>;
}

export type Shop = Awaited<ReturnType<typeof visitShop>>;

/**
 * A customer's page at the address of the service, under the strictest policy, and a tab that looks at it: whatever the
 * page asks of others, breaks of its policy, or throws, is a complaint.
 *
 * @param script what the page runs: a module; `Onfido` and `seen` are there, where `seen` notes what callbacks get
 * @param markup its body
 */
export async function visitShop(
  browser: Browser,
  service: TestService,
  script: string,
  { name = 'screen', allowed = ['camera'], first, scripts = {}, ...options }: Visit = {},
  markup = '<main><div id="sdk-mount"></div></main>',
) {
  const origin = service.baseUrl;
  const context = await contextThatAllows(browser, { origin, allowed, ...options });
  const page = await context.newPage();
  if (first) await page.addInitScript(first);
  const complaints: string[] = [];
  const seen: { name: string; data: unknown }[] = [];
  let count = 0;
  page.on('filechooser', () => {});
  page.on('pageerror', (error) => complaints.push(`throws ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // The browser logs answers that are not a success; the SDK logs errors of options without `onError`.
    if (message.type() === 'error' && !/^(Failed to load resource|\[bonafide\])/.test(text)) complaints.push(text);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url)) complaints.push(`asks ${url}`);
  });
  await page.exposeFunction('note', (event: string, data: unknown) => seen.push({ name: event, data }));
  await page.exposeFunction('complain', (text: string) => complaints.push(text));
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (e) => complain('policy: ' + e.violatedDirective + ' ' + e.blockedURI));`,
  );
  const head =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/shop/page.css">';
  const body = `<script type="module" src="/shop/page.js"></script></head><body>${markup}</body></html>`;
  const files: Record<string, [string, string]> = {
    '/shop/': ['text/html; charset=utf-8', head + body],
    '/shop/page.css': ['text/css', ':root{color-scheme:light dark}body{margin:0}#sdk-mount{height:100vh}'],
    '/shop/page.js': [
      'text/javascript',
      `const { Onfido } = await import('/sdk/v0/Onfido.js');\n${notes}\n${script}\nwindow.ready = true;`,
    ],
  };
  for (const [path, text] of Object.entries(scripts)) files[`/shop/${path}`] = ['text/javascript', text];
  await page.route(`${origin}/shop/**`, (route) => {
    const [contentType, text] = files[new URL(route.request().url()).pathname] ?? ['text/plain', ''];
    return route.fulfill({ contentType, body: text, headers: { 'content-security-policy': policy } });
  });
  await page.goto(`${origin}/shop/`);

  return {
    page,
    context,
    seen,
    complaints,
    /** Arguments that callbacks of a name got so far. */
    received: (event: string) => seen.filter((one) => one.name === event).map(({ data }) => data),
    button: (label: string | RegExp) => page.getByRole('button', { name: label }),
    heading: (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }),
    /** Looks at the screen that is shown, which must have this title and the focus on it. */
    async look(title: string, { focus = true } = {}): Promise<void> {
      const heading = page.getByRole('heading', { level: 1, name: title, exact: true });
      try {
        await heading.waitFor();
      } catch (cause) {
        const text = await page.locator('.bonafide-sdk .sdk').innerText().catch(String);
        throw new Error(`No screen "${title}" but: ${text.slice(0, 300)} ${complaints.join(' | ')}`, { cause });
      }
      count += 1;
      const slug = title.toLowerCase().replaceAll(/\W+/g, '-').slice(0, 40);
      if (shots) await page.screenshot({ path: join(shots, `${name}-${String(count).padStart(2, '0')}-${slug}.png`) });
      expect(await violations(page, ['page-has-heading-one']), `${name}: ${title}`).toEqual([]);
      expect(await page.evaluate(tooSmall), `${name}: ${title} has targets that are too small`).toEqual([]);
      expect(await page.evaluate(overflow), `${name}: ${title} is wider than its place`).toBe(false);
      expect(await page.evaluate(beyondFold), `${name}: ${title} shows its first action`).toBe(null);
      if (focus) expect(await page.evaluate(focused), `${name}: the focus is on the title`).toBe(title);
      expect(complaints, `${name}: ${title}`).toEqual([]);
    },
    /** Chooses a file with the button of this name. */
    async choose(label: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: label }).click(),
      ]);
      await chooser.setFiles(file);
    },
    close: () => context.close(),
  };
}

/**
 * Callbacks that only note what they get, for scripts of pages. The camera waits for a press: a test that presses the button would
 * race with a camera that takes the picture by itself (`auto-capture.test.ts` tries that one).
 */
const notes = `
const notes = Object.fromEntries(['onComplete', 'onError', 'onUserExit'].map((name) => [name, (data) => note(name, data)]));
notes.useAutoCapture = false;
addEventListener('userAnalyticsEvent', (event) => note('analytics', event.detail.eventName));
`;

/*
 * What runs in the page, as text: the rest of the project knows no browser.
 */

const inSdk = "document.querySelector('.bonafide-sdk').shadowRoot";

/** Controls smaller than 44 pixels either way. */
const tooSmall = `[...${inSdk}.querySelectorAll('button, select, a')].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width > 0 && (height < 44 || width < 44);
}).map((one) => one.outerHTML.slice(0, 200))`;

const overflow = `(() => {
  const root = ${inSdk}.querySelector('.sdk');
  return root.scrollWidth > root.clientWidth || document.documentElement.scrollWidth > innerWidth;
})()`;

/**
 * Position and name of the primary action if it is out of view; null if it is fully visible, or a screen has none. Runs in the
 * page.
 */
export const beyondFold = `(() => {
  const root = ${inSdk}.querySelector('dialog.sure[open]') ?? ${inSdk}.querySelector('.sdk:not([hidden])');
  const first = root.querySelector('.shutter, .button:not(.second)') ?? root.querySelector('.choice');
  if (!first) return null;
  const { left, top, right, bottom, width, height } = first.getBoundingClientRect();
  const hit = ${inSdk}.elementFromPoint(left + width / 2, top + height / 2);
  const seen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && (first.contains(hit) || first.disabled);
  return seen ? null : first.outerHTML.slice(0, 120) + ' at ' + [left, top, right, bottom].map(Math.round) + ' of ' + [innerWidth, innerHeight]
    + ', there: ' + hit?.outerHTML.slice(0, 80);
})()`;

const focused = `${inSdk}.activeElement?.tagName === 'H1' ? ${inSdk}.activeElement.innerText : String(${inSdk}.activeElement?.outerHTML)`;
