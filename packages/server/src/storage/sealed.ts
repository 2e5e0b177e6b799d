import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { OnePerTurn } from '../base/one-per-turn.ts';
import type { BlobStore } from './blob-store.ts';
import {
  decrypt,
  encrypt,
  HEADER_BYTES,
  type ObjectHeader,
  readHeader,
  type SealingKey,
  sealingKey,
} from './cipher.ts';
import { assertId, isKey, ownerOf, storageKey } from './key.ts';
import { type Owner, type Storage, StorageError } from './storage.ts';

export interface SealingKeys {
  /** 32 bytes. Seals new objects that no key of an account seals. */
  readonly key: Uint8Array;
  /** Keys that were current once, to open older objects. */
  readonly olderKeys?: readonly Uint8Array[];
  /** Keys of accounts; without them `key` seals everything. */
  readonly accounts?: AccountKeys;
}

/** The media keys of accounts, in the scheme `account`. */
export interface AccountKeys {
  /** The key for a new object in a folder; undefined for a folder that belongs to no account. */
  current(folder: string): Promise<SealingKey | undefined>;
  /** The key of an account that has an id; undefined without one. */
  find(account: string, id: Buffer): Promise<SealingKey | undefined>;
}

/** A storage that seals what a blob store keeps. Throws when a key doesn't have 32 bytes. */
export function sealedStorage(blobs: BlobStore, { key, olderKeys = [], accounts }: SealingKeys): Storage {
  const keys = [key, ...olderKeys].map((secret) => sealingKey(secret, 'deployment'));
  return new SealedStorage(blobs, keys, accounts);
}

class SealedStorage implements Storage {
  readonly #blobs: BlobStore;
  /** Keys of the deployment, the current one first. */
  readonly #keys: readonly SealingKey[];
  readonly #accounts: AccountKeys | undefined;
  /** Sealing and opening run on the event loop, which other requests need too. */
  readonly #chunks = new OnePerTurn();

  constructor(blobs: BlobStore, keys: readonly SealingKey[], accounts: AccountKeys | undefined) {
    this.#blobs = blobs;
    this.#keys = keys;
    this.#accounts = accounts;
  }

  async put(owner: Owner, source: AsyncIterable<Uint8Array>) {
    const key = storageKey(owner);
    const sealing = (await this.#accounts?.current(owner.account)) ?? (this.#keys[0] as SealingKey);
    const content = measured(spread(source, this.#chunks));
    await this.#blobs.put(key, encrypt(content.bytes, sealing, contextOf(owner)));
    return { key, ...content.result() };
  }

  async get(key: string) {
    const owner = ownerOf(key);
    const sealed = await this.#blobs.get(key);
    try {
      const { start, rest } = await split(sealed, HEADER_BYTES);
      const header = readHeader(start);
      const sealing = await this.#keyOf(owner.account, header);
      const chunks = decrypt(spread(rest, this.#chunks), header, sealing, contextOf(owner));
      const plain = Readable.from(chunks, { objectMode: false });
      // A stream that is destroyed before it was read never enters `decrypt`, so the blob is closed from here.
      return plain.once('close', () => sealed.destroy());
    } catch (error) {
      sealed.destroy();
      throw error;
    }
  }

  /** The key of an object. Throws `StorageError` when it is not known, as after the erasure of an account. */
  async #keyOf(account: string, { scheme, keyId }: ObjectHeader): Promise<SealingKey> {
    const key =
      scheme === 'account' ? await this.#accounts?.find(account, keyId) : this.#keys.find(({ id }) => id.equals(keyId));
    if (key) return key;
    const owner = scheme === 'account' ? 'The account has no key' : 'No key';
    throw new StorageError('unknown_encryption_key', `${owner} ${keyId.toString('hex')} to open the object with`);
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
