import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { joinRoom } from '../../../packages/server/src/api/sync/testing/client.ts';
import { phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';
import { linkOf, scan, takeUp, visitDesktop } from './two-devices.ts';

/** A drawing of 200 by 100 pixels. */
const logo =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%22200%22 height=%22100%22%3E' +
  '%3Crect width=%22200%22 height=%22100%22 rx=%2220%22 fill=%22teal%22/%3E%3C/svg%3E';

describe.skipIf(!possible)('only the phone of the applicant continues', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function begin(name: string, options = '', more: Visit = {}) {
    const shop = await visitDesktop(stage, name, `steps: ['face', 'complete'], ${options}`, more);
    await shop.page.locator('.actions .button:has(.icon-phone)').click();
    return shop;
  }

  it('a wrong number ends it on both sides, and a new link can be had', async () => {
    const shop = await begin('trust-wrong');
    const link = await linkOf(shop);
    const stranger = await takeUp(stage, link);
    await stranger.button('Yes, continue').click();
    const right = await shop.page.locator('.number').innerText();
    const numbers = await stranger.page.locator('.numbers button').allInnerTexts();
    await stranger.button(numbers.find((one) => one !== right) as string).click();
    await stranger.heading('That number didn’t match').waitFor();
    await stranger.shot('cross-phone-mismatch');
    await shop.look('That number didn’t match');
    expect(shop.received('analytics').at(-1)).toBe('CROSS_DEVICE_VERIFICATION_INVALID');
    expect(shop.received('onError')).toEqual([]);
    await shop.button('Get a new link').click();
    await shop.page.locator('.code svg').waitFor();
    const next = await linkOf(shop);
    expect(next).not.toBe(link);
    const own = await takeUp(stage, next);
    await own.prove(shop);
    await own.photograph('Take a selfie');
    await shop.look('Thank you');
    expect(shop.received('onComplete')).toMatchObject([{ face: { variant: 'standard' } }]);
    expect([stranger.complaints, own.complaints]).toEqual([[], []]);
    await Promise.all([stranger.close(), own.close(), shop.close()]);
  });

  it.each(['No, cancel', 'It shows none of these'])('the phone cancels: %s', async (how) => {
    const shop = await begin('trust-abort');
    const other = await takeUp(stage, await linkOf(shop));
    if (how !== 'No, cancel') await other.button('Yes, continue').click();
    await other.button(how).click();
    await other.heading('You cancelled verification').waitFor();
    await other.shot('cross-phone-cancelled');
    await shop.look('Verification was cancelled on the phone');
    expect(shop.received('analytics').at(-1)).toBe('CROSS_DEVICE_VERIFICATION_ABORT');
    await shop.button('Use this computer').click();
    await shop.look('Take a selfie');
    await Promise.all([other.close(), shop.close()]);
  });

  it('a third device stays outside, even when the phone has gone', async () => {
    const shop = await begin('trust-third');
    const link = await linkOf(shop);
    const own = await takeUp(stage, link);
    await own.prove(shop);
    await own.heading('Take a selfie').waitFor();
    const third = await takeUp(stage, link);
    await third.heading('This link is open on another phone').waitFor();
    await third.shot('cross-phone-taken');
    await own.close();
    await shop.look('Your phone isn’t connected');
    // Its place is free, but nothing that comes from there counts before the number was picked.
    const stranger = await joinRoom(stage.service);
    const roomId = link.slice(-6);
    await stranger.joinsWell({ roomId });
    const captures = [{ method: 'face', id: 'not of the applicant', metadata: {} }];
    for (const event of ['captures', 'client success', 'user analytics', 'disconnect ping'])
      stranger.message(roomId, event, { captures, stepsDone: 1, detail: { eventName: 'FORGED' } });
    expect((await stranger.nextMessage())[0]).toBe('disconnect pong');
    stranger.message(roomId, 'get config', {});
    stranger.message(roomId, 'get config', { canVerify: true, pass: '0'.repeat(32) });
    const [event, said] = await stranger.nextMessage();
    expect(event).toBe('verification');
    expect(Object.keys(said).sort()).toEqual(['choices', 'computer', 'language', 'roomId']);
    await shop.look('Choose this number on your phone');
    stranger.close();
    await shop.look('Continue on your phone');
    expect(shop.received('onComplete')).toEqual([]);
    expect(shop.received('analytics')).not.toContain('FORGED');
    await Promise.all([third.close(), shop.close()]);
  });

  describe('by a code that is refreshed', () => {
    const signed = "_crossDeviceLinkMethods: ['qr_code'],";

    it('only a fresh one opens the room', async () => {
      const shop = await visitDesktop(stage, 'trust-fresh', `steps: ['face', 'complete'], ${signed}`);
      await shop.page.clock.install();
      await shop.button('Continue on your phone').click();
      await shop.page.locator('.code svg').waitFor();
      await shop.look('Continue on your phone');
      expect(await shop.page.locator('.link').count()).toBe(0);
      const codes = [await scan(shop)];
      expect(codes[0]).toMatch(new RegExp(`^${stage.service.baseUrl}/01[A-Z0-9]{6}#[\\w-]{16,}$`));
      for (const last of [0, 1]) {
        await shop.page.clock.runFor(10_000);
        await expect.poll(() => scan(shop)).not.toBe(codes[last]);
        codes.push(await scan(shop));
      }
      const [old, , fresh] = codes as [string, string, string];
      const late = await takeUp(stage, old);
      await late.heading('Scan the code again').waitFor();
      await late.shot('cross-phone-outdated');
      const bare = await takeUp(stage, old.split('#')[0] as string);
      await bare.heading('Scan the code again').waitFor();
      await shop.look('Continue on your phone');

      const own = await takeUp(stage, fresh);
      await own.heading('Is this your computer?').waitFor();
      // No code is refreshed once a phone has come, and one that comes too late gets the reason.
      await shop.look('Choose this number on your phone');
      await shop.page.clock.runFor(60_000);
      const third = await takeUp(stage, fresh);
      await third.heading('This link is open on another phone').waitFor();
      await own.prove(shop);
      await own.heading('Take a selfie').waitFor();
      await own.page.reload();
      await own.photograph('Take a selfie');
      await own.heading('Done').waitFor();
      await shop.look('Thank you');
      expect([late, bare, own, third].map(({ complaints }) => complaints)).toEqual([[], [], [], []]);
      await Promise.all([late.close(), bare.close(), own.close(), third.close(), shop.close()]);
    });

    it('counts its seconds in silence', async () => {
      const shop = await begin('trust-silence', signed);
      await shop.page.locator('.code svg').waitFor();
      await shop.page.getByText(/^New code in \d+ s$/).waitFor();
      const live = shop.page.locator('[aria-live]');
      expect(await live.innerText()).toBe('');
      expect(await shop.page.getByText(/^New code in/).getAttribute('aria-hidden')).toBe('true');
      await shop.close();
    });
  });

  test('the phone shows the logo and language of the page, in its colours and direction', async () => {
    const shop = await begin(
      'trust-arabic',
      `language: 'ar', theme: { name: 'dark' }, crossDeviceClientIntroProductLogoSrc: '${logo}',`,
    );
    await shop.page.locator('.code svg').waitFor();
    await shop.look('تابع على هاتفك');
    const other = await takeUp(stage, await linkOf(shop));
    await other.heading('هل هذا حاسوبك؟').waitFor();
    const image = other.page.locator('img.logo');
    expect(await image.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
    expect(await image.evaluate(({ clientWidth, clientHeight }: never) => [clientWidth, clientHeight])).toEqual([
      144, 72,
    ]);
    await other.shot('cross-phone-confirm-ar');
    expect(await other.page.locator('.sdk').getAttribute('dir')).toBe('rtl');
    await other.button('نعم، تابع').click();
    await other.page.locator('.numbers').waitFor();
    await other.shot('cross-phone-number-ar');
    await shop.look('اختر هذا الرقم على هاتفك');
    await other.button(await shop.page.locator('.number').innerText()).click();
    await shop.look('استخدم هاتفك الآن');
    expect(other.complaints).toEqual([]);
    await Promise.all([other.close(), shop.close()]);
  });

  test('what ends on the phone is shown in the language of the computer', async () => {
    const shop = await begin('trust-french', "language: 'fr',");
    const other = await takeUp(stage, await linkOf(shop));
    await other.button('Non, annuler').click();
    await other.heading('Vous avez annulé la vérification').waitFor();
    await Promise.all([other.close(), shop.close()]);
  });

  test('the client’s own page may run an SDK without numbers to pick', async () => {
    const { service } = stage;
    const applicant_id = (await service.post('/v3.6/applicants', { first_name: 'A', last_name: 'B' })).body.id;
    const more = { referrer: '*://*/*', cross_device_url: 'https://phones.example.com' };
    const { token } = (await service.post('/v3.6/sdk_token', { applicant_id, ...more })).body;
    // A phone can open this link, so the computer begins with it.
    const shop = await visitDesktop(stage, 'trust-older', `steps: ['face', 'complete'], token: '${token}',`);
    await shop.look('Continue on your phone');
    const link = await linkOf(shop);
    expect(link).toMatch(/^https:\/\/phones\.example\.com\/01/);
    const roomId = link.slice(-6);
    const older = await joinRoom(service, { generation: 2 });
    await older.joinsWell({ roomId });
    older.message(roomId, 'get config');
    const [event, said] = await older.nextMessage();
    expect([event, said.token, said.clientStepIndex]).toEqual(['config', token, 0]);
    await shop.look('Now use your phone');
    const captures = [{ method: 'face', id: 'a', metadata: { id: 'a', variant: 'standard' } }];
    older.message(roomId, 'client success', { captures });
    await shop.look('Thank you');
    older.close();
    await shop.close();
  });

  test('a client’s own page for phones gets the reason of the end', async () => {
    const script = "Onfido.init({ mobileFlow: true, roomId: 'ZZZZZZ', ...notes });";
    const own = await visitShop(stage.browser, stage.service, script, { ...phone, name: 'trust-own-page' });
    await own.look('Start again on your computer');
    const name = 'cross_device_connection_lost';
    expect(own.received('onError')).toEqual([{ type: 'exception', message: name, exception: { name, message: name } }]);
    await own.close();
  });

  test('a phone that can pick no number gets no steps by the page of the service', async () => {
    const shop = await begin('trust-silent', '', {
      ...phone,
      isMobile: false,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    });
    const roomId = (await linkOf(shop)).slice(-6);
    const stranger = await joinRoom(stage.service);
    await stranger.joinsWell({ roomId });
    stranger.message(roomId, 'get config');
    stranger.message(roomId, 'disconnect ping');
    expect(await stranger.nextMessage()).toEqual(['disconnect pong', { roomId }]);
    stranger.close();
    await shop.close();
  });
});
