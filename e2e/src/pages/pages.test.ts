import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath, launch, openTab } from '../form/browser.ts';
import { buildSdk } from '../web-sdk/shop.ts';

const sizes = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 900 } };

describe.runIf(executablePath)('pages for developers', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    buildSdk();
    [service, browser] = await Promise.all([startService({ realTime: true }), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test.each(Object.entries(sizes))('the root and the documents, on a %s', async (name, viewport) => {
    const tab = await openTab(browser, `pages-${name}`, { origin: service.httpUrl, viewport });
    await tab.page.goto(service.httpUrl);
    await tab.look('Bonafide');
    await tab.page.emulateMedia({ colorScheme: 'dark' });
    await tab.look('Bonafide');
    await tab.follow('link', 'Settings of the service');
    await tab.look('Settings');
    await tab.follow('link', 'Bonafide');
    await tab.follow('link', 'The browser SDK');
    await tab.look('The browser SDK');
    await tab.close();
  });
});
