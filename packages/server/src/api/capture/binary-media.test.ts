import { createHmac } from 'node:crypto';
import { decodeJwt } from 'jose';
import { FormData } from 'undici';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { type Call, useService } from '../../testing/service.ts';
import { filesUnder, stored } from '../v3/testing/disk.ts';
import { greyJpeg, greyPng, hollowVideo } from '../v3/testing/files.ts';
import {
  anId,
  gone,
  notFound,
  outcome,
  type Sent,
  storyOf,
  timeOf,
  unknownId,
  validationError,
} from '../v3/testing/story.ts';

const service = useService();
let story: ReturnType<typeof storyOf>;
beforeAll(async () => {
  story = storyOf(service, 'v3.6');
});

const front: Sent = { name: 'front.png', bytes: await greyPng(), type: 'image/png' };
const back: Sent = { name: 'back.jpg', bytes: await greyJpeg(), type: 'image/jpeg' };
const film: Sent = { name: 'document.mp4', bytes: hollowVideo(), type: 'video/mp4' };

/** An applicant with a capture SDK. */
async function applicantWithSdk(token = service.sandboxToken) {
  const applicant = await story.applicant({}, { token });
  const sdk = await story.sdk(applicant, { token });
  const key = String(decodeJwt(String(sdk.headers?.authorization).slice('Bearer '.length)).uuid);
  const send = (sent?: Sent, headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.append('sdk_metadata', JSON.stringify({ camera_name: 'Back camera' }));
    if (sent) form.append('media', new Blob([new Uint8Array(sent.bytes)], { type: sent.type ?? '' }), sent.name);
    return service.call('POST', '/v4/binary_media', { ...sdk, headers: { ...sdk.headers, ...headers }, form });
  };
  const proofOf = (sent: Sent, encoding: 'hex' | 'base64' = 'hex') =>
    createHmac('sha256', key).update(sent.bytes).digest(encoding);
  return {
    applicant,
    sdk,
    send,
    proofOf,
    async give(sent: Sent): Promise<string> {
      const video = sent.type?.startsWith('video/');
      const { status, body } = await send(sent, video ? { 'x-video-auth': proofOf(sent) } : {});
      expect([status, body]).toEqual([201, { media_id: anId, error: null }]);
      return body.media_id;
    },
    make: (...ids: unknown[]) =>
      service.post('/v4/documents', { document_media: ids.map((uuid) => ({ binary_media: { uuid } })) }, sdk),
  };
}

const wrongMedia = (message: string) => validationError({ document_media: [message] });

