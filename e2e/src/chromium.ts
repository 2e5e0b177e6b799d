import { accessSync, constants } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { inject } from 'vitest';

const firstOf = (places: readonly (string | undefined)[]): string | undefined =>
  places.find((path) => {
    try {
      accessSync(path as string, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** The Chromium of this system; undefined without one. */
export const executablePath = firstOf([
  process.env.CHROMIUM,
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
]);

/**
 * The same Chromium without its window, where it is installed (`chromium-headless-shell` of Debian): a tab opens in a third of
 * the time. Its pages get the camera without being allowed to.
 */
export const shellPath = process.env.CHROMIUM ? undefined : firstOf(['/usr/bin/chromium-headless-shell']);

/** Milliseconds after which a page hangs. No test waits as long on a machine that is slow and has other work. */
const PATIENCE_MS = 120_000;

/**
 * The browser of all tests (`browser-server.ts`), in which pages get the camera that they ask for; `asks`: the one in which they
 * don't unless a test allows it. Its pages ask for British English unless a test says otherwise: a new Chromium asks for American English.
 * Closing it closes the tabs that were opened by this object, and no others.
 */
export async function openBrowser({ asks = false } = {}): Promise<Browser> {
  const browser = await chromium.connect(inject(asks ? 'askingBrowser' : 'browser') as string);
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options?: BrowserContextOptions) => {
    const context = await open({ locale: 'en-GB', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/** A context in which pages of an origin have permissions without asking; where `allowed` is empty, they get no camera either. */
export async function contextThatAllows(
  browser: Browser,
  {
    origin,
    allowed,
    ...options
  }: BrowserContextOptions & { origin?: string | undefined; allowed?: string[] | undefined },
): Promise<BrowserContext> {
  const own = { ignoreHTTPSErrors: true, ...options };
  if (allowed?.length === 0) return contextWithoutCamera(own);
  const context = await browser.newContext(own);
  if (origin && allowed) await context.grantPermissions(allowed, { origin });
  return context;
}

async function contextWithoutCamera(options: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await openBrowser({ asks: true });
  const context = await browser.newContext(options);
  const close = context.close.bind(context);
  context.close = async (given) => {
    await close(given);
    await browser.close();
  };
  return context;
}
