import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, type Shop, visitShop, welcomeTitle } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

describe.skipIf(!possible)('a flow of steps whose page is loaded again', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  const licence = "{ type: 'document', options: { documentTypes: { driving_licence: { country: 'FRA' } } } }";

  async function visit(steps: string, device: object, name: string) {
    const { applicant, token } = await stage.admit();
    const script = `window.handle = Onfido.init({ token: '${token}', steps: ${steps}, ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...device, name });
    return { applicant, shop };
  }

  async function photograph({ page, button }: Shop): Promise<void> {
    await button('Take a photo').click();
    await page.locator('.shutter:enabled').click();
    await button('Use this photo').click();
  }

  const stored = ({ page }: Shop) => page.evaluate<Record<string, string>>('({ ...sessionStorage })');

  test('continues with the picture that is missing, and reports all of them in the end', async () => {
    const { applicant, shop } = await visit(`['welcome', ${licence}, 'face', 'complete']`, phone, 'phone-reload');
    await shop.button('Start').click();
    await shop.look('Front of your document');
    await photograph(shop);
    await shop.look('Back of your document');
    await shop.page.reload();
    await shop.look('Back of your document');
    await photograph(shop);
    await shop.look('Take a selfie');
    await shop.page.reload();
    await shop.look('Take a selfie');
    // Ids, types and a country: no picture, no token.
    const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${applicant}`)).body;
    const idOf = (side: string) => documents.find((one: { side: string }) => one.side === side).id;
    const captured = (side: string) => ({ kind: 'document', id: idOf(side), type: 'driving_licence', side });
    const { 'bonafide-progress': text = '', ...others } = await stored(shop);
    expect(others).toEqual({});
    expect(JSON.parse(text)).toEqual({
      token: expect.stringMatching(/^[0-9a-f-]{36}$/),
      steps: 'welcome,document,face,complete',
      step: 2,
      front: null,
      captures: [captured('front'), captured('back')],
    });
    await photograph(shop);
    await shop.look('Thank you');
    const photos = (await stage.service.get(`/v3.6/live_photos?applicant_id=${applicant}`)).body.live_photos;
    expect([documents.length, photos.length]).toEqual([2, 1]);
    expect(shop.received('onComplete')).toMatchObject([
      { document_front: { id: idOf('front') }, document_back: { id: idOf('back') }, face: { id: photos[0].id } },
    ]);
    expect(await stored(shop)).toEqual({});
    await shop.page.reload();
    await shop.look(welcomeTitle);
    await shop.close();
  });

  test('begins again when the page sets steps or another token', async () => {
    const steps = `[${licence}, 'face']`;
    const { shop } = await visit(steps, desktop, 'desktop-reload');
    const upload = async () => {
      await shop.choose('Choose a file', { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });
      await shop.button('Use this photo').click();
    };
    const again = (options: string) => shop.page.evaluate(`handle.setOptions(${options})`);
    await upload();
    await shop.look('Back of your document');
    await again(`{ steps: ${steps} }`);
    await shop.look('Front of your document');
    expect(await stored(shop)).toEqual({});
    await upload();
    await shop.look('Back of your document');
    const { token } = await stage.admit();
    await again(`{ token: '${token}' }`);
    await shop.look('Front of your document');
    await upload();
    await shop.look('Back of your document');
    await shop.page.reload();
    await shop.look('Front of your document');
    await shop.close();
  });
});
