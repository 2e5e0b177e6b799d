import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../../packages/server/src/api/v3/testing/runs.ts';
import { checkWithForm } from '../../../packages/server/src/pages/form/testing/form.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { executablePath, openBrowser } from '../chromium.ts';
import { openTab } from './browser.ts';

const notice = { privacy_notice_url: 'https://alice.example/privacy', support_contact: 'help@alice.example' };

/** A word in one colour on a transparent ground, as most logos are. */
const logo = (colour: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><rect x="10" y="10" width="60" height="60" rx="14" fill="${colour}"/><rect x="90" y="28" width="200" height="24" rx="6" fill="${colour}"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

describe.skipIf(!executablePath)('pages with the branding of an account', () => {
  let service: RunService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startWithWorkflows();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const headers = () => ({ authorization: `Bearer ${service.operatorKey}` });
  const at = () => `/operator/v1/accounts/${service.account.id}`;
  const clean = { display_name: null, privacy_notice_url: null, support_contact: null, colour: null };
  async function brand(change: object, raw?: Buffer) {
    const call = { token: null, headers: headers() };
    await service.call('PATCH', at(), { ...call, json: { ...clean, ...change } });
    await service.call('DELETE', `${at()}/logo`, call);
    if (raw) {
      const upload = { ...call, raw, headers: { ...headers(), 'content-type': 'image/png' } };
      expect((await service.call('PUT', `${at()}/logo`, upload)).status).toBe(200);
    }
  }

  const small = { viewport: { width: 320, height: 568 }, deviceScaleFactor: 2 };
  const large = { viewport: { width: 1280, height: 800 } };

  test.each([
    ['bare', {}, undefined, small, 'light'],
    ['long', { display_name: 'W'.repeat(80), ...notice, colour: '#ff00ff' }, undefined, small, 'light'],
    ['arabic', { display_name: 'شركة أليس المحدودة', ...notice, colour: '#0b7a3b' }, undefined, small, 'dark'],
    ['emoji', { display_name: 'Fuchs & Söhne 🦊', ...notice, colour: '#000000' }, undefined, large, 'dark'],
    ['dark-logo', { display_name: 'Alice', ...notice, colour: '#14508c' }, '#14508c', small, 'light'],
    ['dark-logo-dark', { display_name: 'Alice', ...notice, colour: '#14508c' }, '#14508c', large, 'dark'],
    ['light-logo', { display_name: 'Alice', ...notice, colour: '#ffe600' }, '#ffe600', large, 'light'],
  ] as const)('are whole and readable: %s', async (name, settings, colour, size, colorScheme) => {
    await brand(settings, colour && (await logo(colour)));
    const options = { ...size, colorScheme, origin: service.baseUrl, scripts: false };
    const { page, look, keyboard, close } = await openTab(browser, `brand-${name}`, options);
    const run = await service.run(workflowIds.profile);
    await page.goto(run.link.url);
    await look('Verify your identity');
    if (colour) expect(await page.evaluate('document.querySelector(".logo").naturalWidth > 0')).toBe(true);
    await keyboard.follow('Start');
    const asksConsent = 'privacy_notice_url' in settings;
    await look(asksConsent ? 'Verify your identity' : 'Your details');

    const check = await checkWithForm(service, ['document', 'identity_enhanced']);
    await page.goto(`${check.form_uri}/details`);
    await look('Your details');
    expect(await page.getByRole('link', { name: 'Privacy notice' }).count()).toBe(asksConsent ? 2 : 0);
    await service.del(`/v3.6/applicants/${check.applicant_id}`);
    await page.goto(check.form_uri);
    await look('No longer available');
    await close();
  });

  test('are readable with forced colours', async () => {
    await brand({ ...notice, colour: '#ffe600' }, await logo('#ffe600'));
    const forced = { ...small, forcedColors: 'active', origin: service.baseUrl, scripts: false } as const;
    const { page, look, close } = await openTab(browser, 'brand-forced', forced);
    await page.goto((await service.run(workflowIds.profile)).link.url);
    await look('Verify your identity');
    await close();
  });
});
