import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { greyPng } from '../api/v3/testing/files.ts';
import { storyOf } from '../api/v3/testing/story.ts';
import { DAY_MS, systemClock } from '../base/clock.ts';
import { storageCommand } from '../cli/commands/storage.ts';
import { TestClock } from '../testing/clock.ts';
import { migratedDatabase } from '../testing/database.ts';
import { type StartOptions, startService, type TestService } from '../testing/service.ts';
import type { BlobStore } from './blob-store.ts';
import { type CopyOptions, copyBlobs } from './copy.ts';
import { CopyJournal } from './copy-journal.ts';
import { withFallback } from './fallback.ts';
import { storageKey } from './key.ts';
import { FakeS3 } from './testing/fake-s3.ts';
import { FaultProxy } from './testing/fault-proxy.ts';
import { MemoryBlobs } from './testing/memory.ts';

const fake = await new FakeS3().listen();
const proxy = await new FaultProxy(fake.endpoint).listen();
afterAll(async () => {
  await proxy.close();
  await fake.close();
});

const env = {
  BONAFIDE_S3_ENDPOINT: proxy.endpoint,
  BONAFIDE_S3_PATH_STYLE: 'on',
  BONAFIDE_S3_ACCESS_KEY: 'test',
  BONAFIDE_S3_SECRET_KEY: 'secret',
};
const s3 = { s3Endpoint: proxy.endpoint, s3PathStyle: 'on', s3AccessKey: 'test', s3SecretKey: 'secret' };

async function copyCommand(...flags: string[]) {
  const lines: string[] = [];
  const io = { out: (text: string) => lines.push(text), err: () => undefined, env };
  await storageCommand(io).parseAsync(['copy', ...flags, '--json'], { from: 'user' });
  return JSON.parse(lines[0] as string);
}

const nothing = { copied: 0, bytes: 0, present: 0, resumed: 0, deleted: 0, different: 0, failed: 0 };

test('media move from the disk to a bucket, and back, while the service runs', async () => {
  const data = mkdtempSync(join(tmpdir(), 'bonafide-copy-'));
  const database = await migratedDatabase();
  const start = (settings: StartOptions['settings']) =>
    startService({ data, settings: { ...settings, ...(database && { databaseUrl: database.url }) } });
  const first = await start({});
  let service: TestService = first;
  const files = new Map<string, Buffer>();
  let size = 40_000;

  const restart = async (settings: StartOptions['settings']) => {
    await service.close({ keep: true });
    service = await start(settings);
  };
  const token = () => ({ token: first.sandboxToken });
  const upload = async () => {
    const story = storyOf(service, 'v3.6');
    const applicant = await story.applicant({}, token());
    size += 1_000;
    const bytes = await greyPng(size);
    const file = { name: 'passport.png', bytes, type: 'image/png' };
    const { body } = await story.upload('documents', { applicant_id: applicant, type: 'passport' }, file, token());
    files.set(body.id, bytes);
    return { applicant, document: body.id as string };
  };
  const download = (id: string, call = token()) => service.get(`/v3.6/documents/${id}/download`, call);
  const allRead = async () => {
    const same: boolean[] = [];
    for (const [id, bytes] of files) same.push((await download(id)).bytes.equals(bytes));
    return same.every(Boolean) && same.length;
  };
  const erase = async ({ applicant, document }: { applicant: string; document: string }) => {
    expect((await service.del(`/v3.6/applicants/${applicant}`, token())).status).toBe(204);
    service.clock.advance(30 * DAY_MS);
    await service.settle();
    files.delete(document);
  };
  /** Number of objects of media: the mark of the deployment is not one. */
  const inUse = () => [...fake.objects.keys()].filter((key) => !key.startsWith('deployments/')).length;
  const inBucket = (id: string) => [...fake.objects.keys()].some((key) => key.endsWith(id));

  await upload();
  const doomed = await upload();
  await upload();
  await restart({ ...s3, mediaFallback: 's3:media' });
  const old = await upload();
  await restart({ ...s3, s3Bucket: 'media', mediaFallback: 'disk' });
  await upload();
  expect([inUse(), await allRead()]).toEqual([1, 5]);

  const copying = copyCommand('--from', 'disk', '--to', 's3:media', '--data', data);
  await upload();
  await erase(doomed);
  const counts = await copying;
  expect(counts.copied + counts.deleted).toBeGreaterThanOrEqual(3);
  expect([counts.failed, counts.different, inBucket(doomed.document), await allRead()]).toEqual([0, 0, false, 5]);
  expect(await copyCommand('--from', 'disk', '--to', 's3:media', '--data', data)).toEqual({ ...nothing, present: 3 });
  await upload();
  await erase(old);

  await restart({ ...s3, s3Bucket: 'media' });
  rmSync(join(data, 'media'), { recursive: true });
  await restart({ ...s3, s3Bucket: 'media' });
  expect([await allRead(), inUse()]).toEqual([5, 5]);
  for (const id of files.keys()) expect((await download(id, { token: first.other.sandboxToken })).status).toBe(404);

  await restart({ ...s3, mediaFallback: 's3:media' });
  await upload();
  const back = await copyCommand('--from', 's3:media', '--to', 'disk', '--data', data);
  expect([back.copied, back.failed]).toEqual([fake.objects.size, 0]);
  await restart({});
  expect(await allRead()).toBe(6);
  await service.close();
  await database?.drop();
});

