import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, phone, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

describe.skipIf(!possible)('going on with a phone', { timeout: 60_000 }, () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(name: string, more = '') {
    const { applicant, token } = await stage.admit();
    const script = `Onfido.init({ token: '${token}', ${more} ...notes });`;
    return { applicant, ...(await visitShop(stage.browser, stage.service, script, { ...desktop, name })) };
  }

  /** A tab of a phone at the address of a link. */
  async function take(link: string, options = phone) {
    const context = await stage.browser.newContext({ ignoreHTTPSErrors: true, ...options });
    await context.grantPermissions(['camera'], { origin: stage.service.baseUrl });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(link);
    const shot = (name: string) =>
      process.env.SDK_SHOTS && page.screenshot({ path: join(process.env.SDK_SHOTS, `${name}.png`) });
    return {
      page,
      complaints,
      shot,
      heading: (text: string) => page.getByRole('heading', { name: text, exact: true }),
    };
  }

  test('the phone captures what the computer asks for, and the computer ends it', async () => {
    const shop = await visit('desktop-cross');
    await shop.button('Start').click();
    await shop.button('Driving licence').click();
    await shop.page.getByLabel('Country').selectOption('FRA');
    await shop.button('Continue').click();
    await shop.look('The front of your document');
    await shop.button('Continue on your phone').click();
    await shop.page.getByRole('img', { name: 'A code that holds the link' }).waitFor();
    await shop.look('Go on with your phone');
    const link = await shop.page.locator('.link').innerText();
    expect(link).toMatch(new RegExp(`^${stage.service.baseUrl}/01[A-Z0-9]{6}$`));

    const other = await take(link);
    await shop.look('Now use your phone');
    const shutter = other.page.locator('.shutter:enabled');
    for (const title of ['The front of your document', 'Now the back', 'A photo of your face']) {
      await other.heading(title).waitFor();
      expect(await other.page.getByRole('button', { name: 'Continue on your phone' }).count()).toBe(0);
      await other.page.getByRole('button', { name: 'Take a photo' }).click();
      await shutter.click();
      await other.page.getByRole('button', { name: 'Yes, send it' }).click();
    }
    await other.heading('Done').waitFor();
    await other.shot('cross-phone-done');
    await shop.look('Thank you');
    expect(other.complaints).toEqual([]);
    await other.page.context().close();

    const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body;
    expect(
      documents.map((one: Record<string, string>) => `${one.type} ${one.side} ${one.issuing_country}`).sort(),
    ).toEqual(['driving_licence back FRA', 'driving_licence front FRA']);
    expect(shop.told('onComplete')).toMatchObject([
      {
        document_front: { type: 'driving_licence', side: 'front' },
        document_back: { type: 'driving_licence', side: 'back' },
        face: { variant: 'standard' },
      },
    ]);
    const names = shop.told('analytics');
    expect(names.slice(4, 8)).toEqual([
      ...['CROSS_DEVICE_INTRO', 'CROSS_DEVICE_GET_LINK', 'CROSS_DEVICE_START', 'DOCUMENT_CAPTURE_FRONT'],
    ]);
    expect(names.filter((name) => name === 'UPLOAD')).toHaveLength(3);
    await shop.close();
  });

  test('a computer without a camera offers the phone for the face, and can be told to offer nothing else', async () => {
    const shop = await visit(
      'desktop-force',
      "crossDevicePolicy: 'force', steps: ['document', 'face'], _crossDeviceLinkMethods: ['copy_link'],",
    );
    await shop.button('Passport').click();
    await shop.look('The photo page of your passport');
    expect(await shop.page.getByRole('button').allInnerTexts()).toEqual(['Back', 'Continue on your phone']);
    await shop.button('Continue on your phone').click();
    await shop.page.locator('.link').waitFor();
    await shop.look('Go on with your phone');
    expect(await shop.page.locator('.code').count()).toBe(0);
    await shop.button('Go on here instead').click();
    await shop.look('The photo page of your passport');
    await shop.close();
  });

  test('the link comes as a text message', async () => {
    const shop = await visit(
      'desktop-sms',
      "steps: ['face'], _crossDeviceLinkMethods: ['sms'], userDetails: { smsNumber: '0044 7700 900123' },",
    );
    await shop.button('Continue on your phone').click();
    await shop.button('Send the link').click();
    await shop.page.locator('.alert').waitFor();
    await shop.look('Go on with your phone', { focus: false });
    expect(await shop.page.locator('.alert').innerText()).toBe('Sent. Please look at your phone.');
    await shop.page.locator('input[type=tel]').fill('12');
    await shop.button('Send the link').click();
    await shop.page.getByText('We could not send it.').first().waitFor();
    await shop.close();
  });

  test('a link that is no longer good, or that a computer opens, says so', async () => {
    const stale = await take(`${stage.service.baseUrl}/01ZZZZZZ`);
    await stale.heading('Please start again on your computer').waitFor();
    await stale.shot('cross-restart');
    const computer = await take(`${stage.service.baseUrl}/01ZZZZZZ`, desktop);
    await computer.heading('Please open this on a phone').waitFor();
    expect([stale.complaints, computer.complaints]).toEqual([[], []]);
  });
});
