import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analyser } from '../../../packages/server/src/analysis/analyser.ts';
import { face } from '../../../packages/server/src/api/v3/testing/facial.ts';
import { isoAnswerOf } from '../../../packages/server/src/api/v3/testing/iso-wallet.ts';
import { type RunService, startWithWorkflows } from '../../../packages/server/src/api/v3/testing/runs.ts';
import {
  answerOf,
  openLinkRequest,
  readLink,
  responseOf,
  type WalletOptions,
} from '../../../packages/server/src/api/v3/testing/wallet.ts';
import { mdocReaderSettings, readerSettings } from '../../../packages/server/src/api/v3/testing/wallet-reader.ts';
import { licence as photographed, readingOf } from '../../../packages/server/src/reports/live/document/testing.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import {
  ADA,
  type CredentialHolder,
  issueMdoc,
  newDevice,
  state,
} from '../../../packages/verification/src/credential/testing/issuer.ts';
import { openTab } from '../form/browser.ts';
import { desktop, phone, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

const DAY_MS = 24 * 60 * 60_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+/, '');

/** The browser's interface of the Digital Credentials API, which asks the wallet of the test. */
const browserWithWallet = `
  window.DigitalCredential = class { static userAgentAllowsProtocol(name) { return name === 'openid4vp-v1-unsigned'; } };
  navigator.credentials.get = async ({ digital }) => {
    if (!navigator.userActivation.isActive) throw new DOMException('No press', 'NotAllowedError');
    const answer = await wallet(JSON.stringify(digital.requests), location.origin);
    if (!answer) throw new DOMException('Declined', 'NotAllowedError');
    return answer;
  };`;

/** Safari has a protocol of its own alone. */
const browserLikeSafari = browserWithWallet.replace('openid4vp-v1-unsigned', 'org-iso-mdoc');

const browserWithout = 'delete window.DigitalCredential;';

