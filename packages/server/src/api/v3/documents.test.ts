import { beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { greyJpeg, greyPng, stripes } from './testing/files.ts';
import {
  anId,
  form,
  gone,
  notFound,
  outcome,
  startOfTime,
  storyOf,
  unknownId,
  validationError,
  versions,
} from './testing/story.ts';

const service = useService();
let png: Buffer;
beforeAll(async () => {
  png = await greyPng();
});

const BLANK = ["can't be blank"];

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);
  const passport = () => ({ name: 'passport.png', bytes: png, type: 'image/png' });
  const send = (fields: Record<string, string>, file = passport()) => story().upload('documents', fields, file);

  test('a document has exactly these keys on upload, retrieve and list', async () => {
    const applicant_id = await story().applicant();
    const { status, body } = await send({ applicant_id, type: 'passport' });
    expect(status).toBe(201);
    const expected = {
      id: anId,
      created_at: startOfTime,
      file_name: 'passport.png',
      file_type: 'png',
      file_size: png.length,
      type: 'passport',
      side: null,
      issuing_country: null,
      applicant_id,
      href: `/${version}/documents/${body.id}`,
      download_href: `/${version}/documents/${body.id}/download`,
    };
    expect(body).toEqual(expected);
    expect((await service.get(body.href)).body).toEqual(body);
    const second = await send({ applicant_id, type: 'driving_licence', side: 'back', issuing_country: 'FRA' });
    expect(second.body).toMatchObject({ type: 'driving_licence', side: 'back', issuing_country: 'FRA' });
    const list = await service.get(`/${version}/documents?applicant_id=${applicant_id}`);
    expect(list.body).toEqual({ documents: [second.body, body] });
  });

  test('a download is what was uploaded', async () => {
    const applicant_id = await story().applicant();
    const { body } = await send({ applicant_id, type: 'passport' });
    const { status, headers, bytes } = await service.get(body.download_href);
    expect(status).toBe(200);
    expect(bytes.equals(png)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': 'attachment; filename="passport.png"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test.each([
    ['a.jpg', 'jpg'],
    ['a.jpeg', 'jpeg'],
    ['A.JPEG', 'jpeg'],
    ['blob', 'jpg'],
    ['a.heic', 'jpg'],
  ])('%s has the file type %s', async (name, file_type) => {
    const applicant_id = await story().applicant();
    const file = { name, bytes: await greyJpeg(), type: 'image/jpeg' };
    const { body } = await send({ applicant_id, type: 'passport' }, file);
    expect(body).toMatchObject({ file_name: name, file_type });
    expect((await service.get(body.download_href)).headers['content-type']).toBe('image/jpeg');
  });

  test('fields may stand after the file', async () => {
    const applicant_id = await story().applicant();
    const body = form({}, passport());
    body.append('type', 'passport');
    body.append('applicant_id', applicant_id);
    body.append('side', 'front');
    const { status, body: document } = await service.post(`/${version}/documents`, undefined, { form: body });
    expect([status, document.side, document.applicant_id]).toEqual([201, 'front', applicant_id]);
  });

  test('octet-stream, and no type at all, claim nothing', async () => {
    const applicant_id = await story().applicant();
    for (const type of ['application/octet-stream', '', 'image/x-png', 'IMAGE/PNG; charset=binary']) {
      const { status } = await send({ applicant_id, type: 'passport' }, { ...passport(), type });
      expect(status, type).toBe(201);
    }
  });

  test.each<[Record<string, string>, unknown]>([
    [{}, { type: BLANK }],
    [{ type: 'passport' }, { applicant_id: BLANK }],
    [{ type: 'passport', applicant_id: '' }, { applicant_id: BLANK }],
    [{ applicant_id: unknownId, type: 'Passport' }, { type: ['is not included in the list'] }],
    [{ applicant_id: unknownId, type: '' }, { type: BLANK }],
    [{ applicant_id: unknownId, type: '{"a":1}' }, { type: ['must be a string', 'is not included in the list'] }],
    [{ applicant_id: unknownId, type: 'passport', side: 'left' }, { side: ['is not included in the list'] }],
    [
      { applicant_id: unknownId, type: 'passport', issuing_country: 'GB' },
      { issuing_country: ['is not included in the list'] },
    ],
    [
      { applicant_id: unknownId, type: 'passport', validate_image_quality: 'maybe' },
      { validate_image_quality: ['must be a boolean'] },
    ],
    [
      { applicant_id: unknownId, type: 'passport', validate_image_quality: 'yes' },
      { validate_image_quality: ['must be a boolean'] },
    ],
    [
      { applicant_id: unknownId, type: 'passport', validate_image_quality: '2' },
      { validate_image_quality: ['must be a boolean'] },
    ],
  ])('%j is refused', async (fields, messages) => {
    expect(outcome(await send(fields))).toEqual(validationError(messages));
  });

  test('an upload needs a file', async () => {
    const applicant_id = await story().applicant();
    const blank = validationError({ file: BLANK });
    const fields = { applicant_id, type: 'passport' };
    expect(outcome(await story().upload('documents', fields))).toEqual(blank);
    // A part of that name is a file, also without a file name.
    const text = validationError({ file: ['must be a jpg, png, pdf or json file'] });
    expect(outcome(await story().upload('documents', { ...fields, file: 'a text field' }))).toEqual(text);
    expect(outcome(await service.post(`/${version}/documents`, fields))).toEqual(blank);
    const other = form(fields);
    other.append('picture', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png');
    expect(outcome(await service.post(`/${version}/documents`, undefined, { form: other }))).toEqual(blank);
  });

  test('the applicant must exist', async () => {
    const type = 'passport';
    expect(outcome(await send({ applicant_id: unknownId, type }))).toEqual(notFound('Applicant', unknownId));
    expect(outcome(await send({ applicant_id: '../x', type }))).toEqual(notFound('Applicant', '../x'));
    const applicant_id = await story().applicant();
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      expect(outcome(await story().upload('documents', { applicant_id, type }, passport(), { token }))).toEqual(
        notFound('Applicant', applicant_id),
      );
    }
    const { body } = await send({ applicant_id, type });
    await service.del(`/${version}/applicants/${applicant_id}`);
    expect(outcome(await send({ applicant_id, type }))).toEqual(gone);
    for (const path of [
      `documents/${body.id}`,
      `documents/${body.id}/download`,
      `documents?applicant_id=${applicant_id}`,
    ]) {
      expect(outcome(await service.get(`/${version}/${path}`))).toEqual(gone);
    }
    await service.post(`/${version}/applicants/${applicant_id}/restore`);
    expect((await service.get(body.href)).body).toEqual(body);
  });

  test('nobody else sees a document', async () => {
    const applicant_id = await story().applicant();
    const id = await story().document(applicant_id);
    for (const token of [service.liveToken, service.other.sandboxToken, service.other.liveToken]) {
      for (const path of ['', '/download']) {
        expect(outcome(await service.get(`/${version}/documents/${id}${path}`, { token }))).toEqual(
          notFound('Document', id),
        );
      }
    }
    // An id of one kind isn't an id of another.
    expect(outcome(await service.get(`/${version}/live_photos/${id}`))).toEqual(notFound('LivePhoto', id));
  });

  test.each([
    ['True', 422],
    ['1', 422],
    ['on', 422],
    ['FALSE', 201],
    ['0', 201],
    ['', 201],
  ])(
    'validate_image_quality %j, as forms write it, decides whether a blurred picture is refused',
    async (asked, status) => {
      const applicant_id = await story().applicant();
      const blurred = { ...passport(), name: 'blur.png' };
      const sent = { applicant_id, type: 'passport', validate_image_quality: asked };
      expect((await send(sent, blurred)).status).toBe(status);
    },
  );

  test('side and issuing_country that a form leaves empty are absent, and an empty type is missing', async () => {
    const applicant_id = await story().applicant();
    const empty = { side: '', issuing_country: '', file_type: '' };
    const { status, body } = await send({ applicant_id, type: 'passport', ...empty });
    expect([status, body.side, body.issuing_country]).toEqual([201, null, null]);
    expect(outcome(await send({ applicant_id, type: '', ...empty }))).toEqual(
      validationError({ type: ["can't be blank"] }),
    );
  });

  test('a PNG that is called a JPEG is taken for what it is', async () => {
    const applicant_id = await story().applicant();
    const called = { ...passport(), name: 'passport.jpg', type: 'image/jpeg' };
    const { status, body } = await send({ applicant_id, type: 'passport' }, called);
    expect([status, body.file_name, body.file_type]).toEqual([201, 'passport.jpg', 'png']);
    const { headers } = await service.get(`/${version}/documents/${body.id}/download`);
    expect(headers['content-type']).toBe('image/png');
  });

  test.each([
    ['my-blurry-passport.png', { detect_blur: ['blur detected in image'] }],
    ['CUTOFF.png', { detect_cutoff: ['cutoff document detected in image'] }],
    ['no_document.png', { document_detection: ['no document in image'] }],
    [
      'blur_cutoff.png',
      { detect_blur: ['blur detected in image'], detect_cutoff: ['cutoff document detected in image'] },
    ],
  ])('in sandbox the name %s asks for a failure, if quality is asked for', async (name, fields) => {
    const applicant_id = await story().applicant();
    const asked = { applicant_id, type: 'passport', validate_image_quality: 'true' };
    expect(outcome(await send(asked, { ...passport(), name }))).toEqual(validationError(fields));
    expect((await send({ applicant_id, type: 'passport' }, { ...passport(), name })).status).toBe(201);
  });

  test('the name asks for nothing in live', async () => {
    const live = { token: service.liveToken };
    const applicant_id = await story().applicant({}, live);
    const file = { name: 'cutoff.png', bytes: await stripes(), type: 'image/png' };
    const fields = { applicant_id, type: 'passport', validate_image_quality: 'true' };
    expect((await story().upload('documents', fields, file, live)).status).toBe(201);
  });
});
