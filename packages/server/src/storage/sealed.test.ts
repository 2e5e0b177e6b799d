import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Turns } from '../base/turns.ts';
import { CHUNK_BYTES, HEADER_BYTES, SEAL_BYTES, sealingKey } from './cipher.ts';
import { openDiskBlobs } from './disk.ts';
import { type SealingKeys, sealedStorage } from './sealed.ts';
import type { Owner, Storage } from './storage.ts';
import { MemoryBlobs } from './testing/memory.ts';

const key = Buffer.alloc(32, 1);
const alice: Owner = { account: 'acme', mediaId: 'alice' };

let directory: string;
let storage: Storage;

const open = async (keys: SealingKeys) => sealedStorage(await openDiskBlobs(directory), keys);

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bonafide-storage-'));
  storage = await open({ key });
});

afterEach(() => rmSync(directory, { recursive: true }));

async function* inPieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const put = (bytes: Buffer, owner = alice) => storage.put(owner, inPieces(bytes, 40_000));
const get = async (stored: string) => buffer(await storage.get(stored));
const fileOf = (stored: string) => join(directory, 'objects', stored);
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const incoming = () => readdirSync(join(directory, 'incoming'));

async function listed(options?: { account?: string; before?: number }): Promise<string[]> {
  const keys: string[] = [];
  for await (const object of storage.list(options)) keys.push(object.key);
  return keys.sort();
}

/** Sizes around the borders of chunks, where mistakes live. */
const size = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -20, max: 20 }))
  .map(([chunks, more]) => Math.max(0, chunks * CHUNK_BYTES + more));

