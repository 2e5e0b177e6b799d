import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawnCamera } from './drawn-camera.ts';
import { cardPicture, type Scene } from './footage.ts';
import { desktop, phone, type Visit, visitShop } from './shop.ts';
import { openStage, passport, possible, type Stage } from './stage.ts';

const inSdk = "document.querySelector('.bonafide-sdk').shadowRoot";
/** Width of the shown part of the picture by its height. */
const proportion = `Number(getComputedStyle(${inSdk}.querySelector('.sheet')).getPropertyValue('--proportion'))`;

describe.skipIf(!possible)('the confirmation of a photo', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(steps: string, { scene, ...options }: Visit & { scene?: Scene } = {}) {
    const { token, applicant } = await stage.admit();
    const script = `Onfido.init({ token: '${token}', ...notes, steps: ${steps} });`;
    const first = scene ? await drawnCamera(scene, 250) : '';
    const shop = await visitShop(stage.browser, stage.service, script, { ...options, first });
    const seen = shop.page.getByRole('list', { name: 'What we see in your photo' }).getByRole('listitem');
    return {
      ...shop,
      applicant,
      /** Findings about the picture, once they are shown. */
      seen: async () => {
        await seen.first().waitFor();
        return seen.allInnerTexts();
      },
      proportion: () => shop.page.evaluate<number>(proportion),
      said: (text: string) =>
        shop.page.locator('[role=status]').getByText(text, { exact: true }).waitFor({ state: 'attached' }),
    };
  }
  const licence = "[{ type: 'document', options: { documentTypes: { driving_licence: { country: 'GBR' } } } }]";
  const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

  test.each(['light', 'dark'] as const)(
    'shows the document, says what is seen, and sends the whole photo, %s',
    async (colorScheme) => {
      const shop = await visit(licence, { ...phone, colorScheme, scene: 'card', name: `phone-confirm-${colorScheme}` });
      await shop.button('Take a photo').click();
      await shop.button('Take the photo').and(shop.page.locator(':enabled')).click();
      expect(await shop.seen()).toEqual(['All corners', 'Sharp', 'No glare']);
      await shop.said('All corners, Sharp, No glare');
      // The card is 900 by 567 pixels.
      expect(Math.abs((await shop.proportion()) - 900 / 567)).toBeLessThan(0.06);
      await shop.look('Check your photo');

      await shop.button('Zoom in').click();
      const view = shop.page.getByRole('group', { name: 'Photo of your document' });
      const scrolls = () => view.evaluate((element: { scrollLeft: number }) => element.scrollLeft);
      const middle = await scrolls();
      expect(middle).toBeGreaterThan(0);
      await shop.look('Check your photo', { focus: false });
      await view.focus();
      await shop.page.keyboard.press('End');
      await shop.page.keyboard.press('ArrowLeft');
      await expect.poll(scrolls).toBeLessThan(middle);
      await shop.button('Zoom out').click();
      expect(await view.count()).toBe(0);

      await shop.button('Use this photo').click();
      await shop.heading('Back of your document').waitFor();
      const [document] = (await stage.service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body.documents;
      const { bytes } = await stage.service.get(`${document.href}/download`);
      const { width, height } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([720, 1280]);
      await shop.close();
    },
  );

  test('judges a chosen file before it is sent', async () => {
    const card = await cardPicture();
    const files = {
      'good.jpg': [card, ['All corners', 'Sharp', 'No glare']],
      'blurred.jpg': [
        await sharp(card).blur(5).jpeg({ quality: 100 }).toBuffer(),
        ['All corners', 'Blurred', 'No glare'],
      ],
      'dark.jpg': [await sharp(card).linear(0.3, 0).jpeg({ quality: 100 }).toBuffer(), ['All corners', 'Too dark']],
    } as const;
    const shop = await visit(licence, { ...desktop, name: 'desktop-judged' });
    for (const [name, [buffer, seen]] of Object.entries(files)) {
      await shop.choose('Choose a file', jpeg(name, buffer));
      expect(await shop.seen(), name).toEqual(seen);
      await shop.look('Check your photo');
      await shop.button('Retake').click();
    }
    // Without the part for hints, the service judges alone.
    await shop.page.route('**/lazy/document-vision.js', (route) => route.abort());
    await shop.page.reload();
    await shop.choose('Choose a file', jpeg('good.jpg', card));
    await shop.look('Check your photo');
    expect(await shop.page.getByRole('list', { name: 'What we see in your photo' }).count()).toBe(0);
    await shop.page.unroute('**/lazy/document-vision.js');
    await shop.close();
  });

  test('says what is seen of a face', async () => {
    const shop = await visit("['face']", { ...phone, scene: 'person', name: 'phone-confirm-face' });
    await shop.button('Take a photo').click();
    await shop.button('Take the photo').and(shop.page.locator(':enabled')).click();
    expect(await shop.seen()).toEqual(['One face', 'Sharp']);
    await shop.look('Check your selfie');
    await shop.close();
  });

  test('reads from right to left in Arabic', async () => {
    const { token } = await stage.admit();
    const script = `Onfido.init({ token: '${token}', ...notes, steps: ${passport}, language: 'ar' });`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...desktop, name: 'desktop-confirm-ar' });
    await shop.choose('اختر ملفًا', jpeg('good.jpg', await cardPicture()));
    await shop.page.getByRole('listitem').getByText('كل الزوايا ظاهرة').waitFor();
    await shop.button('تكبير').click();
    await shop.look('تحقق من صورتك', { focus: false });
    await shop.close();
  });
});
