import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Waits of seconds take a tenth of their time. */
const quick = 'const slow = setTimeout; window.setTimeout = (work, ms) => slow(work, ms >= 1000 ? ms / 10 : ms);';
const card = "{ national_identity_card: { country: 'FRA' } }";

describe.skipIf(!possible)('filmed documents', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(
    types: string,
    { before = '', more = '', device = phone, ...options }: Visit & { before?: string; more?: string; device?: Visit },
  ) {
    const { token, applicant } = await stage.admit();
    const step = `{ type: 'document', options: { requestedVariant: 'video', documentTypes: ${types}, ${more} } }`;
    const script = `${before} window.handle = Onfido.init({ token: '${token}', ...notes, steps: [${step}, 'complete'] });`;
    return { ...(await visitShop(stage.browser, stage.service, script, { ...device, ...options })), applicant };
  }
  type Shop = Awaited<ReturnType<typeof visit>>;

  async function film(shop: Shop, frame: string): Promise<void> {
    await shop.button('Open the camera').click();
    await shop.button('Start recording').waitFor();
    await shop.look(frame, { focus: false });
    await shop.button('Start recording').click();
    await shop.button('Done').waitFor();
    await shop.look('Now tilt it slowly back and forth', { focus: false });
    await shop.button('Done').click();
  }

  test.each([
    ['phone', { ...phone, colorScheme: 'light' }],
    ['desktop', { ...desktop, colorScheme: 'dark' }],
  ] as [string, Visit][])('front and back, each with its photo, on a %s', async (name, device) => {
    const shop = await visit(card, { device, name: `${name}-film` });
    await shop.page.evaluate(`navigator.mediaDevices.getUserMedia = ((open) => (wish) => {
      note('wish', wish.audio); return open(wish); })(navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices))`);
    for (const [title, frame] of [
      ['Front of your document', 'Fit the front of your document into the frame'],
      ['Back of your document', 'Fit the back of your document into the frame'],
    ] as const) {
      await shop.look(title);
      expect(await shop.page.getByRole('button', { name: 'Choose a file' }).count()).toBe(0);
      await film(shop, frame);
      await shop.look('Check your photo');
      expect(await shop.page.getByLabel('Your video of the document').count()).toBe(1);
      await shop.button('Use this photo').click();
    }
    await shop.look('Thank you');
    // No microphone.
    expect(shop.received('wish')).toEqual([false, false]);

    const { service } = stage;
    const { documents } = (await service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body;
    const [back, front] = documents;
    expect(documents.map(({ side }: { side: string }) => side)).toEqual(['back', 'front']);
    for (const { href } of documents) {
      const { status, headers, bytes } = await service.get(`${href}/video/download`);
      expect([status, headers['content-type'], bytes.length > 10_000]).toEqual([200, 'video/webm', true]);
    }
    const type = 'national_identity_card';
    const sides = { front, front_video: front, back, back_video: back };
    expect(shop.received('onComplete')).toEqual([
      {
        document: {
          type,
          sides: Object.fromEntries(Object.entries(sides).map(([side, { id }]) => [side, { id, type }])),
        },
        document_front: { id: front.id, type, side: 'front', variant: 'video' },
        document_back: { id: back.id, type, side: 'back', variant: 'video' },
        document_video: { id: front.id, media_uuids: [front.id, back.id], variant: 'video' },
      },
    ]);
    const order = { applicant_id: shop.applicant, report_names: ['document_video'], asynchronous: false };
    expect((await service.post('/v3.3/checks', order)).body.result).toBe('clear');
    await shop.close();
  });

  test('ends by itself after thirty seconds', async () => {
    const shop = await visit('{ passport: true }', { before: quick, name: 'phone-film-long' });
    await shop.button('Open the camera').click();
    const begin = Date.now();
    await shop.button('Start recording').click();
    await shop.look('Check your photo');
    expect(Date.now() - begin).toBeGreaterThan(2900);
    await shop.button('Use this photo').click();
    await shop.look('Thank you');
    await shop.close();
  });

  test('a film that does not get through is sent again, and its photo is not', async () => {
    const shop = await visit('{ passport: true }', { before: quick, name: 'phone-film-cut' });
    await shop.page.route('**/document_video_media', (route) => route.abort());
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    // The film ends by itself.
    await shop.button('Use this photo').click();
    await shop.look('Upload failed');
    await shop.page.unroute('**/document_video_media');
    await shop.button('Try again').click();
    await shop.look('Thank you');
    const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body;
    expect(documents).toHaveLength(1);
    expect((await stage.service.get(`${documents[0].href}/video/download`)).status).toBe(200);
    await shop.close();
  });

  test('the camera is closed when the applicant leaves', async () => {
    const before = `const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wish) => (window.stream = await open(wish));`;
    const shop = await visit('{ passport: true }', { before, name: 'phone-film-left' });
    const camera = () => shop.page.evaluate('stream.getTracks()[0].readyState');
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    await shop.heading('Now tilt it slowly back and forth').waitFor();
    await shop.button('Back').click();
    await shop.look('Photo page of your passport');
    expect(await camera()).toBe('ended');
    await shop.close();
  });

  test('where nothing can be filmed, a photo does; without a camera a phone has its camera app', async () => {
    const photo = await visit('{ passport: true }', { before: 'delete window.MediaRecorder;', name: 'phone-no-film' });
    await photo.button('Take a photo').click();
    await photo.page.locator('.shutter:enabled').click();
    await photo.button('Use this photo').click();
    await photo.look('Thank you');
    const [data] = photo.received('onComplete') as [{ document: { sides: object } }];
    expect([Object.keys(data), Object.keys(data.document.sides)]).toEqual([['document', 'document_front'], ['front']]);
    await photo.close();

    const before = "Object.defineProperty(navigator, 'mediaDevices', { value: undefined });";
    const app = await visit('{ passport: true }', { before, name: 'phone-film-app' });
    await app.choose('Open the camera app', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });
    await app.look('Check your photo');
    await app.close();
  });

  test('files are offered where they are asked for', async () => {
    const shop = await visit('{ passport: true }', {
      ...desktop,
      more: 'uploadFallback: true',
      name: 'desktop-film-file',
    });
    await shop.look('Photo page of your passport');
    await shop.choose('Choose a file', { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });
    await shop.look('Check your photo');
    await shop.close();
  });
});
