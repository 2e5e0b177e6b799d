import { accessSync, constants } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { inject } from 'vitest';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium of this system; undefined where there is none. */
export const executablePath = places.find((path): path is string => {
  try {
    accessSync(path as string, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** Milliseconds after which a page hangs. No test waits as long on a machine that is slow and has other work. */
const PATIENCE_MS = 120_000;

/** The browser of all tests (`browser-server.ts`). Closing it closes the tabs that were opened by this object, and no others. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.connect(inject('browser') as string);
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options?: BrowserContextOptions) => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}
