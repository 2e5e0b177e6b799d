import { decodeJwt } from 'jose';
import { describe, expect, it, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import type { Answer, Call } from '../../testing/service.ts';
import { startService, useService } from '../../testing/service.ts';
import { greyPng } from '../v3/testing/files.ts';
import { form, storyOf } from '../v3/testing/story.ts';

const service = useService();

const PAGE = 'https://shop.example.com';
const file = { name: 'a.png', bytes: await greyPng(), type: 'image/png' };

const allowed = ({ headers }: Answer) => headers['access-control-allow-origin'];

/** The paths that capture SDKs call, under each version. */
const resources = [
  'documents',
  'live_photos',
  'snapshots',
  'live_video_challenge',
  'live_videos',
  'document_video_media',
  'motion_captures',
];

describe.each(['v2', 'v3', 'v3.1', 'v3.2', 'v3.3', 'v3.4', 'v3.5', 'v3.6'])('%s', (version) => {
  const preflight = (path: string) =>
    service.call('OPTIONS', `/${version}/${path}`, {
      token: null,
      headers: {
        origin: PAGE,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  test.each(resources)('%s answers a preflight, which has no token', async (path) => {
    const answer = await preflight(path);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type, x-video-auth',
      'access-control-max-age': '600',
    });
    expect(answer.headers['access-control-allow-credentials']).toBe(undefined);
  });

  test.each([
    'applicants',
    'checks',
    'sdk_token',
    'webhooks',
    'reports/x',
    'documents/x',
    'documents/x/download',
    'ping',
  ])('%s stays closed', async (path) => {
    const answer = await preflight(path);
    expect([answer.status, allowed(answer)]).toEqual([404, undefined]);
    const headers = { origin: PAGE };
    for (const method of ['GET', 'POST']) {
      expect(allowed(await service.call(method, `/${version}/${path}`, { headers }))).toBe(undefined);
    }
  });
});

describe('a page', () => {
  async function uploading(fields: object = {}) {
    const story = storyOf(service, 'v3.6');
    const applicant_id = await story.applicant();
    const { token } = (await service.post('/v3.6/sdk_token', { applicant_id, ...fields })).body;
    return {
      token,
      upload: (headers: Record<string, string>, call: Call = {}) =>
        service.call('POST', '/v3.6/documents', {
          token: null,
          form: form({ type: 'passport' }, file),
          headers: { authorization: `Bearer ${token}`, ...headers },
          ...call,
        }),
    };
  }

  it('of any origin may use a token without a pattern, and read what is wrong', async () => {
    const { upload } = await uploading();
    const taken = await upload({ origin: PAGE });
    expect([taken.status, allowed(taken), taken.headers.vary]).toEqual([201, '*', 'origin']);
    const wrong = await upload({ origin: PAGE }, { form: form({ type: 'napkin' }, file) });
    expect([wrong.status, allowed(wrong)]).toEqual([422, '*']);
    const none = await upload({ origin: PAGE, authorization: 'Bearer a.b.c' });
    expect([none.status, allowed(none)]).toEqual([401, '*']);
    const plain = await upload({});
    expect([plain.status, allowed(plain)]).toEqual([201, undefined]);
  });

  it('of the pattern is named, another reads nothing', async () => {
    const { upload } = await uploading({ referrer: 'https://*.example.com/verify/*' });
    for (const headers of [
      // By default browsers keep the path to themselves across origins.
      { origin: PAGE, referer: `${PAGE}/` },
      { origin: PAGE },
      { origin: PAGE, referer: `${PAGE}/verify/me?step=2` },
    ] as Record<string, string>[]) {
      const answer = await upload(headers);
      expect([answer.status, allowed(answer)]).toEqual([201, PAGE]);
    }
    for (const headers of [
      { origin: 'https://evil.example', referer: `${PAGE}/verify/me` },
      { origin: 'https://evil.example' },
      { origin: 'http://shop.example.com' },
      { origin: 'https://shop.example.com.evil.example' },
      { origin: 'https://shop.example.com:8443' },
      { origin: 'null' },
      { origin: PAGE, referer: `${PAGE}/other/me` },
      { origin: PAGE, referer: 'https://evil.example/verify/' },
      // Such hosts no browser sends; some who read them end them at the first of these characters.
      { referer: 'https://evil.example\\.example.com/verify/' },
      { referer: 'https://evil.example%2f.example.com/verify/' },
      { origin: 'https://evil.example:1@shop.example.com' },
    ] as Record<string, string>[]) {
      const answer = await upload(headers);
      expect([answer.status, answer.body.error.type, allowed(answer)], JSON.stringify(headers)).toEqual([
        401,
        'bad_referrer',
        undefined,
      ]);
    }
  });

  it("for phones is always allowed: the service's own, and the token's", async () => {
    const { upload, token } = await uploading({
      referrer: 'https://*.example.com/*',
      cross_device_url: 'https://id.example.org/start',
    });
    expect(decodeJwt(token).urls).toMatchObject({ cross_device_url: 'https://id.example.org/start' });
    for (const origin of [service.baseUrl, 'https://id.example.org']) {
      const answer = await upload({ origin, referer: `${origin}/13ABCDEF` });
      expect([answer.status, allowed(answer)]).toEqual([201, origin]);
    }
    expect((await upload({ origin: 'https://www.example.org' })).status).toBe(401);
  });

  it('can read that its token has expired', async () => {
    const { upload } = await uploading({ referrer: `${PAGE}/*` });
    service.clock.advance(90 * MINUTE_MS);
    const answer = await upload({ origin: PAGE });
    expect([answer.status, answer.body.error.type, allowed(answer)]).toEqual([401, 'expired_token', '*']);
  });

  it('has nothing from an API token', async () => {
    const { upload } = await uploading();
    const answer = await upload({ origin: PAGE, authorization: `Token token=${service.sandboxToken}` });
    expect([answer.status, allowed(answer)]).toEqual([422, undefined]);
  });
});

it('makes tokens that every SDK can decode, whatever the customer puts into them', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant();
  const fields = {
    applicant_id,
    referrer: 'https://*.example.com/~me/?a>b/ÿ日本/???>>>~~~*',
    application_id: '~?>\u007f'.repeat(20),
    cross_device_url: 'https://id.example.org/~?>💠',
  };
  const { token } = (await service.post('/v3.6/sdk_token', fields)).body;
  const payload = token.split('.')[1] as string;
  expect(payload).toMatch(/^[A-Za-z0-9]+$/);
  // SDKs read it so: plain base64 of text that they treat as Latin-1.
  const claims = JSON.parse(atob(payload));
  expect(claims.payload).toMatchObject({
    app: applicant_id,
    ref: fields.referrer,
    application_id: fields.application_id,
  });
  expect(claims.urls.cross_device_url).toBe(fields.cross_device_url);
});

it('counts the requests of SDK tokens by applicant, not against the account', async () => {
  const limited = await startService({ settings: { rateLimits: 'on' } });
  try {
    const { liveToken } = limited;
    const story = storyOf(limited, 'v3.6');
    const [one, other] = [
      await story.sdk(await story.applicant({}, { token: liveToken }), { token: liveToken }),
      await story.sdk(await story.applicant({}, { token: liveToken }), { token: liveToken }),
    ];
    const ask = async (sdk: Call) => (await limited.post('/v3.6/live_video_challenge', undefined, sdk)).status;
    for (let i = 0; i < 240; i += 1) expect(await ask(one)).toBe(200);
    expect(await ask(one)).toBe(429);
    expect(await ask(other)).toBe(200);
    const { headers } = await limited.get('/v3.6/ping', { token: liveToken });
    expect(headers['ratelimit-remaining']).toBe('395');
  } finally {
    await limited.close();
  }
});
