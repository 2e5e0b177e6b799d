import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { OnePerTurn } from '../base/one-per-turn.ts';
import type { BlobStore } from './blob-store.ts';
import { decrypt, encrypt, HEADER_BYTES, type KeyRing, keyRing, readHeader } from './cipher.ts';
import { assertId, isKey, ownerOf, storageKey } from './key.ts';
import type { Owner, Storage } from './storage.ts';

export interface SealingKeys {
  /** 32 bytes; new objects are sealed with it. */
  readonly key: Uint8Array;
  /** Keys that were current once, to open older objects. */
  readonly olderKeys?: readonly Uint8Array[];
}

/** A storage that seals what a blob store keeps. Throws when a key doesn't have 32 bytes. */
export function sealedStorage(blobs: BlobStore, { key, olderKeys }: SealingKeys): Storage {
  return new SealedStorage(blobs, keyRing(key, olderKeys));
}

class SealedStorage implements Storage {
  readonly #blobs: BlobStore;
  readonly #ring: KeyRing;
  /** Sealing and opening run on the event loop, which other requests need too. */
  readonly #chunks = new OnePerTurn();

  constructor(blobs: BlobStore, ring: KeyRing) {
    this.#blobs = blobs;
    this.#ring = ring;
  }

  async put(owner: Owner, source: AsyncIterable<Uint8Array>) {
    const key = storageKey(owner);
    const content = measured(spread(source, this.#chunks));
    await this.#blobs.put(key, encrypt(content.bytes, this.#ring, contextOf(owner)));
    return { key, ...content.result() };
  }

  async get(key: string) {
    const owner = ownerOf(key);
    const sealed = await this.#blobs.get(key);
    try {
      const { start, rest } = await split(sealed, HEADER_BYTES);
      const header = readHeader(start, this.#ring);
      const plain = Readable.from(decrypt(spread(rest, this.#chunks), header, contextOf(owner)), { objectMode: false });
      // A stream that is destroyed before it was read never enters `decrypt`, so the blob is closed from here.
      return plain.once('close', () => sealed.destroy());
    } catch (error) {
      sealed.destroy();
      throw error;
    }
  }

  async has(key: string) {
    ownerOf(key);
    return this.#blobs.has(key);
  }

  async delete(key: string) {
    ownerOf(key);
    await this.#blobs.delete(key);
  }

  async *list({ account, before = Number.POSITIVE_INFINITY }: { account?: string; before?: number } = {}) {
    if (account !== undefined) assertId(account);
    for await (const object of this.#blobs.list(account)) {
      if (isKey(object.key) && object.modified < before) yield object;
    }
  }

  discardUnfinished(before: number) {
    return this.#blobs.discardUnfinished(before);
  }

  async warnings() {
    return (await this.#blobs.warnings?.()) ?? [];
  }
}

/** Context that an object is bound to, in addition to its content: its owner. */
function contextOf({ account, mediaId }: Owner): string {
  return `${account}/${mediaId}`;
}

/** The chunks of a stream, each in a turn of the event loop of its own. */
async function* spread(source: AsyncIterable<Uint8Array>, chunks: OnePerTurn): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    await chunks.enter();
    yield bytes;
  }
}

/** Counts and digests a stream while it goes by. */
function measured(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  return {
    bytes: (async function* () {
      for await (const bytes of source) {
        hash.update(bytes);
        size += bytes.length;
        yield bytes;
      }
    })(),
    result: () => ({ sha256: hash.digest('hex'), size }),
  };
}

/** The first `length` bytes of a stream, or all that there are, and what follows them. */
async function split(stream: Readable, length: number): Promise<{ start: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let read: Buffer = Buffer.alloc(0);
  while (read.length < length) {
    const { done, value } = await chunks.next();
    if (done) break;
    read = Buffer.concat([read, value]);
  }
  async function* rest() {
    yield read.subarray(length);
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { start: read.subarray(0, length), rest: rest() };
}
