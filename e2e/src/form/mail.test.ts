import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { violations } from '../axe.ts';
import { executablePath, openBrowser } from '../chromium.ts';
import { branding } from './browser.ts';

const sizes = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 900 } };

/** Colours of the page, of a paragraph of lesser weight, of a link in it, and of the button; runs in the page. */
const colours = `[['.page', 'backgroundColor'], ['.page', 'color'], ['.quiet', 'color'], ['.quiet a', 'color'], ['.action', 'backgroundColor'], ['.action', 'color']]
  .map(([selector, property]) => getComputedStyle(document.querySelector(selector))[property])`;

const button = ['rgb(255, 230, 0)', 'rgb(0, 0, 0)'];
const looks = {
  light: ['rgb(255, 255, 255)', 'rgb(28, 36, 48)', 'rgb(74, 85, 99)', 'rgb(0, 0, 238)', ...button],
  dark: ['rgb(18, 22, 28)', 'rgb(238, 241, 245)', 'rgb(182, 192, 204)', 'rgb(156, 196, 245)', ...button],
};

/** Folder for pictures of every page, for a reviewer of the design. */
const shots = process.env.FORM_SHOTS;

describe.runIf(executablePath)('the mail with the link to a form', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), openBrowser()]);
    if (shots) mkdirSync(shots, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  /** The page of the mail that an applicant of a branded company gets. */
  async function mailIn(applicant_language: string): Promise<string> {
    const { id, sandboxToken: token } = await service.makeAccount('Alice Ltd', { ...branding, applicant_language });
    const person = { first_name: 'Zoë', last_name: 'Example', email: 'zoe@example.com' };
    const { body: applicant } = await service.post('/v3.6/applicants', person, { token });
    const asked = { applicant_id: applicant.id, report_names: ['document'], applicant_provides_data: true };
    expect((await service.post('/v3.6/checks', asked, { token })).status).toBe(201);
    await service.settle();
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body } = await service.get(`/operator/v1/mails?account_id=${id}`, { token: null, headers });
    const path = `/operator/v1/accounts/${id}/mails/${body.mails[0].id}`;
    return (await service.get(path, { token: null, headers })).body.html;
  }

  test.each([
    ['en', 'Start verification'],
    ['en_US', 'Start verification'],
    ['de', 'Identität bestätigen'],
    ['ar', 'ابدأ التحقق'],
  ])('is readable in %s on a phone and a desktop, light and dark', async (language, words) => {
    const html = await mailIn(language);
    for (const [size, viewport] of Object.entries(sizes)) {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.setContent(html);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.getByRole('link', { name: words, exact: true }).waitFor();
        expect(await page.evaluate(colours)).toEqual(looks[colorScheme]);
        // A letter has no headings and landmarks.
        expect(await violations(page, ['page-has-heading-one', 'landmark-one-main', 'region'])).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        if (shots) await page.screenshot({ path: join(shots, `mail-${language}-${size}-${colorScheme}.png`) });
      }
      await context.close();
    }
  });
});
