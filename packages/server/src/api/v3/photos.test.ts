import { beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../../media-files/testing/pictures.ts';
import { useService } from '../../testing/service.ts';
import { greyJpeg, greyPng, SMALLEST } from './testing/files.ts';
import {
  anId,
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
let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await greyJpeg();
});

const face = () => ({ name: 'face.jpeg', bytes: jpeg, type: 'image/jpeg' });

describe.each(versions)('live photos of %s', (version) => {
  const story = () => storyOf(service, version);
  const send = (fields: Record<string, string>, file = face()) => story().upload('live_photos', fields, file);

  test('a live photo has exactly these keys on upload, retrieve and list', async () => {
    const applicant_id = await story().applicant();
    const { status, body } = await send({ applicant_id });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: anId,
      created_at: startOfTime,
      file_name: 'face.jpeg',
      file_type: 'image/jpeg',
      file_size: jpeg.length,
      href: `/${version}/live_photos/${body.id}`,
      download_href: `/${version}/live_photos/${body.id}/download`,
    });
    expect((await service.get(body.href)).body).toEqual(body);
    const { body: second } = await send({ applicant_id }, { name: 'b.png', bytes: await greyPng(), type: 'image/png' });
    expect(second.file_type).toBe('image/png');
    const list = await service.get(`/${version}/live_photos?applicant_id=${applicant_id}`);
    expect(list.body).toEqual({ live_photos: [second, body] });
    const { headers, bytes } = await service.get(body.download_href);
    expect(headers['content-type']).toBe('image/jpeg');
    expect(headers['content-disposition']).toBe('attachment; filename="face.jpeg"');
    expect(bytes.equals(jpeg)).toBe(true);
  });

  test('the odd path of the list is one of v3.2 only', async () => {
    const applicant_id = await story().applicant();
    const id = await story().livePhoto(applicant_id);
    const odd = await service.get(`/${version}/live_photos/live_photos?applicant_id=${applicant_id}`);
    if (version === 'v3.2') expect(odd.body.live_photos.map((photo: { id: string }) => photo.id)).toEqual([id]);
    else expect(outcome(odd)).toEqual(notFound('LivePhoto', 'live_photos'));
  });

  test.each([
    ['no_face.jpg', ['no face detected in image']],
    ['Two_Faces.jpg', ['Multiple faces detected in image']],
  ])('in sandbox the name %s asks for a failure, unless validation is off', async (name, messages) => {
    const applicant_id = await story().applicant();
    const file = { ...face(), name };
    for (const more of [{}, { advanced_validation: 'true' }, { advanced_validation: 'True' }]) {
      expect(outcome(await send({ applicant_id, ...more } as Record<string, string>, file))).toEqual(
        validationError({ face_detection: messages }),
      );
    }
    expect((await send({ applicant_id, advanced_validation: 'False' }, file)).status).toBe(201);
    expect((await send({ applicant_id }, { ...face(), name: 'blur.jpg' })).status).toBe(201);
  });

  test('refusals name the attachment', async () => {
    const applicant_id = await story().applicant();
    const refusal = async (fields: Record<string, string>, file?: ReturnType<typeof face>) =>
      outcome(await story().upload('live_photos', fields, file));
    expect(await refusal({ applicant_id })).toEqual(validationError({ attachment: ["can't be blank"] }));
    expect(await refusal({ applicant_id }, { ...face(), bytes: Buffer.alloc(0) })).toEqual(
      validationError({ attachment: ['must not be empty'] }),
    );
    expect(await refusal({ applicant_id }, { ...face(), bytes: jpeg.subarray(0, -1) })).toEqual(
      validationError({ attachment_file_size: ['must be at least 32 KB'] }),
    );
    expect(await refusal({ applicant_id }, { name: 'a.pdf', bytes: pdf(SMALLEST), type: 'application/pdf' })).toEqual(
      validationError({ attachment_content_type: ['must be a jpg or png file'] }),
    );
    expect(await refusal({}, face())).toEqual(validationError({ applicant_id: ["can't be blank"] }));
    expect(await refusal({ applicant_id, advanced_validation: 'yes' }, face())).toEqual(
      validationError({ advanced_validation: ['must be a boolean'] }),
    );
    expect(await refusal({ applicant_id: unknownId }, face())).toEqual(notFound('Applicant', unknownId));
  });

  test('nobody else sees a live photo, and nobody after the deletion', async () => {
    const applicant_id = await story().applicant();
    const id = await story().livePhoto(applicant_id);
    for (const path of ['', '/download']) {
      for (const token of [service.liveToken, service.other.sandboxToken]) {
        expect(outcome(await service.get(`/${version}/live_photos/${id}${path}`, { token }))).toEqual(
          notFound('LivePhoto', id),
        );
      }
    }
    await service.del(`/${version}/applicants/${applicant_id}`);
    for (const path of ['', '/download']) {
      expect(outcome(await service.get(`/${version}/live_photos/${id}${path}`))).toEqual(gone);
    }
  });
});

describe('id photos', () => {
  const story = () => storyOf(service, 'v3.6');

  test('are called after themselves', async () => {
    const applicant_id = await story().applicant();
    const { status, body } = await story().upload('id_photos', { applicant_id }, face());
    expect(status).toBe(201);
    expect(body).toEqual({
      id: anId,
      created_at: startOfTime,
      file_name: `${body.id}.jpeg`,
      file_type: 'image/jpeg',
      file_size: jpeg.length,
      href: `/v3.6/id_photos/${body.id}`,
      download_href: `/v3.6/id_photos/${body.id}/download`,
    });
    expect((await service.get(body.href)).body).toEqual(body);
    expect((await service.get(`/v3.6/id_photos?applicant_id=${applicant_id}`)).body).toEqual({ id_photos: [body] });
    const { headers, bytes } = await service.get(body.download_href);
    expect(headers['content-disposition']).toBe(`attachment; filename="${body.id}.jpeg"`);
    expect(bytes.equals(jpeg)).toBe(true);
  });

  test('may be PDFs', async () => {
    const applicant_id = await story().applicant();
    const file = { name: 'id.pdf', bytes: pdf(SMALLEST), type: 'application/pdf' };
    const { body } = await story().upload('id_photos', { applicant_id }, file);
    expect(body).toMatchObject({ file_name: `${body.id}.pdf`, file_type: 'application/pdf' });
  });

  test('do not exist in v3.2', async () => {
    const applicant_id = await story().applicant();
    const { body } = await story().upload('id_photos', { applicant_id }, face());
    expect((await service.get(`/v3.2/id_photos/${body.id}`)).status).toBe(404);
    expect((await storyOf(service, 'v3.2').upload('id_photos', { applicant_id }, face())).status).toBe(404);
  });
});
