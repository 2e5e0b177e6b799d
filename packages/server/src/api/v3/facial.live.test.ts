import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataGroup2, facialRecord, tlv } from '../../media-files/testing/facial-record.ts';
import { useService } from '../../testing/service.ts';
import { eventsOf } from './testing/events.ts';
import { card, face, facialStory, group, leafOf, picture, taken } from './testing/facial.ts';
import { padded, SMALLEST } from './testing/files.ts';

const service = useService({ settings: { analysis: 'on' } });
let story: ReturnType<typeof facialStory>;
beforeAll(async () => {
  story = facialStory(service);
});

const MATCH = 'face_comparison.face_match';
const FACE = 'image_integrity.face_detected';
const SOURCE = 'image_integrity.source_integrity';
const SPOOFING = 'visual_authenticity.spoofing_detection';

describe('a facial similarity report in live', () => {
  test('on the holder of the document is clear, and says how alike the faces are', async () => {
    const { report, document_id, photo_id } = await story.photoReport({
      document: await card('036'),
      photo: await taken(face('036', 'smiling'), { model: 'Pixel 8' }),
    });
    const { score } = leafOf(report, MATCH)[1];
    expect(score).toBeGreaterThanOrEqual(0.98);
    expect(Math.round((score as number) * 1e4) / 1e4).toBe(score);
    expect(report).toMatchObject({ status: 'complete', result: 'clear', sub_result: null, properties: { score } });
    expect(report).toMatchObject({ documents: [{ id: document_id }], live_photos: [{ id: photo_id }] });
    expect(report.breakdown).toEqual({
      face_comparison: {
        result: 'clear',
        breakdown: { face_match: { result: 'clear', properties: { score, document_id } } },
      },
      image_integrity: {
        result: 'clear',
        breakdown: {
          face_detected: { result: 'clear', properties: {} },
          // The file names its maker, and no time.
          source_integrity: {
            result: 'clear',
            properties: { digital_tampering: 'clear', fake_webcam: 'clear', emulator: 'clear' },
          },
        },
      },
      visual_authenticity: {
        result: 'clear',
        breakdown: { spoofing_detection: { result: 'clear', properties: { score: 1 } } },
      },
    });
  });

  test('on another person is consider', async () => {
    const { report, document_id } = await story.photoReport({ document: await card('036'), photo: face('018') });
    expect(report).toMatchObject({ status: 'complete', result: 'consider', sub_result: null });
    const [result, properties] = leafOf(report, MATCH);
    expect([result, properties.document_id]).toEqual(['consider', document_id]);
    expect(properties.score).toBeLessThan(0.5);
    expect(leafOf(report, FACE)).toEqual(['clear', {}]);
  });

  test.each([
    ['two faces', () => group('036', '018')],
    ['no face', async () => picture('faces_misc/skimage_cat.png')],
  ])('on a photo with %s is consider, and compares nobody', async (_, photo) => {
    const { report } = await story.photoReport({ document: await card('036'), photo: await photo() });
    expect(report).toMatchObject({ result: 'consider', properties: {} });
    expect(leafOf(report, FACE)).toEqual(['consider', {}]);
    expect(leafOf(report, MATCH)).toEqual([null, {}]);
    expect(leafOf(report, SPOOFING)).toEqual([null, {}]);
  });

  test('on a document without a portrait is consider', async () => {
    const { report } = await story.photoReport({ document: await card(), photo: face('115') });
    expect(leafOf(report, FACE)).toEqual(['consider', {}]);
    expect(leafOf(report, MATCH)).toEqual([null, {}]);
    expect(leafOf(report, SPOOFING)[0]).toBe('clear');
  });

  test('finds the portrait on the back, too', async () => {
    const sides = { document: await card(), back: await card('024') };
    const { report, back_id } = await story.photoReport({ ...sides, photo: face('024', 'smiling') });
    expect(report.result).toBe('clear');
    expect(leafOf(report, MATCH)[1].document_id).toBe(back_id);
  });

  test('compares with the document that the check names, whatever was uploaded later', async () => {
    const { applicant_id, document_id } = await story.withDocument({ document: await card('033') }, live());
    service.clock.advance(1000);
    const later = { name: 'later.png', bytes: await card('018'), type: 'image/png' };
    const { upload, completed } = story;
    expect((await upload('documents', { applicant_id, type: 'passport' }, later, live())).status).toBe(201);
    await story.photoOf(applicant_id, face('033', 'smiling'));
    const body = { applicant_id, report_names: ['facial_similarity_photo'] };
    expect((await completed(body, live())).reports[0].result).toBe('consider');
    const { reports } = await completed({ ...body, document_ids: [document_id] }, live());
    expect(reports[0].result).toBe('clear');
    expect(leafOf(reports[0], MATCH)[1].document_id).toBe(document_id);
  });

  test.each([
    ['a PDF', '010', 'scan.pdf', 'application/pdf', scan],
    [
      'a chip',
      '019',
      'nfc.json',
      'application/json',
      async (portrait: Buffer) => chip(await sharp(portrait).resize(400).jpeg().toBuffer()),
    ],
  ] as const)('reads the portrait of %s', async (_, person, name, type, holding) => {
    const applicant_id = await story.applicant({}, live());
    const sent = await story.upload(
      'documents',
      { applicant_id, type: 'passport' },
      { name, bytes: await holding(face(person)), type },
      live(),
    );
    expect([sent.status, sent.body.error]).toEqual([201, undefined]);
    await story.photoOf(applicant_id, face(person, 'smiling'));
    const report = await story.report('facial_similarity_photo', applicant_id);
    expect(leafOf(report, FACE)).toEqual(['clear', {}]);
    expect(leafOf(report, MATCH)).toEqual(['clear', { score: expect.any(Number), document_id: sent.body.id }]);
  });

  test('on the portrait of the document instead of the applicant waits for a person', async () => {
    const document = await card('038');
    const portrait = { left: 40, top: 120, width: 300, height: 300 };
    const cut = await sharp(document).extract(portrait).resize(900).jpeg({ quality: 80 }).toBuffer();
    for (const photo of [cut, document]) {
      // The whole document shows the same face, only smaller.
      const { report } = await story.photoReport({ document, photo });
      expect(report).toMatchObject({ status: 'awaiting_approval', result: null, breakdown: {} });
    }
    const { report } = await story.photoReport(
      { document, photo: cut },
      { name: 'facial_similarity_photo_fully_auto' },
    );
    expect(leafOf(report, SOURCE)).toEqual([
      'consider',
      expect.objectContaining({ reasons: expect.stringContaining('document_portrait') }),
    ]);
  });

  test('on a photo of a screen waits for a person', async () => {
    const photo = picture('faces_spoof/silent_image_F2.jpg');
    const media = { document: await card(photo), photo };
    const { report } = await story.photoReport(media);
    expect(report).toMatchObject({ status: 'awaiting_approval', result: null, breakdown: {}, properties: {} });
    expect((await eventsOf(service, report.check_id)).at(-1)).toMatch(/^report.awaiting_approval/);

    const byItself = await story.photoReport(media, { name: 'facial_similarity_photo_fully_auto' });
    expect(byItself.report).toMatchObject({ status: 'complete', result: 'consider' });
    const [result, { score }] = leafOf(byItself.report, SPOOFING);
    expect(result).toBe('consider');
    expect(score).toBeLessThanOrEqual(0.25);

    // Of another person, it is consider in any case.
    const { report: strange } = await story.photoReport({ document: await card('036'), photo });
    expect(strange).toMatchObject({ status: 'complete', result: 'consider' });
    expect(leafOf(strange, SPOOFING)[0]).toBeNull();
  });

  test('follows the settings of its account', async () => {
    const strange = { document: await card('036'), photo: face('043') };
    const doubting = await service.makeAccount('Careful Ltd', { face_mismatch_score: 0 });
    expect((await story.photoReport(strange, { call: { token: doubting.liveToken } })).report.status).toBe(
      'awaiting_approval',
    );
    const trusting = await service.makeAccount('Trusting Ltd', { face_mismatch_score: 0, face_match_score: 0 });
    expect((await story.photoReport(strange, { call: { token: trusting.liveToken } })).report.result).toBe('clear');
  });
});

