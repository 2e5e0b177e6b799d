import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signSdkToken } from '../../../packages/server/src/applicants/sdk-tokens/sdk-token.ts';
import { Ctx } from '../../../packages/server/src/context/ctx.ts';
import { systemPrincipal } from '../../../packages/server/src/context/principal.ts';
import type { Services } from '../../../packages/server/src/context/services.ts';
import { anId } from '../clients/story.ts';
import { cardPicture } from '../web-sdk/footage.ts';
import { desktop } from '../web-sdk/shop.ts';
import { openStage, possible, type Stage } from '../web-sdk/stage.ts';
import { documentsOf, openSite, type Site, visitCustomer, WOOPRA } from './customer.ts';

/** URL to which it reports errors. */
const SENTRY = 'https://sentry.io/api/109946/store/';

const passport = { type: 'document', options: { documentTypes: { passport: true } } };
const upload = 'or upload photo – no scans or photocopies';

describe.skipIf(!possible)('a page with the published browser SDK 6.4.0', () => {
  let stage: Stage;
  let site: Site;
  let card: Buffer;
  beforeAll(async () => {
    [stage, site, card] = await Promise.all([openStage(), openSite(), cardPicture()]);
  });
  afterAll(async () => {
    await stage?.close();
    await site?.close();
  });

  const visit = (options: object, more = {}) => visitCustomer(stage, options, { site, ...desktop, ...more });

  async function sendPassport({ press, choose }: Awaited<ReturnType<typeof visit>>): Promise<void> {
    await press(upload);
    await choose('passport.jpg', card);
    await press('Confirm');
  }

  /** A token that the service has signed as if it were `then`. */
  async function tokenOf(then: number, referrer: string | null): Promise<string> {
    const { service, admit } = stage;
    const { applicant: applicantId } = await admit();
    const account = await service.services.accounts.find(service.account.id);
    const clock = { ...service.services.clock, now: () => then };
    const services: Services = { ...service.services, clock };
    const own = { crossDeviceUrl: null, address: service.baseUrl, tokenId: service.account.id };
    const input = { applicantId, referrer, applicationId: null, ...own };
    return signSdkToken(new Ctx(services, account as never, 'sandbox', systemPrincipal('worker')), input);
  }

  test('gets an error when its token has expired', async () => {
    const token = await tokenOf(Date.now() - 91 * 60_000, null);
    const bank = await visit({ steps: [passport, 'complete'] }, { token });
    await sendPassport(bank);
    await bank.title('Connection lost');
    expect(bank.calls).toEqual(['POST /v3/documents 401']);
    expect(bank.received('onError')).toEqual([{ type: 'expired_token', message: 'The token has expired' }]);
    expect([bank.received('onComplete'), bank.complaints]).toEqual([[], []]);
    await bank.close();
  });

  test('gets that error also without analytics, but the applicant waits: an error of the SDK', async () => {
    const token = await tokenOf(Date.now() - 91 * 60_000, null);
    const bank = await visit({ steps: [passport, 'complete'], disableAnalytics: true }, { token });
    await sendPassport(bank);
    await expect.poll(() => bank.complaints.length).toBe(1);
    expect(bank.received('onError')).toEqual([
      { type: 'expired_token', message: 'The token has expired' },
      { type: 'exception', message: {} },
    ]);
    expect(bank.complaints).toEqual(["Cannot read properties of null (reading 'captureException')"]);
    expect(await bank.page.getByRole('heading').count()).toBe(0);
    await bank.close();
  });

  test('gets no reason when its token is for another page', async () => {
    const token = await tokenOf(Date.now(), 'https://bank.example/*');
    const bank = await visit({ steps: [passport, 'complete'] }, { token });
    await sendPassport(bank);
    await bank.title('Connection lost');
    expect(bank.received('onError')).toEqual([{ type: 'exception', message: {} }]);
    expect(bank.complaints).toEqual([expect.stringContaining("No 'Access-Control-Allow-Origin' header is present")]);
    await bank.close();
  });

  test('gets an error when the applicant was deleted meanwhile', async () => {
    const bank = await visit({ steps: [passport, 'complete'] });
    await stage.service.del(`/v3.6/applicants/${bank.applicant}`);
    await sendPassport(bank);
    await bank.title('Connection lost');
    expect(bank.calls).toEqual(['POST /v3/documents 410']);
    const message = 'The resource has been deleted or is scheduled for deletion';
    expect(bank.received('onError')).toEqual([{ type: 'exception', message }]);
    expect(bank.elsewhere()).toEqual([WOOPRA, SENTRY]);
    await bank.close();
  });

  test('takes it away, and starts again', async () => {
    const bank = await visit({ steps: ['welcome', passport], disableAnalytics: true });
    await bank.title('Open your new bank account');
    await bank.page.evaluate('handle.tearDown()');
    expect(await bank.page.locator('#onfido-mount').innerHTML()).toBe('');
    const again = JSON.stringify({ token: bank.token, steps: [passport, 'complete'], disableAnalytics: true });
    await bank.page.evaluate(`Onfido.init({ ...${again}, onComplete: (data) => note('onComplete', data) }); 0`);
    await sendPassport(bank);
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual(['passport front - passport.jpg']);
    expect(bank.received('onComplete')).toEqual([{ document_front: { id: anId, type: 'passport', side: 'front' } }]);
    expect(bank.complaints).toEqual([]);
    await bank.close();
  });

  test('continues with other steps', async () => {
    const bank = await visit({ steps: ['welcome', 'face', 'complete'], disableAnalytics: true });
    await bank.title('Open your new bank account');
    const steps = ['welcome', passport, 'complete'];
    await bank.page.evaluate(`handle.setOptions(${JSON.stringify({ steps })}); 0`);
    await bank.press('Verify Identity');
    await sendPassport(bank);
    await bank.title('Verification complete');
    expect(bank.received('onComplete')).toEqual([{ document_front: { id: anId, type: 'passport', side: 'front' } }]);
    expect(bank.complaints).toEqual([]);
    expect(await documentsOf(stage, bank.applicant)).toEqual(['passport front - passport.jpg']);
    await bank.close();
  });

  test('loses nothing when what the SDK asks of others is not to be had', async () => {
    const bank = await visit({ steps: ['welcome', passport, 'complete'] });
    await bank.press('Verify Identity');
    await sendPassport(bank);
    await bank.title('Verification complete');
    expect(bank.elsewhere()).toEqual([WOOPRA]);
    expect(bank.complaints).toEqual([]);
    await bank.close();
  });
});
