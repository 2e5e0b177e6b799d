import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataGroup2, facialRecord, tlv } from '../../media-files/testing/facial-record.ts';
import { jpeg2000 } from '../../media-files/testing/jpeg2000.ts';
import { useService } from '../../testing/service.ts';
import { stored } from './testing/disk.ts';
import { greyPng } from './testing/files.ts';
import { notFound, outcome, storyOf, unknownId, validationError, versions } from './testing/story.ts';

const service = useService();
let portrait: Buffer;
beforeAll(async () => {
  portrait = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#a08070' } })
    .jpeg()
    .toBuffer();
});

const signed = (bytes: Uint8Array) => [...new Int8Array(bytes)];
const chip = (dg2: Uint8Array, more: object = {}) =>
  Buffer.from(JSON.stringify({ dg1: signed(tlv(0x61)), dg2: signed(dg2), sod: signed(tlv(0x77)), ...more }));

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);

  async function send(bytes: Buffer, type = 'application/json') {
    const applicant_id = await story().applicant();
    const fields = { applicant_id, type: 'passport', location: '{}' };
    return story().upload('documents', fields, { name: 'nfc.json', bytes, type });
  }

  test('chip data is a document, however small, and gives the portrait', async () => {
    const bytes = chip(dataGroup2(facialRecord(portrait)));
    expect(bytes.length).toBeLessThan(32 * 1024);
    for (const type of ['application/json', 'application/octet-stream', '']) {
      const { status, body } = await send(bytes, type);
      expect(status).toBe(201);
      expect(body).toMatchObject({ file_name: 'nfc.json', file_type: 'json', file_size: bytes.length });
      const download = await service.get(body.download_href);
      expect(download.headers['content-type']).toBe('application/json');
      expect(download.bytes.equals(bytes)).toBe(true);
      const face = await service.get(`/v3.6/documents/${body.id}/nfc_face`);
      expect(face.headers['content-type']).toBe('image/png');
      expect(face.headers['content-disposition']).toBe(`attachment; filename="nfc_face_${body.id}.png"`);
      expect(await sharp(face.bytes).metadata()).toMatchObject({ format: 'png', width: 60, height: 80 });
      expect((await service.get(`/v3.2/documents/${body.id}/nfc_face`)).status).toBe(404);
    }
  });

  test('a portrait is JPEG 2000 on most chips, and some apps send bytes without a sign', async () => {
    const picture = await jpeg2000(60, 80, 1, Buffer.alloc(60 * 80, 0x5a));
    const dg2 = dataGroup2(facialRecord(picture));
    const { status, body } = await send(chip(dg2, { dg2: [...dg2] }));
    expect(status).toBe(201);
    const face = await service.get(`/v3.6/documents/${body.id}/nfc_face`);
    expect(face.status).toBe(200);
    expect(await sharp(face.bytes).metadata()).toMatchObject({ format: 'png', width: 60, height: 80 });
    expect([...(await sharp(face.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([0x5a, 0x5a, 0x5a]);
  });

  test.each([
    ['a key is missing', { sod: undefined }],
    ['a byte is too large', { dg1: [256] }],
    ['a byte is too small', { dg1: [-129] }],
    ['a byte is not a number', { dg1: ['1'] }],
    ['a byte is a fraction', { dg1: [0.5] }],
    ['a group is empty', { sod: [] }],
    ['a group is text', { sod: 'AAAA' }],
  ])('refused: %s', async (_, more) => {
    const before = await stored(service);
    const answer = outcome(await send(chip(dataGroup2(facialRecord(portrait)), more)));
    expect(answer).toEqual(
      validationError({ file: ['must contain dg1, dg2 and sod, each an array of bytes from -128 to 255'] }),
    );
    expect(await stored(service)).toEqual(before);
  });

  test('refused: more than any chip holds', async () => {
    const bytes = chip(Buffer.alloc(700_000, 200));
    expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(outcome(await send(bytes))).toEqual(validationError({ file: ['must be at most 2 MB'] }));
  });

  test('refused: JSON that ends early', async () => {
    const bytes = chip(dataGroup2(facialRecord(portrait)));
    expect((await send(bytes.subarray(0, -1))).status).toBe(422);
  });
});

describe('no portrait', () => {
  const story = () => storyOf(service, 'v3.6');
  const face = async (id: string, token = service.sandboxToken) =>
    outcome(await service.get(`/v3.6/documents/${id}/nfc_face`, { token }));

  test('without chip data', async () => {
    const id = await story().document(await story().applicant());
    expect(await face(id)).toEqual(notFound('NfcFace', id));
    expect(await face(unknownId)).toEqual(notFound('Document', unknownId));
    expect(await face(id, service.liveToken)).toEqual(notFound('Document', id));
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['noise', async () => Buffer.from('noise')],
    ['a group without a face', async () => dataGroup2(Buffer.from('FAC\0'))],
    ['a PNG', async () => dataGroup2(facialRecord(await greyPng()))],
    ['a JPEG that was cut off', async () => dataGroup2(facialRecord(portrait.subarray(0, 100)))],
    ['a JPEG 2000 of nothing', async () => dataGroup2(facialRecord(Buffer.from('ff4fff51', 'hex')))],
  ])('in %s', async (_, dg2) => {
    const applicant_id = await story().applicant();
    const file = { name: 'nfc.json', bytes: chip(await dg2()), type: 'application/json' };
    const { body } = await story().upload('documents', { applicant_id, type: 'passport' }, file);
    expect(await face(body.id)).toEqual(notFound('NfcFace', body.id));
  });
});

test('there is no video of a document that nobody filmed', async () => {
  const story = storyOf(service, 'v3.6');
  const id = await story.document(await story.applicant());
  expect(outcome(await service.get(`/v3.6/documents/${id}/video/download`))).toEqual(notFound('DocumentVideo', id));
});
