import { describe, expect, it, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { hollowVideo } from '../v3/testing/files.ts';
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
} from '../v3/testing/story.ts';

const service = useService();

const needsSdk = {
  status: 401,
  body: { error: { type: 'authorization_error', message: 'Authorization error: an SDK token is needed' } },
};
const bytes = hollowVideo();
/** The head of a WebM file (RFC 8794), then nothing. */
const hollowWebm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878102428581', 'hex'),
  Buffer.alloc(4096),
]);
const mp4 = { name: 'C:\\clips\\me.mp4', bytes, type: 'video/mp4' };

async function challengeFor(version: (typeof versions)[number], sdk: object) {
  return (await service.post(`/${version}/live_video_challenge`, undefined, sdk)).body.data;
}

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);

  it('gives out challenges of three digits and a turn, in either order', async () => {
    const sdk = await story().sdk(await story().applicant());
    const orders = new Set<string>();
    const turns = new Set<string>();
    const digits = new Set<number>();
    for (let i = 0; i < 60; i += 1) {
      const { status, body } = await service.post(`/${version}/live_video_challenge`, undefined, sdk);
      expect(status).toBe(200);
      expect(body).toEqual({ data: { id: anId, challenge: [expect.anything(), expect.anything()] } });
      orders.add(body.data.challenge.map((part: { type: string }) => part.type).join());
      for (const { type, query } of body.data.challenge) {
        if (type === 'movement') turns.add(query);
        else {
          expect(query).toHaveLength(3);
          for (const digit of query) digits.add(digit);
        }
      }
    }
    // Each misses with a chance of less than 1 in 10^7.
    expect([...orders].sort()).toEqual(['movement,recite', 'recite,movement']);
    expect([...turns].sort()).toEqual(['turnLeft', 'turnRight']);
    expect([...digits].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('takes a live video, which shows its challenge except in the list', async () => {
    const applicant = await story().applicant();
    const sdk = await story().sdk(applicant);
    const { id: challenge_id, challenge } = await challengeFor(version, sdk);
    const languages = [{ source: 'sdk', language_code: 'en_GB' }];
    const { status, body } = await story().upload(
      'live_videos',
      {
        challenge: JSON.stringify(challenge),
        challenge_id,
        challenge_switch_at: '3210.5',
        languages: JSON.stringify(languages),
        sdk_source: 'onfido_web_sdk',
        sdk_version: '14.0.0',
        sdk_metadata: '{"system":{}}',
      },
      mp4,
      sdk,
    );
    expect(status).toBe(201);
    const expected = {
      id: anId,
      created_at: startOfTime,
      file_name: 'me.mp4',
      file_type: 'video/mp4',
      file_size: bytes.length,
      href: `/${version}/live_videos/${body.id}`,
      download_href: `/${version}/live_videos/${body.id}/download`,
      challenge,
      languages,
    };
    expect(body).toEqual(expected);
    expect((await service.get(body.href)).body).toEqual(expected);
    const list = await service.get(`/${version}/live_videos?applicant_id=${applicant}`);
    expect(list.body).toEqual({ live_videos: [{ ...expected, challenge: null }] });
    const download = await service.get(body.download_href);
    expect(download.headers['content-type']).toBe('video/mp4');
    expect(download.bytes.equals(bytes)).toBe(true);
  });

  test.each([
    ['video/quicktime', 'me.mov', hollowVideo('qt  '), ''],
    ['video/mp4', 'blob', hollowVideo(), ''],
    // As recorders of browsers name what they give.
    ['video/webm', 'blob', hollowWebm, 'video/webm;codecs=vp8,opus'],
    ['video/mp4', 'blob', hollowVideo(), 'video/mp4;codecs="avc1.42E01E,mp4a.40.2"'],
  ])('%s is known by the bytes, and languages may be left out', async (type, name, sent, claimed) => {
    const applicant = await story().applicant();
    const sdk = await story().sdk(applicant);
    const { id: challenge_id, challenge } = await challengeFor(version, sdk);
    const fields = { challenge: JSON.stringify(challenge), challenge_id };
    const { body } = await story().upload('live_videos', fields, { name, bytes: sent, type: claimed }, sdk);
    expect(body).toMatchObject({ file_name: name, file_type: type, languages: null });
  });

  it('refuses a challenge that was not asked, or was asked of another applicant', async () => {
    const sdk = await story().sdk(await story().applicant());
    const other = await story().sdk(await story().applicant());
    const { id: challenge_id, challenge } = await challengeFor(version, sdk);
    const text = JSON.stringify(challenge);
    const foreign = { challenge: ['does not match the challenge of challenge_id'] };
    const unknown = { challenge_id: ['is unknown'] };
    for (const [fields, call, wrong] of [
      [{ challenge: JSON.stringify([...challenge].reverse()), challenge_id }, sdk, foreign],
      [{ challenge: text, challenge_id: unknownId }, sdk, unknown],
      [{ challenge: text, challenge_id: 'nothing' }, sdk, unknown],
      [{ challenge: text, challenge_id }, other, unknown],
      [{ challenge: '{', challenge_id }, sdk, foreign],
      [{ challenge: 'null', challenge_id }, sdk, foreign],
    ] as const) {
      expect(outcome(await story().upload('live_videos', fields, mp4, call))).toEqual(validationError(wrong));
    }
    expect(outcome(await story().upload('live_videos', {}, mp4, sdk))).toEqual(
      validationError({ challenge: ["can't be blank"], challenge_id: ["can't be blank"] }),
    );
  });

  it.each(['Infinity', '-1', 'NaN', '1e300', 'soon'])(
    'challenge_switch_at %j is refused',
    async (challenge_switch_at) => {
      const sdk = await story().sdk(await story().applicant());
      const { id: challenge_id, challenge } = await challengeFor(version, sdk);
      const fields = { challenge: JSON.stringify(challenge), challenge_id, challenge_switch_at };
      const { status, body } = await story().upload('live_videos', fields, mp4, sdk);
      expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, ['challenge_switch_at']]);
    },
  );

  test.each([
    ['null', null],
    ['[]', []],
  ])('languages %s', async (languages, shown) => {
    const sdk = await story().sdk(await story().applicant());
    const { id: challenge_id, challenge } = await challengeFor(version, sdk);
    const fields = { challenge: JSON.stringify(challenge), challenge_id, languages };
    expect((await story().upload('live_videos', fields, mp4, sdk)).body.languages).toEqual(shown);
  });

  test.each([
    ['"en"', ['must be an array']],
    ['en', ['must be an array']],
    ['[5]', ['must be an object']],
    ['[{"source":"sdk"}]', [{ language_code: ["can't be blank"] }]],
    [
      JSON.stringify(new Array(11).fill({ source: 'sdk', language_code: 'en' })),
      ['is too long (maximum is 10 entries)'],
    ],
  ])('languages %s are refused', async (languages, messages) => {
    const sdk = await story().sdk(await story().applicant());
    const { id: challenge_id, challenge } = await challengeFor(version, sdk);
    const fields = { challenge: JSON.stringify(challenge), challenge_id, languages };
    expect(outcome(await story().upload('live_videos', fields, mp4, sdk))).toEqual(
      validationError({ languages: messages }),
    );
  });

  it('refuses what is not a video', async () => {
    const sdk = await story().sdk(await story().applicant());
    const { id: challenge_id, challenge } = await challengeFor(version, sdk);
    const fields = { challenge: JSON.stringify(challenge), challenge_id };
    const send = async (file?: Parameters<ReturnType<typeof story>['upload']>[2]) =>
      outcome(await story().upload('live_videos', fields, file, sdk));
    expect(await send({ name: 'a.mp4', bytes: Buffer.from('GIF89a not a video') })).toEqual(
      validationError({ attachment_content_type: ['must be a mp4, mov or webm file'] }),
    );
    expect(await send({ name: 'a.mp4', bytes: Buffer.alloc(0) })).toEqual(
      validationError({ attachment: ['must not be empty'] }),
    );
    expect(await send()).toEqual(validationError({ attachment: ["can't be blank"] }));
  });

  it('takes a video of a document', async () => {
    const applicant = await story().applicant();
    const document_id = await story().document(applicant);
    const sdk = await story().sdk(applicant);
    const { status, body } = await story().upload('document_video_media', { document_id }, mp4, sdk);
    expect(status).toBe(201);
    expect(body).toEqual((await service.get(`/${version}/documents/${document_id}`)).body);
    const video = await service.get(`/v3.6/documents/${document_id}/video/download`);
    expect(video.headers['content-disposition']).toBe('attachment; filename="me.mp4"');
    expect(video.bytes.equals(bytes)).toBe(true);
  });

  it('knows no document of another applicant', async () => {
    const document_id = await story().document(await story().applicant());
    const sdk = await story().sdk(await story().applicant());
    expect(outcome(await story().upload('document_video_media', { document_id }, mp4, sdk))).toEqual(
      notFound('Document', document_id),
    );
    expect(outcome(await story().upload('document_video_media', {}, mp4, sdk))).toEqual(
      validationError({ document_id: ["can't be blank"] }),
    );
  });

  test.each(['live_video_challenge', 'live_videos', 'document_video_media', 'motion_captures'])(
    'POST /%s is for SDK tokens only',
    async (path) => {
      const multipart = path === 'live_video_challenge' ? undefined : mp4;
      expect(outcome(await story().upload(path, {}, multipart))).toEqual(needsSdk);
      expect(outcome(await story().upload(path, {}, multipart, { token: service.liveToken }))).toEqual(needsSdk);
      const { body } = await service.post(`/${version}/${path}`, undefined, { token: null });
      expect(body.error.type).toBe('authorization_error');
    },
  );

  it('takes uploads of an SDK for the applicant of its token only', async () => {
    const [own, other] = [await story().applicant(), await story().applicant()];
    const sdk = await story().sdk(own);
    const document = await story().document('', {}, sdk).catch(String);
    expect(document).toEqual(anId);
    expect((await service.get(`/${version}/documents/${document}`)).body.applicant_id).toBe(own);
    const refused = await story().document(other, {}, sdk).catch(String);
    expect(refused).toContain('"fields":{"applicant_id":["must be the applicant of the SDK token"]}');
    const photo = await story().livePhoto(other, sdk).catch(String);
    expect(photo).toContain('must be the applicant of the SDK token');
  });

  it.each([
    ['GET', 'v/sdk/configurations'],
    ...[
      'documents',
      'live_photos',
      'snapshots',
      'live_video_challenge',
      'live_videos',
      'motion_captures',
      'analytics',
    ].map((path) => ['POST', `v/${path}`]),
    ...[
      'document_video_media',
      '../validate_document',
      '../v4/binary_media',
      '../v4/documents',
      '../v4/sdk/analytics',
    ].map((path) => ['POST', `v/${path}`]),
  ] as [string, string][])('answers 410 for an applicant that was deleted meanwhile: %s %s', async (method, path) => {
    const applicant = await story().applicant();
    const sdk = await story().sdk(applicant);
    await service.del(`/${version}/applicants/${applicant}`);
    const answer = await service.call(method, path.replace('v/..', '').replace(/^v/, `/${version}`), sdk);
    expect(outcome(answer)).toEqual(gone);
  });
});

