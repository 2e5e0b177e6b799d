import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { chooseCountry, desktop, phone, visitShop, welcomeTitle } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

describe.skipIf(!possible)('the browser SDK, from beginning to end', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  /** Expects that a check of the applicant's media comes out clear. */
  async function expectClear(applicant: string): Promise<void> {
    const order = {
      applicant_id: applicant,
      report_names: ['document', 'facial_similarity_photo'],
      asynchronous: false,
    };
    const { status, body } = await stage.service.post('/v3.3/checks', order);
    expect([status, body.status, body.result]).toEqual([201, 'complete', 'clear']);
  }

  test.each([
    ['light', 'light'],
    ['dark', 'dark'],
  ] as const)('a phone photographs a licence and a face, %s', async (_, colorScheme) => {
    const { service, browser } = stage;
    const { applicant, token } = await stage.admit();
    const script = `Onfido.init({ token: '${token}', ...notes });`;
    const shop = await visitShop(browser, service, script, { ...phone, colorScheme, name: `phone-${colorScheme}` });
    const { page, look, button } = shop;
    await look(welcomeTitle);
    await button('Start').click();
    await look('Choose your document');
    await chooseCountry(page, 'France');
    await button('Permis de conduire').click();
    for (const [title, frame] of [
      ['Front of your document', 'Fit the front of your document into the frame'],
      ['Back of your document', 'Fit the back of your document into the frame'],
    ] as const) {
      await look(title);
      await button('Take a photo').click();
      await button('Take the photo').and(page.locator(':enabled')).waitFor();
      await look(frame);
      await button('Take the photo').click();
      await look('Check your photo');
      await button('Use this photo').click();
    }
    await look('Take a selfie');
    await button('Take a photo').click();
    await button('Take the photo').and(page.locator(':enabled')).waitFor();
    await look('Look straight ahead with your face in the oval');
    await button('Take the photo').click();
    await look('Check your selfie');
    await button('Use this photo').click();
    await look('Thank you');

    const [data] = shop.received('onComplete') as [Record<string, never>];
    const documents = (await service.get(`/v3.6/documents?applicant_id=${applicant}`)).body.documents;
    const photos = (await service.get(`/v3.6/live_photos?applicant_id=${applicant}`)).body.live_photos;
    const [front, back] = ['front', 'back'].map((side) => documents.find((one: { side: string }) => one.side === side));
    expect(documents).toHaveLength(2);
    expect(front).toMatchObject({ type: 'driving_licence', issuing_country: 'FRA', file_name: 'front.jpg' });
    expect(data).toEqual({
      document: {
        type: 'driving_licence',
        sides: { front: { id: front.id, type: front.type }, back: { id: back.id, type: back.type } },
      },
      document_front: { id: front.id, type: 'driving_licence', side: 'front' },
      document_back: { id: back.id, type: 'driving_licence', side: 'back' },
      face: { id: photos[0].id, variant: 'standard' },
    });
    expect(shop.received('onError')).toEqual([]);
    const capture = (side: string) => [`DOCUMENT_CAPTURE_${side}`, `DOCUMENT_CAPTURE_CONFIRMATION_${side}`, 'UPLOAD'];
    expect(shop.received('analytics')).toEqual([
      ...['WELCOME', 'DOCUMENT_TYPE_SELECT', 'ID_DOCUMENT_COUNTRY_SELECT', ...capture('FRONT'), ...capture('BACK')],
      ...['FACIAL_INTRO', 'FACIAL_CAPTURE', 'FACIAL_CAPTURE_CONFIRMATION', 'UPLOAD'],
    ]);
    await shop.close();
    await expectClear(applicant);
  });

  test('a computer sends files and a selfie, by keyboard alone', async () => {
    const { service, browser } = stage;
    const { applicant, token } = await stage.admit();
    const script = `Onfido.init({ token: '${token}', showExitButton: true, ...notes });`;
    const shop = await visitShop(browser, service, script, { ...desktop, colorScheme: 'light', name: 'desktop-light' });
    const { page, look } = shop;
    const buffer = await cardPicture();

    /** Tabs to the control of this name, whose focus must be seen, and presses a key. */
    async function press(name: string, key = 'Enter'): Promise<void> {
      const inner = "document.querySelector('.bonafide-sdk').shadowRoot.activeElement";
      for (let i = 0; i < 30; i += 1) {
        await page.keyboard.press('Tab');
        const label = await page.evaluate<string>(
          `${inner}?.ariaLabel ?? ${inner}?.labels?.[0]?.innerText ?? ${inner}?.innerText ?? ''`,
        );
        if (!label.startsWith(name)) continue;
        expect(await page.evaluate(`getComputedStyle(${inner}).outlineStyle`), `${name} shows its focus`).toBe('solid');
        if (key) await page.keyboard.press(key);
        return;
      }
      throw new Error(`Tab never gets to ${name}`);
    }

    await look(welcomeTitle);
    await press('Start');
    await look('Choose your document');
    await press('Back');
    await look(welcomeTitle);
    await press('Start', 'Space');
    await press('Issuing country', '');
    await page.keyboard.type('Germ');
    await page.keyboard.press('Enter');
    await press('Personalausweis');
    for (const [title, name] of [
      ['Front of your document', 'front.jpg'],
      ['Back of your document', 'back.jpg'],
    ] as const) {
      await look(title);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose a file')]);
      await chooser.setFiles({ name, mimeType: 'image/jpeg', buffer });
      await look('Check your photo');
      await press('Use this photo');
    }
    await look('Take a selfie');
    await press('Take a photo');
    await page.getByRole('button', { name: 'Take the photo' }).and(page.locator(':enabled')).waitFor();
    await press('Take the photo', 'Space');
    await look('Check your selfie');
    await press('Retake');
    await look('Take a selfie');
    await press('Take a photo');
    await page.getByRole('button', { name: 'Take the photo' }).and(page.locator(':enabled')).waitFor();
    await press('Take the photo');
    await look('Check your selfie');
    await press('Use this photo');
    await look('Thank you');
    const { documents } = (await service.get(`/v3.6/documents?applicant_id=${applicant}`)).body;
    expect(documents.map(({ type, issuing_country: by }: Record<string, string>) => `${type} ${by}`)).toEqual(
      Array(2).fill('national_identity_card DEU'),
    );
    expect(documents[0].file_size).toBe(buffer.length);
    expect(await page.evaluate('history.length')).toBe(2);
    await shop.close();
    await expectClear(applicant);
  });
});
