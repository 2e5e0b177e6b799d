import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import { chooseCountry, desktop, phone, type Shop, type Visit, visitShop, welcomeTitle } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Neither permission nor camera: any call of it is a complaint. */
const withoutCamera: Visit = {
  ...desktop,
  allowed: [],
  first: `navigator.mediaDevices.getUserMedia = async () => { complain('asks for the camera'); throw new DOMException('', 'NotAllowedError'); };`,
};

describe.skipIf(!possible)('the test mode of the browser SDK', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  const open = async (token: string, options: string, visit: Visit = {}): Promise<Shop> =>
    visitShop(stage.browser, stage.service, `Onfido.init({ token: '${token}', ${options}, ...notes });`, {
      ...withoutCamera,
      ...visit,
    });

  const summary = ({ page }: Shop, text: string) => page.locator('summary').getByText(text, { exact: true }).waitFor();

  /** Photographs what the camera shows, on a screen with the title. */
  async function photograph({ look, button, page }: Shop, title: string, way: string, check: string): Promise<void> {
    await look(title);
    await button(way).click();
    await page.locator('.shutter:enabled').click();
    await look(check);
    await button('Use this photo').click();
  }

  async function resultsOf(applicant_id: string) {
    const order = { applicant_id, report_names: ['document', 'facial_similarity_photo'], asynchronous: false };
    const { body } = await stage.service.post('/v3.3/checks', order);
    return (await stage.service.get(`/v3.6/reports?check_id=${body.id}`)).body.reports
      .map(({ name, result, sub_result }: Record<string, string>) => [name, result, sub_result])
      .sort();
  }

  test('photographs drawings by the real upload path, and ends as the page has chosen', async () => {
    const { applicant, token } = await stage.admit();
    const shop = await open(token, "testMode: { document: 'passport', documentResult: 'suspected', face: 'match' }", {
      name: 'test-mode',
    });
    await shop.look(welcomeTitle);
    await summary(shop, 'Test mode · document: suspected · face: match');
    await shop.button('Start').click();
    await shop.button('Passport').click();
    await photograph(shop, 'Photo page of your passport', 'Use this camera', 'Check your photo');
    await photograph(shop, 'Take a selfie', 'Take a photo', 'Check your selfie');
    await shop.look('Thank you');

    const [data] = shop.received('onComplete') as [{ document_front: { id: string }; face: { id: string } }];
    const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${applicant}`)).body;
    expect(documents).toMatchObject([{ id: data.document_front.id, type: 'passport', file_name: 'front.jpg' }]);
    expect(await resultsOf(applicant)).toEqual([
      ['document', 'consider', 'suspected'],
      ['facial_similarity_photo', 'clear', null],
    ]);
    expect(shop.received('onError')).toEqual([]);
    await shop.close();
  });

  test.each([
    ['phone-light', 'light'],
    ['phone-dark', 'dark'],
  ] as const)('offers the outcomes on the page, by keyboard: %s', async (name, colorScheme) => {
    const { applicant, token } = await stage.admit();
    const device = { ...phone, viewport: { width: 375, height: 667 }, colorScheme, name: `test-mode-${name}` };
    const shop = await open(token, "steps: ['document', 'face', 'complete'], testMode: true", device);
    const { page } = shop;
    await summary(shop, 'Test mode · document: as the sandbox decides · face: as the sandbox decides');
    await page.locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Facial similarity reports').selectOption('Spoof');
    await page.getByLabel('Document reports').selectOption({ label: 'Rejected' });
    await summary(shop, 'Test mode · document: rejected · face: spoof');
    await shop.look('Choose your document', { focus: false });
    await page.locator('summary').click();
    await chooseCountry(page, 'France');
    await shop.button('Permis de conduire').click();
    await photograph(shop, 'Front of your document', 'Take a photo', 'Check your photo');
    await photograph(shop, 'Back of your document', 'Take a photo', 'Check your photo');
    await photograph(shop, 'Take a selfie', 'Take a photo', 'Check your selfie');
    await shop.look('Thank you');
    expect(await resultsOf(applicant)).toEqual([
      ['document', 'consider', 'rejected'],
      ['facial_similarity_photo', 'consider', null],
    ]);
    await shop.close();
  });

  test('films drawings, of documents and of faces', async () => {
    const { applicant, token } = await stage.admit();
    const steps =
      "steps: [{ type: 'document', options: { documentTypes: { passport: true }, requestedVariant: 'video' } }, " +
      "{ type: 'face', options: { requestedVariant: 'motion' } }, 'complete']";
    const shop = await open(token, `${steps}, testMode: { face: 'no_match' }`);
    const { button, look } = shop;
    await look('Photo page of your passport');
    await button('Open the camera').click();
    await button('Start recording').click();
    await button('Done').click();
    await button('Use this photo').click();
    await look('Turn your head');
    await button('Open the camera').click();
    // The turns are instructed by the clock: no drawn head turns.
    await button('Start recording').click();
    await look('Thank you');
    const { motion_captures } = (await stage.service.get(`/v3.6/motion_captures?applicant_id=${applicant}`)).body;
    expect(motion_captures).toHaveLength(1);
    await shop.close();
  });

  test('reads the choice from the address of the page, before the options', async () => {
    const { token } = await stage.admit();
    const options = "steps: ['document'], testMode: { documentResult: 'clear', face: 'match' }";
    const shop = await open(token, options);
    await summary(shop, 'Test mode · document: clear · face: match');
    await shop.page.goto(`${stage.service.baseUrl}/shop/?bonafide_test_mode=face:no_match`);
    await summary(shop, 'Test mode · document: clear · face: no match');
    await shop.page.goto(`${stage.service.baseUrl}/shop/?bonafide_test_mode=face:twin`);
    await expect
      .poll(() => shop.received('onError'))
      .toEqual([
        {
          type: 'invalid_sdk_parameter',
          message: 'bonafide_test_mode.face must be one of match, no_match, spoof; it is "twin"',
        },
      ]);
    await shop.close();
  });

  test('is refused with a live token', async () => {
    const { service } = stage;
    const live = { token: service.liveToken };
    const applicant_id = await storyOf(service, 'v3.6').applicant({}, live);
    const { body } = await service.post('/v3.6/sdk_token', { applicant_id, referrer: '*://*/*' }, live);
    const shop = await open(body.token, "steps: ['document'], testMode: true");
    await expect
      .poll(() => shop.received('onError'))
      .toEqual([
        {
          type: 'invalid_sdk_parameter',
          message: 'testMode needs an SDK token of the sandbox; this token is live',
        },
      ]);
    expect(await shop.page.locator('summary').count()).toBe(0);
    await shop.close();
  });
});
