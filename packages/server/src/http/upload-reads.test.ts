import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { decodeJwt } from 'jose';
import { FormData } from 'undici';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { greyJpeg, greyPng, hollowVideo, padded, SMALLEST, stripes } from '../api/v3/testing/files.ts';
import { type Sent, storyOf } from '../api/v3/testing/story.ts';
import { useService } from '../testing/service.ts';

const service = useService();
let story: ReturnType<typeof storyOf>;

/** Use of the service's storage: bytes that it stored, bytes that it read back. */
const done = { written: [] as number[], read: [] as number[] };

beforeAll(async () => {
  story = storyOf(service, 'v3.6');
  const { storage } = service.services;
  const [put, get] = [storage.put.bind(storage), storage.get.bind(storage)];
  Object.assign(storage, {
    async put(...[owner, source]: Parameters<typeof put>) {
      const stored = await put(owner, source);
      done.written.push(stored.size);
      return stored;
    },
    async get(key: string): Promise<Readable> {
      const stream = await get(key);
      async function* counted() {
        let size = 0;
        for await (const bytes of stream as AsyncIterable<Buffer>) {
          size += bytes.length;
          yield bytes;
        }
        done.read.push(size);
      }
      return Readable.from(counted(), { objectMode: false });
    },
  });
});
beforeEach(() => {
  done.written = [];
  done.read = [];
});

const png: Sent = { name: 'front.png', bytes: await greyPng(), type: 'image/png' };
const jpeg: Sent = { name: 'front.jpg', bytes: await greyJpeg(), type: 'image/jpeg' };
const sharp: Sent = { name: 'sharp.png', bytes: await stripes(), type: 'image/png' };
const film: Sent = { name: 'film.mp4', bytes: hollowVideo(), type: 'video/mp4' };
const pdf: Sent = {
  name: 'bill.pdf',
  bytes: Buffer.concat([padded(Buffer.from('%PDF-1.4\n'), SMALLEST), Buffer.from('\nstartxref\n9\n%%EOF\n')]),
  type: 'application/pdf',
};

/** Uploads of every kind that something examines before it answers; each resolves when it was accepted. */
const uploads: Record<string, { sent: Sent; upload(sent: Sent): Promise<unknown> }> = {
  'a document in sandbox': { sent: png, upload: (sent) => document(sent, service.sandboxToken) },
  'a document in live': { sent: jpeg, upload: (sent) => document(sent, service.liveToken) },
  'a document whose image quality is judged': {
    sent: sharp,
    upload: (sent) => document(sent, service.liveToken, { validate_image_quality: 'true' }),
  },
  'a PDF': { sent: pdf, upload: (sent) => document(sent, service.liveToken) },
  'a live photo': {
    sent: jpeg,
    async upload(sent) {
      const call = { token: service.liveToken };
      const applicant_id = await story.applicant({}, call);
      const answer = await story.upload('live_photos', { applicant_id, advanced_validation: 'true' }, sent, call);
      expect(answer.status).toBe(201);
    },
  },
  'a video with its HMAC': {
    sent: film,
    async upload(sent) {
      const sdk = await story.sdk(await story.applicant());
      const key = String(decodeJwt(String(sdk.headers?.authorization).slice('Bearer '.length)).uuid);
      const form = new FormData();
      form.append('media', new Blob([new Uint8Array(sent.bytes)], { type: sent.type ?? '' }), sent.name);
      const headers = { ...sdk.headers, 'x-video-auth': createHmac('sha256', key).update(sent.bytes).digest('hex') };
      expect((await service.call('POST', '/v4/binary_media', { ...sdk, headers, form })).status).toBe(201);
    },
  },
};

async function document(sent: Sent, token: string, fields: Record<string, string> = {}): Promise<void> {
  const applicant_id = await story.applicant({}, { token });
  const answer = await story.upload('documents', { applicant_id, type: 'passport', ...fields }, sent, { token });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
}

describe.each(Object.keys(uploads))('%s', (name) => {
  const { sent, upload } = uploads[name] as (typeof uploads)[string];

  test('is written once and never read back', async () => {
    await upload(sent);
    expect(done).toEqual({ written: [sent.bytes.length], read: [] });
  });
});

/** The whole budget of memory for uploads. */
const BUDGET = 32 * 1024 * 1024;

/** Returns whether the whole budget is free. */
function isFree(): boolean {
  const free = service.services.uploadMemory.reserve(BUDGET);
  if (free) service.services.uploadMemory.release(BUDGET);
  return free;
}

describe('the memory of uploads', () => {
  test('is free after each, also one that was refused or broke off', async () => {
    for (const { sent, upload } of Object.values(uploads)) {
      await upload(sent);
      expect(isFree()).toBe(true);
    }
    const applicant_id = await story.applicant();
    const sent = [
      { ...png, bytes: Buffer.alloc(0) },
      { ...png, bytes: png.bytes.subarray(0, 1000) },
      { ...png, bytes: padded(png.bytes.subarray(0, 200), SMALLEST) },
      { ...png, bytes: padded(png.bytes, 10 * 1024 * 1024 + 1) },
    ];
    for (const file of sent) {
      expect((await story.upload('documents', { applicant_id, type: 'passport' }, file)).status).toBe(422);
      expect(isFree()).toBe(true);
    }
    expect((await story.upload('documents', { type: 'passport' }, png)).status).toBe(422);
    const raw = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      png.bytes,
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await service.call('POST', '/v3.6/documents', { raw, headers })).status).toBe(400);
    expect(isFree()).toBe(true);
  });

  test('has no room: the file is read back once', async () => {
    service.services.uploadMemory.reserve(BUDGET);
    await document(png, service.sandboxToken);
    expect(done).toEqual({ written: [png.bytes.length], read: [png.bytes.length] });
    await document(sharp, service.liveToken, { validate_image_quality: 'true' });
    // What judges the picture decodes it, too.
    expect(done.read).toEqual([png.bytes.length, sharp.bytes.length]);
    await document(pdf, service.sandboxToken);
    expect(done.read.length).toBe(2);
    service.services.uploadMemory.release(BUDGET);
  });

  test('gets room while a file waits: it is read back once', async () => {
    service.services.uploadMemory.reserve(BUDGET - 1000);
    const { decoder } = service.services;
    const run = decoder.run.bind(decoder);
    Object.assign(decoder, {
      run(...task: Parameters<typeof run>) {
        Object.assign(decoder, { run });
        service.services.uploadMemory.release(BUDGET - 1000);
        return run(...task);
      },
    });
    await document(sharp, service.liveToken, { validate_image_quality: 'true' });
    expect(done).toEqual({ written: [sharp.bytes.length], read: [sharp.bytes.length] });
    expect(isFree()).toBe(true);
  });

  test('is shared by accounts and environments', async () => {
    const calls = [service.other.sandboxToken, service.other.liveToken, service.sandboxToken, service.liveToken];
    await Promise.all(calls.map((token) => document(png, token)));
    expect(done).toEqual({ written: calls.map(() => png.bytes.length), read: [] });
    expect(isFree()).toBe(true);
  });
});
