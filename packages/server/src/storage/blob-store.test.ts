import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { openDiskBlobs } from './disk.ts';
import { withFallback } from './fallback.ts';
import { storageKey } from './key.ts';
import type { ListedObject } from './storage.ts';
import { FakeS3 } from './testing/fake-s3.ts';
import { MemoryBlobs } from './testing/memory.ts';
import { openTestS3 } from './testing/s3.ts';

/** A blob store to test, with direct access to its data. */
interface Subject {
  readonly blobs: BlobStore;
  /** False for a store whose clock can't be set: it writes all blobs now. */
  readonly setsTime?: false;
  /** Uploads under way. */
  incoming(): Promise<number>;
  /** Puts a blob that looks as if it was written at a time, Unix milliseconds. */
  putAt(key: string, bytes: Buffer, time: number): Promise<void>;
  close(): unknown;
}

/** Endpoint of a real object store with the bucket `media`; its credentials are in `AWS_ACCESS_KEY_ID` and so on. */
const realStore = process.env.BONAFIDE_TEST_S3;

async function onDisk(durable: 'at once' | 'later'): Promise<Subject> {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-blobs-'));
  const blobs = await openDiskBlobs(directory, undefined, durable);
  return {
    blobs,
    incoming: async () => (await readdir(join(directory, 'incoming'))).length,
    async putAt(key, bytes, time) {
      await blobs.put(key, Readable.from([bytes]));
      await blobs.sync?.();
      utimesSync(join(directory, 'objects', key), time / 1000, time / 1000);
    },
    close: () => rmSync(directory, { recursive: true }),
  };
}

/** A new implementation is one more entry. */
const implementations: Record<string, () => Promise<Subject>> = {
  disk: () => onDisk('at once'),
  'disk, durable after a sync': () => onDisk('later'),
  async memory() {
    let now = Date.now();
    const blobs = new MemoryBlobs(() => now);
    return {
      blobs,
      incoming: async () => blobs.incoming,
      async putAt(key, bytes, time) {
        now = time;
        await blobs.put(key, Readable.from([bytes]));
        now = Date.now();
      },
      close: () => {},
    };
  },
  async s3() {
    let now = Date.now();
    const store = await new FakeS3(() => now).listen();
    const { blobs, parts, drop } = await openTestS3(store.endpoint);
    return {
      blobs,
      incoming: async () => Math.max(store.uploads.size, (await readdir(parts)).length),
      async putAt(key, bytes, time) {
        now = time;
        await blobs.put(key, Readable.from([bytes]));
        now = Date.now();
      },
      async close() {
        drop();
        await store.close();
      },
    };
  },
  async fallback() {
    let now = Date.now();
    const blobs = new MemoryBlobs(() => now);
    return {
      blobs: withFallback(blobs, new MemoryBlobs(() => now)),
      incoming: async () => blobs.incoming,
      async putAt(key, bytes, time) {
        now = time;
        await blobs.put(key, Readable.from([bytes]));
        now = Date.now();
      },
      close: () => {},
    };
  },
  ...(realStore && {
    async [`s3 at ${realStore}`]() {
      const { blobs, parts, drop } = await openTestS3(realStore, `test-${randomUUID()}`);
      return {
        blobs,
        setsTime: false,
        incoming: async () => (await readdir(parts)).length,
        putAt: (key, bytes) => blobs.put(key, Readable.from([bytes])),
        async close() {
          for await (const { key } of blobs.list()) await blobs.delete(key);
          drop();
        },
      };
    },
  }),
};

const alice = storageKey({ account: 'acme', mediaId: 'alice' });
const bob = storageKey({ account: 'acme', mediaId: 'bob' });
const carol = storageKey({ account: 'zeta', mediaId: 'carol' });
/** Key in the form of earlier releases. */
const dave = `acme/ab/${'ab'.repeat(32)}.dave`;

const FUTURE = Number.MAX_SAFE_INTEGER;

