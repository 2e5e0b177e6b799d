import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { greyPng } from '../api/v3/testing/files.ts';
import { form, storyOf } from '../api/v3/testing/story.ts';
import { HOUR_MS, systemClock } from '../base/clock.ts';
import { startService, useService } from '../testing/service.ts';
import { upkeep } from '../workers/upkeep.ts';
import type { BlobStore } from './blob-store.ts';
import { storageKey } from './key.ts';
import { FakeS3 } from './testing/fake-s3.ts';
import { FaultProxy } from './testing/fault-proxy.ts';
import { openTestS3 } from './testing/s3.ts';

const MIB = 1024 * 1024;

/** Endpoint of a real object store with the bucket `media`; see `docs/operations/storage.md`. */
const realStore = process.env.BONAFIDE_TEST_S3;

let timeOfStore = () => Date.now();
const fake = await new FakeS3(() => timeOfStore()).listen();
const proxy = await new FaultProxy(realStore ?? fake.endpoint).listen();
afterEach(() => {
  proxy.heal();
  timeOfStore = () => Date.now();
});
afterAll(async () => {
  await proxy.close();
  await fake.close();
});

const unavailable = {
  error: {
    type: 'unavailable',
    message: 'The storage of files is not available at the moment. Please try again later',
  },
};

const settings = {
  s3Bucket: 'media',
  s3Endpoint: proxy.endpoint,
  s3PathStyle: 'on',
  s3AccessKey: process.env.AWS_ACCESS_KEY_ID ?? 'test',
  s3SecretKey: process.env.AWS_SECRET_ACCESS_KEY ?? 'a secret',
};