describe('sealed storage on a disk', () => {
  it('gives back what was put, in whatever pieces it came', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.integer({ min: 1000, max: 200_000 }), async (length, pieceSize) => {
        const bytes = randomBytes(length);
        const stored = await storage.put(alice, inPieces(bytes, pieceSize));
        expect(stored).toEqual({
          key: 'acme/2b/alice',
          sha256: digest(bytes),
          size: length,
        });
        expect((await get(stored.key)).equals(bytes)).toBe(true);
        const chunks = Math.max(1, Math.ceil(length / CHUNK_BYTES));
        expect(statSync(fileOf(stored.key)).size).toBe(HEADER_BYTES + length + chunks * SEAL_BYTES);
      }),
      { numRuns: 40 },
    );
  });

  it('takes a Readable', async () => {
    const stored = await storage.put(alice, Readable.from([Buffer.from('one'), Buffer.from('two')]));
    expect((await get(stored.key)).toString()).toBe('onetwo');
  });

  it('writes nothing readable, for its owner alone', async () => {
    const stored = await put(Buffer.from('Anna Muster '.repeat(9000)));
    const file = readFileSync(fileOf(stored.key));
    expect(file.includes('Muster')).toBe(false);
    expect(statSync(fileOf(stored.key)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(fileOf(stored.key))).mode & 0o777).toBe(0o700);
  });

  it('gives every media its own object, also for the same content', async () => {
    const bytes = Buffer.from('same');
    const first = await put(bytes);
    const second = await put(bytes, { account: 'acme', mediaId: 'bob' });
    await storage.delete(first.key);
    await expect(storage.get(first.key)).rejects.toMatchObject({ fault: 'missing' });
    expect((await get(second.key)).toString()).toBe('same');
  });

  it('deletes again without complaint', async () => {
    const { key: stored } = await put(Buffer.from('gone'));
    await storage.delete(stored);
    await storage.delete(stored);
    await storage.delete(`nobody/ab/${'ab'.repeat(32)}.m`);
    expect(await listed()).toEqual([]);
  });

  it('survives a restart, and the rotation of its key', async () => {
    const { key: stored } = await put(Buffer.from('old'));
    const rotated = await open({ key: Buffer.alloc(32, 2), olderKeys: [key] });
    expect((await buffer(await rotated.get(stored))).toString()).toBe('old');
    const fresh = await rotated.put(alice, inPieces(Buffer.from('new'), 3));
    await expect(storage.get(fresh.key)).rejects.toMatchObject({ fault: 'unknown_encryption_key' });
  });

  it('seals media of an account with a key of the account, and opens earlier files', async () => {
    const { key: old } = await put(Buffer.from('old'));
    const own = sealingKey(Buffer.alloc(32, 3), 'account');
    let erased = false;
    const accounts = {
      current: async (folder: string) => (folder === 'acme' ? own : undefined),
      find: async (account: string, id: Buffer) =>
        account === 'acme' && !erased && id.equals(own.id) ? own : undefined,
    };
    const keyed = await open({ key, accounts });
    const { key: stored } = await keyed.put(alice, inPieces(Buffer.from('new'), 3));
    const { key: common } = await keyed.put({ account: 'lists', mediaId: 'one' }, inPieces(Buffer.from('list'), 3));
    const schemes = [stored, common].map((name) => readFileSync(fileOf(name)).toString('latin1', 0, 4));
    expect([old === stored, schemes]).toEqual([true, ['BFS2', 'BFS1']]);
    expect((await buffer(await keyed.get(stored))).toString()).toBe('new');
    await put(Buffer.from('old'));
    expect((await buffer(await keyed.get(old))).toString()).toBe('old');
    await keyed.put(alice, inPieces(Buffer.from('new'), 3));
    await expect(storage.get(stored)).rejects.toMatchObject({ fault: 'unknown_encryption_key' });
    erased = true;
    await expect(keyed.get(stored)).rejects.toMatchObject({ fault: 'unknown_encryption_key' });
    expect((await get(common)).toString()).toBe('list');
  });

  it('opens what an earlier release has stored, under its old key', async () => {
    const old = 'acme/77/7752da5f7113e37226c7783cc2718c053e9ac45313725e34f96087199828978d.alice';
    const sealed = 'QkZTMfovH6kkr/dBYabbXIdFF6gNhfXaU17WjUHWD/hHj9SRmKO80Q8BSvY5P+LqQ6uUra2U7iQWJXUUc5dbsA==';
    mkdirSync(dirname(fileOf(old)), { recursive: true });
    writeFileSync(fileOf(old), Buffer.from(sealed, 'base64'));
    expect((await get(old)).toString()).toBe('Anna Muster');
    expect(await listed()).toEqual([old]);
    await storage.delete(old);
    await expect(storage.get(old)).rejects.toMatchObject({ fault: 'missing' });
  });

  it('refuses a key of another length', async () => {
    await expect(open({ key: Buffer.alloc(31) })).rejects.toThrow('32 bytes, not 31');
  });

  it.each(['../../secret', 'acme/../../secret', '', `acme/ab/${'ab'.repeat(32)}.../x`])(
    'goes nowhere for %j',
    async (bad) => {
      await expect(storage.get(bad)).rejects.toMatchObject({ fault: 'invalid_key' });
      await expect(storage.delete(bad)).rejects.toMatchObject({ fault: 'invalid_key' });
      await expect(put(Buffer.from('x'), { account: bad, mediaId: 'm' })).rejects.toMatchObject({
        fault: 'invalid_key',
      });
      await expect(listed({ account: '..' })).rejects.toMatchObject({ fault: 'invalid_key' });
      expect(incoming()).toEqual([]);
    },
  );

  it('keeps nothing of an upload that fails, and passes its error on', async () => {
    const failing = (async function* () {
      yield randomBytes(200_000);
      throw new Error('the line went dead');
    })();
    await expect(storage.put(alice, failing)).rejects.toThrow('the line went dead');
    expect([await listed(), incoming()]).toEqual([[], []]);
  });

  it('destroys its source when it cannot write', async () => {
    rmSync(join(directory, 'objects'), { recursive: true });
    writeFileSync(join(directory, 'objects'), 'in the way');
    const source = Readable.from([Buffer.from('x')]);
    await expect(storage.put(alice, source)).rejects.toThrow();
    expect(source.destroyed).toBe(true);
    expect(incoming()).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('closes the file of a stream without a reader', async () => {
    const { key: stored } = await put(randomBytes(300_000));
    const files = () => readdirSync('/proc/self/fd').length;
    const before = files();
    const streams = await Promise.all(Array.from({ length: 20 }, () => storage.get(stored)));
    await Promise.all(
      streams.map((stream) => new Promise((resolve) => stream.once('close', resolve).once('error', resolve).destroy())),
    );
    await expect.poll(files).toBeLessThanOrEqual(before + 2);
  });
});

describe('sealed storage in memory', () => {
  it('is the same: the seam promises nothing of a disk', async () => {
    const blobs = new MemoryBlobs(() => 1_000_000);
    const inMemory = sealedStorage(blobs, { key });
    const bytes = randomBytes(2 * CHUNK_BYTES + 1);
    const stored = await inMemory.put(alice, inPieces(bytes, 40_000));
    expect(stored).toEqual({ key: 'acme/2b/alice', sha256: digest(bytes), size: bytes.length });
    expect((await buffer(await inMemory.get(stored.key))).equals(bytes)).toBe(true);
    const sealed = await buffer(await blobs.get(stored.key));
    expect(sealed.length).toBe(HEADER_BYTES + bytes.length + 3 * SEAL_BYTES);
    // Either opens what the other has written.
    await (await openDiskBlobs(directory)).put(stored.key, inPieces(sealed, 1000));
    expect((await get(stored.key)).equals(bytes)).toBe(true);
    await blobs.put(stored.key, inPieces(sealed.subarray(0, -1), 7));
    await expect(buffer(await inMemory.get(stored.key))).rejects.toMatchObject({ fault: 'damaged' });
    const objects = [];
    for await (const object of inMemory.list({ before: 1_000_001 })) objects.push(object);
    expect(objects).toEqual([{ key: stored.key, modified: 1_000_000 }]);
    await inMemory.delete(stored.key);
    await expect(inMemory.get(stored.key)).rejects.toMatchObject({ fault: 'missing' });
  });
});

