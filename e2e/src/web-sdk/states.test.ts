import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { chooseCountry, desktop, phone, type Visit, visitShop, welcomeTitle } from './shop.ts';
import { openStage, passport, possible, type Stage, unsignedToken } from './stage.ts';

/** Script for a device without a camera, or with a faulty one; runs in the page before the SDK. */
const noCamera = 'navigator.mediaDevices.enumerateDevices = async () => [];';
const cameraFails = (name: string) =>
  `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', '${name}'); };`;
const noMediaDevices = "Object.defineProperty(navigator, 'mediaDevices', { value: undefined });";
const withheld = 'document.featurePolicy.allowsFeature = () => false;';
const webview = {
  ...phone,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36',
};
/** Waits between tries take a fiftieth of their time. */
const quick = 'const slow = setTimeout; window.setTimeout = (work, ms) => slow(work, ms / 50);';

const frenchCard = "[{ type: 'document', options: { documentTypes: { national_identity_card: { country: 'FRA' } } } }]";

describe.skipIf(!possible)('the states of the browser SDK', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(
    steps: string,
    { before = '', more = '', ...options }: Visit & { before?: string; more?: string },
  ) {
    const { token, applicant } = await stage.admit();
    const script = `${before}\nwindow.handle = Onfido.init({ token: '${token}', steps: ${steps}, ${more} ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { colorScheme: 'light', ...options });
    return { ...shop, applicant };
  }

  const file = async (name: string, buffer?: Buffer, mimeType = 'image/jpeg') => ({
    name,
    mimeType,
    buffer: buffer ?? (await cardPicture()),
  });

  describe('without a camera', () => {
    test.each([
      ['phone', { ...phone, colorScheme: 'dark' }, 'Press the icon next to the address of this page.'],
      ['desktop', { ...desktop, colorScheme: 'light' }, 'Press the icon next to the address of this page.'],
      [
        'iphone',
        {
          ...phone,
          userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1',
        },
        'Press “aA” in the address bar, then “Website Settings”.',
      ],
    ] as const)('that may be used, %s', async (name, device, advice) => {
      const shop = await visit("['face']", { ...(device as object), name: `${name}-denied`, allowed: [] });
      await shop.look('Take a selfie');
      await shop.button('Take a photo').click();
      await shop.look('Allow camera access');
      await shop.button('Continue').click();
      await shop.look('Camera access is blocked');
      expect(await shop.page.getByText(advice).isVisible()).toBe(true);
      // Nothing has changed, so the screen stays.
      for (let tries = 0; tries < 2; tries += 1) {
        await shop.button('Try again').click();
        await shop.look('Camera access is blocked', { focus: false });
      }
      // Changed outside, as if in the settings of the browser.
      await shop.context.grantPermissions(['camera']);
      await shop.button('Try again').click();
      await shop.look('Look straight ahead with your face in the oval');
      await shop.close();
    });

    test('that is there, a computer can do nothing', async () => {
      const more = "crossDevicePolicy: 'disable',";
      const shop = await visit("['face']", { ...desktop, name: 'desktop-missing', before: noCamera, more });
      await shop.look('No camera found');
      expect(shop.received('onError')).toEqual([
        { type: 'no_camera', message: 'There is no camera, and no other way to capture' },
      ]);
      await shop.close();
    });

    test.each([
      ['that the browser offers', desktop, noMediaDevices],
      ['that a policy leaves to this page', desktop, withheld],
      ['that the app around it leaves to this page', webview, cameraFails('NotAllowedError')],
    ])('%s, the page gets permissions_unavailable', async (_, device, before) => {
      const steps = "[{ type: 'face', options: { photoCaptureFallback: false } }]";
      const more = "crossDevicePolicy: 'disable',";
      const shop = await visit(steps, { ...device, name: 'not-allowed', before, more });
      if (device === webview) {
        await shop.button('Take a photo').click();
        await shop.button('Continue').or(shop.heading('The camera isn’t available here')).waitFor();
        if (await shop.button('Continue').isVisible()) await shop.button('Continue').click();
      }
      await shop.look('The camera isn’t available here');
      expect(shop.received('onError')).toEqual([
        { type: 'permissions_unavailable', message: 'This page may not use a camera' },
      ]);
      await shop.close();
    });

    test('that is there, a phone has its camera app', async () => {
      const shop = await visit(`[...${passport}, 'face']`, { ...phone, name: 'phone-native', before: noMediaDevices });
      await shop.look('Photo page of your passport');
      await shop.choose('Open the camera app', await file('IMG_1.jpg'));
      await shop.look('Check your photo');
      await shop.button('Use this photo').click();
      await shop.look('Take a selfie');
      await shop.choose('Open the camera app', await file('IMG_2.jpg'));
      await shop.button('Use this photo').click();
      await shop.look('Sent');
      const [data] = shop.received('onComplete') as [{ face: object }];
      expect(data.face).toEqual({ id: expect.any(String), variant: 'standard' });
      await shop.close();
    });

    test.each([
      ['NotReadableError', 'Your camera isn’t responding'],
      ['NotFoundError', 'No camera found'],
      ['SecurityError', 'The camera isn’t available here'],
    ])('that works: %s', async (error, title) => {
      const shop = await visit(passport, { ...phone, name: `phone-${error}`, before: cameraFails(error) });
      await shop.button('Take a photo').click();
      await shop.look(title);
      await shop.choose('Open the camera app', await file('IMG_1.jpg'));
      await shop.look('Check your photo');
      await shop.button('Back').click();
      await shop.look(title);
      expect(shop.received('onError')).toEqual([]);
      await shop.close();
    });

    test('shows a document as it is, and a face as in a mirror', async () => {
      const turned = async (device: Visit, steps: string) => {
        const shop = await visit(steps, { ...device });
        await shop.button(device === desktop ? /Use this camera|Take a photo/ : 'Take a photo').click();
        await shop.button('Take the photo').and(shop.page.locator(':enabled')).waitFor();
        const shown = await shop.page.evaluate(
          "getComputedStyle(document.querySelector('.bonafide-sdk').shadowRoot.querySelector('video')).transform",
        );
        await shop.close();
        return shown;
      };
      expect(await turned(desktop, passport)).toBe('none');
      expect(await turned(phone, passport)).toBe('none');
      expect(await turned(desktop, "['face']")).toBe('matrix(-1, 0, 0, 1, 0, 0)');
      expect(await turned(phone, "['face']")).toBe('matrix(-1, 0, 0, 1, 0, 0)');
    });

    test('any more', async () => {
      const keep = `const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getUserMedia = async (wish) => (window.stream = await open(wish));`;
      const shop = await visit("['face']", { ...phone, name: 'phone-lost', before: keep });
      await shop.button('Take a photo').click();
      await shop.button('Take the photo').and(shop.page.locator(':enabled')).waitFor();
      await shop.page.evaluate("stream.getTracks()[0].dispatchEvent(new Event('ended'))");
      await shop.look('The camera turned off');
      expect(await shop.page.evaluate('stream.getTracks().map((one) => one.readyState).join()')).toBe('ended');
      await shop.button('Try again').click();
      await shop.look('Look straight ahead with your face in the oval');
      await shop.close();
    });
  });

  describe('files', () => {
    test('that can’t be used are reported, and the next one is taken', async () => {
      const shop = await visit(passport, { ...desktop, name: 'desktop-files', colorScheme: 'dark' });
      const alert = shop.page.locator('.alert');
      const bad = async (name: string, buffer: Buffer, type: string, words: string) => {
        await shop.choose('Choose a file', await file(name, buffer, type));
        await shop.page.getByText(words).first().waitFor();
        await shop.look('Photo page of your passport');
        expect(await alert.innerText()).toBe(words);
      };
      await bad(
        'notes.txt',
        Buffer.alloc(40_000, 'a'),
        'text/plain',
        'We can’t read this kind of file. Choose a JPG, PNG or PDF.',
      );
      const tiny = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#888' } })
        .png()
        .toBuffer();
      await bad('tiny.png', tiny, 'image/png', 'This photo is too small to read. Choose a larger one.');
      const half = (await cardPicture()).subarray(0, 3);
      await bad(
        'half.jpg',
        Buffer.concat([half, Buffer.alloc(40_000)]),
        'image/jpeg',
        'We can’t open this file. Choose another.',
      );
      const heavy = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10 * 1024 * 1024)]);
      await bad('scan.pdf', heavy, 'application/pdf', 'This file is too large. Choose one of less than 10 MB.');
      const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(40_000, ' '), Buffer.from('\n%%EOF')]);
      await shop.choose('Choose a file', await file('scan.pdf', pdf, 'application/pdf'));
      await shop.look('Check your file');
      await shop.button('Use this file').waitFor();
      await shop.close();
    });

    test('that are huge are made smaller before they are sent', async () => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      const huge = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#777', noise } })
        .png({ compressionLevel: 0 })
        .toBuffer();
      expect(huge.length).toBeGreaterThan(30_000_000);
      const shop = await visit(passport, { ...desktop, name: 'desktop-huge' });
      await shop.choose('Choose a file', await file('wall.png', huge, 'image/png'));
      await shop.button('Use this photo').click();
      await shop.look('Sent');
      const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body;
      const stored = (await stage.service.get(`${documents[0].download_href}`)).bytes;
      const { width, height, format } = await sharp(stored).metadata();
      expect([width, height, format, documents[0].file_name]).toEqual([2560, 1920, 'jpeg', 'wall.jpg']);
      await shop.close();
    });

    test('that are dropped are taken', async () => {
      const shop = await visit(passport, { ...desktop, name: 'desktop-drop' });
      const bytes = [...(await cardPicture())];
      await shop.page.locator('.drop').waitFor();
      await shop.page.evaluate(`(() => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array([${bytes.join()}])], 'front.jpg', { type: 'image/jpeg' }));
        const zone = document.querySelector('.bonafide-sdk').shadowRoot.querySelector('.drop');
        for (const type of ['dragover', 'drop']) zone.dispatchEvent(new DragEvent(type, { dataTransfer: data, cancelable: true }));
      })()`);
      await shop.look('Check your photo');
      await shop.close();
    });
  });

  describe('what the service says', () => {
    test('a blurred picture is refused twice, then taken with a warning', async () => {
      const shop = await visit(frenchCard, { ...desktop, name: 'desktop-blur' });
      for (let i = 0; i < 2; i += 1) {
        await shop.choose('Choose a file', await file('blur.jpg'));
        await shop.button('Use this photo').click();
        await shop.look('The photo isn’t sharp');
        expect(await shop.button('Use it anyway').count()).toBe(0);
        await shop.button('Retake').click();
      }
      await shop.choose('Choose a file', await file('blur.jpg'));
      await shop.button('Use this photo').click();
      await shop.button('Use it anyway').waitFor();
      await shop.look('The photo isn’t sharp');
      await shop.button('Use it anyway').click();
      await shop.look('Back of your document');
      await shop.choose('Choose a file', await file('back.jpg'));
      await shop.button('Use this photo').click();
      await shop.look('Sent');
      const [data] = shop.received('onComplete') as [{ document_front: object }];
      expect(data.document_front).toEqual({ id: expect.any(String), type: 'national_identity_card', side: 'front' });
      await shop.close();
    });

    test.each([
      ['glare.jpg', 'There is glare on the document'],
      ['cutoff.jpg', 'Part of the document is missing'],
      ['no_document.jpg', 'No document found'],
    ])('%s', async (name, title) => {
      const shop = await visit(passport, { ...desktop, name: `desktop-${name.split('.')[0]}`, colorScheme: 'dark' });
      await shop.choose('Choose a file', await file(name));
      await shop.button('Use this photo').click();
      await shop.look(title);
      await shop.close();
    });

    test.each([
      ['no_face.jpg', 'No face found'],
      ['two_faces.jpg', 'There is more than one face'],
    ])('%s', async (name, title) => {
      const steps = "[{ type: 'face', options: { uploadFallback: true } }]";
      const shop = await visit(steps, { ...phone, name: `phone-${name.split('.')[0]}` });
      await shop.choose('Choose a file', await file(name));
      await shop.button('Use this photo').click();
      await shop.look(title);
      await shop.button('Retake').click();
      await shop.look('Take a selfie');
      await shop.close();
    });

    test.each([
      [401, 'expired_token', 'Your session has expired', 'expired_token'],
      [403, 'geoblocked_request', 'Not available in your location', 'geoblocked_request'],
      [403, 'trial_limits_reached', 'This trial has ended', 'expired_trial'],
      [410, 'gone', 'Verification is no longer needed', 'exception'],
      [401, 'bad_referrer', 'Something went wrong', 'exception'],
    ])('%i %s', async (status, type, title, error) => {
      const shop = await visit(passport, { ...desktop, name: `desktop-${type}` });
      await shop.page.route('**/v3/documents', (route) =>
        route.fulfill({ status, json: { error: { type, message: 'no' } } }),
      );
      await shop.choose('Choose a file', await file('front.jpg'));
      await shop.button('Use this photo').click();
      await shop.look(title);
      expect(shop.received('onError')).toMatchObject([{ type: error }]);
      expect(shop.received('onComplete')).toEqual([]);
      await shop.close();
    });
  });

  describe('a bad connection', () => {
    test('is waited out: a broken upload continues when the network is back', async () => {
      const shop = await visit(passport, { ...phone, name: 'phone-offline', more: 'showExitButton: true,' });
      await shop.button('Take a photo').click();
      await shop.button('Take the photo').click();
      await shop.look('Check your photo');
      await shop.context.setOffline(true);
      await shop.button('Use this photo').click();
      await shop.page.locator('.screen').getByText('You’re offline.').waitFor();
      await shop.look('Uploading…');
      await shop.context.setOffline(false);
      await shop.look('Sent');
      expect(shop.received('onComplete')).toHaveLength(1);
      await shop.close();
    });

    test('changes nothing on the screen that shows the photo, however often it comes and goes', async () => {
      const shop = await visit(passport, { ...phone, name: 'phone-away', before: quick });
      await shop.button('Take a photo').click();
      await shop.button('Take the photo').click();
      await shop.look('Check your photo');
      const photo = shop.page.locator('.bonafide-sdk img').last();
      const source = await photo.getAttribute('src');
      for (let times = 0; times < 3; times += 1) {
        await shop.context.setOffline(true);
        await shop.look('Check your photo', { focus: false });
        await shop.context.setOffline(false);
        await shop.look('Check your photo', { focus: false });
      }
      expect(await photo.getAttribute('src')).toBe(source);
      expect([await shop.page.locator('.bonafide-sdk').count(), await shop.page.getByRole('dialog').count()]).toEqual([
        1, 0,
      ]);
      await shop.button('Use this photo').click();
      await shop.look('Sent');
      expect(shop.received('onComplete')).toHaveLength(1);
      await shop.close();
    });

    test('is tried again four times, and then is the applicant’s to try', async () => {
      const shop = await visit(passport, { ...desktop, name: 'desktop-weak', before: quick });
      let tries = 0;
      await shop.page.route('**/v3/documents', (route) => {
        tries += 1;
        return tries <= 4 ? route.abort() : route.continue();
      });
      await shop.choose('Choose a file', await file('front.jpg'));
      await shop.button('Use this photo').click();
      await shop.look('Upload failed');
      expect(tries).toBe(4);
      await shop.button('Try again').click();
      await shop.look('Sent');
      await shop.close();
    });

    test('and a service that is down for a moment', async () => {
      const shop = await visit(passport, { ...desktop, name: 'desktop-down', before: quick });
      let down = 4;
      await shop.page.route('**/v3/documents', (route) => {
        down -= 1;
        return down >= 0 ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' }) : route.continue();
      });
      await shop.choose('Choose a file', await file('front.jpg'));
      await shop.button('Use this photo').click();
      await shop.look('Something went wrong');
      await shop.button('Try again').click();
      await shop.look('Sent');
      await shop.close();
    });
  });

  describe('ends and beginnings', () => {
    test('consent comes before everything else, and denial ends it', async () => {
      const steps = "[{ type: 'consent', options: { policyUrl: 'https://shop.example/privacy' } }, 'document']";
      const shop = await visit(steps, {
        ...phone,
        name: 'phone-consent',
        more: "onExternalLink: (url) => note('link', url),",
      });
      await shop.look('How we use your data');
      await shop.page.getByRole('link', { name: 'Read the privacy notice' }).click();
      await shop.button('I don’t agree').click();
      const dialog = shop.page.getByRole('alertdialog', { name: 'Exit without agreeing?' });
      await shop.look('How we use your data', { focus: false });
      expect(shop.seen.filter(({ name }) => name.startsWith('on'))).toEqual([]);
      await dialog.getByRole('button', { name: 'Back' }).click();
      await dialog.waitFor({ state: 'detached' });
      await shop.button('I don’t agree').click();
      await dialog.getByRole('button', { name: 'I don’t agree' }).click();
      await shop.look('You didn’t agree');
      // Nothing was done, so nothing is ticked off.
      expect(await shop.page.locator('.hero .icon-check').count()).toBe(0);
      expect(shop.received('link')).toEqual(['https://shop.example/privacy']);
      expect(shop.received('onUserExit')).toEqual(['user_exit']);
      expect(shop.received('onError')).toEqual([
        { type: 'user_consent_denied', message: 'The applicant did not agree' },
      ]);
      expect(shop.received('analytics')).toEqual(['USER_CONSENT']);
      await shop.close();
    });

    test('an applicant who leaves has left', async () => {
      const shop = await visit("['welcome', 'document']", {
        ...desktop,
        name: 'desktop-exit',
        more: 'showExitButton: true,',
      });
      const dialog = shop.page.getByRole('alertdialog', { name: 'Exit verification?' });
      const focused = () =>
        shop.page.evaluate("document.querySelector('.bonafide-sdk').shadowRoot.activeElement?.innerText ?? null");
      await shop.button('Exit').click();
      await shop.look(welcomeTitle, { focus: false });
      expect(await focused()).toBe('Keep going');
      const walked: unknown[] = [];
      for (let i = 0; i < 6; i += 1) {
        await shop.page.keyboard.press('Tab');
        walked.push(await focused());
      }
      // Between its buttons the focus may leave the page for the browser's own controls; it never gets behind the dialog.
      expect([...new Set(walked)].filter((one) => one !== null).sort()).toEqual(['Exit', 'Keep going']);
      await shop.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(shop.received('onUserExit')).toEqual([]);
      await shop.button('Exit').click();
      await dialog.getByRole('button', { name: 'Exit' }).click();
      await shop.look('You’ve exited verification');
      expect(await shop.page.locator('.hero .icon-check').count()).toBe(0);
      expect([shop.received('onUserExit'), shop.received('onError')]).toEqual([['user_exit'], []]);
      await shop.close();
    });

    test('a token that expires meanwhile is renewed by the page, and the upload continues', async () => {
      const { token, applicant } = await stage.admit();
      // Tokens of one second are alike unless they name other pages.
      const referrer = `${stage.service.baseUrl}/*`;
      const { body } = await stage.service.post('/v3.6/sdk_token', { applicant_id: applicant, referrer });
      expect(body.token).not.toBe(token);
      const script = `const renew = async () => { window.renewed = (window.renewed ?? 0) + 1; return '${body.token}'; };
        const handle = Onfido.init({ token: '${token}', steps: ${passport}, onTokenExpired: renew, ...notes,
          onReady: () => { window.readied = (window.readied ?? 0) + 1; } });
        window.screens = [];
        handle.addEventListener('screen', ({ screen }) => window.screens.push(screen));`;
      const shop = await visitShop(stage.browser, stage.service, script, { ...phone, name: 'phone-renewed' });
      await shop.page.route('**/v3/documents', (route) =>
        route.request().headers().authorization === `Bearer ${token}`
          ? route.fulfill({ status: 401, contentType: 'application/json', body: '{"error":{"type":"expired_token"}}' })
          : route.continue(),
      );
      await shop.button('Take a photo').click();
      await shop.page.locator('.shutter:enabled').click();
      await shop.button('Use this photo').click();
      await shop.look('Sent');
      expect(shop.received('onError')).toEqual([]);
      expect(await shop.page.evaluate('[renewed, readied, screens]')).toEqual([
        1,
        1,
        ['guide', 'permission', 'camera', 'confirm', 'uploading', 'finished'],
      ]);
      await shop.close();
    });

    test('a token whose time ends while a picture is sent is renewed, and the picture is sent once', async () => {
      const { token, applicant } = await stage.admit();
      const { body } = await stage.service.post('/v3.6/sdk_token', { applicant_id: applicant, referrer: '*://*/*' });
      // The timers of hours are the test's to end.
      const script = `const real = setTimeout;
        window.setTimeout = (work, ms) => (ms > 500_000 ? void (window.expire = work) : real(work, ms));
        Onfido.init({ token: '${token}', steps: ${passport}, ...notes,
          onTokenExpired: async () => { note('renewed', true); return '${body.token}'; } });`;
      const shop = await visitShop(stage.browser, stage.service, script, { ...desktop, name: 'desktop-renewed' });
      const arrived = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      let uploads = 0;
      await shop.page.route('**/v3/documents', async (route) => {
        uploads += 1;
        arrived.resolve();
        await held.promise;
        await route.continue();
      });
      await shop.choose('Choose a file', await file('front.jpg'));
      await shop.button('Use this photo').click();
      await arrived.promise;
      await shop.page.evaluate('expire()');
      await expect.poll(() => shop.received('renewed')).toEqual([true]);
      held.resolve();
      await shop.look('Sent');
      expect(uploads).toBe(1);
      const { body: stored } = await stage.service.get(`/v3.6/documents?applicant_id=${applicant}`);
      expect(stored.documents).toHaveLength(1);
      expect(shop.received('onError')).toEqual([]);
      await shop.close();
    });

    test('a token that expires meanwhile', async () => {
      const urls = { onfido_api_url: stage.service.baseUrl };
      const token = unsignedToken({ exp: Date.now() / 1000 + 600, urls, payload: {} });
      // The one timer of minutes is the test's to end.
      const held = `const real = setTimeout;
        window.setTimeout = (work, ms) => (ms > 500_000 ? void (window.expire = work) : real(work, ms));`;
      const script = `${held} Onfido.init({ token: '${token}', steps: ['welcome', 'document'], ...notes });`;
      const shop = await visitShop(stage.browser, stage.service, script, { ...phone, name: 'phone-expired' });
      // This token names no company.
      await shop.look('Let’s verify your identity');
      await shop.page.evaluate('expire()');
      await shop.look('Your session has expired');
      expect(shop.received('onError')).toMatchObject([{ type: 'expired_token' }]);
      await shop.close();
    });

    test('a proof of address', async () => {
      const shop = await visit("[{ type: 'poa', options: { country: 'GBR' } }, 'complete']", {
        ...desktop,
        name: 'desktop-poa',
      });
      await shop.look('Choose a proof of address');
      await shop.button('Utility bill').click();
      await shop.look('Utility bill');
      await shop.choose('Choose a file', await file('bill.jpg'));
      await shop.look('Check your photo');
      await shop.button('Use this photo').click();
      await shop.look('Thank you');
      const { documents } = (await stage.service.get(`/v3.6/documents?applicant_id=${shop.applicant}`)).body;
      expect(documents).toMatchObject([{ type: 'utility_bill', side: 'front', issuing_country: 'GBR' }]);
      const { id, type } = documents[0];
      expect(shop.received('onComplete')).toEqual([{ poa: { id, type, sides: { front: { id, type } } } }]);
      await shop.close();
    });

    test('letters twice as large, in a narrow window', async () => {
      const large = "document.documentElement.style.fontSize = '200%';";
      const narrow = { viewport: { width: 320, height: 640 }, userAgent: phone.userAgent as string };
      const shop = await visit("['welcome', 'document', 'face']", { ...narrow, name: 'large', before: large });
      await shop.look(welcomeTitle);
      await shop.button('Start').click();
      await shop.look('Choose your document');
      await chooseCountry(shop.page, 'Italy');
      await shop.button('Patente di guida').click();
      await shop.look('Front of your document');
      await shop.button('Take a photo').click();
      await shop.button('Take the photo').and(shop.page.locator(':enabled')).waitFor();
      await shop.look('Fit the front of your document into the frame');
      await shop.button('Take the photo').click();
      await shop.look('Check your photo');
      await shop.close();
    });
  });
});