describe('a document of two pictures and a video', () => {
  it('is what the API shows from then on, and a report uses', async () => {
    const { applicant, give, make } = await applicantWithSdk();
    const ids = [await give(front), await give(back), await give(film)];
    const listed = async () => (await service.get(`/v3.6/documents?applicant_id=${applicant}`)).body.documents;
    expect(await listed()).toEqual([]);
    for (const id of ids) expect((await service.get(`/v3.6/documents/${id}`)).status).toBe(404);

    service.clock.advance(MINUTE_MS);
    const [uuid, second] = ids as [string, string];
    expect(outcome(await make(...ids))).toEqual({
      status: 201,
      body: {
        uuid,
        applicant_uuid: applicant,
        document_media: ids.map((id) => ({ binary_media: { uuid: id } })),
        document_type: 'IDENTITY_DOCUMENT',
      },
    });
    const [shownBack, shownFront] = await listed();
    expect(shownFront).toEqual({
      id: uuid,
      created_at: timeOf(service),
      applicant_id: applicant,
      issuing_country: null,
      file_name: 'front.png',
      file_type: 'png',
      file_size: front.bytes.length,
      type: 'unknown',
      side: 'front',
      href: `/v3.6/documents/${uuid}`,
      download_href: `/v3.6/documents/${uuid}/download`,
    });
    expect(shownBack).toMatchObject({ id: second, file_name: 'back.jpg', side: 'back' });
    expect((await service.get(shownFront.download_href)).bytes.equals(front.bytes)).toBe(true);
    const video = await service.get(`/v3.6/documents/${uuid}/video/download`);
    expect([video.headers['content-type'], video.bytes.equals(film.bytes)]).toEqual(['video/mp4', true]);
    expect((await service.get(`/v3.6/documents/${second}/video/download`)).status).toBe(404);

    const body = { applicant_id: applicant, report_names: ['document_video'], document_ids: [uuid, second] };
    const { check, reports } = await story.completed(body);
    expect([check.status, check.result, reports[0].documents]).toEqual([
      ...['complete', 'clear'],
      expect.arrayContaining([{ id: uuid }, { id: second }]),
    ]);
  });

  it('stays, when its media would have gone', async () => {
    const { give, make } = await applicantWithSdk();
    const [picture, video] = [await give(front), await give(film)];
    const lost = await give(back);
    const document = (await make(picture, video)).body.uuid;
    service.clock.advance(15 * MINUTE_MS);
    await service.settle();
    await service.settle();
    expect((await service.get(`/v3.6/documents/${document}`)).body.side).toBe(null);
    expect((await service.get(`/v3.6/documents/${document}/video/download`)).status).toBe(200);
    expect(filesUnder(service.data).filter((path) => path.includes(lost))).toEqual([]);
    expect(outcome(await make(lost))).toEqual(notFound('BinaryMedia', lost));
  });

  it('is made once of its media', async () => {
    const { give, make } = await applicantWithSdk();
    const ids = [await give(front), await give(film)];
    const answers = await Promise.all([make(...ids), make(...ids)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    for (const again of [ids, [ids[0]], [await give(back), ids[1]]]) {
      expect(outcome(await make(...again))).toEqual(wrongMedia('includes media of another document'));
    }
  });
});

test('live reports have the video, and the document whose type nobody has said', async () => {
  const token = service.liveToken;
  const { applicant, give, make } = await applicantWithSdk(token);
  const check = () => story.check({ applicant_id: applicant, report_names: ['document_video'] }, { token });
  expect((await check()).body.error.type).toBe('missing_documents');
  await make(await give(front));
  expect((await check()).body.error.type).toBe('missing_documents');
  await make(await give(back), await give(film));
  expect((await check()).status).toBe(201);
});

describe('a video', () => {
  const wrong = ["is not the HMAC-SHA256 of the media with the token's uuid"];

  it('needs the HMAC of its bytes, as digits or base64', async () => {
    const { send, proofOf } = await applicantWithSdk();
    const before = await stored(service);
    expect(outcome(await send(film))).toEqual(validationError({ 'x-video-auth': ["can't be blank"] }));
    const other = createHmac('sha256', unknownId).update(film.bytes).digest('hex');
    for (const proof of [other, proofOf(front), proofOf(film).slice(1), 'é', '{}']) {
      expect(outcome(await send(film, { 'x-video-auth': encodeURI(proof) }))).toEqual(
        validationError({ 'x-video-auth': wrong }),
      );
    }
    expect(await stored(service)).toEqual(before);
    const base64 = proofOf(film, 'base64');
    for (const proof of [proofOf(film), proofOf(film).toUpperCase(), base64, base64.replace('=', '')]) {
      expect((await send(film, { 'x-video-auth': proof })).status).toBe(201);
    }
  });

  it('may have 50 MB, and a picture 10', async () => {
    const { send, proofOf } = await applicantWithSdk();
    const large = { ...film, bytes: hollowVideo('isom', 11 * 1024 * 1024) };
    expect((await send(large, { 'x-video-auth': proofOf(large) })).status).toBe(201);
    const most = (size: string) => validationError({ media: [`must be at most ${size}`] });
    const huge = { ...film, bytes: hollowVideo('isom', 50 * 1024 * 1024 + 1) };
    expect(outcome(await send(huge))).toEqual(most('50 MB'));
    expect(outcome(await send({ ...front, bytes: await greyPng(10 * 1024 * 1024 + 1) }))).toEqual(most('10 MB'));
  });
});

const half = Buffer.concat([(await greyPng()).subarray(0, 200), Buffer.alloc(40_000)]);

test.each([
  ['nothing', undefined, "can't be blank"],
  ['an empty file', { ...front, bytes: Buffer.alloc(0) }, 'must not be empty'],
  ['a small picture', { ...front, bytes: await greyPng(8000) }, 'must be at least 32 KB'],
  ['half a picture', { ...front, bytes: half }, 'is corrupt or incomplete'],
])('%s is not media', async (_, sent, message) => {
  const { send } = await applicantWithSdk();
  expect(outcome(await send(sent))).toEqual(validationError({ media: [message] }));
});

describe('what makes no document', () => {
  test.each([
    [undefined, ["can't be blank"]],
    [{}, ['must be an array']],
    [[{}], [{ binary_media: ["can't be blank"] }]],
    [[{ binary_media: { uuid: 5 } }], [{ binary_media: [{ uuid: ['must be a string'] }] }]],
    [new Array(11).fill({ binary_media: { uuid: unknownId } }), ['is too long (maximum is 10 entries)']],
  ])('%j', async (document_media, messages) => {
    const { sdk } = await applicantWithSdk();
    expect(outcome(await service.post('/v4/documents', { document_media }, sdk))).toEqual(
      validationError({ document_media: messages }),
    );
  });

  test('media without a picture, too many, or the same twice', async () => {
    const { give, make } = await applicantWithSdk();
    const [picture, video] = [await give(front), await give(film)];
    expect(outcome(await make())).toEqual(wrongMedia('must include an image'));
    expect(outcome(await make(video))).toEqual(wrongMedia('must include an image'));
    expect(outcome(await make(picture, picture))).toEqual(wrongMedia('lists the same media id twice'));
    const most = wrongMedia('must include at most 2 images and 1 video');
    expect(outcome(await make(picture, await give(front), await give(back)))).toEqual(most);
    expect(outcome(await make(picture, video, await give(film)))).toEqual(most);
    // None of that has used them up.
    expect((await make(picture, video)).status).toBe(201);
  });
});

test('pages of other origins may send the header', async () => {
  for (const path of ['/v4/binary_media', '/v4/documents']) {
    const { status, headers } = await service.call('OPTIONS', path, { token: null });
    expect([status, headers['access-control-allow-headers']]).toEqual([
      ...[204, 'authorization, content-type, x-video-auth'],
    ]);
  }
});

test('is for SDK tokens and applicants that are there', async () => {
  const { applicant, give, send, make } = await applicantWithSdk();
  const id = await give(front);
  expect((await service.post('/v4/documents', { document_media: [] })).status).toBe(401);
  const form = new FormData();
  form.append('media', new Blob([new Uint8Array(front.bytes)], { type: 'image/png' }), 'a.png');
  expect((await service.call('POST', '/v4/binary_media', { form })).status).toBe(401);
  await service.del(`/v3.6/applicants/${applicant}`);
  expect(outcome(await send(front))).toEqual(gone);
  expect(outcome(await make(id))).toEqual(gone);
});

test('media are of one applicant, account and environment', async () => {
  const id = await (await applicantWithSdk()).give(front);
  const strangers: (Call['token'] & string)[] = [service.sandboxToken, service.liveToken, service.other.sandboxToken];
  for (const token of strangers) {
    const { make, give } = await applicantWithSdk(token);
    expect(outcome(await make(id))).toEqual(notFound('BinaryMedia', id));
    expect(outcome(await make(await give(back), id))).toEqual(notFound('BinaryMedia', id));
  }
});