describe('the source of a photo', () => {
  /** The source of a photo of a person whose document matches. */
  async function sourceOf(photo: Buffer) {
    // An account for each, in which nobody has sent that picture before.
    const call = { token: (await service.makeAccount('Robots Ltd', { decision_uncertain: 'consider' })).liveToken };
    const { report } = await story.photoReport({ document: await card('062'), photo }, { call });
    return leafOf(report, SOURCE);
  }

  // The clock of the service shows 2026-01-15T09:30:00Z.
  test.each([
    ['an hour', '2026:01:15 08:30:00', 'clear', { time_of_capture: 'clear' }],
    ['two days', '2026:01:13 09:00:00', 'consider', { time_of_capture: 'consider', reasons: 'time_of_capture' }],
    // It depends on the time zone, which the camera doesn't write.
    ['thirty hours', '2026:01:14 03:30:00', 'consider', { reasons: 'time_of_capture' }],
  ])('is looked at: taken %s before its upload', async (_, at, result, properties) => {
    const photo = await taken(face('062', 'smiling'), { at });
    expect(await sourceOf(photo)).toEqual([result, { digital_tampering: 'clear', ...properties }]);
  });

  test.each([
    [
      'a virtual camera',
      'OBS Virtual Camera',
      { fake_webcam: 'consider', emulator: 'clear', reasons: 'virtual_camera' },
    ],
    [
      'an emulated phone',
      'Android SDK built for x86',
      { fake_webcam: 'clear', emulator: 'consider', reasons: 'emulator' },
    ],
    ['a phone', 'Pixel 8', { fake_webcam: 'clear', emulator: 'clear' }],
  ])('names %s', async (_, model, properties) => {
    const photo = await taken(face('062', 'neutral'), { model });
    const [result, shown] = await sourceOf(photo);
    expect(shown).toEqual({ digital_tampering: 'clear', ...properties });
    expect(result).toBe('reasons' in properties ? 'consider' : 'clear');
  });

  test('is an editor', async () => {
    const [result, properties] = await sourceOf(
      await sharp(face('062'))
        .withExif({ IFD0: { Software: 'Adobe Photoshop 25.0' } })
        .jpeg()
        .toBuffer(),
    );
    expect(result).toBe('consider');
    expect(properties).toMatchObject({ digital_tampering: 'consider', reasons: 'image_editor' });
  });

  test('is doubtful when another applicant sent the same picture, and only then', async () => {
    const media = { document: await card('087'), photo: face('087', 'smiling') };
    const { applicant_id, report } = await story.photoReport(media);
    expect(report.result).toBe('clear');
    // The same applicant again.
    expect((await story.report('facial_similarity_photo', applicant_id)).result).toBe('clear');
    // Another account.
    const other = { token: service.other.liveToken };
    expect((await story.photoReport(media, { call: other })).report.result).toBe('clear');
    // Another applicant, with a smaller copy.
    const copy = {
      ...media,
      photo: padded(await sharp(media.photo).resize(700).jpeg({ quality: 60 }).toBuffer(), SMALLEST),
    };
    expect((await story.photoReport(copy)).report.status).toBe('awaiting_approval');
    const auto = await story.photoReport(copy, { name: 'facial_similarity_photo_fully_auto' });
    expect(leafOf(auto.report, SOURCE)).toEqual(['consider', expect.objectContaining({ reasons: 'reused_image' })]);
    expect(leafOf(auto.report, MATCH)[0]).toBe('clear');
  });
});

const live = () => ({ token: service.liveToken });

/** A PDF with one picture on its page. */
function scan(picture: Buffer): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A5' });
  pdf.image(picture, 40, 40, { width: 160 });
  pdf.end();
  return buffer(pdf);
}

const signed = (bytes: Uint8Array) => [...new Int8Array(bytes)];

/** Data of a passport's chip with that portrait. */
function chip(portrait: Buffer): Buffer {
  const dg2 = signed(dataGroup2(facialRecord(portrait)));
  return Buffer.from(JSON.stringify({ dg1: signed(tlv(0x61)), dg2, sod: signed(tlv(0x77)) }));
}
