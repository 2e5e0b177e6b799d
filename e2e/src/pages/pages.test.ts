import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath, openBrowser } from '../chromium.ts';
import { openTab, violations } from '../form/browser.ts';

const sizes = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 900 } };

describe.runIf(executablePath)('pages for developers', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService({ realTime: true }), openBrowser()]);
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
    await tab.follow('link', 'Documentation');
    await tab.look('Documentation');
    await tab.follow('link', 'Settings of the service');
    await tab.look('Settings');
    await tab.follow('link', 'Documentation');
    await tab.page.getByRole('searchbox', { name: 'Search the documentation' }).fill('browser sdk');
    await tab.page.keyboard.press('Enter');
    await tab.look('Search');
    await tab.page.getByRole('link', { name: 'The browser SDK', exact: true }).click();
    await tab.look('The browser SDK');
    await tab.close();
  });

  test.each(Object.entries(sizes))('the API reference, which calls the sandbox, on a %s', async (_, viewport) => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${service.httpUrl}/`) && !/^(blob|data):/.test(request.url()))
        complaints.push(`asks ${request.url()}`);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const openGroup = (name: string) => page.locator(`#operations-tag-${name} .expand-operation`).click();
    const clean = async (state: string) => expect(await violations(page), state).toEqual([]);

    const began = performance.now();
    await page.goto(`${service.httpUrl}/reference`);
    const operation = page.locator('#operations-applicants-getApplicants');
    await page.locator('#operations-tag-applicants').waitFor();
    console.log(`The API reference was shown in ${Math.round(performance.now() - began)} ms; the goal is 2,000`);
    await clean('at first');

    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await clean('the dialogue of tokens');
    await page.locator('.auth-container input').first().fill(`Token token=${service.sandboxToken}`);
    await page.locator('.auth-container').first().locator('.authorize').click();
    await page.locator('.modal-ux .btn-done').first().click();

    await openGroup('applicants');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await clean('an open request');
    // Fields of an answer whose schema is referenced.
    const answer = operation.locator('.responses-table').last();
    await answer.getByRole('tab', { name: 'Schema' }).first().click();
    await answer.getByText('applicants', { exact: true }).waitFor();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status').getByText('200').waitFor();
    await clean('an answer');
    const upload = page.locator('#operations-documents-postDocuments');
    await openGroup('documents');
    await upload.locator('.opblock-summary-control').click();
    await upload.getByRole('button', { name: 'Try it out' }).click();
    await upload.locator('input[type=file]').waitFor();
    await clean('a form with a file');

    await page.locator('.topbar select').selectOption({ label: 'v1' });
    await page.getByRole('heading', { name: 'Bonafide API v1' }).waitFor();
    await clean('another version');
    const [inner, scroll] = await page.evaluate<number[]>('[innerWidth, document.documentElement.scrollWidth]');
    expect(scroll).toBeLessThanOrEqual(inner as number);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