describe('a damaged object', () => {
  const fault = (stored: string) =>
    get(stored).then(
      () => 'none',
      (error) => error.fault,
    );

  it('is noticed whichever byte was flipped', async () => {
    const { key: stored } = await put(randomBytes(CHUNK_BYTES + 500));
    const file = fileOf(stored);
    const sound = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.integer({ min: 0, max: HEADER_BYTES }), fc.integer({ min: 0, max: sound.length - 1 })),
        fc.integer({ min: 1, max: 255 }),
        async (position, mask) => {
          const changed = Buffer.from(sound);
          changed[position]! ^= mask;
          writeFileSync(file, changed);
          const namesAScheme = ['BFS1', 'BFS2'].includes(changed.toString('latin1', 0, 4));
          expect(await fault(stored)).toBe(
            !namesAScheme ? 'unknown_format' : position < 12 ? 'unknown_encryption_key' : 'damaged',
          );
        },
      ),
      // BFS1 becomes BFS2, the scheme of the keys of accounts; no account has a key of this id.
      { numRuns: 150, examples: [[3, '1'.charCodeAt(0) ^ '2'.charCodeAt(0)]] },
    );
  });

  it.each([0, 1, 2, 3])('is noticed when it was cut off after %i chunks', async (chunks) => {
    const { key: stored } = await put(randomBytes(3 * CHUNK_BYTES + 1));
    const whole = readFileSync(fileOf(stored));
    writeFileSync(fileOf(stored), whole.subarray(0, HEADER_BYTES + chunks * (CHUNK_BYTES + SEAL_BYTES)));
    expect(await fault(stored)).toBe('damaged');
  });

  it('is noticed wherever it was cut off or added to', async () => {
    const { key: stored } = await put(randomBytes(1000));
    const whole = readFileSync(fileOf(stored));
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(fileOf(stored), whole.subarray(0, length));
      expect(await fault(stored)).toBe('damaged');
    }
    writeFileSync(fileOf(stored), Buffer.concat([whole, whole.subarray(HEADER_BYTES)]));
    expect(await fault(stored)).toBe('damaged');
  });

  it('is noticed when chunks were swapped', async () => {
    const { key: stored } = await put(randomBytes(3 * CHUNK_BYTES));
    const whole = readFileSync(fileOf(stored));
    const chunk = (n: number) =>
      whole
        .subarray(HEADER_BYTES)
        .subarray(n * (CHUNK_BYTES + SEAL_BYTES))
        .subarray(0, CHUNK_BYTES + SEAL_BYTES);
    writeFileSync(fileOf(stored), Buffer.concat([whole.subarray(0, HEADER_BYTES), chunk(1), chunk(0), chunk(2)]));
    expect(await fault(stored)).toBe('damaged');
  });

  it('is noticed when it was put in the place of another', async () => {
    const first = await put(Buffer.from('same'));
    const second = await put(Buffer.from('same'), { account: 'acme', mediaId: 'bob' });
    cpSync(fileOf(first.key), fileOf(second.key));
    expect(await fault(second.key)).toBe('damaged');
  });
});

describe('what a crash leaves behind', () => {
  it('is found by age and account', async () => {
    const old = await put(Buffer.from('old'));
    const fresh = await put(Buffer.from('fresh'), { account: 'acme', mediaId: 'bob' });
    const other = await put(Buffer.from('other'), { account: 'zeta', mediaId: 'carol' });
    utimesSync(fileOf(old.key), 1000, 1000);
    utimesSync(fileOf(fresh.key), 2000, 2000);
    utimesSync(fileOf(other.key), 1000, 1000);
    writeFileSync(join(directory, 'objects', 'stray.txt'), 'not ours');
    expect(await listed()).toEqual([old.key, fresh.key, other.key].sort());
    expect(await listed({ before: 2_000_000 })).toEqual([old.key, other.key].sort());
    expect(await listed({ before: 2_000_000, account: 'acme' })).toEqual([old.key]);
    expect(await listed({ account: 'nobody' })).toEqual([]);
    const all = [];
    for await (const object of storage.list({ account: 'zeta' })) all.push(object);
    expect(all).toEqual([{ key: other.key, modified: 1_000_000 }]);
  });

  it('is discarded by age when it never finished', async () => {
    const stale = join(directory, 'incoming', 'stale');
    writeFileSync(stale, 'half');
    utimesSync(stale, 1000, 1000);
    writeFileSync(join(directory, 'incoming', 'under-way'), 'half');
    const { key: stored } = await put(Buffer.from('whole'));
    utimesSync(fileOf(stored), 1000, 1000);
    expect(await storage.discardUnfinished(1_000_001)).toBe(1);
    expect(incoming()).toEqual(['under-way']);
    expect(await listed()).toEqual([stored]);
  });
});