describe.skipIf(!possible)('a document of a wallet', () => {
  let stage: Stage<RunService>;
  const american = state('US', { from: daysFromNow(-400).slice(0, 10), to: daysFromNow(400).slice(0, 10) });
  const holder: CredentialHolder = {
    ...ADA,
    expiry: daysFromNow(900).slice(0, 10),
    portrait: face('010', 'neutral'),
  };
  const validity = { signed: daysFromNow(-30), until: daysFromNow(30) };
  const licence = issueMdoc(american, holder, newDevice(), validity);

  beforeAll(async () => {
    stage = await openStage(() =>
      startWithWorkflows({
        realTime: true,
        settings: { analysis: 'on', ...readerSettings(), ...mdocReaderSettings() },
        account: { wallet_qr: 'on' },
      }),
    );
    const { service } = stage;
    const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
    const path = '/operator/v1/credential_issuers?source=test';
    await service.call('POST', path, { token: null, headers, raw: american.authority.certificate });
  });
  afterAll(() => stage?.close());

  const live = () => ({ token: stage.service.liveToken });

  /** Lets a page ask a wallet, which answers each request in turn: truly, wrongly, or not at all. */
  async function addWallet(page: Page, answers: (Partial<WalletOptions> | null)[], held = licence) {
    await page.exposeFunction('wallet', async (requests: string, origin: string) => {
      const answer = answers.shift();
      if (!answer) return null;
      const asked = { id: '', requests: JSON.parse(requests) };
      const { protocol, data } = await answerOf(asked, held, { origin, now: Date.now(), ...answer });
      return { protocol, data };
    });
    await page.addInitScript(browserWithWallet);
  }

  async function begin(workflow: 'wallet' | 'walletOnly') {
    const { service } = stage;
    const person = { first_name: 'Ada', last_name: 'Lovelace', dob: '1985-12-10' };
    const applicant_id = await service.story.applicant(person, live());
    return service.run(workflowIds[workflow], { applicant_id }, live());
  }

  const statusOf = async (run: { id: string }) => (await stage.service.again(run, live())).status as string;

  test.each([
    ['phone', { ...phone, colorScheme: 'dark' }],
    ['desktop', desktop],
  ] as const)('clears the check of a run on its page, on a %s', async (name, device) => {
    const run = await begin('wallet');
    const options = device as BrowserContextOptions;
    const tab = await openTab(stage.browser, `wallet-${name}`, { origin: stage.service.baseUrl, ...options });
    await addWallet(tab.page, [null, {}]);
    await tab.page.goto(run.link.url);
    await tab.look('Verify your identity');
    await tab.keyboard.follow('Start');
    await tab.look('Share a document from your wallet');
    // The applicant declines once.
    await tab.keyboard.press('Open my wallet', 'Enter');
    await tab.page.locator('.alert').filter({ hasText: 'Nothing was shared. You can try again.' }).waitFor();
    await tab.look('Share a document from your wallet');
    await tab.button('Open my wallet').click();
    await tab.look('Sent');
    await expect.poll(() => statusOf(run)).toBe('approved');
    const { body: checks } = await stage.service.get(`/v3.6/checks?applicant_id=${run.applicant_id}`, live());
    expect(checks.checks).toMatchObject([{ status: 'complete', result: 'clear' }]);
    const [report] = checks.checks[0].report_ids;
    expect((await stage.service.get(`/v3.6/reports/${report}`, live())).body).toMatchObject({
      result: 'clear',
      sub_result: 'clear',
      properties: { first_name: 'Ada', document_type: 'driving_licence' },
    });
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  /** The SDK on a customer's page, with a wallet that gives these answers. */
  async function shopWith(options: object, answers: (Partial<WalletOptions> | null)[], browser = browserWithWallet) {
    const { service } = stage;
    const applicant = await service.story.applicant({}, live());
    const sdk = await service.post('/v3.6/sdk_token', { applicant_id: applicant, referrer: '*://*/*' }, live());
    const step = { type: 'document', options: { digitalCredentials: options, documentTypes: { passport: true } } };
    const script = `Onfido.init({ token: '${sdk.body.token}', steps: [${JSON.stringify(step)}, 'complete'], ...notes });`;
    const shop = await visitShop(stage.browser, service, script, { ...phone, name: 'wallet-shop', first: browser });
    if (browser === browserWithWallet) {
      await addWallet(shop.page, answers);
    }
    const documents = async () =>
      (await service.get(`/v3.6/documents?applicant_id=${applicant}`, live())).body.documents as { id: string }[];
    return { ...shop, documents };
  }

  test('is refused where the wallet answers wrongly, and the applicant takes photos', async () => {
    const wrong = { believe: { nonce: 'of another request' } };
    const shop = await shopWith({}, [wrong, { signature: newDevice() }]);
    await shop.look('Share a document from your wallet');
    for (const _ of [1, 2]) {
      await shop.button('Open my wallet').click();
      await shop.page
        .locator('.alert')
        .filter({ hasText: 'We couldn’t confirm this document. Share another one, or take photos instead.' })
        .waitFor();
    }
    await shop.look('Share a document from your wallet', { focus: false });
    await shop.button('Take photos instead').click();
    await shop.look('Photo page of your passport');
    expect(await shop.documents()).toEqual([]);
    expect(shop.received('onError')).toEqual([]);
    await shop.close();
  });

  test('is the document that the page gets', async () => {
    const shop = await shopWith({ types: ['driving_licence'], fallback: false }, [{}]);
    await shop.look('Share a document from your wallet');
    expect(await shop.button('Take photos instead').count()).toBe(0);
    await shop.button('Open my wallet').click();
    await shop.look('Thank you');
    const [document] = await shop.documents();
    const { id } = document!;
    const front = { id, type: 'driving_licence' };
    expect(shop.received('onComplete')).toEqual([
      {
        document: { type: 'driving_licence', sides: { front } },
        document_front: { ...front, side: 'front' },
      },
    ]);
    await shop.close();
  });

  test('is the document of a browser that knows ISO/IEC 18013-7 alone, where the service has a certificate for it', async () => {
    const options = { types: ['driving_licence'], isoMdoc: true };
    const shop = await shopWith({ ...options, fallback: false }, [], browserLikeSafari);
    await shop.page.exposeFunction('wallet', (requests: string, origin: string) => {
      const { protocol, data } = isoAnswerOf({ id: '', requests: JSON.parse(requests) }, licence, { origin });
      return { protocol, data };
    });
    await shop.look('Share a document from your wallet');
    await shop.button('Open my wallet').click();
    await shop.look('Thank you');
    expect(await shop.documents()).toMatchObject([{ type: 'driving_licence', file_type: 'json' }]);
    await shop.close();

    // Without a certificate photos are taken at once.
    const without = await shopWith({ types: ['driving_licence'] }, [], browserLikeSafari);
    await without.look('Photo page of your passport');
    await without.close();

    // A page that says otherwise gets no request by this protocol.
    const untrue = `${browserLikeSafari}
      const { get } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'responseText');
      Object.defineProperty(XMLHttpRequest.prototype, 'responseText', {
        get() { return get.call(this).replaceAll('org-iso-mdoc', 'another-protocol'); },
      });`;
    const wrong = await shopWith(options, [], untrue);
    await wrong.page.locator('.alert').filter({ hasText: 'can’t open a wallet' }).waitFor();
    expect(await wrong.button('Open my wallet').count()).toBe(0);
    await wrong.button('Take photos instead').click();
    await wrong.look('Photo page of your passport');
    await wrong.close();
  });

  test('is shared on the page of a run in such a browser', async () => {
    const run = await begin('walletOnly');
    const tab = await openTab(stage.browser, 'wallet-safari', { origin: stage.service.baseUrl, ...phone });
    await tab.page.exposeFunction('wallet', (requests: string, origin: string) => {
      const { protocol, data } = isoAnswerOf({ id: '', requests: JSON.parse(requests) }, licence, { origin });
      return { protocol, data };
    });
    await tab.page.addInitScript(browserLikeSafari);
    await tab.page.goto(run.link.url);
    await tab.keyboard.follow('Start');
    await tab.button('Open my wallet').click();
    await tab.look('Sent');
    await expect.poll(() => statusOf(run)).toBe('approved');
    await tab.close();
  });

  describe('as a step-up', () => {
    const card = { ...holder, surname: 'SAMPLE', givenNames: 'JANE ANN', number: 'D1234562', birth: '1980-06-01' };
    const held = issueMdoc(american, { ...card, expiry: '2028-06-01' }, newDevice(), validity);
    let direct: Analyser;
    let account: Awaited<ReturnType<RunService['makeAccount']>>;

    beforeAll(async () => {
      const { services } = stage.service;
      direct = services.analyser;
      const bytes = face('010', 'neutral');
      const { main } = await direct.run('portraits', { bytes, mediaType: 'image/jpeg', thorough: false });
      // Stands for the reading of a licence's picture. Everything that follows from the reading is the service's own.
      const run: Analyser['run'] = async (name, input, options) => {
        if (name !== 'documentSides') return (await direct.run(name, input, options)) as never;
        const { analysis } = readingOf({
          ...photographed,
          print: [...photographed.print!, '06/01/1980', '06/01/2028'],
          portrait: { width: 120, embedding: main!.embedding },
        });
        return analysis.sides.map((side) => ({ ...side, id: (input as { file: { id: string } }).file.id })) as never;
      };
      (services as { analyser: Analyser }).analyser = { ...direct, run };
      account = await stage.service.makeAccount('Step-up Ltd', {
        decision_step_up: ['credential'],
        image_quality: false,
      });
    });
    afterAll(() => {
      (stage.service.services as { analyser: Analyser }).analyser = direct;
    });

    /** Opens the step-up on a customer's page, after a check on a photographed licence. */
    async function visit(name: string, device: BrowserContextOptions, first = browserWithWallet) {
      const { service } = stage;
      const { story } = service;
      const call = { token: account.liveToken };
      const person = { first_name: 'Jane Ann', last_name: 'Sample', dob: '1980-06-01' };
      const applicant_id = await story.applicant(person, call);
      const front = { type: 'driving_licence', side: 'front', issuing_country: 'USA' };
      await story.document(applicant_id, front, await story.sdk(applicant_id, call));
      const { body } = await story.check({ applicant_id, report_names: ['document'] }, call);
      const sdk = await service.post('/v3.6/sdk_token', { applicant_id, referrer: '*://*/*' }, call);
      const script = `Onfido.init({ token: '${sdk.body.token}', steps: ['stepUp', 'complete'], ...notes });`;
      const shop = await visitShop(stage.browser, service, script, { ...device, name, first });
      if (first === browserWithWallet) await addWallet(shop.page, [{}], held);
      const report = async () => (await service.get(`/v3.6/reports/${body.report_ids[0]}`, call)).body;
      return { ...shop, report };
    }

    test.each([
      ['phone', { ...phone, colorScheme: 'dark' }],
      ['desktop', desktop],
    ] as const)('confirms a photographed document, on a %s', async (name, device) => {
      const shop = await visit(`wallet-step-up-${name}`, device as BrowserContextOptions);
      await shop.look('Your wallet can confirm your document');
      await shop.button('Use your wallet').click();
      await shop.look('Share a document from your wallet');
      await shop.button('Open my wallet').click();
      await shop.look('Thank you');
      expect(await shop.report()).toMatchObject({ status: 'complete', result: 'clear' });
      await shop.close();
    });

    test('is left out where the browser opens no wallet: a reviewer is asked', async () => {
      const shop = await visit('wallet-step-up-none', phone, browserWithout);
      await shop.look('Thank you');
      await expect.poll(async () => (await shop.report()).status).toBe('awaiting_approval');
      await shop.close();
    });
  });

  test('says nothing but an age where the page asks for no more', async () => {
    const shop = await shopWith({ types: ['driving_licence'], fallback: false, ageOver: 18 }, [{}]);
    await shop.button('Open my wallet').click();
    await shop.look('Thank you');
    const [document] = await shop.documents();
    const { bytes } = await stage.service.get(`/v3.6/documents/${document!.id}/download`, live());
    const { presentation } = JSON.parse(bytes.toString()).credential;
    const said = Buffer.from(presentation, 'base64url').toString('latin1');
    expect(said).toContain('age_over_18');
    expect(said).not.toMatch(/birth_date|family_name|portrait/);
    await shop.close();
  });

  test('is shared by the test wallet of the demonstration, without a phone', async () => {
    const { page, look, complaints, close } = await openTab(stage.browser, 'demo-wallet', {
      origin: stage.service.baseUrl,
      ...desktop,
    });
    await page.goto(`${stage.service.baseUrl}/demo`);
    await page.getByLabel('Who leads the applicant').selectOption('wallet');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('#sdk-mount').getByRole('button', { name: 'Start' }).click();
    const wallet = page.getByRole('dialog', { name: 'Test wallet' });
    await page.getByRole('button', { name: 'Open my wallet' }).click();
    await wallet.getByText('This is not a real wallet.').waitFor();
    await look('Share a document from your wallet');
    await wallet.getByRole('button', { name: 'Don’t share' }).click();
    await page.locator('.alert').filter({ hasText: 'Nothing was shared. You can try again.' }).waitFor();
    await page.getByRole('button', { name: 'Open my wallet' }).click();
    await wallet.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('heading', { name: 'Take a selfie' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  /** Answers a link as the wallet app of a phone does, and returns the page to which the wallet leads. */
  async function openLink(url: string, decline = false): Promise<string | undefined> {
    const { service } = stage;
    const outside = { token: null };
    const { requestUri, clientId } = readLink(url);
    const fetched = await service.call('POST', new URL(requestUri).pathname, outside);
    const request = await openLinkRequest(fetched.bytes.toString(), { clientId, now: Date.now() });
    const form = decline
      ? new URLSearchParams({ error: 'access_denied' })
      : await responseOf(request, licence, { now: Date.now() });
    const answer = await service.call('POST', new URL(String(request.response_uri)).pathname, { ...outside, form });
    expect(answer.status).toBe(200);
    return answer.body.redirect_uri;
  }

  test('is shared by a link on a phone whose browser opens no wallet, and the wallet leads back', async () => {
    const run = await begin('wallet');
    const options = { origin: stage.service.baseUrl, ...phone, colorScheme: 'dark' } as const;
    const tab = await openTab(stage.browser, 'wallet-link', options);
    await tab.page.addInitScript(browserWithout);
    await tab.page.goto(run.link.url);
    await tab.keyboard.follow('Start');
    await tab.look('Share a document from your wallet');
    const link = tab.page.getByRole('link', { name: 'Open my wallet' });
    await link.waitFor();
    await tab.look('Share a document from your wallet');
    const first = (await link.getAttribute('href'))!;
    await openLink(first, true);
    await tab.page.locator('.alert').filter({ hasText: 'Nothing was shared. You can try again.' }).waitFor();
    const second = (await link.getAttribute('href'))!;
    expect(second).not.toBe(first);
    const back = (await openLink(second))!;
    await tab.page.locator('.alert').filter({ hasText: 'Please continue on the page that it opened.' }).waitFor();
    expect(await statusOf(run)).toBe('awaiting_input');
    // The phone opens the page that the wallet names in another tab.
    const next = await tab.page.context().newPage();
    await next.addInitScript(browserWithout);
    await next.goto(back);
    await next.getByRole('heading', { name: 'Sent' }).waitFor();
    expect(next.url()).not.toContain('response_code');
    await expect.poll(() => statusOf(run)).toBe('approved');
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('is shared by a code on a computer whose browser opens no wallet', async () => {
    const run = await begin('wallet');
    const tab = await openTab(stage.browser, 'wallet-code', { origin: stage.service.baseUrl, ...desktop });
    await tab.page.addInitScript(browserWithout);
    await tab.page.goto(run.link.url);
    await tab.keyboard.follow('Start');
    await tab.look('Share a document from your wallet');
    const code = tab.page.getByRole('img', { name: 'QR code for your wallet' });
    const drawn = tab.page.waitForResponse((response) => response.url().endsWith('/digital_credentials/links'));
    await tab.page.reload();
    const { url } = (await (await drawn).json()).data;
    await code.waitFor();
    await tab.look('Share a document from your wallet');
    expect(await openLink(url)).toBeUndefined();
    await tab.look('Sent');
    await expect.poll(() => statusOf(run)).toBe('approved');
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('is shared by the test wallet of the demonstration by a code', async () => {
    const { page, complaints, close } = await openTab(stage.browser, 'demo-wallet-code', {
      origin: stage.service.baseUrl,
      ...desktop,
    });
    await page.goto(`${stage.service.baseUrl}/demo`);
    await page.getByLabel('Who leads the applicant').selectOption('scan');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('#sdk-mount').getByRole('button', { name: 'Start' }).click();
    const scan = page.getByRole('button', { name: 'Scan the code with the test wallet' });
    const wallet = page.getByRole('dialog', { name: 'Test wallet' });
    await scan.click();
    await wallet.getByRole('button', { name: 'Don’t share' }).click();
    await page.locator('.alert').filter({ hasText: 'Nothing was shared. You can try again.' }).waitFor();
    await scan.click();
    await wallet.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('heading', { name: 'Take a selfie' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('is not asked for by a browser without wallets', async () => {
    const photos = await shopWith({}, [], browserWithout);
    await photos.look('Photo page of your passport');
    await photos.close();
    const only = await shopWith({ fallback: false }, [], browserWithout);
    await only.look('Share a document from your wallet');
    await only.page.locator('.alert').filter({ hasText: 'This browser can’t open a wallet.' }).waitFor();
    expect(await only.button('Open my wallet').count()).toBe(0);
    await only.close();
  });
});
