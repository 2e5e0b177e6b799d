import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greyPng } from '../../../packages/server/src/api/v3/testing/files.ts';
import { type RunService, startWithWorkflows } from '../../../packages/server/src/api/v3/testing/runs.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { executablePath, openBrowser } from '../chromium.ts';
import { branding, openTab, type TabOptions } from './browser.ts';

if (!executablePath) console.warn('The link page is not tried in a browser: there is no Chromium (CHROMIUM names one)');

/** Browser without scripts: with them, the capture SDK replaces pages that take files. */
const phone: TabOptions = {
  scripts: false,
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};
const desktop: TabOptions = {
  scripts: false,
  viewport: { width: 1280, height: 900 },
  colorScheme: 'dark',
};

describe.skipIf(!executablePath)('the page of a run in a browser without scripts', () => {
  let service: RunService;
  let browser: Browser;
  let shop: Server;
  let thanks: string;
  beforeAll(async () => {
    // Checks take their time, so that pages wait for them until the clock moves.
    service = await startWithWorkflows({ account: branding, settings: { sandboxDelay: '1000' } });
    browser = await openBrowser();
    shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Thank you</h1>'));
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    thanks = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks`;
  });
  afterAll(async () => {
    await browser?.close();
    shop?.close();
    await service?.close();
  });

  async function endChecks(): Promise<void> {
    service.clock.advance(60_000);
    await service.settle();
  }

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('is gone through by keyboard alone, on a %s', async (name, options) => {
    const run = await service.run(workflowIds.profile, { link: { completed_redirect_url: thanks } });
    const { page, keyboard, look, errors, close } = await openTab(browser, `link-${name}`, options);
    const picture = await greyPng();

    await page.goto(run.link.url);
    await look('Verify your identity');
    await keyboard.follow('Start');
    await look('Verify your identity');
    expect(await errors()).toEqual(['Confirm that you have read the privacy notice']);
    await keyboard.press('I have read the privacy notice', 'Space');
    await keyboard.follow('Start');

    await look('Your details');
    await keyboard.follow('Continue');
    await look('Your details');
    expect(await errors()).toEqual([
      'Enter your first name',
      'Enter your last name',
      'Choose the country where you live',
    ]);
    await keyboard.type('First name', 'Grace');
    await keyboard.type('Last name', 'Hopper');
    await keyboard.type('Country where you live', 'United Ki');
    await keyboard.type('Town or city', 'London');
    await keyboard.follow('Continue');
    await look('Your details');
    expect(await errors()).toEqual(['Choose the country of your address', 'Enter your postcode']);
    await keyboard.press('Choose the country of your address');
    await page.keyboard.type('United Ki');
    await keyboard.type('Postcode', 'SW4 6EH');
    await keyboard.follow('Continue');

    await look('Your identity document');
    await keyboard.to('type ');
    await page.keyboard.press('ArrowDown');
    await keyboard.type('Country that issued it', 'France');
    await keyboard.follow('Continue');
    await look('Front of your document');
    await keyboard.follow('Upload');
    await look('Front of your document');
    expect(await errors()).toEqual(['Choose a file']);
    await keyboard.file('Choose a file or', 'front.png', picture);
    await keyboard.follow('Upload');
    await look('Back of your document');
    await keyboard.file('Choose a file or', 'back.png', picture);
    await keyboard.follow('Upload');

    await look('Your proof of address');
    await keyboard.to('type ');
    await page.keyboard.press('ArrowDown');
    await keyboard.type('Country that issued it', 'United Ki');
    await keyboard.follow('Continue');
    await look('Upload your proof of address');
    await keyboard.file('Choose a file or', 'bill.png', picture);
    await keyboard.follow('Upload');

    await look('Take a selfie');
    await keyboard.file('Choose a file or', 'face.png', picture);
    await keyboard.follow('Upload');
    // A browser takes along the place in the page that an error led to.
    await page.waitForURL(`${thanks}**`);

    await page.goto(run.link.url);
    await look('Sent');
    await keyboard.follow('Continue to 127.0.0.1');
    await page.waitForURL(thanks);
    await endChecks();
    expect((await service.again(run)).status).toBe('approved');
    await close();
  });

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('says why it asks again, on a %s', async (name, options) => {
    const applicant_id = await service.story.applicant({ first_name: 'Image Integrity - Face Detected' });
    const run = await service.run(workflowIds.repeatedFace, { applicant_id });
    const { page, keyboard, look, close } = await openTab(browser, `link-again-${name}`, options);
    await page.goto(run.link.url);
    await keyboard.press('I have read the privacy notice', 'Space');
    await keyboard.follow('Start');
    await service.complete(run, await service.open(run), [{ id: await service.story.document(applicant_id) }]);
    await service.complete(run, await service.open(run), [{ id: await service.story.livePhoto(applicant_id) }]);
    await endChecks();
    await page.goto(run.link.url);
    await look('Try again');
    const reason =
      'We couldn’t find a single, clear face in the photo. Look straight into the camera. Make sure you’re alone.';
    const shown = () => page.locator('.progress:visible, .again li:visible').allInnerTexts();
    expect(await shown()).toEqual(['Attempt 2 of 3', reason]);
    expect(await page.locator('ol li').allInnerTexts()).toEqual(['a selfie']);
    await keyboard.follow('Continue where you left off');
    await look('Take a selfie');
    expect(await shown()).toEqual(['Attempt 2 of 3', reason]);
    await keyboard.file('Choose a file or', 'face.png', await greyPng());
    await keyboard.follow('Upload');
    await endChecks();
    await page.goto(run.link.url);
    await look('Try again');
    expect(await shown()).toEqual(['Attempt 3 of 3', reason]);
    await close();
  });

  /** A run that checks what its applicant has sent, and then asks again. */
  async function checkedRun(agree: (url: string) => Promise<void>) {
    const applicant_id = await service.story.applicant({ first_name: 'Image Integrity - Face Detected' });
    const run = await service.run(workflowIds.repeatedFace, { applicant_id });
    await agree(run.link.url);
    await service.complete(run, await service.open(run), [{ id: await service.story.document(applicant_id) }]);
    await service.complete(run, await service.open(run), [{ id: await service.story.livePhoto(applicant_id) }]);
    return run;
  }

  test('continues by itself when the run does, with scripts', async () => {
    const { page, keyboard, look, close } = await openTab(browser, 'link-waits', { ...phone, scripts: true });
    const run = await checkedRun(async (url) => {
      await page.goto(url);
      await keyboard.press('I have read the privacy notice', 'Space');
      await keyboard.follow('Start');
    });
    await page.goto(run.link.url);
    await look('We’re checking what you sent');
    await endChecks();
    await look('Try again');
    await close();
  });

  test('continues by itself when the run does, where nothing runs', async () => {
    // A browser whose scripts are blocked on the way doesn't show what is for browsers without scripts.
    const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false });
    const page = await context.newPage();
    const run = await checkedRun(async (url) => {
      await page.goto(url);
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Start' }).click();
      await page.waitForURL('**/document-photo');
    });
    await page.goto(run.link.url);
    await page.getByRole('heading', { name: 'We’re checking what you sent', exact: true }).waitFor();
    await endChecks();
    await page.getByRole('heading', { name: 'Try again', exact: true }).waitFor();
    await context.close();
  });

  test('says on every page what there is not to do', async () => {
    const { page, keyboard, look, close } = await openTab(browser, 'link-ends', phone);
    const videos = await service.run(workflowIds.videos);
    await page.goto(videos.link.url);
    await keyboard.press('I have read the privacy notice', 'Space');
    await keyboard.follow('Start');
    await look('This step needs a camera');
    await page.goto((await service.run(workflowIds.client)).link.url);
    await look('We’re checking what you sent');
    await page.goto(`${service.baseUrl}/l/00000000-0000-4000-8000-000000000000`);
    await look('Form not found');
    const late = await service.run(workflowIds.sample);
    service.clock.advance(35 * 86_400_000);
    await page.goto(late.link.url);
    await look('This link has expired');
    await close();
  });
});
