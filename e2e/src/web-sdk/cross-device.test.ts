import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startReceiver } from '../clients/receiver.ts';
import { cardPicture } from './footage.ts';
import { chooseCountry, desktop } from './shop.ts';
import { openStage, passport, possible, type Stage } from './stage.ts';
import { linkOf, scan, takeUp, visitDesktop } from './two-devices.ts';

describe.skipIf(!possible)('continuing on a phone', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  test('the phone captures what the computer asks for, the computer ends it, and the check completes', async () => {
    const receiver = await startReceiver();
    await stage.service.post('/v3.6/webhooks', { url: receiver.url, events: ['check.completed'] });
    const shop = await visitDesktop(stage, 'desktop-cross', 'usePhoneFirst: true,');
    await shop.button('Start').click();
    await chooseCountry(shop.page, 'France');
    await shop.button('Permis de conduire').click();
    await shop.page.getByRole('img', { name: 'QR code with the link' }).waitFor();
    await shop.look('Continue on your phone');
    const link = await linkOf(shop);
    expect(link).toMatch(new RegExp(`^${stage.service.baseUrl}/01[A-Z0-9]{6}$`));
    expect(await scan(shop)).toBe(link);

    const other = await takeUp(stage, link);
    await other.heading('Is this your computer?').waitFor();
    expect(await other.page.locator('header').innerText()).toBe('Alice Ltd');
    expect(await other.page.locator('.computer').innerText()).toMatch(/^Chrome · Linux\s+requested at \d{1,2}:\d\d/);
    await other.shot('cross-phone-confirm');
    await shop.look('Choose this number on your phone');
    expect(await shop.page.locator('.number').innerText()).toMatch(/^[1-9]\d$/);
    await other.button('Yes, continue').click();
    await other.heading('Which number does your computer show?').waitFor();
    await other.shot('cross-phone-number');
    const numbers = await other.page.locator('.numbers button').allInnerTexts();
    expect(numbers).toHaveLength(6);
    await other.button(await shop.page.locator('.number').innerText()).click();
    await shop.look('Now use your phone');
    for (const title of ['Front of your document', 'Back of your document', 'Take a selfie']) {
      await other.heading(title).waitFor();
      expect(await other.button('Continue on your phone').count()).toBe(0);
      await other.photograph(title);
    }
    await other.heading('Done').waitFor();
    await other.shot('cross-phone-done');
    await shop.look('Thank you');
    expect(other.complaints).toEqual([]);
    expect(other.metadata).toMatchObject(Array(3).fill({ isCrossDeviceFlow: true, deviceType: 'mobile' }));
    // A phone that loads its page again learns that all is well.
    await other.page.reload();
    await other.heading('Done').waitFor();
    await other.close();
    // Another phone learns at once that the link was used, and does not wait 10 s for the computer.
    const late = await takeUp(stage, link);
    await late.heading('Start again on your computer').waitFor();
    await late.close();

    const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body;
    expect(
      documents.map((one: Record<string, string>) => `${one.type} ${one.side} ${one.issuing_country}`).sort(),
    ).toEqual(['driving_licence back FRA', 'driving_licence front FRA']);
    expect(shop.received('onComplete')).toMatchObject([
      {
        document_front: { type: 'driving_licence', side: 'front' },
        document_back: { type: 'driving_licence', side: 'back' },
        face: { variant: 'standard' },
      },
    ]);
    const names = shop.received('analytics');
    expect(names.slice(4, 8)).toEqual([
      ...['CROSS_DEVICE_INTRO', 'CROSS_DEVICE_GET_LINK', 'CROSS_DEVICE_START', 'DOCUMENT_CAPTURE_FRONT'],
    ]);
    expect(names.filter((name) => name === 'UPLOAD')).toHaveLength(3);
    await shop.close();

    const { body: check } = await stage.service.post('/v3.6/checks', {
      applicant_id: shop.applicant,
      report_names: ['document', 'facial_similarity_photo'],
    });
    await expect.poll(() => receiver.deliveries).toHaveLength(1);
    const { payload } = JSON.parse(String(receiver.deliveries[0]?.body));
    expect(payload).toMatchObject({
      resource_type: 'check',
      action: 'check.completed',
      object: { id: check.id, status: 'complete' },
    });
    expect((await stage.service.get(`/v3.6/checks/${check.id}`)).body).toMatchObject({
      status: 'complete',
      result: 'clear',
    });
    await receiver.close();
  });

  test('the link is copied', async () => {
    const shop = await visitDesktop(stage, 'desktop-copy', "steps: ['face'], _crossDeviceLinkMethods: ['copy_link'],", {
      allowed: ['camera', 'clipboard-read', 'clipboard-write'],
    });
    await shop.button('Continue on your phone').click();
    await shop.button('Copy the link').click();
    await shop.page.getByText('Copied').first().waitFor();
    expect(await shop.page.evaluate('navigator.clipboard.readText()')).toBe(await linkOf(shop));
    // The service of the test has no public address.
    const { host } = new URL(await linkOf(shop));
    expect(await shop.page.locator('.alert.note').innerText()).toBe(
      `Only this computer can open \u2066${host}\u2069. For a phone, start the service with --public-url.`,
    );
    await shop.look('Continue on your phone', { focus: false });
    await shop.close();
  });

  test('a page can offer a phone alone, or none', async () => {
    const forced = await visitDesktop(
      stage,
      'desktop-force',
      "crossDevicePolicy: 'force', steps: ['document', 'face'], _crossDeviceLinkMethods: ['copy_link'],",
    );
    await forced.button('Passport').click();
    await forced.page.locator('.link').waitFor();
    expect(await forced.page.getByRole('tab').count()).toBe(0);
    await forced.look('Continue on your phone');
    expect(await forced.page.locator('.code').count()).toBe(0);
    // There is nothing to go back to but the choice of the document.
    await forced.button('Back').click();
    await forced.look('Choose your document');
    const ways = ['CROSS_DEVICE_INTRO', 'CROSS_DEVICE_GET_LINK', 'DOCUMENT_TYPE_SELECT'];
    expect(forced.received('analytics')).toEqual(['DOCUMENT_TYPE_SELECT', 'DOCUMENT_CAPTURE_FRONT', ...ways]);
    await forced.close();
    const quick = "crossDevicePolicy: 'force', steps: [{ type: 'face', options: { showIntro: false } }],";
    const unasked = await visitDesktop(stage, 'desktop-force-face', quick);
    await unasked.page.locator('.code svg').waitFor();
    expect(await unasked.page.getByRole('tab').allInnerTexts()).toEqual(['QR code', 'Copy link', 'Text message']);
    expect(await unasked.page.getByRole('button').count()).toBe(0);
    await unasked.close();
    const without = await visitDesktop(stage, 'desktop-disable', "crossDevicePolicy: 'disable', steps: ['face'],");
    await without.look('Take a selfie', { focus: false });
    expect(await without.button('Continue on your phone').count()).toBe(0);
    await without.close();
  });

  test('a computer begins with the code, until the applicant prefers the computer', async () => {
    const options = `usePhoneFirst: true, steps: [${passport.slice(1, -1)}, 'face'],`;
    const shop = await visitDesktop(stage, 'desktop-first', options);
    await shop.page.getByRole('img', { name: 'QR code with the link' }).waitFor();
    await shop.look('Continue on your phone');
    const opened = () => shop.page.getByRole('tabpanel').getAttribute('id');
    await shop.page.getByRole('tab', { name: 'QR code', exact: true }).focus();
    await shop.page.keyboard.press('ArrowRight');
    expect(await linkOf(shop)).toBe(await shop.page.locator('.link:visible').innerText());
    await shop.look('Continue on your phone', { focus: false });
    await shop.page.keyboard.press('End');
    await shop.page.getByLabel('Send the link to your phone number').fill('07700 900123');
    await shop.page.getByRole('tab', { name: 'Text message', exact: true }).focus();
    await shop.page.keyboard.press('ArrowRight');
    expect(await opened()).toBe('way-0');
    await shop.page.keyboard.press('ArrowLeft');
    expect(await shop.page.getByLabel('Send the link to your phone number').inputValue()).toBe('07700 900123');
    await shop.look('Continue on your phone', { focus: false });
    await shop.button('Use this computer').click();
    await shop.look('Photo page of your passport');
    await shop.choose('Choose a file', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });
    await shop.button('Use this photo').click();
    // The computer was chosen for all that follows, and a phone is still one of its ways.
    await shop.look('Take a selfie');
    await shop.button('Continue on your phone').click();
    await shop.page.locator('.code svg').waitFor();
    await shop.button('Use this computer').click();
    await shop.look('Take a selfie');
    await shop.close();
  });

  describe('by a text message', () => {
    const begin = async (name: string, options: string) => {
      const shop = await visitDesktop(stage, name, `steps: ['face'], _crossDeviceLinkMethods: ['sms'], ${options}`);
      await shop.button('Continue on your phone').click();
      const field = shop.page.locator('input[type=tel]');
      await field.waitFor();
      const send = async (number?: string) => {
        if (number !== undefined) await field.fill(number);
        const [answer] = await Promise.all([
          shop.page.waitForResponse((response) => response.url().endsWith('/v1/cross_device_sms')),
          shop.button('Send the link').click(),
        ]);
        await shop.page.locator('.way .alert').waitFor();
        return answer.request().postDataJSON();
      };
      const said = (text: string) => shop.page.locator('.way .alert').getByText(text).waitFor();
      return { shop, field, send, said };
    };
    const outbox = async () => {
      const headers = { authorization: `Bearer ${stage.service.operatorKey}` };
      const path = '/operator/v1/messages';
      return (await stage.service.call('GET', path, { token: null, headers })).body.messages;
    };

    it('goes to the number of the page', async () => {
      const { shop, send, said } = await begin('desktop-sms', "userDetails: { smsNumber: '0044 7700 900123' },");
      const { to, id } = await send();
      expect([to, id]).toEqual(['+447700900123', expect.stringMatching(/^01[A-Z0-9]{6}$/)]);
      await said('Sent to \u2066+447700900123\u2069. Check your phone.');
      await shop.look('Continue on your phone', { focus: false });
      const [{ id: message }] = await outbox();
      const headers = { authorization: `Bearer ${stage.service.operatorKey}` };
      const path = `/operator/v1/accounts/${stage.service.account.id}/messages/${message}`;
      const { body } = await stage.service.call('GET', path, { token: null, headers });
      expect([body.to, body.text]).toEqual([
        '+447700900123',
        expect.stringContaining(`${stage.service.baseUrl}/${id}`),
      ]);
      const other = await takeUp(stage, `${stage.service.baseUrl}/${id}`);
      await other.heading('Is this your computer?').waitFor();
      await other.close();
      await shop.close();
    });

    it('gets the code of the country that the page names, and says what is wrong with a number', async () => {
      const { shop, field, send, said } = await begin('desktop-sms-fr', "smsNumberCountryCode: 'fr',");
      expect(await shop.page.locator('#phone-hint').innerText()).toBe(
        'Without a country code, we use \u2066+33\u2069 (France).',
      );
      expect((await send('06 12 34 56 78')).to).toBe('+33612345678');
      expect((await send('+53 5 1234567')).to).toBe('+5351234567');
      await said('We can’t send messages to this country.');
      await shop.look('Continue on your phone', { focus: false });
      await field.fill('12');
      await field.press('Enter');
      await said('We couldn’t send the link. Check the number.');
      await shop.close();
    });

    it('is not offered where none are sent: then a code and a link are', async () => {
      const shop = await visitDesktop(stage, 'desktop-sms-none', "steps: ['face'], _crossDeviceLinkMethods: ['sms'],");
      await shop.page.route('**/v3/sdk/configurations', (route) =>
        route.fulfill({ json: { sdk_features: { disable_cross_device_sms: true } } }),
      );
      await shop.button('Continue on your phone').click();
      expect(await scan(shop)).toBe(await linkOf(shop));
      expect(await shop.page.locator('input[type=tel]').count()).toBe(0);
      await shop.close();
    });

    it('is not sent for ever', async () => {
      const { shop, send, said } = await begin('desktop-sms-many', "smsNumberCountryCode: 'XX',");
      for (let i = 0; i < 5; i += 1) await send(`07700 90020${i}`);
      await said('Sent to');
      await send('07700 900209');
      await said('You’ve requested too many messages.');
      await shop.close();
    });
  });

  test('a link that is no longer good, or that a computer opens, says so', async () => {
    const stale = await takeUp(stage, `${stage.service.baseUrl}/01ZZZZZZ`);
    await stale.heading('Start again on your computer').waitFor();
    await stale.shot('cross-restart');
    const computer = await takeUp(stage, `${stage.service.baseUrl}/01ZZZZZZ`, desktop);
    await computer.heading('Open this page on a phone').waitFor();
    expect([stale.complaints, computer.complaints]).toEqual([[], []]);
    await Promise.all([stale.close(), computer.close()]);
  });
});