describe.each(Object.keys(implementations))('a blob store: %s', (name) => {
  let subject: Subject;
  let blobs: BlobStore;
  beforeEach(async () => {
    subject = await (implementations[name] as () => Promise<Subject>)();
    blobs = subject.blobs;
  });
  afterEach(() => subject.close());

  const put = (key: string, bytes: Buffer) => blobs.put(key, Readable.from([bytes]));
  const get = async (key: string) => buffer(await blobs.get(key));
  const listed = async (folder?: string) => {
    const found: ListedObject[] = [];
    for await (const blob of blobs.list(folder)) found.push(blob);
    return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  };

  it.each([0, 1, 65_536, 300_001, 12_000_000])('gives back %i bytes', async (length) => {
    const bytes = randomBytes(length);
    await put(alice, bytes);
    expect((await get(alice)).equals(bytes)).toBe(true);
  });

  it('takes chunks whose memory is used again for the next one', async () => {
    await blobs.put(
      alice,
      (async function* () {
        const chunk = Buffer.alloc(3);
        for (const text of ['one', 'two']) {
          chunk.write(text);
          yield chunk;
        }
      })(),
    );
    expect((await get(alice)).toString()).toBe('onetwo');
  });

  it('takes no chunk before it has written the last one', async () => {
    let taken = 0;
    await blobs.put(
      alice,
      (async function* () {
        for (; taken < 100; taken += 1) yield Buffer.alloc(65_536);
      })(),
    );
    expect(taken).toBe(100);
    expect((await get(alice)).length).toBe(6_553_600);
  });

  it('keeps keys of earlier releases', async () => {
    await put(dave, Buffer.from('dave'));
    expect((await get(dave)).toString()).toBe('dave');
    expect((await listed()).map(({ key }) => key)).toEqual([dave]);
  });

  it('replaces a blob, and shows the old one until the new one is whole', async () => {
    await put(alice, Buffer.from('old'));
    await blobs.put(
      alice,
      (async function* () {
        yield Buffer.from('ne');
        expect((await get(alice)).toString()).toBe('old');
        yield Buffer.from('w');
      })(),
    );
    expect((await get(alice)).toString()).toBe('new');
  });

  it('shows nothing of an upload under way', async () => {
    await blobs.put(
      alice,
      (async function* () {
        yield Buffer.from('half');
        await expect(blobs.get(alice)).rejects.toMatchObject({ fault: 'missing' });
        expect(await listed()).toEqual([]);
      })(),
    );
    expect(await subject.incoming()).toBe(0);
  });

  it('keeps nothing of an upload that fails, and throws its error', async () => {
    const failing = (async function* () {
      yield randomBytes(200_000);
      throw new Error('the line went dead');
    })();
    await expect(blobs.put(alice, failing)).rejects.toThrow('the line went dead');
    await expect(blobs.get(alice)).rejects.toMatchObject({ fault: 'missing' });
    expect([await listed(), await subject.incoming()]).toEqual([[], 0]);
  });

  it('has no blob that was never put', async () => {
    await put(bob, Buffer.from('b'));
    expect([await blobs.has(alice), await blobs.has(bob)]).toEqual([false, true]);
    await expect(blobs.get(alice)).rejects.toMatchObject({ name: 'StorageError', fault: 'missing' });
  });

  it('deletes one blob, also twice, also one that was never put', async () => {
    await put(alice, Buffer.from('same'));
    await put(bob, Buffer.from('same'));
    await blobs.delete(alice);
    await blobs.delete(alice);
    await blobs.delete(carol);
    await expect(blobs.get(alice)).rejects.toMatchObject({ fault: 'missing' });
    expect((await get(bob)).toString()).toBe('same');
  });

  it('lists with the time of writing, by folder', async () => {
    await subject.putAt(alice, Buffer.from('a'), 1_000_000);
    await subject.putAt(dave, Buffer.from('d'), 1_500_000);
    await subject.putAt(carol, Buffer.from('c'), 2_000_000);
    const modified = (time: number) => (subject.setsTime === false ? expect.any(Number) : time);
    const a = { key: alice, modified: modified(1_000_000) };
    const c = { key: carol, modified: modified(2_000_000) };
    const d = { key: dave, modified: modified(1_500_000) };
    expect(await listed()).toEqual([a, d, c].sort((x, y) => (x.key < y.key ? -1 : 1)));
    expect(await listed('acme')).toEqual([a, d].sort((x, y) => (x.key < y.key ? -1 : 1)));
    expect(await listed('zeta')).toEqual([c]);
    const age = Date.now() - Number((await listed('zeta'))[0]?.modified);
    if (subject.setsTime === false) expect(Math.abs(age)).toBeLessThan(300_000);
    expect(await listed('acm')).toEqual([]);
    expect(await listed('nobody')).toEqual([]);
  });

  it('discards uploads that never finished, and none that is younger', async () => {
    const discarded = blobs.put(
      alice,
      (async function* () {
        yield randomBytes(100);
        expect(await blobs.discardUnfinished(0)).toBe(0);
        expect(await subject.incoming()).toBe(1);
        expect(await blobs.discardUnfinished(FUTURE)).toBe(1);
        expect(await subject.incoming()).toBe(0);
      })(),
    );
    await expect(discarded).rejects.toThrow();
    await expect(blobs.get(alice)).rejects.toMatchObject({ fault: 'missing' });
    expect(await blobs.discardUnfinished(FUTURE)).toBe(0);
  });

  it.each(['', '.', '../../secret', 'acme/../../secret', '/etc/passwd', 'acme', `acme/ab/${'ab'.repeat(32)}.../x`])(
    'takes no key %j',
    async (bad) => {
      const refused = { name: 'StorageError', fault: 'invalid_key' };
      await expect(put(bad, Buffer.from('x'))).rejects.toMatchObject(refused);
      await expect(blobs.get(bad)).rejects.toMatchObject(refused);
      await expect(blobs.delete(bad)).rejects.toMatchObject(refused);
      await expect(blobs.has(bad)).rejects.toMatchObject(refused);
      if (bad !== 'acme') await expect(listed(bad)).rejects.toMatchObject(refused);
      expect(await subject.incoming()).toBe(0);
    },
  );

  it.skipIf(!existsSync('/proc/self/fd'))('closes a stream without a reader', async () => {
    await put(alice, randomBytes(300_000));
    const open = async () => (await readdir('/proc/self/fd')).length;
    const before = await open();
    const streams = await Promise.all(Array.from({ length: 20 }, () => blobs.get(alice)));
    await Promise.all(
      streams.map((stream) => new Promise((resolve) => stream.once('close', resolve).once('error', resolve).destroy())),
    );
    await expect.poll(open).toBeLessThanOrEqual(before + 2);
  });
});
