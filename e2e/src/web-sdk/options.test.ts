import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage, unsignedToken } from './stage.ts';

const passport = "{ type: 'document', options: { documentTypes: { passport: true } } }";
const photo = async (name = 'a.jpg') => ({ name, mimeType: 'image/jpeg', buffer: await cardPicture() });
const noRecorder = 'delete window.MediaRecorder;';
const noMediaDevices = "Object.defineProperty(navigator, 'mediaDevices', { value: undefined });";

describe.skipIf(!possible)('options of the browser SDK', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(options: string, { before = '', ...visit }: Visit & { before?: string } = {}) {
    const { token, applicant } = await stage.admit();
    const script = `${before} window.handle = Onfido.init({ token: '${token}', ...notes, ${options} });`;
    return { ...(await visitShop(stage.browser, stage.service, script, { ...desktop, ...visit })), applicant };
  }

  test.each([
    ["navigation: { navigationBar: 'Hidden' }, showExitButton: true", 0, 0],
    ["navigation: { navigationBar: 'BackOnly' }, showExitButton: true", 1, 0],
    ["navigation: { navigationBar: 'BackAndExit' }", 1, 1],
    ['showExitButton: true', 1, 1],
    ['navigation: {}', 1, 0],
  ])('%s', async (options, back, exit) => {
    const shop = await visit(`${options}, steps: ['welcome', 'document']`);
    await shop.button('Start').click();
    await shop.heading('Choose your document').waitFor();
    const count = (name: string) => shop.page.getByRole('button', { name, exact: true }).count();
    expect([await count('Back'), await count('Exit')]).toEqual([back, exit]);
    await shop.close();
  });

  describe('of a document', () => {
    test('forceCrossDevice leaves a computer nothing but the phone, unless the page has none', async () => {
      const steps = `steps: [{ type: 'document', options: { forceCrossDevice: true, documentTypes: { passport: true } } }]`;
      const shop = await visit(steps);
      await shop.page.locator('.code svg').waitFor();
      const buttons = (of: typeof shop) => of.page.getByRole('button').allInnerTexts();
      expect(await buttons(shop)).toEqual([]);
      expect(await shop.page.getByRole('tab').allInnerTexts()).toEqual(['QR code', 'Copy link', 'Text message']);
      await shop.close();
      const disabled = await visit(`${steps}, crossDevicePolicy: 'disable'`);
      await expect.poll(() => buttons(disabled)).toEqual(['Choose a file', 'Use this camera']);
      await disabled.close();

      const here = await visit(steps, phone);
      await here.button('Take a photo').waitFor();
      await here.close();
    });

    test('useWebcam and useLiveDocumentCapture: without a camera in the page', async () => {
      const steps = (option: string) =>
        `steps: [{ type: 'document', options: { ${option}, documentTypes: { passport: true } } }]`;
      const shop = await visit(steps('useWebcam: false'));
      await shop.button('Choose a file').waitFor();
      expect(await shop.button('Use this camera').count()).toBe(0);
      await shop.close();

      const app = await visit(steps('useLiveDocumentCapture: false'), phone);
      await app.choose('Open the camera app', await photo());
      await app.heading('Check your photo').waitFor();
      await app.close();
    });

    test('a document of the page’s own, of one page, from where the page says', async () => {
      const own =
        "genericDocumentTypes: [{ id: 'visa', title: 'Visa', subTitle: 'The sticker', country: 'FRA', pages: 1 }]";
      const shop = await visit(
        `steps: [{ type: 'document', options: { documentTypes: { passport: true, generic_document: true }, ${own} } }, 'complete']`,
        { name: 'desktop-own-document' },
      );
      await shop.look('Choose your document');
      await shop.button('Visa The sticker').click();
      await shop.look('Front of your document: Visa');
      await shop.choose('Choose a file', await photo());
      await shop.button('Use this photo').click();
      await shop.heading('Thank you').waitFor();
      const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body;
      expect(documents).toMatchObject([{ type: 'unknown', side: 'front', issuing_country: 'FRA' }]);
      const { id } = documents[0];
      expect(shop.received('onComplete')).toMatchObject([{ document_front: { id, type: 'generic_document' } }]);
      await shop.close();
    });
  });

  describe('of a face', () => {
    test('showIntro: false begins with the camera, and never so with a video', async () => {
      const shop = await visit("steps: [{ type: 'face', options: { showIntro: false } }]", phone);
      await shop.page.locator('.shutter:enabled').waitFor();
      expect(shop.received('analytics')).not.toContain('FACIAL_INTRO');
      await shop.close();
      const video = await visit(
        "steps: [{ type: 'face', options: { showIntro: false, requestedVariant: 'video' } }]",
        phone,
      );
      await video.heading('Record a short video').waitFor();
      await video.close();
    });

    test('useUploader: a file, or the phone’s own camera, instead of that in the page', async () => {
      const steps = "steps: [{ type: 'face', options: { useUploader: true } }, 'complete']";
      const shop = await visit(steps, { name: 'desktop-uploader' });
      await shop.look('Take a selfie');
      expect(await shop.button('Take a photo').count()).toBe(0);
      await shop.choose('Choose a file', await photo('face.jpg'));
      await shop.button('Use this photo').click();
      await shop.look('Thank you');
      await shop.close();

      const app = await visit(steps, phone);
      await app.choose('Open the camera app', await photo());
      await app.heading('Check your selfie').waitFor();
      await app.close();
    });

    test('useMultipleSelfieCapture: false takes no snapshot', async () => {
      const shop = await visit(
        "steps: [{ type: 'face', options: { useMultipleSelfieCapture: false } }, 'complete']",
        phone,
      );
      const asked: string[] = [];
      shop.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await shop.button('Take a photo').click();
      await shop.page.locator('.shutter:enabled').click();
      await shop.button('Use this photo').click();
      await shop.heading('Thank you').waitFor();
      expect(asked.filter((path) => path.startsWith('/v3/'))).toEqual(['/v3/live_photos']);
      await shop.close();
    });

    test.each(['video', 'motion'])(
      'a %s where nothing can be filmed: a photo, by the camera app where the page gets no camera',
      async (variant) => {
        const steps = `steps: [{ type: 'face', options: { requestedVariant: '${variant}' } }, 'complete']`;
        const shop = await visit(steps, { ...phone, before: noMediaDevices });
        await shop.heading('Take a selfie').waitFor();
        await shop.choose('Open the camera app', await photo());
        await shop.button('Use this photo').click();
        await shop.heading('Thank you').waitFor();
        expect(shop.received('onComplete')).toEqual([{ face: { id: expect.any(String), variant: 'standard' } }]);
        await shop.close();
      },
    );

    test('photoCaptureFallback: false says that this browser will not do', async () => {
      const steps = "steps: [{ type: 'face', options: { requestedVariant: 'video', photoCaptureFallback: false } }]";
      const shop = await visit(steps, { ...phone, before: noRecorder, name: 'phone-no-recorder' });
      await shop.look('This browser can’t record video');
      const message = 'This browser cannot record a video, and a photo is not allowed instead';
      expect(shop.received('onError')).toEqual([{ type: 'unsupported', message }]);
      expect(await shop.page.getByRole('button').count()).toBe(0);
      await shop.close();

      const computer = await visit(steps, { before: noRecorder });
      await computer.page.locator('.code svg').waitFor();
      await computer.close();
    });
  });

  test('phrases of older pages, other ones on phones', async () => {
    const language =
      "language: { locale: 'tlh', phrases: { 'welcome.title': 'nuqneH', 'welcome.next_button': 'HIja' }, mobilePhrases: { 'welcome.title': 'Qapla' } }";
    for (const [device, title] of [
      [desktop, 'nuqneH'],
      [phone, 'Qapla'],
    ] as const) {
      const shop = await visit(language, device);
      await shop.heading(title).waitFor();
      await shop.button('HIja').click();
      await shop.close();
    }
  });

  test('those without effect have none', async () => {
    const options = `region: 'US', useMemoryHistory: false, disableAnalytics: true, disableAnalyticsCookies: true, version: '14',
      crossDeviceClientIntroProductName: 'Shop', onBiometricTokenGenerated: (...all) => note('token', all),
      onBiometricTokenRequested: async (hash) => { note('token', hash); return 'x'; }, theme: { name: 'light', mode: 'dark', lightColors: {} },
      customUI: { googleFonts: ['Inter'] }, steps: ['welcome', ${passport}, 'face', 'complete']`;
    const shop = await visit(options);
    const length = await shop.page.evaluate('history.length');
    await shop.button('Start').click();
    await shop.choose('Choose a file', await photo());
    await shop.button('Use this photo').click();
    await shop.button('Take a photo').click();
    await shop.page.locator('.shutter:enabled').click();
    await shop.button('Use this photo').click();
    await shop.heading('Thank you').waitFor();
    expect(shop.received('analytics')).toContain('DOCUMENT_CAPTURE_FRONT');
    expect([shop.received('token'), shop.received('onError'), shop.complaints]).toEqual([[], [], []]);
    expect(await shop.page.evaluate('history.length')).toBe(length);
    await shop.close();
  });

  describe('the page’s own requests', () => {
    /** A token that allows them; nobody has signed it, so the service is played here. */
    async function visitOwn(steps: string, features: string, device: Visit = desktop) {
      const urls = { onfido_api_url: stage.service.baseUrl };
      const token = unsignedToken({ urls, payload: {}, enterprise_features: { useCustomizedApiRequests: true } });
      const script = `
        const shown = (value) => value instanceof Blob ? value.type.split('/')[0] : value;
        window.seenBy = (name) => (data) => note(name, { form: data instanceof FormData,
          fields: Object.fromEntries([...(data instanceof FormData ? data : Object.entries(data))].map(([key, value]) => [key, shown(value)])) });
        Onfido.init({ token: '${token}', ...notes, steps: ${steps}, enterpriseFeatures: { useCustomizedApiRequests: true, ${features} } });`;
      const shop = await visitShop(stage.browser, stage.service, script, {
        ...device,
        allowed: ['camera', 'microphone'],
      });
      const sent: string[] = [];
      await shop.page.route('**/v3/*', (route) => {
        const path = new URL(route.request().url()).pathname;
        sent.push(path);
        const challenge = [
          { type: 'recite', query: [1, 2, 3] },
          { type: 'movement', query: 'turnLeft' },
        ];
        const body = path.endsWith('challenge') ? { data: { id: 'challenge-1', challenge } } : { id: 'service-1' };
        return route.fulfill({ status: 201, json: body });
      });
      return { ...shop, sent };
    }
    const common = {
      sdk_metadata: expect.stringContaining('captureMethod'),
      sdk_source: 'bonafide_web_sdk',
      sdk_version: expect.any(String),
    };
    const checks = { detect_document: 'error', detect_cutoff: 'error', detect_glare: 'error', detect_blur: 'error' };

    test.each([
      ["formatter: 'formData',", true],
      ["formatter: 'raw',", false],
      ['', true],
    ])('a document, %s', async (formatter, form) => {
      const steps =
        "[{ type: 'document', options: { documentTypes: { national_identity_card: { country: 'FRA' } } } }]";
      const features = `${formatter} onSubmitDocument: async (data) => { seenBy('document')(data); return { onfidoSuccessResponse: { id: 'own-1' } }; }`;
      const shop = await visitOwn(steps, features);
      for (const side of ['front', 'back']) {
        await shop.choose('Choose a file', await photo());
        await shop.button('Use this photo').click();
        const type = 'national_identity_card';
        const fields = {
          file: 'image',
          type,
          side,
          issuing_country: 'FRA',
          sdk_validations: JSON.stringify(checks),
          ...common,
        };
        await expect.poll(() => shop.received('document').at(-1)).toEqual({ form, fields });
      }
      await shop.heading('Sent').waitFor();
      expect([shop.sent, shop.received('onError')]).toEqual([[], []]);
      await shop.close();
    });

    test('a selfie that the page leaves to the SDK', async () => {
      const features =
        "formatter: 'raw', onSubmitSelfie: async (data) => { seenBy('selfie')(data); return { continueWithOnfidoSubmission: true }; }";
      const shop = await visitOwn("['face']", features, phone);
      await shop.button('Take a photo').click();
      await shop.page.locator('.shutter:enabled').click();
      await shop.button('Use this photo').click();
      await shop.heading('Sent').waitFor();
      expect(shop.received('selfie')).toEqual([
        { form: false, fields: { file: 'image', snapshot: 'image', ...common } },
      ]);
      expect(shop.sent).toEqual(['/v3/snapshots', '/v3/live_photos']);
      expect(shop.received('onComplete')).toEqual([{ face: { id: 'service-1', variant: 'standard' } }]);
      await shop.close();
    });

    test('a video, with its challenge', async () => {
      const features =
        "formatter: 'raw', onSubmitVideo: async (data) => { seenBy('video')(data); return { onfidoSuccessResponse: { id: 'own-1' } }; }";
      const shop = await visitOwn("[{ type: 'face', options: { requestedVariant: 'video' } }]", features, phone);
      await shop.button('Open the camera').click();
      await shop.button('Start recording').click();
      await shop.button('Next').click();
      await shop.button('Done').click();
      await shop.button('Use this video').click();
      await shop.heading('Sent').waitFor();
      const fields = {
        file: 'video',
        challenge_id: 'challenge-1',
        challenge_switch_at: expect.stringMatching(/^\d+$/),
        challenge: '[{"type":"recite","query":[1,2,3]},{"type":"movement","query":"turnLeft"}]',
        languages: '[{"source":"sdk","language_code":"en_GB"}]',
        ...common,
      };
      expect(shop.received('video')).toEqual([{ form: false, fields }]);
      expect([shop.sent, shop.received('onComplete')]).toEqual([
        ['/v3/live_video_challenge'],
        [{ face: { id: 'own-1', variant: 'video' } }],
      ]);
      await shop.close();
    });

    test.each([
      [
        "{ error: { type: 'validation_error', fields: { detect_glare: ['glare'] } } }",
        'There is glare on the document',
        null,
      ],
      ["{ type: 'validation_error', fields: { document_detection: ['none'] } }", 'No document found', null],
      ["{ error: { type: 'expired_token', message: 'over' } }", 'Your session has expired', 'expired_token'],
      ["{ error: { type: 'internal_server_error' } }", 'Something went wrong', null],
      ["new TypeError('Failed to fetch')", 'Something went wrong', null],
      ['undefined', 'Something went wrong', null],
    ])('a rejection with %s', async (reason, title, error) => {
      const shop = await visitOwn(`[${passport}]`, `onSubmitDocument: (data) => { throw ${reason}; }`);
      await shop.choose('Choose a file', await photo());
      await shop.button('Use this photo').click();
      await shop.heading(title).waitFor();
      expect(shop.received('onError').map((one) => (one as { type: string }).type)).toEqual(error ? [error] : []);
      expect([shop.sent, shop.complaints]).toEqual([[], []]);
      await shop.close();
    });
  });
});