describe('a service whose media are in a bucket', () => {
  const service = useService({ settings: { ...settings, s3Prefix: 'bonafide/test', adminPort: '0' } });
  const story = storyOf(service, 'v3.6');
  const download = (id: string, call = {}) => service.get(`/v3.6/documents/${id}/download`, call);
  const upload = async (applicant_id: string, bytes: Buffer) => {
    const file = { name: 'passport.png', bytes, type: 'image/png' };
    return service.call('POST', '/v3.6/documents', { form: form({ applicant_id, type: 'passport' }, file) });
  };
  const refused = (answer: { status: number; headers: Record<string, string>; body: unknown }) => [
    ...[answer.status, answer.headers['retry-after'], answer.body],
  ];
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of service.services.storage.list({ account: service.account.id })) keys.push(key);
    return keys.sort();
  };
  const readiness = async () => {
    const answer = await fetch(`http://127.0.0.1:${service.adminPort}/readyz`);
    const { findings } = (await answer.json()) as { findings: { name: string; state: string; detail: string }[] };
    return [answer.status, findings.find(({ name }) => name === 'storage')?.state];
  };
  const finding = async (wanted: string) => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body } = await service.get('/operator/v1/health', { token: null, headers });
    return body.findings.find(({ name }: { name: string }) => name === wanted);
  };

  test.skipIf(realStore)('lists nothing on the path of a request', async () => {
    // The start lists files, and so does the upkeep after a day: the other tests move the clock.
    await service.settle();
    const applicant = await story.applicant();
    fake.requests.length = 0;
    const { body } = await upload(applicant, await greyPng());
    await download(body.id);
    expect(await readiness()).toEqual([200, 'ok']);
    expect(fake.requests.filter((request) => /\?.*(list-type|uploads|prefix)/.test(request))).toEqual([]);
    await service.del(`/v3.6/applicants/${applicant}`);
    service.clock.advance(21 * 24 * HOUR_MS);
    await service.settle();
  });

  test.each([32 * 1024, 6 * MIB])('gives back a file of %i bytes, and deletes it', async (size) => {
    const applicant = await story.applicant();
    const bytes = await greyPng(size);
    const { status, body } = await upload(applicant, bytes);
    expect(status).toBe(201);
    expect(await objects()).toEqual([storageKey({ account: service.account.id, mediaId: body.id })]);
    const got = await download(body.id);
    expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
    expect((await download(body.id, { token: service.other.sandboxToken })).status).toBe(404);
    expect((await download(body.id, { token: service.liveToken })).status).toBe(404);
    await service.del(`/v3.6/applicants/${applicant}`);
    service.clock.advance(21 * 24 * HOUR_MS);
    await service.settle();
    expect(await objects()).toEqual([]);
  });

  test('a store that is gone is told, and nothing that was acknowledged is lost', async () => {
    const applicant = await story.applicant();
    const bytes = await greyPng();
    const { body } = await upload(applicant, bytes);
    const before = await objects();
    service.clock.advance(HOUR_MS);
    expect(await readiness()).toEqual([200, 'ok']);
    proxy.break({ kind: 'gone' });
    expect(refused(await upload(applicant, bytes))).toEqual([503, '10', unavailable]);
    expect(refused(await upload(applicant, await greyPng(6 * MIB)))).toEqual([503, '10', unavailable]);
    expect(refused(await download(body.id))).toEqual([503, '10', unavailable]);
    // Requests that need no file go on.
    expect((await service.get(`/v3.6/applicants/${applicant}`)).status).toBe(200);
    expect(await readiness()).toEqual([200, 'ok']);
    service.clock.advance(10_000);
    expect(await readiness()).toEqual([503, 'failed']);
    const { state, detail } = await finding('storage');
    expect([state, detail]).toEqual([
      'failed',
      expect.stringContaining(`The bucket media at ${proxy.endpoint} does not answer, or not as it should`),
    ]);
    expect(await upkeep(service.services)).toMatchObject({ forgottenObjects: 0, missingObjects: 0 });
    proxy.heal();
    service.clock.advance(10_000);
    expect(await readiness()).toEqual([200, 'ok']);
    expect((await download(body.id)).bytes.equals(bytes)).toBe(true);
    expect((await upload(applicant, bytes)).status).toBe(201);
    const list = (await service.get(`/v3.6/documents?applicant_id=${applicant}`)).body.documents;
    expect([list.length, (await objects()).length]).toEqual([2, before.length + 1]);
  });

  test.each([500, 503])('tries again after an answer of status %i', async (status) => {
    const bytes = await greyPng();
    proxy.break({ kind: 'status', status }, 2);
    const { status: created, body } = await upload(await story.applicant(), bytes);
    expect(created).toBe(201);
    proxy.break({ kind: 'status', status }, 2);
    expect((await download(body.id)).bytes.equals(bytes)).toBe(true);
  });

  test('waits for a slow store', async () => {
    const bytes = await greyPng();
    proxy.break({ kind: 'slow', delay: 50 });
    const { body } = await upload(await story.applicant(), bytes);
    expect((await download(body.id)).bytes.equals(bytes)).toBe(true);
  });

  test('continues a download that breaks off, and never ends one early', async () => {
    const bytes = await greyPng(2 * MIB);
    const { body } = await upload(await story.applicant(), bytes);
    proxy.break({ kind: 'cut' }, 2);
    expect((await download(body.id)).bytes.equals(bytes)).toBe(true);
    proxy.break({ kind: 'cut' });
    await expect(download(body.id)).rejects.toThrow('terminated');
  });

  test('ends a download whose bytes were changed', async () => {
    const { body } = await upload(await story.applicant(), await greyPng(2 * MIB));
    proxy.break({ kind: 'changed' });
    await expect(download(body.id)).rejects.toThrow('terminated');
    proxy.heal();
    expect((await download(body.id)).status).toBe(200);
  });

  test('shows no credentials', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body } = await service.get('/operator/v1/health', { token: null, headers });
    expect(body.settings).toMatchObject({ s3Bucket: 'media', s3AccessKey: 'set', s3SecretKey: 'set' });
    expect(JSON.stringify(body)).not.toContain(service.services.settings.s3SecretKey);
  });
});