// `npm run bench -- --only uploads` prints the memory, which depends on when garbage is collected.
describe('many uploads at once', () => {
  it('never runs ahead of the disk by more than a chunk each', async () => {
    const uploads = 50;
    const piece = Buffer.alloc(16 * 1024, 7);
    const pieces = 128; // 2 MB
    let taken = 0;
    let furthestAhead = 0;
    const written = () => incoming().reduce((sum, name) => sum + statSync(join(directory, 'incoming', name)).size, 0);

    // All wait for each other before their last piece, so that what is being measured stays in `incoming`.
    let waiting = 0;
    const { promise: everyoneIsHere, resolve: go } = gate();
    async function* source() {
      for (let i = 1; i < pieces; i++) {
        taken += piece.length;
        if (i % 8 === 0) furthestAhead = Math.max(furthestAhead, taken - written());
        yield piece;
      }
      if (++waiting === uploads) go();
      await everyoneIsHere;
      yield piece;
    }

    const stored = await Promise.all(
      Array.from({ length: uploads }, (_, i) => storage.put({ account: 'acme', mediaId: `m${i}` }, source())),
    );
    expect(new Set(stored.map((object) => object.size))).toEqual(new Set([pieces * piece.length]));
    expect(furthestAhead).toBeGreaterThan(0);
    expect(furthestAhead).toBeLessThanOrEqual(uploads * (CHUNK_BYTES + 2 * piece.length));
  });
});

function gate() {
  let resolve = () => {};
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve };
}

describe('turns between uploads', () => {
  it('write in turns between accounts: another account waits for none of the uploads of the first', async () => {
    const writes = new Turns({ places: 1 });
    const shared = sealedStorage(await openDiskBlobs(directory, writes), { key });
    const leave = await writes.enter({ lane: { account: 'busy', applicant: 'first' } });
    const bytes = randomBytes(5 * CHUNK_BYTES);
    const ended: string[] = [];
    const upload = async (account: string, mediaId: string) => {
      await shared.put({ account, mediaId }, inPieces(bytes, CHUNK_BYTES));
      ended.push(account);
    };
    const all = Array.from({ length: 20 }, (_, i) => upload('busy', `media-${i}`));
    all.push(upload('other', 'media'));
    for (let turns = 0; turns < 100; turns++) await new Promise((resolve) => setImmediate(resolve));
    // All of them wait for the one place.
    expect([ended, incoming()]).toEqual([[], []]);
    leave();
    await Promise.all(all);
    expect(ended.indexOf('other')).toBe(0);
    expect(ended).toHaveLength(21);
  });

  it('seal a chunk in each turn of the event loop, whichever upload it is of', async () => {
    const sealed: number[] = [];
    let turn = 0;
    let counting = true;
    const count = () => {
      turn += 1;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    class CountingBlobs extends MemoryBlobs {
      override async put(name: string, source: AsyncIterable<Uint8Array>) {
        await super.put(name, counted(source));
      }
    }
    async function* counted(source: AsyncIterable<Uint8Array>) {
      for await (const bytes of source) {
        if (bytes.length > CHUNK_BYTES) sealed[turn] = (sealed[turn] ?? 0) + 1;
        yield bytes;
      }
    }
    const memory = sealedStorage(new CountingBlobs(() => 0), { key });
    const bytes = randomBytes(4 * CHUNK_BYTES);
    const puts = Array.from({ length: 20 }, (_, i) =>
      memory.put({ account: 'acme', mediaId: `media-${i}` }, inPieces(bytes, CHUNK_BYTES)),
    );
    await Promise.all(puts);
    counting = false;
    // The first one goes at once, and the next in the same turn.
    expect(Math.max(...sealed.filter((chunks) => chunks !== undefined))).toBeLessThanOrEqual(2);
    expect(sealed.reduce((sum, chunks) => sum + chunks, 0)).toBeGreaterThanOrEqual(60);
  });
});
