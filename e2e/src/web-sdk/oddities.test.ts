import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, type Shop, type Visit, visitShop } from './shop.ts';
import { openStage, passport, possible, type Stage } from './stage.ts';

describe.skipIf(!possible)('the browser SDK with odd', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(steps: string, { before = '', ...options }: Visit & { before?: string } = {}) {
    const { token, applicant } = await stage.admit();
    const script = `${before}\nwindow.handle = Onfido.init({ token: '${token}', steps: ${steps}, ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...desktop, name: 'odd', ...options });
    return { ...shop, applicant };
  }

  describe('cameras', () => {
    /** The first camera that is given has this name; another has that one. */
    const cameras = (first: string, other: string) => `
      window.wishes = []; window.streams = [];
      const { mediaDevices } = navigator, open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wish) => {
        const { deviceId, ...rest } = wish.video;
        wishes.push({ ...rest, deviceId });
        const stream = await open({ ...wish, video: rest });
        streams.push(stream);
        Object.defineProperty(stream.getVideoTracks()[0], 'label', { value: deviceId ? '${other}' : '${first}' });
        return stream;
      };
      mediaDevices.enumerateDevices = async () => [
        { kind: 'videoinput', deviceId: 'a', label: '${first}' }, { kind: 'videoinput', deviceId: 'b', label: '${other}' }];`;

    async function cameraOf(shop: Shop): Promise<string> {
      await shop.button('Take a photo').click();
      await shop.page.locator('.shutter:enabled').waitFor();
      return shop.page.evaluate<string>('streams.at(-1).getVideoTracks()[0].label');
    }

    test.each([
      ['Integrated IR Camera (04f2:b6d0)', 'Integrated Camera', 'Integrated Camera'],
      ['OBS Virtual Camera', 'HD Webcam C525', 'HD Webcam C525'],
      ['HD Webcam C525', 'OBS Virtual Camera', 'HD Webcam C525'],
      ['Front TrueDepth Camera', 'Back Camera', 'Front TrueDepth Camera'],
      ['ManyCam Video Source', 'Windows Hello Face', 'ManyCam Video Source'],
    ])('%s and %s', async (first, other, taken) => {
      const shop = await visit("['face']", { before: cameras(first, other) });
      expect(await cameraOf(shop)).toBe(taken);
      const { wishes, left } = await shop.page.evaluate<{ wishes: Record<string, object>[]; left: string[] }>(
        '({ wishes, left: streams.slice(0, -1).map((one) => one.getTracks()[0].readyState) })',
      );
      // What is not taken is given back.
      expect(left).toEqual(taken === first ? [] : ['ended']);
      expect(wishes.map(({ resizeMode, facingMode, deviceId }) => ({ resizeMode, facingMode, deviceId }))).toEqual([
        { resizeMode: { ideal: 'none' }, facingMode: { ideal: 'user' } },
        ...(taken === first ? [] : [{ resizeMode: { ideal: 'none' }, deviceId: { exact: 'b' } }]),
      ]);
      await shop.close();
    });

    test('another program has the better camera', async () => {
      const taken = `${cameras('USB IR Camera', 'USB Camera')}
        const give = mediaDevices.getUserMedia;
        mediaDevices.getUserMedia = (wish) => wish.video.deviceId ? Promise.reject(new DOMException('no', 'NotReadableError')) : give(wish);`;
      const shop = await visit("['face']", { before: taken });
      expect(await cameraOf(shop)).toBe('USB IR Camera');
      await shop.close();
    });
  });

  test.each([
    ['video', ['video.camera', 'permission.allow', 'video.record', 'video.next', 'video.finish', 'capture.retake']],
    ['motion', ['video.camera', 'permission.allow', 'video.record']],
    ['document', ['video.camera', 'permission.allow', 'video.record', 'video.finish', 'capture.retake']],
  ])('hands: a %s is filmed by keyboard alone, and the focus is never lost', async (what, keys) => {
    const granted = 'navigator.mediaDevices.enumerateDevices = async () => [{ kind: "videoinput", label: "" }];';
    const face = `[{ type: 'face', options: { requestedVariant: '${what}' } }]`;
    const card = `[{ type: 'document', options: { requestedVariant: 'video', documentTypes: { passport: true } } }]`;
    const allowed = ['camera', 'microphone'];
    const shop = await visit(what === 'document' ? card : face, { ...phone, allowed, before: granted });
    const inside = "document.querySelector('.bonafide-sdk').shadowRoot.activeElement";
    for (const key of keys) {
      await shop.page.locator(`button:has([data-i18n-token="${key}"])`).waitFor();
      for (let i = 0; i < 9; i += 1) {
        if (await shop.page.evaluate(`${inside}.querySelector('[data-i18n-token="${key}"]') !== null`)) break;
        await shop.page.keyboard.press('Tab');
      }
      await shop.page.keyboard.press('Enter');
      await expect.poll(() => shop.page.evaluate(`${inside}?.tagName ?? null`)).toMatch(/H1|BUTTON/);
    }
    if (what === 'motion') await shop.page.locator('.recording').waitFor();
    else await shop.page.locator('[data-screen=guide]').waitFor();
    await shop.close();
  });

  describe('recorders', () => {
    const page = { ...phone, allowed: ['camera', 'microphone'] };
    const filmed = {
      video: `[{ type: 'face', options: { requestedVariant: 'video' } }]`,
      motion: `[{ type: 'face', options: { requestedVariant: 'motion' } }]`,
      document: `[{ type: 'document', options: { requestedVariant: 'video', documentTypes: { passport: true } } }]`,
    };
    const starting = async ({ page }: Shop) => {
      await page.locator('[data-i18n-token="video.camera"]').click();
      await page.locator('[data-i18n-token="video.record"]').click();
    };

    test.each(Object.entries(filmed))('that record nothing of a %s after all', async (_, steps) => {
      const refuses = 'MediaRecorder.prototype.start = () => { throw new DOMException("no", "NotSupportedError"); };';
      const shop = await visit(steps, { ...page, before: refuses });
      await starting(shop);
      await shop.page.locator('[data-screen=blocked] [data-i18n-token="camera.recorder_title"]').waitFor();
      expect(shop.complaints).toEqual([]);
      await shop.close();
    });

    test('that give an empty film', async () => {
      const empty = `Object.defineProperty(MediaRecorder.prototype, 'ondataavailable', { set() {} });`;
      const shop = await visit(filmed.video, { ...page, before: empty });
      await starting(shop);
      await shop.page.locator('[data-i18n-token="video.next"]').click();
      await shop.page.locator('[data-i18n-token="video.finish"]').click();
      await shop.page.locator('[data-screen=blocked] [data-i18n-token="camera.busy_title"]').waitFor();
      await shop.page.locator('[data-i18n-token="capture.again"]').click();
      await shop.page.locator('[data-i18n-token="video.record"]').waitFor();
      expect([shop.complaints, shop.received('onError')]).toEqual([[], []]);
      await shop.close();
    });
  });

  test.each([
    ['recorder', "[{ type: 'face', options: { requestedVariant: 'motion' } }]", 'video.camera', '.below button'],
    [
      'document-film',
      `[{ type: 'document', options: { requestedVariant: 'video', documentTypes: { passport: true } } }]`,
      'video.camera',
      '.below button',
    ],
    ['profile', "['data']", null, 'form input'],
    ['cross-device', "['face']", 'crossdevice.offer', '.code svg'],
    ['fr', "['document']", null, '[lang=fr-CA] h1'],
  ])('connections, on which %s does not come at first', async (part, steps, press, there) => {
    const shop = await visit(steps, {
      ...(press === 'video.camera' ? phone : desktop),
      locale: part === 'fr' ? 'fr' : 'en',
    });
    expect(shop.complaints).toEqual([]);
    await shop.page.route(`**/lazy/${part}.js`, (route) => route.fulfill({ status: 404, body: '{}' }));
    await shop.page.reload();
    const button = (key: string) => shop.page.locator(`button:has([data-i18n-token="${key}"])`);
    if (press) await button(press).click();
    if (part === 'fr') await shop.look('Choose your document');
    else await button('capture.again').waitFor();
    await shop.page.unroute(`**/lazy/${part}.js`);
    if (part === 'fr') await shop.page.evaluate("handle.setOptions({ language: 'fr_CA' })");
    else await button('capture.again').click();
    await shop.page.locator(there).first().waitFor();
    expect(shop.received('onError')).toEqual([]);
    await shop.close();
  });

  describe('files', () => {
    /** Chooses a file and waits for what the page says of it; before, it may still say what was wrong with another. */
    const isRefused = async (shop: Shop, name: string, buffer: Buffer, text: string, mimeType = 'image/jpeg') => {
      await shop.choose('Choose a file', { name, mimeType, buffer });
      await shop.page.locator('.alert', { hasText: text }).waitFor();
    };
    const storedOf = async (shop: Shop & { applicant: string }) => {
      await shop.button('Use this photo').click();
      await shop.look('Sent');
      const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body;
      const { bytes } = await stage.service.get(documents[0].download_href);
      return { name: documents[0].file_name, type: documents[0].file_type, ...(await sharp(bytes).metadata()) };
    };

    test('without a byte, or of another kind than they say', async () => {
      const shop = await visit(passport);
      await isRefused(shop, 'empty.jpg', Buffer.alloc(0), 'We can’t open this file. Choose another.');
      const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(40_000)]);
      const unknown = 'We can’t read this kind of file. Choose a JPG, PNG or PDF.';
      await isRefused(shop, 'IMG_1.HEIC', heic, unknown, 'image/heic');
      await shop.close();
    });

    test('a moving picture under the name of a photo becomes one', async () => {
      const { data } = await sharp(await cardPicture())
        .resize(1100)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const frames = Buffer.concat([data, Buffer.from(data).reverse()]);
      const raw = {
        width: 1100,
        height: frames.length / 1100 / 3,
        channels: 3,
        pageHeight: frames.length / 1100 / 6,
      } as const;
      const gif = await sharp(frames, { raw }).gif().toBuffer();
      expect(gif.subarray(0, 3).toString()).toBe('GIF');
      const shop = await visit(passport);
      await shop.choose('Choose a file', { name: 'moves.jpg', mimeType: 'image/jpeg', buffer: gif });
      expect(await storedOf(shop)).toMatchObject({ name: 'moves.jpg', type: 'jpg', format: 'jpeg', width: 1100 });
      await shop.close();
    });

    test('of more pixels than the service takes are made smaller, however light they are', async () => {
      const background = { r: 120, g: 130, b: 140 };
      const spots = await sharp({ create: { width: 9000, height: 8000, channels: 3, background } })
        .composite([{ input: await cardPicture(), left: 4000, top: 4000 }])
        .jpeg({ quality: 60 })
        .toBuffer();
      expect(spots.length).toBeLessThan(3 * 1024 * 1024);
      const steps = "[{ type: 'document', options: { documentTypes: { passport: true }, uploadFallback: true } }]";
      const shop = await visit(steps, phone);
      await shop.choose('Choose a file', { name: 'scan', mimeType: 'image/jpeg', buffer: spots });
      await shop.button('Use this photo').waitFor();
      expect(await storedOf(shop)).toMatchObject({ name: 'scan.jpg', format: 'jpeg', width: 2560, height: 2276 });
      await shop.close();
    });

    test('that are gone when they are read', async () => {
      const away = `File.prototype.slice = Blob.prototype.slice = function () { return { arrayBuffer: async () => { throw new DOMException('gone', 'NotReadableError'); } }; };`;
      const shop = await visit(passport, { before: away });
      await isRefused(shop, 'cloud.jpg', await cardPicture(), 'We can’t open this file. Choose another.');
      expect(shop.complaints).toEqual([]);
      await shop.close();
    });
  });
});
