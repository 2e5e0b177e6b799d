import { beforeEach, describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { greyJpeg, greyPng, hollowVideo } from '../v3/testing/files.ts';
import { anId, form, notFound, outcome, timeOf, unknownId, validationError } from '../v3/testing/story.ts';
import { created, earlierStoryOf, earlierVersions } from './testing/story.ts';

const service = useService();

let jane: string;
beforeEach(async () => {
  jane = await earlierStoryOf(service, 'v2').applicant();
});

const others = () => [service.other.sandboxToken, service.other.liveToken, service.liveToken];

describe.each(earlierVersions)('documents of %s', (version) => {
  const at = () => `/${version}/applicants/${jane}/documents`;
  const upload = async (path: string, fields: Record<string, string>, bytes: Buffer, name = 'C:\\scans\\my pass.png') =>
    service.call('POST', path, { form: form(fields, { name, bytes, type: 'image/png' }) });

  test('show every key in its order', async () => {
    const bytes = await greyPng();
    const answer = await upload(`${at()}/`, { type: 'passport' }, bytes);
    const { body } = answer;
    const href = `${at()}/${body.id}`;
    const file = {
      id: body.id,
      created_at: timeOf(service),
      file_name: 'my pass.png',
      file_type: 'png',
      file_size: 32768,
    };
    const facts = { type: 'passport', side: null };
    const v2 = { issuing_country: null, href, download_href: `${href}/download`, applicant_id: jane };
    const expected = { ...file, ...facts, ...(version === 'v1' ? { href } : v2) };
    expect([answer.status, answer.bytes.toString()]).toEqual([201, JSON.stringify(expected)]);
    expect(body.id).toEqual(anId);
    expect((await service.get(href)).bytes.toString()).toBe(JSON.stringify(expected));
    const download = await service.get(`${href}/download`);
    expect([download.status, download.headers['content-type']]).toEqual([200, 'image/png']);
    expect(download.bytes.equals(bytes)).toBe(true);
    for (const token of others()) {
      for (const path of [at(), href, `${href}/download`]) {
        expect((await service.get(path, { token })).status).toBe(404);
      }
    }
  });

  test('are listed newest first', async () => {
    const front = created(await upload(at(), { type: 'driving_licence', side: 'front' }, await greyPng()));
    service.clock.advance(1000);
    const back = created(await upload(at(), { type: 'driving_licence', side: 'back' }, await greyPng()));
    const { body, headers } = await service.get(at());
    expect(body).toEqual({ documents: [back, front] });
    expect(headers['x-total-count']).toBe(version === 'v1' ? '2' : undefined);
  });

  test('of another applicant are not found below this one', async () => {
    const joan = await earlierStoryOf(service, version).applicant();
    const id = await earlierStoryOf(service, version).document(joan);
    for (const path of [`${at()}/${id}`, `${at()}/${id}/download`]) {
      const { status, body } = await service.get(path);
      expect([status, body.error.type, body.error.message]).toEqual([
        404,
        'resource_not_found',
        `Could not find the following resource: Document with id=${id}`,
      ]);
    }
  });

  test('of another type, chip data of v3 among them, are refused by what these versions take', async () => {
    const [text, chip] = ['must be a jpg, png or pdf file', Buffer.from('{"dg1": [1], "dg2": [1], "sod": [1]}')];
    for (const file of [
      { name: 'chip.json', bytes: chip, type: 'application/json' },
      { name: 'notes.txt', bytes: Buffer.alloc(40_000, 'x'), type: 'text/plain' },
    ]) {
      const answer = await service.call('POST', at(), { form: form({ type: 'passport' }, file) });
      const { type, fields } = answer.body.error;
      const messages = version === 'v1' ? { messages: [text] } : [text];
      expect([answer.status, type, fields]).toEqual([422, 'validation_error', { file: messages }]);
    }
  });

  test.each(['national_insurance', 'unknown', 'right_to_work_share_code_result', 'bank_statement'])(
    'take the type %s',
    async (type) => {
      expect(created(await upload(at(), { type }, await greyPng())).type).toBe(type);
    },
  );

  test.each([
    ['driving_license', 'is not included in the list'],
    ['pasport', 'is not included in the list'],
    ['', "can't be blank"],
  ])('refuse the type %j', async (type, message) => {
    const { status, body } = await upload(at(), { type }, await greyPng());
    const messages = [message];
    expect([status, body.error.type, body.error.fields]).toEqual([
      422,
      'validation_error',
      { type: version === 'v1' ? { messages } : messages },
    ]);
  });
});

describe('live photos of v2', () => {
  const upload = async (applicant_id: string, fields: Record<string, string> = {}) =>
    service.call('POST', '/v2//live_photos', {
      form: form({ applicant_id, ...fields }, { name: 'onfido_captured_image.jpg', bytes: await greyJpeg() }),
    });

  test('show every key in its order', async () => {
    const answer = await upload(jane, { advanced_validation: 'False' });
    const { id } = answer.body;
    const href = `/v2/live_photos/${id}`;
    const file = { file_name: 'onfido_captured_image.jpg', file_type: 'image/jpeg', file_size: 32768 };
    const expected = { id, created_at: timeOf(service), ...file, href, download_href: `${href}/download` };
    expect([answer.status, answer.bytes.toString()]).toEqual([201, JSON.stringify(expected)]);
    expect((await service.get(`/v2/live_photos?applicant_id=${jane}`)).body).toEqual({ live_photos: [expected] });

    const joan = await earlierStoryOf(service, 'v2').applicant();
    for (const path of [href, `${href}/download`]) {
      for (const query of ['', '?', '?applicant_id=', `?applicant_id=${jane}`]) {
        expect((await service.get(`${path}${query}`)).status).toBe(200);
      }
      for (const owner of [joan, unknownId]) {
        expect(outcome(await service.get(`${path}?applicant_id=${owner}`))).toEqual(notFound('LivePhoto', id));
      }
      for (const token of others()) expect((await service.get(path, { token })).status).toBe(404);
    }
    expect((await service.get(href)).body).toEqual(expected);
    expect(outcome(await service.get(`/v2/live_photos?applicant_id=${unknownId}`))).toEqual(
      notFound('Applicant', unknownId),
    );
    const blank = validationError({ applicant_id: ["can't be blank"] });
    expect(outcome(await service.get('/v2/live_photos'))).toEqual(blank);
    expect(outcome(await upload(''))).toEqual(blank);
    expect(outcome(await upload(unknownId))).toEqual(notFound('Applicant', unknownId));
  });

  test('do not exist in v1', async () => {
    expect((await service.get(`/v1/live_photos?applicant_id=${jane}`)).status).toBe(404);
    expect((await service.get(`/v1/live_videos?applicant_id=${jane}`)).status).toBe(404);
  });
});

describe('what capture SDKs of that time send', () => {
  const sdk = async () => {
    const { status, body } = await service.post('/v2/sdk_token', { applicant_id: jane });
    expect(status).toBe(200);
    return { token: null, headers: { authorization: `Bearer ${body.token}` } };
  };

  test('the applicant of a document and a live photo comes from the token', async () => {
    const call = await sdk();
    const file = { name: 'a.png', bytes: await greyPng() };
    const document = created(
      await service.call('POST', '/v2/documents', { ...call, form: form({ type: 'visa' }, file) }),
    );
    expect(document).toMatchObject({ applicant_id: jane, href: `/v2/applicants/${jane}/documents/${document.id}` });
    const photo = created(await service.call('POST', '/v2/live_photos', { ...call, form: form({}, file) }));
    const { body } = await service.get(`/v2/live_photos?applicant_id=${jane}`);
    expect(body).toEqual({ live_photos: [photo] });
    // The token is for one applicant, and for uploads alone.
    const joan = await earlierStoryOf(service, 'v2').applicant();
    const foreign = await service.call('POST', '/v2/documents', {
      ...call,
      form: form({ type: 'visa', applicant_id: joan }, file),
    });
    expect(foreign.body.error.fields).toEqual({ applicant_id: ['must be the applicant of the SDK token'] });
    const below = await service.call('POST', `/v2/applicants/${joan}/documents`, {
      ...call,
      form: form({ type: 'visa' }, file),
    });
    expect(below.status).toBe(422);
    expect((await service.get(`/v2/live_photos/${photo.id}`, call)).status).toBe(401);
  });

  test('a live video shows its challenge, in lists too, and no languages', async () => {
    const call = await sdk();
    const bytes = hollowVideo();
    const { data } = (await service.post('/v2/live_video_challenge', undefined, call)).body;
    const fields = { challenge: JSON.stringify(data.challenge), challenge_id: data.id };
    const answer = await service.call('POST', '/v2/live_videos', {
      ...call,
      form: form(fields, { name: 'me.mp4', bytes }),
    });
    const { id } = created(answer);
    const href = `/v2/live_videos/${id}`;
    const expected = {
      id,
      created_at: timeOf(service),
      file_name: 'me.mp4',
      file_type: 'video/mp4',
      file_size: bytes.length,
      href,
      download_href: `${href}/download`,
      challenge: data.challenge,
    };
    expect(answer.bytes.toString()).toBe(JSON.stringify(expected));
    expect((await service.get(href)).bytes.toString()).toBe(JSON.stringify(expected));
    expect((await service.get(`/v2/live_videos?applicant_id=${jane}`)).body).toEqual({ live_videos: [expected] });
    expect((await service.get(`${href}/download?applicant_id=${jane}`)).bytes.equals(bytes)).toBe(true);
    expect(outcome(await service.get(`${href}/frame`)).body.error.type).toBe('frame_extraction_failed');
    const joan = await earlierStoryOf(service, 'v2').applicant();
    for (const path of [href, `${href}/download`, `${href}/frame`]) {
      expect(outcome(await service.get(`${path}?applicant_id=${joan}`))).toEqual(notFound('LiveVideo', id));
      for (const token of others()) expect((await service.get(path, { token })).status).toBe(404);
    }
    // v3 shows it as v3 does.
    expect((await service.get(`/v3.6/live_videos/${id}`)).body).toEqual({
      ...expected,
      href: `/v3.6/live_videos/${id}`,
      download_href: `/v3.6/live_videos/${id}/download`,
      languages: null,
    });
  });

  test('a wrong token gets the ordinary error', async () => {
    const call = { token: null, headers: { authorization: 'Bearer not.a.token' } };
    const file = { name: 'a.png', bytes: await greyPng() };
    const { status, body } = await service.call('POST', '/v2/documents', {
      ...call,
      form: form({ type: 'visa' }, file),
    });
    expect([status, Object.keys(body), body.error.type]).toEqual([401, ['error'], 'authorization_error']);
  });
});
