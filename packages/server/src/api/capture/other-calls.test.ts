import type { Finding } from '@bonafide/verification';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { AnalysisFailed } from '../../analysis/analyser.ts';
import type { Call } from '../../testing/service.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { stored } from '../v3/testing/disk.ts';
import { outcome, storyOf, validationError } from '../v3/testing/story.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.close());

async function sdkOf(call: Call = {}): Promise<Call> {
  const story = storyOf(service, 'v3.6');
  return story.sdk(await story.applicant({}, call), call);
}

const frame = sharp({ create: { width: 320, height: 200, channels: 3, background: '#8899aa' } });
const pictures: Record<string, Buffer> = {
  webp: await frame.webp().toBuffer(),
  jpeg: await frame.jpeg().toBuffer(),
  png: await frame.png().toBuffer(),
};

describe('validate_document', () => {
  const asDataUrl = (type: string, bytes = pictures[type]) => `data:image/${type};base64,${bytes?.toString('base64')}`;

  const fine = {
    detect_document: { valid: true },
    detect_cutoff: { valid: true },
    detect_glare: { valid: true },
    detect_blur: { valid: true },
  };
  const finds = (...failed: string[]) =>
    vi
      .spyOn(service.services.analyser, 'run')
      .mockResolvedValue(failed.map((name): Partial<Finding> => ({ name, result: 'fail' })) as never);

  const ask = async (body: object, call?: Call) =>
    service.post('/validate_document', body, call ?? (await sdkOf({ token: service.liveToken })));

  test.each(['webp', 'jpeg', 'png'])('looks at a frame in %s and keeps nothing', async (type) => {
    const run = finds();
    const before = await stored(service);
    expect(outcome(await ask({ image: asDataUrl(type), id: 'frame-7' }))).toEqual({
      status: 200,
      body: { id: 'frame-7', is_document: true, valid: true, breakdown: fine },
    });
    const [task, read] = run.mock.calls[0] as unknown as [string, () => Promise<{ bytes: Buffer }>];
    const { bytes } = await read();
    expect([task, (await sharp(bytes).metadata()).width]).toEqual(['quality', 320]);
    expect(await stored(service)).toEqual(before);
  });

  it('answers what is wrong', async () => {
    finds('glare', 'cutoff', 'darkness');
    expect((await ask({ image: asDataUrl('webp') })).body).toEqual({
      id: expect.any(String),
      is_document: true,
      valid: false,
      breakdown: { ...fine, detect_glare: { valid: false }, detect_cutoff: { valid: false } },
    });
    finds('document');
    expect((await ask({ image: asDataUrl('jpeg'), id: 8 })).body).toMatchObject({
      id: 8,
      is_document: false,
      valid: false,
    });
  });

  it('is answered by the analysers themselves', async () => {
    expect((await ask({ image: asDataUrl('webp') })).body).toMatchObject({ is_document: false, valid: false });
  });

  it('finds a document in every frame in sandbox', async () => {
    const run = finds('document');
    expect((await ask({ image: asDataUrl('webp') }, await sdkOf())).body).toMatchObject({
      is_document: true,
      valid: true,
    });
    expect(run).not.toHaveBeenCalled();
  });

  const wrong = ['must be a jpeg, png or webp image as a data URL'];
  test.each([
    ['nothing', undefined, ["can't be blank"]],
    ['a number', 5, ['must be a string']],
    ['no data URL', 'https://example.com/a.png', wrong],
    ['another type', asDataUrl('svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), wrong],
    ['an SVG that says WebP', asDataUrl('webp', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), wrong],
    ['half a WebP', asDataUrl('webp', pictures.webp?.subarray(0, 40)), wrong],
    ['half a JPEG', asDataUrl('jpeg', pictures.jpeg?.subarray(0, 200)), wrong],
    ['what is not base64', 'data:image/png;base64,%%%%', wrong],
  ])('refuses %s', async (_, image, messages) => {
    expect(outcome(await ask({ image }))).toEqual(validationError({ image: messages }));
  });

  it('is unavailable when nobody can look', async () => {
    vi.spyOn(service.services.analyser, 'run').mockRejectedValue(new AnalysisFailed('no_time', 'secret'));
    const { status, body } = await ask({ image: asDataUrl('png') });
    expect([status, body.error.type]).toEqual([503, 'unavailable']);
  });

  it('takes a token alone, as the older SDK sends it, and no other route does', async () => {
    const { headers } = await sdkOf();
    const bare = {
      token: null,
      headers: { authorization: String(headers?.authorization).slice('Bearer '.length) },
    };
    expect((await ask({ image: asDataUrl('webp') }, bare)).status).toBe(200);
    expect((await service.post('/v3.6/live_video_challenge', undefined, bare)).status).toBe(401);
    for (const authorization of ['a.b.c', service.sandboxToken, `Token token=${service.sandboxToken}`]) {
      const refused = await ask({ image: '' }, { token: null, headers: { authorization } });
      expect([refused.status, refused.body.error.type]).toEqual([401, 'authorization_error']);
    }
  });

  it('is open to pages', async () => {
    const { status, headers } = await service.call('OPTIONS', '/validate_document', { token: null });
    expect([status, headers['access-control-allow-methods']]).toEqual([204, 'POST']);
  });
});

describe.each(['v2', 'v3', 'v3.2', 'v3.3', 'v3.6'])('%s', (version) => {
  it.each(['GET', 'POST'])('%s sdk/configurations says how the service wants to be used', async (method) => {
    const sdk = await sdkOf();
    const path = `/${version}/sdk/configurations?sdk_source=onfido_web_sdk&sdk_version=14.0.0`;
    const answer = await service.call(method, path, {
      ...sdk,
      headers: { ...sdk.headers, origin: 'https://a.example' },
    });
    expect(outcome(answer)).toEqual({
      status: 200,
      body: {
        sdk_features: { enable_require_applicant_consents: false, disable_cross_device_sms: false },
        document_capture: { max_total_retries: 1 },
      },
    });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect((await service.call(method, path)).status).toBe(401);
    const preflight = await service.call('OPTIONS', path, { token: null });
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, POST');
  });
});

test.each(['/v3/analytics', '/v3.6/analytics', '/v4/sdk/analytics'])(
  '%s takes events and forgets them',
  async (path) => {
    const answer = await service.post(path, { events: [{ event: 'WELCOME' }] }, await sdkOf());
    expect(outcome(answer)).toEqual({ status: 200, body: {} });
    expect((await service.post(path, {})).status).toBe(401);
    expect((await service.call('OPTIONS', path, { token: null })).status).toBe(204);
  },
);
