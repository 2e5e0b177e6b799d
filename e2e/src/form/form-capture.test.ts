import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register, startReceiver } from '../../../packages/server/src/webhooks/testing/receiver.ts';
import { chooseCountry } from '../web-sdk/shop.ts';
import { possible } from '../web-sdk/stage.ts';
import { takeUp } from '../web-sdk/two-devices.ts';
import { violations } from './browser.ts';
import { desktop, type Hosted, openHosted, phone, type Tab } from './hosted.ts';

describe.skipIf(!possible)('the applicant form with the capture SDK', () => {
  let hosted: Hosted;
  beforeAll(async () => {
    hosted = await openHosted();
  });
  afterAll(() => hosted?.close());

  const mediaOf = async (kind: 'documents' | 'live_photos', applicant: string) =>
    (await hosted.service.get(`/v3.6/${kind}?applicant_id=${applicant}`)).body[kind] as Record<string, string>[];
  const partsOf = (document: Record<string, string>) =>
    `${document.type} ${document.side} ${document.issuing_country} ${document.file_name}`;
  const statusOf = async (id: string) => (await hosted.service.get(`/v3.6/checks/${id}`)).body.status as string;
  const plainTitle = (page: Page) => page.locator('#plain h1');

  async function enterDetails({ page, follow }: Tab) {
    for (const [label, text] of [
      ['Day', '31'],
      ['Month', '3'],
      ['Year', '1980'],
      ['House number', '1'],
      ['Street', 'Sample Street'],
      ['Town or city', 'London'],
      ['Postcode or ZIP code', 'SW4 6EH'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text);
    }
    await page.getByLabel('Country', { exact: true }).selectOption('GBR');
    await page.getByLabel('Country where you live').selectOption('GBR');
    await page.getByRole('checkbox').check();
    await follow('button', 'Continue');
  }

  test('is filled in with the camera of a phone, to the end of the check', async () => {
    const receiver = await startReceiver();
    const events = ['check.form_opened', 'check.form_completed', 'check.started', 'check.completed'];
    const hook = await register(hosted.service, receiver.url, { events });
    const check = await hosted.form(undefined, { redirect_uri: hosted.thanks, webhook_ids: [hook.id] });
    const tab = await hosted.tab('form-phone', phone);
    const { page, look, follow, button, photograph } = tab;

    await page.goto(check.form_uri);
    await look('Verify your identity');
    await follow('link', 'Start');
    await enterDetails(tab);

    await look('Choose your document');
    expect(await page.title()).toBe('Your identity document – Alice Ltd');
    // The country of the address that the applicant has typed.
    expect(await page.locator('#country').inputValue()).toBe('United Kingdom');
    await chooseCountry(page, 'France');
    await button('Permis de conduire').click();
    await photograph(null);
    await look('Back of your document');
    await photograph();

    await look('Choose a proof of address');
    await button('Utility bill').click();
    // Who issued it is known from the address.
    await look('Utility bill');
    await photograph();

    await look('Take a selfie');
    await photograph();
    await look('Check your answers');
    expect(await page.locator('dl').innerText()).toContain('Utility bill');
    await page.goBack();
    await look('Take a selfie');
    expect(await page.locator('#capture .given').innerText()).toContain('Already uploaded: selfie.jpg.');
    await follow('link', 'Keep it and continue');
    await follow('button', 'Send');
    expect(tab.complaints).toEqual([`asks ${hosted.thanks}`]);
    expect(await page.locator('h1').innerText()).toBe('Thank you');

    const documents = await mediaOf('documents', check.applicant_id);
    expect(documents.map(partsOf).sort()).toEqual([
      'driving_licence back FRA back.jpg',
      'driving_licence front FRA front.jpg',
      'utility_bill front GBR front.jpg',
    ]);
    await receiver.atLeast(4);
    expect(receiver.actions().sort()).toEqual([...events].sort());
    const done = (await hosted.service.get(`/v3.6/checks/${check.id}`)).body;
    expect([done.status, done.result]).toEqual(['complete', 'clear']);
    const { reports } = (await hosted.service.get(`/v3.6/reports?check_id=${check.id}`)).body;
    const [identity] = reports.filter(({ name }: { name: string }) => name === 'document');
    expect(identity.documents).toHaveLength(2);
    await receiver.close();
    await tab.close();
  });

  test('is gone through by keyboard alone, with files and the camera of a computer', async () => {
    const check = await hosted.form();
    const tab = await hosted.tab('form-desktop', { ...desktop, colorScheme: 'dark' });
    const { page, look, keyboard, button } = tab;
    const sendFile = async () => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Choose a file')]);
      await chooser.setFiles(hosted.card);
      await keyboard.press('Use this photo');
    };
    await page.goto(`${check.form_uri}/details`);
    await enterDetails(tab);
    await look('Choose your document');
    await keyboard.press('Passport');
    await look('Photo page of your passport');
    await sendFile();
    await look('Choose a proof of address');
    await keyboard.press('Bank statement');
    await look('Bank statement');
    await sendFile();
    await look('Take a selfie');
    await keyboard.press('Take a photo');
    await button('Take the photo').and(page.locator(':enabled')).waitFor();
    await keyboard.press('Take the photo');
    await look('Check your selfie');
    await keyboard.press('Use this photo');
    await look('Check your answers');
    await keyboard.follow('Send');
    await look('Sent');
    await expect.poll(() => statusOf(check.id)).toBe('complete');
    await tab.close();
  });

  test('continues on a phone, and on the computer when the phone is done', async () => {
    const check = await hosted.form(['document']);
    const { page, look, button, close } = await hosted.tab('form-cross');
    await page.goto(`${check.form_uri}/document`);
    await chooseCountry(page, 'France');
    await button('Permis de conduire').click();
    await button('Continue on your phone').click();
    await page.locator('.code svg').waitFor();
    await look('Continue on your phone');
    const other = await takeUp(hosted, await page.locator('.link').innerText());
    // The company is known before the computer has been confirmed.
    await other.heading('Is this your computer?').waitFor();
    expect(await other.page.locator('header').innerText()).toBe('Alice Ltd');
    await other.button('Yes, continue').click();
    await other.button(await page.locator('.number').innerText()).click();
    await look('Now use your phone');
    await other.page.locator('body.branded').waitFor();
    expect(await other.page.title()).toBe('Identity verification – Alice Ltd');
    expect(await other.page.locator('footer').innerText()).toMatch(
      /^Questions\? Contact Alice Ltd: help@alice\.example\s+Privacy notice\s+\(opens in a new tab\)$/,
    );
    expect(await violations(other.page)).toEqual([]);
    if (process.env.FORM_SHOTS)
      await other.page.screenshot({ path: `${process.env.FORM_SHOTS}/cross-phone.png`, fullPage: true });
    for (const title of ['Front of your document', 'Back of your document']) await other.photograph(title);
    await other.heading('Done').waitFor();
    await look('Your details');
    expect(other.complaints).toEqual([]);
    const documents = await mediaOf('documents', check.applicant_id);
    expect(documents.map(partsOf).sort()).toEqual([
      'driving_licence back FRA back.jpg',
      'driving_licence front FRA front.jpg',
    ]);
    await Promise.all([other.close(), close()]);
  });

  test.each([
    ['onfido.min.js', '**/onfido.min.js'],
    ['the script that mounts it', '**/sdk/hosted/*.js'],
    ['both', '**/sdk/**'],
  ])('takes files where %s can’t be loaded', async (_, pattern) => {
    const check = await hosted.form(['document']);
    const { page, look, follow, close } = await hosted.tab('form-blocked', { locale: 'ar' });
    await page.route(pattern, (route) => route.abort());
    await page.goto(`${check.form_uri}/document`);
    await look('وثيقة هويتك');
    expect(await page.locator('html').getAttribute('lang')).toBe('ar');
    await page.getByLabel('جواز السفر').check();
    await page.getByLabel('بلد الإصدار').selectOption('GBR');
    await follow('button', 'متابعة');
    await look('صفحة الصورة في جواز سفرك');
    await page.getByLabel('اختر ملفًا').setInputFiles(hosted.card);
    await follow('button', 'رفع');
    await look('بياناتك');
    await close();
  });

  test('takes files if a script differs from the pinned one', async () => {
    const check = await hosted.form(['document']);
    const tab = await hosted.tab('form-changed');
    await tab.page.route('**/onfido.min.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'window.Bonafide = { init() { document.title = "Evil"; } }',
      }),
    );
    await tab.page.goto(`${check.form_uri}/photo`);
    await tab.page.goto(`${check.form_uri}/document`);
    await plainTitle(tab.page).waitFor();
    expect(await tab.page.title()).toBe('Your identity document – Alice Ltd');
    expect(tab.complaints).toEqual([
      expect.stringContaining("Failed to find a valid digest in the 'integrity' attribute"),
    ]);
    await tab.close();
  });

  test('continues with files without a camera, or if it is forbidden', async () => {
    const check = await hosted.form(['document', 'facial_similarity_photo']);
    const tab = await hosted.tab('form-denied', { ...phone, allowed: [] });
    const { page, look, follow, button, choose } = tab;
    await page.goto(`${check.form_uri}/document`);
    await button('Passport').click();
    await button('Take a photo').click();
    await button('Continue').click();
    await look('Camera access is blocked');
    // A number of a list, not the number that a phone asks for.
    const first = "document.querySelector('.bonafide-sdk').shadowRoot.querySelector('.badge.number')";
    expect(await page.evaluate(`getComputedStyle(${first}).fontSize`)).toBe('16px');
    await choose('Open the camera app', hosted.card);
    await button('Use this photo').click();
    await page.waitForURL('**/details');
    await page.goto(`${check.form_uri}/photo`);
    await look('Take a selfie');
    await follow('link', 'Upload a file instead');
    await look('Take a selfie');
    await page.getByLabel('Choose a file').setInputFiles(hosted.card);
    await follow('button', 'Upload');
    await look('Your details');
    const [photo] = await mediaOf('live_photos', check.applicant_id);
    expect(photo?.file_name).toBe('card.jpg');
    await tab.close();
  });

  test('keeps what was sent when it is reloaded, opened twice, or left for too long', async () => {
    const check = await hosted.form(['document']);
    const tab = await hosted.tab('form-reload', phone);
    const { page, look, follow, button, photograph } = tab;
    const chooseLicence = async () => {
      await chooseCountry(page, 'France');
      await button('Permis de conduire').click();
    };
    await page.goto(`${check.form_uri}/details`);
    await page.getByRole('checkbox').check();
    await follow('button', 'Continue');
    await chooseLicence();
    await photograph(null);
    await look('Back of your document');
    await page.reload();
    await look('Choose your document');
    expect(await page.locator('#capture .given').innerText()).toContain('Already uploaded: front.jpg.');

    const other = await hosted.tab('form-second', phone);
    await other.page.goto(check.form_uri);
    await other.follow('link', 'Continue where you left off');
    await other.look('Back of your document');

    await follow('link', 'Keep it and continue');
    await look('Back of your document');
    await page.getByLabel('Choose a file').setInputFiles(hosted.card);
    await follow('button', 'Upload');
    await look('Check your answers');
    expect((await mediaOf('documents', check.applicant_id)).map(({ side }) => side).sort()).toEqual(['back', 'front']);

    // The form was sent in one tab while the other still captures.
    await other.page.goto(`${check.form_uri}/document`);
    await other.button('Passport').click();
    await follow('button', 'Send');
    await look('Sent');
    await other.photograph(null);
    await other.look('Sent');
    await other.page.goBack();
    await other.look('Sent');

    // The token of a page that was left open is invalid.
    const late = await hosted.form(['document']);
    await page.goto(`${late.form_uri}/document`);
    await page.route('**/v3/documents', (route) =>
      route.fulfill({ status: 401, json: { error: { type: 'expired_token', message: '' } } }),
    );
    await button('Passport').click();
    await photograph(null);
    await look('Your session has expired');
    await page.unroute('**/v3/documents');
    await follow('link', 'Start again');
    await button('Passport').click();
    await photograph(null);
    await look('Your details');
    await other.close();
    await tab.close();
  });

  test('is clean in letters twice as large, on a small phone', async () => {
    const check = await hosted.form(['document', 'facial_similarity_photo']);
    const { page, look, follow, close } = await hosted.tab('form-large', {
      ...phone,
      viewport: { width: 320, height: 568 },
    });
    await page.addInitScript(
      "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; });",
    );
    await page.goto(check.form_uri);
    await look('Verify your identity');
    await page.goto(`${check.form_uri}/details`);
    await follow('button', 'Continue');
    await look('Your details');
    await page.goto(`${check.form_uri}/document?file`);
    await look('Your identity document');
    await page.goto(`${check.form_uri}/photo`);
    await look('Take a selfie');
    await close();
  });

  test.each([
    ['on a phone, in Arabic', 'form-rtl', { ...phone, locale: 'ar' }],
    ['on a computer, in Arabic and the dark', 'form-rtl-dark', { ...desktop, locale: 'ar', colorScheme: 'dark' }],
    ['at twice the size', 'form-zoom', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ['at four times the size', 'form-zoom-4', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 }],
  ] as const)('is clean %s', async (_, name, options) => {
    const arabic = 'locale' in options;
    const check = await hosted.form(['document', 'facial_similarity_photo']);
    const tab = await hosted.tab(name, options as object);
    await tab.page.goto(`${check.form_uri}/document`);
    await tab.look(arabic ? 'اختر وثيقتك' : 'Choose your document');
    expect(await tab.page.locator('html').getAttribute('dir')).toBe(arabic ? 'rtl' : 'ltr');
    await tab.page.goto(`${check.form_uri}/photo`);
    await tab.look(arabic ? 'التقط صورة ذاتية' : 'Take a selfie');
    expect(await tab.page.title()).toBe(arabic ? 'التقط صورة ذاتية – Alice Ltd' : 'Take a selfie – Alice Ltd');
    await tab.close();
  });
});
