import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath, openBrowser } from '../chromium.ts';
import { openTab } from './browser.ts';

if (!executablePath) console.warn('The page of a check is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('the page at the download_uri of a check', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test.each([320, 1280])('is accessible in a window of %i pixels', async (width) => {
    const { body: applicant } = await service.post('/v2/applicants', { first_name: 'Ana', last_name: 'Consider' });
    const reports = ['identity', 'watchlist'].map((name) => ({ name, variant: 'kyc' }));
    const path = `/v2/applicants/${applicant.id}/checks`;
    const { body: check } = await service.post(path, { type: 'express', reports });
    // The client fetches it with its token, which no browser sends by itself.
    const { body: markup } = await service.get(check.download_uri);
    const tab = await openTab(browser, `check-${width}`, { viewport: { width, height: 800 } });
    await tab.page.setContent(markup);
    await tab.look('Identity check: consider');
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });
});
