import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../axe.ts';
import { pageClock } from './drawn-camera.ts';
import { desktop, phone } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

describe.skipIf(!possible)('the demonstration', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(options: object): Promise<Page> {
    // No permission for the camera of the device: a visitor may have none.
    const context = await stage.browser.newContext({ ignoreHTTPSErrors: true, ...options });
    // Hints end on a device that is too slow for them, as a busy machine is.
    await context.addInitScript(pageClock(250));
    const page = await context.newPage();
    await page.goto(`${stage.service.baseUrl}/demo`);
    return page;
  }

  const shoot = async (page: Page, name: string) => {
    if (process.env.SDK_SHOTS) await page.screenshot({ path: join(process.env.SDK_SHOTS, name), fullPage: true });
  };

  test.each([
    ['desktop-light', { ...desktop, colorScheme: 'light' }],
    ['desktop-dark', { ...desktop, colorScheme: 'dark' }],
    ['phone-light', { ...phone, colorScheme: 'light' }],
    ['phone-dark', { ...phone, colorScheme: 'dark' }],
  ] as const)('shows the code of the choices: %s', async (name, options) => {
    const page = await visit(options);
    const code = page.getByLabel('Code of your page');
    await expect.poll(() => code.innerText()).toContain('Bonafide.init({\n  token, // from your server\n');
    await page.getByLabel('Language').selectOption('de');
    await page.getByLabel('Colours').selectOption('dark');
    await page.getByLabel('Who leads the applicant').selectOption('workflow');
    expect((await code.innerText()).split('\n').slice(2)).toEqual([
      'Bonafide.init({',
      '  token, // from your server',
      '  workflowRunId, // from your server',
      "  containerId: 'sdk-mount',",
      "  language: 'de',",
      '  theme: {',
      "    name: 'dark'",
      '  },',
      '  onComplete: (data) => console.log(data),',
      '  onError: ({ type, message }) => console.error(type, message),',
      '});',
    ]);
    await page.getByLabel('Who leads the applicant').selectOption('every');
    expect(await code.innerText()).toContain("    'consent',\n    'data',\n    'document',\n    'poa',\n");
    await shoot(page, `demo-${name}.png`);
    expect(await violations(page, [])).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await page.context().close();
  });

  test('has a drawn camera for visitors without one', async () => {
    const page = await visit(desktop);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.getByLabel('Camera').selectOption('drawn');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const press = (name: string) => page.locator('.bonafide-sdk').getByRole('button', { name }).click();
    await press('Start');
    await press('Passport');
    await press('Use this camera');
    // The drawn document is one that the camera's hints find: the camera takes the picture by itself.
    await page.locator('.bonafide-sdk').getByRole('heading', { name: 'Check your photo' }).waitFor();
    await page
      .getByText('Test mode · document: as the sandbox decides · face: as the sandbox decides', { exact: true })
      .waitFor();
    await shoot(page, 'demo-drawn-document.png');
    await page.route('**/lazy/face-vision.js', (route) => route.abort());
    await press('Use this photo');
    await press('Take a photo');
    await page.locator('.shutter:enabled').waitFor();
    await shoot(page, 'demo-drawn-face.png');
    await page.locator('.shutter:enabled').click();
    await press('Use this photo');
    await page.getByText('The check is complete, clear').waitFor();
    expect(errors).toEqual([]);

    // The camera of the device comes back: without permission it is blocked.
    await page.getByLabel('Camera').selectOption('');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Test mode. Don’t use real personal data.', { exact: true }).waitFor();
    await page.context().close();
  });
});
