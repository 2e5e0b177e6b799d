import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../clients/receiver.ts';
import { anId } from '../clients/story.ts';
import { cardPicture } from '../web-sdk/footage.ts';
import { desktop, phone, waitForPress } from '../web-sdk/shop.ts';
import { openStage, possible, type Stage } from '../web-sdk/stage.ts';
import { type Customer, documentsOf, openSite, type Site, visitCustomer, WOOPRA } from './customer.ts';

const passport = { type: 'document', options: { documentTypes: { passport: true } } };

describe.skipIf(!possible)('a phone beside the published browser SDK 6.4.0', () => {
  let stage: Stage;
  let site: Site;
  let receiver: Receiver;
  let card: Buffer;
  beforeAll(async () => {
    [stage, site, receiver, card] = await Promise.all([openStage(), openSite(), startReceiver(), cardPicture()]);
  });
  afterAll(async () => {
    await stage?.close();
    await site?.close();
    await receiver?.close();
  });

  const visit = (steps: unknown[], more = {}) =>
    visitCustomer(stage, { steps, disableAnalytics: true, ...more }, { site, ...desktop });

  /** The link that the desktop shows, from the screen before it. */
  async function linkOf({ press, page, title }: Customer): Promise<string> {
    await press('Get secure link');
    await title('Get your secure link');
    await press('Copy link');
    return page.getByText(stage.service.baseUrl).innerText();
  }

  /** A tab of a phone at the address of a link. */
  async function take(link: string) {
    const context = await stage.browser.newContext({ ignoreHTTPSErrors: true, ...phone });
    await context.grantPermissions(['camera', 'microphone'], { origin: stage.service.baseUrl });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(stage.service.baseUrl) && !/^(blob|data):/.test(url)) complaints.push(`asks ${url}`);
    });
    await waitForPress(page);
    await page.goto(link);
    return {
      page,
      complaints,
      heading: (text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor(),
      /** @param opens true where the camera opens by itself: it is allowed, and the picture is neither the first nor another side */
      shoot: async (opens = false) => {
        if (!opens) await page.getByRole('button', { name: 'Take a photo' }).click();
        await page.locator('.shutter:enabled').click();
        await page.getByRole('button', { name: 'Use this photo' }).click();
      },
      close: () => context.close(),
    };
  }

  test('captures all, and the desktop submits it for a check', async () => {
    const { service } = stage;
    const hook = await service.post('/v3.6/webhooks', { url: receiver.url, events: ['check.completed'] });
    expect(hook.status).toBe(201);
    const bank = await visit(['welcome', 'document', 'face', 'complete']);
    await bank.press('Verify Identity');
    await bank.press("Driver's license");
    await bank.page.locator('#country-search').fill('France');
    await bank.page.getByRole('option', { name: 'France' }).click();
    await bank.press('Submit document');
    await bank.press('Continue on phone');
    const link = await linkOf(bank);
    expect(link).toMatch(new RegExp(`^${service.baseUrl}/[0-9A-V]{2}[A-Z0-9]{6}$`));

    const other = await take(link);
    await bank.title('Connected to your mobile');
    for (const title of ['Front of your document', 'Back of your document', 'Take a selfie']) {
      const opens = title === 'Take a selfie';
      if (!opens) await other.heading(title);
      await other.shoot(opens);
    }
    await other.heading('Done');
    await bank.title("Great, that's everything we need");
    expect(bank.received('onComplete')).toEqual([]);
    await bank.press('Submit verification');
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual([
      expect.stringMatching(/^driving_licence back FRA /),
      expect.stringMatching(/^driving_licence front FRA /),
    ]);
    expect(bank.received('onComplete')).toEqual([
      {
        document_front: { id: anId, type: 'driving_licence', side: 'front' },
        document_back: { id: anId, type: 'driving_licence', side: 'back' },
        face: { id: anId, variant: 'standard' },
      },
    ]);
    expect(bank.received('analytics').slice(4)).toEqual([
      ...['CROSS_DEVICE_INTRO', 'CROSS_DEVICE_GET_LINK', 'CROSS_DEVICE_START'],
      ...['DOCUMENT_CAPTURE_FRONT', 'DOCUMENT_CAPTURE_CONFIRMATION_FRONT', 'UPLOAD'],
      ...['DOCUMENT_CAPTURE_BACK', 'DOCUMENT_CAPTURE_CONFIRMATION_BACK', 'UPLOAD'],
      ...['FACIAL_INTRO', 'FACIAL_CAPTURE', 'FACIAL_CAPTURE_CONFIRMATION', 'UPLOAD'],
    ]);
    expect([bank.complaints, other.complaints]).toEqual([[], []]);

    const reports = ['document', 'facial_similarity_photo'];
    const check = (await service.post('/v3.6/checks', { applicant_id: bank.applicant, report_names: reports })).body;
    await expect.poll(() => receiver.deliveries.length).toBe(1);
    const { payload } = JSON.parse(receiver.deliveries[0]!.body.toString());
    expect(payload).toMatchObject({
      resource_type: 'check',
      action: 'check.completed',
      object: { id: check.id, status: 'complete' },
    });
    expect((await service.get(`/v3.6/checks/${check.id}`)).body).toMatchObject({ status: 'complete', result: 'clear' });
    await other.close();
    await bank.close();
  });

  test('takes over for the face alone, by the camera app where the page wants files', async () => {
    const bank = await visitCustomer(
      stage,
      { steps: [passport, { type: 'face', options: { useUploader: true } }, 'complete'], disableAnalytics: true },
      { site, ...desktop },
    );
    await bank.press('or upload photo');
    await bank.choose('passport.jpg', card);
    await bank.press('Confirm');
    await bank.press('Continue on phone');
    const other = await take(await linkOf(bank));
    await other.heading('Take a selfie');
    const [chooser] = await Promise.all([
      other.page.waitForEvent('filechooser'),
      other.page.getByRole('button', { name: 'Open the camera app' }).click(),
    ]);
    await chooser.setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: card });
    await other.page.getByRole('button', { name: 'Use this photo' }).click();
    await other.heading('Done');
    await bank.press('Submit verification');
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual(['passport front - passport.jpg']);
    expect(bank.received('onComplete')).toEqual([
      {
        document_front: { id: anId, type: 'passport', side: 'front' },
        face: { id: anId, variant: 'standard' },
      },
    ]);
    await other.close();
    await bank.close();
  });

  test('takes a proof of address', async () => {
    const bank = await visit(['poa', 'complete']);
    await bank.press('Start verification');
    await bank.press('Utility Bill');
    await bank.press('Continue');
    await bank.press('Continue on phone');
    const other = await take(await linkOf(bank));
    await other.shoot();
    await other.heading('Done');
    await bank.press('Submit verification');
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual(['utility_bill front GBR front.jpg']);
    // The SDK names it by what the phone says that it is; what it captures itself it calls `document_front`.
    expect(bank.received('onComplete')).toEqual([{ poa_front: { id: anId, type: 'utility_bill', side: 'front' } }]);
    await other.close();
    await bank.close();
  });

  test('takes the link again after the computer has thought better of it', async () => {
    const bank = await visit([passport, 'complete']);
    await bank.press('Continue on phone');
    const link = await linkOf(bank);
    const other = await take(link);
    await bank.title('Connected to your mobile');
    // It leaves the room in a way that breaks its connection, and comes back a second later.
    const [socket] = await Promise.all([
      bank.page.waitForEvent('websocket'),
      bank.page.getByText('Cancel', { exact: true }).click(),
    ]);
    await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('joined'));
    await bank.title('Get your secure link');
    await other.page.reload();
    await bank.title('Connected to your mobile');
    await other.heading('Photo page of your passport');
    await other.shoot();
    await other.heading('Done');
    await bank.press('Submit verification');
    await bank.title('Verification complete');
    expect(bank.received('onComplete')).toEqual([{ document_front: { id: anId, type: 'passport', side: 'front' } }]);
    expect([bank.complaints, other.complaints]).toEqual([[], []]);
    await other.close();
    await bank.close();
  });

  test('gets its link by text message, until there were too many', async () => {
    const { service } = stage;
    const bank = await visit([passport, 'complete'], { disableAnalytics: false });
    await bank.press('Continue on phone');
    const link = await linkOf(bank);
    await bank.press('Get link via SMS');
    await bank.page.locator('input[type=tel]').fill('07400 123456');
    await bank.press('Send link');
    await bank.title('Check your mobile');
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const { messages } = (await service.get('/operator/v1/messages', operator)).body;
    expect(messages).toMatchObject([{ to: '+447400123456', applicant_id: bank.applicant, kind: 'cross_device_link' }]);
    const path = `/operator/v1/accounts/${service.account.id}/messages/${messages[0].id}`;
    expect((await service.get(path, operator)).body.text.split(' ')).toContain(link);

    const sdk = { token: null, headers: { authorization: `Bearer ${bank.token}`, origin: site.origin } };
    for (const digit of [1, 2, 3, 4]) {
      const message = { to: `+44770090020${digit}`, id: link.slice(-8), language: 'en' };
      expect((await service.post('/v1/cross_device_sms', message, sdk)).status).toBe(200);
    }
    await bank.page.getByText('Resend link').click();
    await bank.press('Get link via SMS');
    await bank.press('Send link');
    // It looks for 429 in the wrong place, and so says the same of every refusal.
    await bank.title("Something's gone wrong");
    expect(bank.calls).toEqual(['POST /v1/cross_device_sms 200', 'POST /v1/cross_device_sms 429']);
    expect(bank.received('onError')).toEqual([{ type: 'exception', message: expect.any(String) }]);
    expect(bank.complaints).toEqual([]);
    const parts = ['onfido.crossDevice.min.js', 'onfido.vendors~crossDevice.css', 'onfido.vendors~crossDevice.min.js'];
    expect(bank.elsewhere()).toEqual([
      WOOPRA,
      ...parts.map((part) => `https://assets.onfido.com/web-sdk-releases/6.4.0/${part}`),
      'https://lipis.github.io/flag-icon-css/flags/4x3/gb.svg',
      'https://sentry.io/api/109946/store/',
    ]);
    await bank.close();
  });
});