describe.skipIf(realStore)('the upkeep of a bucket', () => {
  // Without a worker the upkeep runs when a test calls it alone.
  const service = useService({ settings: { ...settings, s3Prefix: 'bonafide/upkeep', role: 'api' } });
  const story = storyOf(service, 'v3.6');
  const objects = async () => {
    let count = 0;
    for await (const _ of service.services.storage.list({ account: service.account.id })) count += 1;
    return count;
  };
  const finding = async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body } = await service.get('/operator/v1/health', { token: null, headers });
    return body.findings.find(({ name }: { name: string }) => name === 'media');
  };

  test('lists the bucket every six hours, and deletes objects without a row', async () => {
    timeOfStore = () => Math.min(Date.now(), service.clock.now()) - 2 * HOUR_MS;
    const forgotten = async () => {
      const owner = { account: service.account.id, mediaId: randomUUID() };
      await service.services.storage.put(owner, Readable.from([randomBytes(10)]));
    };
    for (let i = 0; i < 3; i += 1) await forgotten();
    service.clock.advance(6 * HOUR_MS);
    timeOfStore = () => Math.min(Date.now(), service.clock.now());
    await forgotten();
    const before = await objects();
    expect(await upkeep(service.services)).toMatchObject({ forgottenObjects: 3 });
    expect(await objects()).toBe(before - 3);
    service.clock.advance(6 * HOUR_MS - 1);
    expect(await upkeep(service.services)).toMatchObject({ forgottenObjects: 0 });
  });

  test('deletes nothing in a bucket that another deployment uses', async () => {
    const other = await startService({ settings: { ...settings, s3Prefix: 'bonafide/shared', role: 'api' } });
    const also = await startService({ settings: { ...settings, s3Prefix: 'bonafide/shared', role: 'api' } });
    try {
      timeOfStore = () => other.clock.now() - 2 * HOUR_MS;
      const document = await storyOf(also, 'v3.6').document(await storyOf(also, 'v3.6').applicant());
      // The first one to look is alone still.
      expect(await upkeep(also.services)).toMatchObject({ forgottenObjects: 0 });
      expect(await upkeep(other.services)).toMatchObject({ forgottenObjects: 0 });
      expect((await also.get(`/v3.6/documents/${document}/download`)).status).toBe(200);
      for (const { operatorKey, get } of [other, also]) {
        const headers = { authorization: `Bearer ${operatorKey}` };
        const { findings } = (await get('/operator/v1/health', { token: null, headers })).body;
        const { state, detail } = findings.find(({ name }: { name: string }) => name === 'storage');
        expect([state, detail]).toEqual(['failed', expect.stringMatching(/^another deployment uses the bucket, too/)]);
      }
    } finally {
      await other.close();
      await also.close();
    }
  });

  test('tells of media whose object is missing', async () => {
    const applicant = await story.applicant();
    const document = await story.document(applicant);
    service.clock.advance(2 * HOUR_MS);
    expect(await upkeep(service.services)).toMatchObject({ missingObjects: 0 });
    expect((await finding()).state).toBe('ok');
    const [lost] = [...fake.objects.keys()].filter((key) => key.endsWith(document));
    const stored = fake.objects.get(lost as string);
    fake.objects.delete(lost as string);
    expect(await upkeep(service.services)).toMatchObject({ missingObjects: 1 });
    const { state, detail } = await finding();
    expect([state, detail]).toEqual([
      'failed',
      '1 media file has no object in the storage. The log names it. Restore it from a backup',
    ]);
    expect((await service.get(`/v3.6/documents/${document}/download`)).status).toBe(500);
    fake.objects.set(lost as string, stored as never);
    expect(await upkeep(service.services)).toMatchObject({ missingObjects: 0 });
    expect((await finding()).state).toBe('ok');
  });
});

describe('the doctor says what is wrong with a store', () => {
  const credentials = { s3AccessKey: 'test', s3SecretKey: 'secret' };
  const service = useService({
    settings: { s3Bucket: 'nowhere', s3Endpoint: fake.endpoint, s3PathStyle: 'on', ...credentials },
  });

  it('with a bucket that is not there', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body } = await service.get('/operator/v1/health', { token: null, headers });
    const { state, detail } = body.findings.find(({ name }: { name: string }) => name === 'storage');
    expect([state, detail]).toEqual([
      'failed',
      `There is no bucket for media: the bucket nowhere at ${fake.endpoint}. Create it, or correct --s3-bucket (NoSuchBucket: NoSuchBucket)`,
    ]);
  });
});

