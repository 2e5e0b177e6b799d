import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greyPng } from '../../../packages/server/src/api/v3/testing/files.ts';
import { checkWithForm, everything } from '../../../packages/server/src/pages/form/testing/form.ts';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath, openBrowser } from '../chromium.ts';
import { branding, openTab, type TabOptions } from './browser.ts';

if (!executablePath)
  console.warn('The applicant form is not tried in a browser: there is no Chromium (CHROMIUM names one)');

/** Browser without scripts: with them, the capture SDK replaces pages that take files. */
const phone: TabOptions = {
  scripts: false,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: 'light',
};
const desktop: TabOptions = {
  scripts: false,
  viewport: { width: 1280, height: 900 },
  colorScheme: 'dark',
};

describe.skipIf(!executablePath)('the applicant form in a browser without scripts', () => {
  let service: TestService;
  let browser: Browser;
  let shop: Server;
  let thanks: string;
  beforeAll(async () => {
    service = await startService({ account: branding });
    browser = await openBrowser();
    shop = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Thank you for your order</h1>'),
    );
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    thanks = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks?order=7`;
  });
  afterAll(async () => {
    await browser?.close();
    shop?.close();
    await service?.close();
  });

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('is filled in and sent by keyboard alone, on a %s', async (name, options) => {
    const check = await checkWithForm(service, everything, { redirect_uri: thanks });
    const { page, keyboard, look, errors, close } = await openTab(browser, name, options);
    const picture = await greyPng();

    await page.goto(check.form_uri);
    await look('Verify your identity');
    await keyboard.press('Skip to the form');
    await keyboard.follow('Start');

    await look('Your details');
    await keyboard.follow('Continue');
    await look('Your details');
    expect(await errors()).toEqual([
      'Enter your date of birth',
      'Choose the country of your address',
      'Enter your postcode',
      'Choose the country where you live',
      'Confirm that you have read the privacy notice',
    ]);
    expect(await page.title()).toBe('Error: Your details – Alice Ltd');
    await keyboard.press('Enter your date of birth');
    await page.keyboard.type('31');
    await keyboard.type('Month', '3');
    await keyboard.type('Year', '1980');
    await keyboard.type('Country', 'United Ki');
    await keyboard.type('House number', '1');
    await keyboard.type('Street', 'Sample Street');
    await keyboard.type('Town or city', 'London');
    await keyboard.type('Postcode', 'SW4 6EH');
    await keyboard.type('Country where you live', 'United Ki');
    await keyboard.press('I have read the privacy notice', 'Space');
    await keyboard.follow('Continue');

    await look('Your identity document');
    await keyboard.follow('Continue');
    await look('Your identity document');
    expect(await errors()).toEqual([
      'Choose the document that you will use',
      'Choose the country that issued the document',
    ]);
    await keyboard.press('Choose the document');
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
    await keyboard.file('Choose a file or', 'no_face.png', picture);
    await keyboard.follow('Upload');
    await look('Take a selfie');
    expect(await errors()).toEqual(['No face found in the photo. Take another one']);
    await keyboard.file('Choose a file or', 'face.png', picture);
    await keyboard.follow('Upload');

    await look('Check your answers');
    await keyboard.follow('Change Selfie');
    await look('Take a selfie');
    expect(await page.locator('#plain .given').innerText()).toContain('face.png');
    await keyboard.follow('Keep it and continue');
    await keyboard.follow('Send');
    await page.waitForURL(thanks);
    expect(await page.locator('h1').innerText()).toBe('Thank you for your order');

    await page.goto(check.form_uri);
    await look('Sent');
    await keyboard.follow('Continue to 127.0.0.1');
    await page.waitForURL(thanks);
    await close();
    await service.settle();
    const done = (await service.get(`/v3.6/checks/${check.id}`)).body;
    expect([done.status, done.result]).toEqual(['complete', 'clear']);
    const applicant = (await service.get(`/v3.6/applicants/${check.applicant_id}`)).body;
    expect(applicant).toMatchObject({ dob: '1980-03-31', address: { country: 'GBR', postcode: 'SW4 6EH' } });
  });

  test.each([
    ['phone', { ...phone, colorScheme: 'dark' } as const],
    ['desktop', { ...desktop, colorScheme: 'light' } as const],
  ])('says clearly, on a %s, what is missing and when there is nothing to do', async (name, options) => {
    const { page, look, follow, errors, close } = await openTab(browser, `${name}-rest`, options);
    const person = {
      id_numbers: [{ type: 'ssn', value: '1234' }],
      consents: [{ name: 'ssn_verification', granted: true }],
    };
    const check = await checkWithForm(service, ['document', 'identity_enhanced'], {}, { person });
    await page.goto(`${check.form_uri}/check`);
    await look('Check your answers');
    await follow('button', 'Send');
    await look('Check your answers');
    expect(await errors()).toHaveLength(4);
    await follow('link', 'Enter your address');
    for (const [label, text] of [
      ['Day', '31'],
      ['Month', '2'],
      ['Year', '1980'],
      ['Street', 'Avenida'],
      ['Postcode or ZIP code', '8320000'],
    ] as const) {
      await page.getByLabel(label).fill(text);
    }
    await page.getByLabel('Country').selectOption('CHL');
    for (const box of await page.getByRole('checkbox').all()) await box.setChecked(true);
    await follow('button', 'Continue');
    await look('Your details');
    expect(await errors()).toEqual(['Date of birth must be a real date, such as 31 3 1980']);
    await page.getByLabel('Month').fill('3');
    await follow('button', 'Continue');
    await look('Identification number');
    await follow('button', 'Continue');
    await look('Identification number');
    await page.goto(check.form_uri.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')));
    await look('Form not found');
    const { sandboxToken: token } = await service.makeAccount('Pausing Ltd', { pausing: true });
    const paused = await checkWithForm(service, ['document'], {}, { call: { token } });
    await page.goto(paused.form_uri);
    await look('Verify your identity');
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    await service.call('POST', `/operator/v1/accounts/${service.account.id}/checks/${check.id}/withdraw`, {
      token: null,
      headers,
    });
    await page.goto(check.form_uri);
    await look('No longer needed');
    await service.del(`/v3.6/applicants/${check.applicant_id}`);
    await page.goto(check.form_uri);
    await look('No longer available');
    await close();
  });

  test('is filled in where nothing runs', async () => {
    const check = await checkWithForm(service, ['document', 'facial_similarity_photo']);
    const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false });
    const page = await context.newPage();
    const file = { name: 'picture.png', mimeType: 'image/png', buffer: await greyPng() };
    const upload = async () => {
      await page.getByLabel('Choose a file').setInputFiles(file);
      await page.getByRole('button', { name: 'Upload' }).click();
    };
    await page.goto(check.form_uri);
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByLabel('Country where you live').selectOption('GBR');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Passport').check();
    await page.getByLabel('Country that issued it').selectOption('GBR');
    await page.getByRole('button', { name: 'Continue' }).click();
    await upload();
    await page.waitForURL('**/photo');
    await upload();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    await context.close();
  });
});
