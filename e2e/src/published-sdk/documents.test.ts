import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anId } from '../clients/story.ts';
import { cardPicture } from '../web-sdk/footage.ts';
import { desktop, phone } from '../web-sdk/shop.ts';
import { openStage, possible, type Stage } from '../web-sdk/stage.ts';
import { documentsOf, openSite, type Site, visitCustomer } from './customer.ts';

const upload = 'or upload photo – no scans or photocopies';

describe.skipIf(!possible)('documents in the published browser SDK 6.4.0', () => {
  let stage: Stage;
  let site: Site;
  let card: Buffer;
  beforeAll(async () => {
    [stage, site, card] = await Promise.all([openStage(), openSite(), cardPicture()]);
  });
  afterAll(async () => {
    await stage?.close();
    await site?.close();
  });

  const only = (type: string) => [{ type: 'document', options: { documentTypes: { [type]: true } } }, 'complete'];
  const visit = (steps: unknown[], more = {}) =>
    visitCustomer(stage, { steps, disableAnalytics: true }, { site, ...desktop, ...more });

  test.each(['at an address of its own', 'at the address of the service'])('a passport, %s', async (where) => {
    const own = where === 'at an address of its own';
    const bank = await visit(['welcome', 'document', 'complete'], own ? {} : { site: undefined });
    await bank.press('Verify Identity');
    await bank.press('Passport');
    await bank.press(upload);
    await bank.title('Upload passport photo page');
    await bank.choose('passport.jpg', card);
    await bank.title('Check your image');
    await bank.press('Confirm');
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual(['passport front - passport.jpg']);
    expect(bank.received('onComplete')).toEqual([{ document_front: { id: anId, type: 'passport', side: 'front' } }]);
    expect(bank.received('analytics')).toEqual([
      'WELCOME',
      'DOCUMENT_TYPE_SELECT',
      'DOCUMENT_CAPTURE_FRONT',
      'DOCUMENT_CAPTURE_CONFIRMATION_FRONT',
      'UPLOAD',
    ]);
    expect(bank.calls).toEqual(['POST /v3/documents 201']);
    expect(bank.lets).toEqual(own ? [site.origin] : [stage.service.baseUrl]);
    expect([bank.complaints, bank.elsewhere()]).toEqual([[], []]);
    await bank.close();
  });

  test('both sides of a driving licence, after its country', async () => {
    const bank = await visit(['document', 'complete']);
    await bank.press("Driver's license");
    await bank.title('Select issuing country');
    await bank.page.locator('#country-search').fill('France');
    await bank.page.getByRole('option', { name: 'France' }).click();
    await bank.press('Submit document');
    for (const side of ['front', 'back']) {
      await bank.title(`Submit license (${side})`);
      await bank.choose(`${side}.jpg`, card);
      await bank.press('Confirm');
    }
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual([
      'driving_licence back FRA back.jpg',
      'driving_licence front FRA front.jpg',
    ]);
    expect(bank.received('onComplete')).toEqual([
      {
        document_front: { id: anId, type: 'driving_licence', side: 'front' },
        document_back: { id: anId, type: 'driving_licence', side: 'back' },
      },
    ]);
    expect(bank.complaints).toEqual([]);
    expect(bank.elsewhere()).toEqual(['https://lipis.github.io/flag-icon-css/flags/4x3/fr.svg']);
    await bank.close();
  });

  test('a passport that the camera finds by itself', async () => {
    const options = { documentTypes: { passport: true }, useWebcam: true };
    const bank = await visit([{ type: 'document', options }, 'complete']);
    // On a slow machine a second frame is on its way when the first one is found good, and the SDK takes a step for each good frame.
    let frames = 0;
    await bank.page.route('**/validate_document', (route) => (frames++ === 0 ? route.continue() : undefined));
    await bank.title('Check your image');
    await bank.press('Confirm');
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual(['passport front - blob']);
    expect(bank.calls).toEqual(['POST /validate_document 200', 'POST /v3/documents 201']);
    // The SDK says so of a frame that it takes as the camera closes.
    expect(bank.complaints.filter((text) => text !== 'webcam canvas is null')).toEqual([]);
    await bank.close();
  });

  test('both sides of a card, by the camera of a phone', async () => {
    const options = { documentTypes: { national_identity_card: true }, useLiveDocumentCapture: true };
    const bank = await visit([{ type: 'document', options }, 'complete'], phone);
    for (const _ of ['front', 'back']) {
      await bank.shoot();
      await bank.press('Confirm');
    }
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual([
      'national_identity_card back - blob',
      'national_identity_card front - blob',
    ]);
    expect(bank.calls).toEqual(['POST /v3/documents 201', 'POST /v3/documents 201']);
    expect(bank.complaints).toEqual([]);
    await bank.close();
  });

  test('a residence permit, which it calls unknown', async () => {
    const bank = await visit(only('residence_permit'));
    for (const side of ['front', 'back']) {
      await bank.title(`Submit residence permit (${side})`);
      await bank.choose(`${side}.jpg`, card);
      await bank.press('Confirm');
    }
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual(['unknown back - back.jpg', 'unknown front - front.jpg']);
    await bank.close();
  });

  test('a proof of address', async () => {
    const bank = await visit(['poa', 'complete']);
    await bank.title("Let's verify your UK address");
    await bank.press('Start verification');
    await bank.press('Utility Bill');
    await bank.press('Continue');
    await bank.title('Submit bill');
    await bank.choose('bill.jpg', card);
    await bank.press('Confirm');
    await bank.title('Verification complete');
    expect(await documentsOf(stage, bank.applicant)).toEqual(['utility_bill front GBR bill.jpg']);
    expect(bank.received('onComplete')).toEqual([
      { document_front: { id: anId, type: 'utility_bill', side: 'front' } },
    ]);
    expect(bank.complaints).toEqual([]);
    await bank.close();
  });

  test('a picture without a document is refused and taken again', async () => {
    const bank = await visit(only('national_identity_card'));
    await bank.choose('no_document.jpg', card);
    await bank.press('Confirm');
    await bank.title('No document detected');
    expect(await documentsOf(stage, bank.applicant)).toEqual([]);
    expect(await bank.page.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    await bank.press('Redo');
    await bank.choose('front.jpg', card);
    await bank.press('Confirm');
    await bank.title('Submit identity card (back)');
    expect(await documentsOf(stage, bank.applicant)).toEqual(['national_identity_card front - front.jpg']);
    expect(bank.calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /v3/documents 422',
      'POST /v3/documents 201',
    ]);
    expect([bank.received('onError'), bank.complaints]).toEqual([[], []]);
    await bank.close();
  });

  test.each([
    ['cutoff', 'Cut-off image detected'],
    ['glare', 'Glare detected'],
    ['blur', 'Blurry photo detected'],
  ])('a picture with %s is warned of twice, and then kept on demand', async (fault, title) => {
    const bank = await visit(only('national_identity_card'));
    for (const _ of [1, 2]) {
      await bank.choose(`${fault}.jpg`, card);
      await bank.press('Confirm');
      await bank.title(title);
      expect(await bank.page.getByRole('button', { name: 'Upload anyway' }).count()).toBe(0);
      await bank.press('Redo');
    }
    await bank.choose(`${fault}.jpg`, card);
    await bank.press('Confirm');
    await bank.title(title);
    await bank.press('Upload anyway');
    await bank.title('Submit identity card (back)');
    const kept = `national_identity_card front - ${fault}.jpg`;
    expect(await documentsOf(stage, bank.applicant)).toEqual([kept, kept, kept]);
    expect(bank.complaints).toEqual([]);
    await bank.close();
  });

  test('what is not a picture at all is refused', async () => {
    const bank = await visit(only('national_identity_card'));
    await bank.choose('front.jpg', Buffer.alloc(40_000, 'no picture'));
    await bank.press('Confirm');
    await bank.title('File not uploaded.');
    expect(bank.calls).toEqual(['POST /v3/documents 422']);
    expect(await documentsOf(stage, bank.applicant)).toEqual([]);
    await bank.close();
  });
});