describe('a bucket', () => {
  let blobs: BlobStore;
  let drop: () => void;
  beforeAll(async () => {
    ({ blobs, drop } = await openTestS3(proxy.endpoint, 'bonafide/alone'));
  });
  afterAll(() => drop());

  const key = storageKey({ account: 'acme', mediaId: 'alice' });

  it('that is silent is given up after a time', async () => {
    const impatient = await openTestS3(proxy.endpoint, 'bonafide/alone', 100);
    proxy.break({ kind: 'silent' });
    const error = await impatient.blobs.get(key).catch((thrown) => thrown);
    expect([error.name, error.retryAfter]).toEqual(['Unavailable', 10]);
    const put = impatient.blobs.put(key, Readable.from([Buffer.from('a')]));
    await expect(put).rejects.toMatchObject({ name: 'Unavailable' });
    impatient.drop();
  });

  it('keeps no parts of an upload whose source fails after two parts', async () => {
    const before = fake.uploads.size;
    const failing = (async function* () {
      for (let i = 0; i < 11; i += 1) yield randomBytes(MIB);
      throw new Error('the line went dead');
    })();
    await expect(blobs.put(key, failing)).rejects.toThrow('the line went dead');
    expect(fake.uploads.size).toBe(before);
    expect(await blobs.has(key)).toBe(false);
  });

  it('loses the parts of old uploads, and no younger ones', async () => {
    const hold = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const put = blobs.put(
      key,
      (async function* () {
        for (let i = 0; i < 6; i += 1) yield randomBytes(MIB);
        begun.resolve();
        await hold.promise;
      })(),
    );
    put.catch(() => undefined);
    await begun.promise;
    expect(await blobs.discardUnfinished(systemClock.now() - HOUR_MS)).toBe(0);
    expect(await blobs.discardUnfinished(Number.MAX_SAFE_INTEGER)).toBeGreaterThan(0);
    hold.resolve();
    await expect(put).rejects.toThrow();
    expect(await blobs.has(key)).toBe(false);
  });

  it('takes many uploads at once', async () => {
    const bytes = randomBytes(100_000);
    const keys = Array.from({ length: 60 }, (_, i) => storageKey({ account: 'acme', mediaId: `many-${i}` }));
    await Promise.all(keys.map((each) => blobs.put(each, Readable.from([bytes]))));
    for (const each of keys) {
      expect((await buffer(await blobs.get(each))).equals(bytes)).toBe(true);
      await blobs.delete(each);
    }
  });

  it.skipIf(!realStore).each([10, 100])('streams %i MB both ways with little memory', async (size) => {
    const direct = await openTestS3(realStore as string, 'bonafide/streams');
    const chunk = randomBytes(MIB);
    const sent = createHash('sha256');
    const got = createHash('sha256');
    const start = { time: performance.now(), memory: process.memoryUsage.rss() };
    let peak = 0;
    const look = () => {
      peak = Math.max(peak, process.memoryUsage.rss() - start.memory);
    };
    await direct.blobs.put(
      key,
      (async function* () {
        for (let i = 0; i < size; i += 1) {
          sent.update(chunk);
          look();
          yield chunk;
        }
      })(),
    );
    const stored = performance.now();
    for await (const bytes of await direct.blobs.get(key)) {
      got.update(bytes);
      look();
    }
    const read = performance.now();
    await direct.blobs.delete(key);
    direct.drop();
    expect(got.digest('hex')).toBe(sent.digest('hex'));
    const [up, down] = [stored - start.time, read - stored].map(Math.round);
    console.log(`${size} MB: up ${up} ms, down ${down} ms, peak of memory +${Math.round(peak / MIB)} MiB`);
  });
});

describe.skipIf(!realStore)('a real store that is gone for 60 seconds under load', () => {
  const service = useService({ realTime: true, settings: { ...settings, s3Prefix: 'bonafide/gone' } });

  it('loses nothing that was acknowledged, and answers 503 meanwhile', async () => {
    const story = storyOf(service, 'v3.6');
    const applicant = await story.applicant();
    const bytes = await greyPng();
    const acknowledged: string[] = [];
    const statuses = new Map<number, number>();
    let ended = false;
    const client = async () => {
      while (!ended) {
        const file = { name: 'passport.png', bytes, type: 'image/png' };
        const sent = form({ applicant_id: applicant, type: 'passport' }, file);
        const { status, body, headers } = await service.call('POST', '/v3.6/documents', { form: sent });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 201) acknowledged.push(body.id);
        else expect([status, headers['retry-after'], body]).toEqual([503, '10', unavailable]);
      }
    };
    const clients = Promise.all([client(), client(), client(), client()]);
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    await wait(3_000);
    proxy.break({ kind: 'gone' });
    await wait(60_000);
    proxy.heal();
    await wait(3_000);
    ended = true;
    await clients;
    for (const id of acknowledged) {
      expect((await service.get(`/v3.6/documents/${id}/download`)).bytes.equals(bytes)).toBe(true);
    }
    expect(statuses.get(503)).toBeGreaterThan(0);
    console.log(`${acknowledged.length} acknowledged, 0 lost, ${statuses.get(503)} answered 503`);
  });
});