describe('motion captures', () => {
  const story = () => storyOf(service, 'v3.6');

  it('are named after themselves', async () => {
    const applicant = await story().applicant();
    const id = await story().motionCapture(applicant, bytes);
    const expected = {
      id,
      created_at: startOfTime,
      href: `/v3.6/motion_captures/${id}`,
      download_href: `/v3.6/motion_captures/${id}/download`,
      file_name: `${id}.mp4`,
      file_type: 'video/mp4',
      file_size: bytes.length,
    };
    expect((await service.get(expected.href)).body).toEqual(expected);
    const list = await service.get(`/v3.6/motion_captures?applicant_id=${applicant}`);
    expect(list.body).toEqual({ motion_captures: [expected] });
    const { headers, bytes: stored } = await service.get(expected.download_href);
    expect(headers['content-disposition']).toBe(`attachment; filename="${id}.mp4"`);
    expect(headers['content-type']).toBe('video/mp4');
    expect(stored.equals(bytes)).toBe(true);
  });

  it('can only be read in v3.6, and by their account', async () => {
    const applicant = await story().applicant();
    const id = await story().motionCapture(applicant);
    expect((await service.get(`/v3.2/motion_captures/${id}`)).status).toBe(404);
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      for (const path of ['', '/download', '/frame']) {
        expect(outcome(await service.get(`/v3.6/motion_captures/${id}${path}`, { token }))).toEqual(
          notFound('MotionCapture', id),
        );
      }
      expect(outcome(await service.get(`/v3.6/motion_captures?applicant_id=${applicant}`, { token }))).toEqual(
        notFound('Applicant', applicant),
      );
    }
    await service.del(`/v3.6/applicants/${applicant}`);
    expect(outcome(await service.get(`/v3.6/motion_captures/${id}`))).toEqual(gone);
  });
});