describe('a copy', () => {
  const keys = Array.from({ length: 20 }, (_, i) =>
    storageKey({ account: i < 12 ? 'acme' : 'zeta', mediaId: `m${i}` }),
  );
  const bytesOf = (key: string) => Buffer.from(`bytes of ${key}`);
  let folder: string;
  let from: MemoryBlobs;
  let to: MemoryBlobs;
  let problems: string[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bonafide-copy-'));
    from = new MemoryBlobs(() => 0);
    to = new MemoryBlobs(() => 0);
    problems = [];
    for (const key of keys) await from.put(key, Readable.from([bytesOf(key)]));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const state = () => join(folder, 'state.jsonl');
  const run = async (more: Partial<CopyOptions> = {}) => {
    const journal = await CopyJournal.open(state(), { from: 'a', to: 'b' });
    const problem = (key: string, reason: string) => problems.push(`${key}: ${reason}`);
    return copyBlobs({ from, to, journal, clock: systemClock, atOnce: 3, progress: () => {}, problem, ...more });
  };
  /** A store, with other functions in place of its own. */
  const changed = (blobs: BlobStore, own: Partial<BlobStore>): BlobStore => ({
    put: (key, source) => (own.put ?? blobs.put.bind(blobs))(key, source),
    get: (key) => (own.get ?? blobs.get.bind(blobs))(key),
    has: (key) => (own.has ?? blobs.has.bind(blobs))(key),
    delete: (key) => (own.delete ?? blobs.delete.bind(blobs))(key),
    list: (of) => blobs.list(of),
    discardUnfinished: (before) => blobs.discardUnfinished(before),
  });
  const held = async (blobs: BlobStore) => {
    const found: string[] = [];
    for await (const { key } of blobs.list()) {
      expect(await buffer(await blobs.get(key))).toEqual(bytesOf(key));
      found.push(key);
    }
    return found.sort();
  };

  it.each([1, 5, 12, 17])('that is killed after %i blobs continues where it was', async (most) => {
    let put = 0;
    const killed = changed(to, {
      async put(key, source) {
        put += 1;
        if (put > most) throw Object.assign(new Error('killed'), { killed: true });
        return to.put(key, source);
      },
    });
    const first = await run({ to: killed });
    expect([first.copied, first.failed]).toEqual([most, keys.length - most]);
    // The kill has cut the last line.
    writeFileSync(state(), readFileSync(state(), 'utf8').slice(0, -4));
    const second = await run();
    expect(second.copied + second.resumed).toBe(keys.length);
    expect(second.resumed).toBeGreaterThanOrEqual(most - 1);
    expect(await held(to)).toEqual(keys.toSorted());
    expect(await run()).toEqual({ ...nothing, present: keys.length });
  });

  it.each(['while it is read', 'before it is written', 'after it was written', 'between the two deletions'])(
    'keeps no blob that is deleted %s',
    async (moment) => {
      const [doomed] = keys as [string];
      const service = withFallback(to, from);
      const whenDoomed = async (key: string, when: string) => {
        if (key === doomed && moment === when) await service.delete(key);
      };
      const counts = await run({
        from: changed(from, {
          async get(key) {
            const bytes = await from.get(key);
            await whenDoomed(key, 'while it is read');
            return bytes;
          },
        }),
        to: changed(to, {
          async put(key, source) {
            await whenDoomed(key, 'before it is written');
            if (key === doomed && moment === 'between the two deletions') await from.delete(key);
            await to.put(key, source);
            await whenDoomed(key, 'after it was written');
          },
        }),
      });
      expect(counts).toMatchObject({ copied: keys.length - 1, deleted: 1, failed: 0 });
      expect([await held(from), await held(to)]).toEqual([keys.slice(1).toSorted(), keys.slice(1).toSorted()]);
    },
  );

  it('that was killed after it wrote a blob removes the blob if it was deleted since', async () => {
    const [doomed] = keys as [string];
    const killed = changed(from, {
      has: async (key) => {
        if (key === doomed) throw new Error('killed');
        return from.has(key);
      },
    });
    await run({ from: killed });
    expect(await to.has(doomed)).toBe(true);
    // By a service that did not know the target yet.
    await from.delete(doomed);
    await run();
    expect(await to.has(doomed)).toBe(false);
  });

  it('tells of a blob that is read back with other bytes, and copies it again', async () => {
    const [bad] = keys as [string];
    const faulty = changed(to, {
      get: async (key) => (key === bad && (await to.has(key)) ? Readable.from([Buffer.from('x')]) : to.get(key)),
    });
    expect(await run({ to: faulty })).toMatchObject({ copied: keys.length - 1, failed: 1 });
    expect(problems).toEqual([`${bad}: The target gave back other bytes than it stored`]);
    expect(await run()).toMatchObject({ copied: 1, failed: 0 });
  });

  it('leaves a blob alone that the target has with other bytes', async () => {
    const [own] = keys as [string];
    await to.put(own, Readable.from([Buffer.from('written by the service')]));
    expect(await run()).toMatchObject({ copied: keys.length - 1, different: 1, failed: 0 });
    expect((await buffer(await to.get(own))).toString()).toBe('written by the service');
  });

  it('waits for a store that is gone, and gives up after about four minutes', async () => {
    const clock = new TestClock();
    const waits: number[] = [];
    const impatient = {
      now: () => clock.now(),
      schedule(delay: number, task: () => void) {
        waits.push(delay);
        if (waits.length === 3) proxy.heal();
        return systemClock.schedule(0, task);
      },
    };
    fake.objects.clear();
    const { openTestS3 } = await import('./testing/s3.ts');
    const { blobs, drop } = await openTestS3(proxy.endpoint);
    proxy.break({ kind: 'gone' });
    const alone = { atOnce: 1, clock: impatient, to: blobs };
    expect(await run(alone)).toMatchObject({ copied: keys.length, failed: 0 });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    expect(fake.objects.size).toBe(keys.length);
    proxy.break({ kind: 'gone' });
    waits.push(0, 0, 0);
    await expect(run(alone)).rejects.toMatchObject({ name: 'Unavailable' });
    expect(waits.slice(6).reduce((sum, wait) => sum + wait)).toBe(243_000);
    proxy.heal();
    drop();
  });

  it('refuses the state of another copy', async () => {
    await CopyJournal.open(state(), { from: 'a', to: 'c' });
    await expect(run()).rejects.toThrow('belongs to a copy from a to c');
  });
});
