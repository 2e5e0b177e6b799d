import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, type Visit, visitShop, welcomeTitle } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

const passport = "{ type: 'document', options: { documentTypes: { passport: true } } }";
const inSdk = "document.querySelector('.bonafide-sdk').shadowRoot";
/** Text of the description of the title, as screen readers read it; and whether each segment of the progress is in colour. */
const progress = `[
  ${inSdk}.getElementById(${inSdk}.querySelector('h1').getAttribute('aria-describedby'))?.textContent ?? null,
  [...${inSdk}.querySelectorAll('.progress i')].map((one) => one.className),
]`;
/** Texts of the list of steps, and of the notes. */
const listed = `['ol', '.notes'].map((one) => [...${inSdk}.querySelectorAll(one + ' li')].map((row) => row.textContent))`;

describe.skipIf(!possible)('the first screen', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(options: string, device: Visit = desktop) {
    const { token } = await stage.admit();
    const script = `window.handle = Onfido.init({ token: '${token}', ...notes, ${options} });`;
    return visitShop(stage.browser, stage.service, script, device);
  }

  test('says what is needed, how long it takes and who gets it; each step says which of all it is', async () => {
    const shop = await visit(`steps: ['welcome', ${passport}, 'poa', 'face', 'complete']`, {
      ...phone,
      name: 'welcome',
    });
    await shop.look(welcomeTitle);
    expect(await shop.page.evaluate(listed)).toEqual([
      ['A photo of your identity document', 'A document that shows your address', 'A selfie'],
      ['It takes about 3 minutes.', 'Have your identity document ready.', 'Your photos and details go to Alice Ltd.'],
    ]);
    expect(await shop.page.evaluate(progress)).toEqual([null, []]);
    await shop.button('Start').click();
    await shop.look('Photo page of your passport');
    expect(await shop.page.evaluate(progress)).toEqual(['Step 1 of 3', ['on', '', '']]);
    await shop.page.evaluate("handle.setOptions({ language: 'ar' })");
    await shop.page.locator('[dir="rtl"]').waitFor();
    expect(await shop.page.evaluate(progress)).toEqual(['الخطوة 1 من 3', ['on', '', '']]);
    await shop.close();

    const computer = await visit(`steps: ['welcome', ${passport}, 'poa', 'face', 'complete'], language: 'en_US'`);
    await computer.button('Start').click();
    await computer.choose('Choose a file', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });
    await computer.button('Use this photo').click();
    await computer.heading('Choose a proof of address').waitFor();
    expect(await computer.page.evaluate(progress)).toEqual(['Step 2 of 3', ['on', 'on', '']]);
    await computer.close();
  });

  test('names a film of a face, and no document where none is asked for', async () => {
    const shop = await visit("steps: ['welcome', 'data', { type: 'face', options: { requestedVariant: 'video' } }]");
    await shop.look(welcomeTitle);
    expect(await shop.page.evaluate(listed)).toEqual([
      ['Your details', 'A short video of your face'],
      ['It takes about two minutes.', 'Your photos and details go to Alice Ltd.'],
    ]);
    await shop.close();
  });

  test('is in the words of the page where it has some', async () => {
    const replaced = await visit("language: { locale: 'en', phrases: { 'welcome.title': 'Welcome, Ada' } }");
    await replaced.look('Welcome, Ada');
    await replaced.close();
    const own = await visit(
      "steps: [{ type: 'welcome', options: { title: 'Hello', descriptions: ['One moment.'], nextButton: 'Go' } }, 'document']",
    );
    await own.look('Hello');
    expect(await own.page.evaluate(listed)).toEqual([[], []]);
    expect(await own.page.getByText('One moment.').count()).toBe(1);
    await own.button('Go').click();
    await own.heading('Choose your document').waitFor();
    // One step needs no progress.
    expect(await own.page.evaluate(progress)).toEqual([null, []]);
    await own.close();
  });

  test('names the other account, and the account of both environments', async () => {
    const { service, browser } = stage;
    for (const [token, title, sandbox] of [
      [service.liveToken, welcomeTitle, 0],
      [service.other.sandboxToken, 'Verify your identity for Mallory Ltd', 1],
    ] as const) {
      const applicant = await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'Low' }, { token });
      const made = await service.post(
        '/v3.6/sdk_token',
        { applicant_id: applicant.body.id, referrer: '*://*/*' },
        { token },
      );
      const shop = await visitShop(
        browser,
        service,
        `Onfido.init({ token: '${made.body.token}', ...notes });`,
        desktop,
      );
      await shop.look(title);
      expect(await shop.page.getByText('Test mode.').count()).toBe(sandbox);
      await shop.close();
    }
  });
});
