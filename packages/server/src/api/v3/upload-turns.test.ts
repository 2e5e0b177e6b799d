import { DecodeTimeout, OutOfMemory } from '@bonafide/verification';
import sharp from 'sharp';
import { FormData } from 'undici';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Analyser, AnalysisFailed } from '../../analysis/analyser.ts';
import { TooManyWaiting } from '../../base/turns.ts';
import { hollowPng } from '../../media-files/testing/pictures.ts';
import { startService, useService } from '../../testing/service.ts';
import { greyJpeg, greyPng } from './testing/files.ts';
import { storyOf } from './testing/story.ts';

const service = useService();
let png: Buffer;
beforeAll(async () => {
  png = await greyPng();
});
afterEach(() => vi.restoreAllMocks());

/** Uploads a picture of a document in a version, for an applicant of its own. */
async function upload(version: string, bytes = png, token = service.sandboxToken) {
  const applicant_id = await storyOf(service, 'v3.6').applicant({}, { token });
  const form = new FormData();
  if (version.startsWith('v3')) form.set('applicant_id', applicant_id);
  form.set('type', 'passport');
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
  const path = version.startsWith('v3') ? 'documents' : `applicants/${applicant_id}/documents`;
  const { status, headers, body } = await service.call('POST', `/${version}/${path}`, { form, token });
  const list = await service.get(`/v3.6/documents?applicant_id=${applicant_id}`, { token });
  return { status, retryAfter: headers['retry-after'], error: body.error, kept: list.body.documents.length };
}

const failing = (error: Error) => vi.spyOn(service.services.decoder, 'run').mockRejectedValue(error);

describe.each(['v1', 'v2', 'v3.2', 'v3.6'])('%s', (version) => {
  test('an upload beyond those that may wait is to come again', async () => {
    failing(new TooManyWaiting());
    expect(await upload(version)).toMatchObject({
      status: 503,
      retryAfter: '5',
      kept: 0,
      error: { type: 'unavailable', message: 'Too many files are waiting to be processed. Please try again later' },
    });
  });

  test.each([
    ['its process ended', new AnalysisFailed('crashed', 'secret')],
    ['the machine was busy until the decoder gave up', new DecodeTimeout('no_time', 'secret')],
    ['the machine was busy until its process was killed', new AnalysisFailed('no_time', 'secret')],
    ['the machine had no memory', new OutOfMemory('secret')],
  ])('an upload is to come again, and not to blame, where %s', async (_, error) => {
    failing(error);
    expect(await upload(version)).toMatchObject({
      status: 503,
      retryAfter: '5',
      kept: 0,
      error: { type: 'unavailable', message: 'The service is shutting down or overloaded. Please try again' },
    });
  });

  test.each([
    ['the decoder gave up', new DecodeTimeout('too_slow', 'secret')],
    ['its process was killed', new AnalysisFailed('too_slow', 'secret')],
  ])('a picture that used up its processor time is refused as such, after one try, where %s', async (_, error) => {
    const run = failing(error);
    const answer = await upload(version);
    expect(answer).toMatchObject({ status: 422, retryAfter: undefined, kept: 0, error: { type: 'validation_error' } });
    expect(JSON.stringify(answer.error.fields)).toContain('takes too long to decode');
    expect(run).toHaveBeenCalledTimes(1);
  });
});

test('a picture that decodes to more than 256 MB is refused by its header, without a turn', async () => {
  const run = vi.spyOn(service.services.decoder, 'run');
  const large = hollowPng(8000, 8000);
  large[24] = 16; // bits of a sample
  const answer = await upload('v3.6', Buffer.concat([large, Buffer.alloc(40_000)]));
  expect(answer).toMatchObject({ status: 422, kept: 0 });
  expect(answer.error.fields).toEqual({ file: ['must decode to at most 256 MB of pixels'] });
  expect(run).not.toHaveBeenCalled();
});

test('a picture of 64 megapixels with 8 bits is taken', async () => {
  const picture = sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#8899aa' } });
  const bytes = await picture.png({ progressive: true }).toBuffer();
  expect(await upload('v3.6', bytes)).toMatchObject({ status: 201, kept: 1 });
});

test('a turn belongs to the account and the applicant, whatever the environment', async () => {
  const run = vi.spyOn(service.services.decoder, 'run');
  for (const token of [service.sandboxToken, service.liveToken, service.other.sandboxToken]) {
    expect((await upload('v3.6', png, token)).status).toBe(201);
  }
  const lanes = run.mock.calls.map(([, , options]) => options?.lane);
  expect(lanes.map((lane) => lane?.account)).toEqual([service.account.id, service.account.id, service.other.id]);
  expect(new Set(lanes.map((lane) => lane?.applicant)).size).toBe(3);
});

test('a live photo whose face is looked for when the process stops is refused before its connection ends', async () => {
  const stopping = await startService({ settings: { analysis: 'on' } });
  const waiting = new Set<(error: Error) => void>();
  const analyser: Analyser = {
    run: () => new Promise<never>((_, reject) => waiting.add(reject)),
    close: async () => {
      for (const reject of waiting) reject(new AnalysisFailed('stopped', 'The analyser stops'));
    },
  };
  Object.assign(stopping.services, { analyser });
  const live = { token: stopping.liveToken };
  const applicant_id = await storyOf(stopping, 'v3.6').applicant({}, live);
  const form = new FormData();
  form.set('applicant_id', applicant_id);
  form.set('file', new Blob([new Uint8Array(await greyJpeg())], { type: 'image/jpeg' }), 'face.jpg');
  const answer = stopping.call('POST', '/v3.6/live_photos', { ...live, form });
  await expect.poll(() => waiting.size).toBeGreaterThan(0);
  // Half a second before the 6 s end that requests have beside jobs. Nothing else waits as long.
  const timers: (() => void)[] = [];
  const { setTimeout: real } = globalThis;
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((task: () => void, ms?: number) => {
    if (ms === 5_500) timers.push(task);
    return real(task, ms);
  }) as typeof setTimeout);
  const closed = stopping.close();
  await expect.poll(() => timers.length).toBeGreaterThan(0);
  spy.mockRestore();
  timers[0]?.();
  const { status, headers, body } = await answer;
  expect([status, headers['retry-after'], body.error.type]).toEqual([503, '5', 'unavailable']);
  await closed;
});
