import { createHmac, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { BlobStore } from '../storage/blob-store.ts';
import { ownerOf, storageKey } from '../storage/key.ts';
import { sealedStorage } from '../storage/sealed.ts';
import { type Storage, StorageError } from '../storage/storage.ts';
import { BackupDamaged, BackupRefused } from './errors.ts';
import type { BackupKeys } from './keys.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Level 1: sealed rows hardly shrink, whatever the effort. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } } as const;

/** Format of the target and its manifests. A version of the service reads its own format and earlier ones. */
export const FORMAT = 2;

/** Folders of a target. The names in `media` are keyed hashes, which tell nothing without the master key. */
export const FOLDERS = {
  target: 'target',
  manifests: 'manifests',
  chunks: 'chunks',
  media: 'media',
  keys: 'keys',
} as const;

/** Digits of the hash of an account, and of the hash of its keys, in a name of keys. */
const ACCOUNT_DIGITS = 32;
const KEYS_DIGITS = 24;

/** A place for backups: a folder, or another `BlobStore`. All in it is sealed, except for the numbers in `Descriptor`. */
export class Target {
  readonly blobs: BlobStore;
  /** Random id of the target. Manifests of another target are refused. */
  readonly id: string;
  readonly #names: Buffer;
  readonly #sealed: Storage;

  constructor(blobs: BlobStore, id: string, { backup }: BackupKeys) {
    this.blobs = blobs;
    this.id = id;
    this.#names = createHmac('sha256', backup).update('names').digest();
    this.#sealed = sealedStorage(blobs, { key: createHmac('sha256', backup).update('chunks').digest() });
  }

  #hash(label: string, content: Buffer | string): string {
    return createHmac('sha256', this.#names).update(label).update(content).digest('hex');
  }

  /** Id of a chunk with these bytes. */
  chunkId(content: Buffer): string {
    return this.#hash('chunk:', content);
  }

  /** Writes a chunk under its id. */
  async putChunk(id: string, content: Buffer): Promise<number> {
    const packed = await compress(content, COMPRESSION);
    const source = (async function* () {
      yield packed;
    })();
    return (await this.#sealed.put({ account: FOLDERS.chunks, mediaId: id }, source)).size;
  }

  /** First part of the names of the keys of an account. */
  accountName(account_id: string): string {
    return this.#hash('account:', account_id).slice(0, ACCOUNT_DIGITS);
  }

  /** Name of the keys of an account with this content. */
  keysName(account_id: string, content: string): string {
    return `${this.accountName(account_id)}_${this.#hash('keys:', content).slice(0, KEYS_DIGITS)}`;
  }

  async putKeys(name: string, content: string): Promise<void> {
    const source = (async function* () {
      yield Buffer.from(content);
    })();
    await this.#sealed.put({ account: FOLDERS.keys, mediaId: name }, source);
  }

  /** Reads keys. Throws `StorageError` `missing` without them. */
  async keys(name: string): Promise<string> {
    return (await buffer(await this.#sealed.get(storageKey({ account: FOLDERS.keys, mediaId: name })))).toString();
  }

  /** Reads a chunk. Throws `BackupDamaged` when it is missing, changed, or another chunk. */
  async chunk(id: string): Promise<Buffer> {
    return named(`the chunk ${id}`, async () => {
      const packed = await buffer(await this.#sealed.get(storageKey({ account: FOLDERS.chunks, mediaId: id })));
      const content = await decompress(packed);
      if (this.chunkId(content) !== id) throw new Error('it has other bytes');
      return content;
    });
  }

  /** Name of the copy of a stored object. */
  mediaName(key: string): string {
    return this.#hash('media:', key);
  }

  mediaKey(key: string): string {
    return storageKey({ account: FOLDERS.media, mediaId: this.mediaName(key) });
  }

  /** The copy of a stored object as the storage sealed it. Throws `StorageError` `missing` without one. */
  media(key: string): Promise<Readable> {
    return this.blobs.get(this.mediaKey(key));
  }
}

/** Runs `work`, and says of its errors which part of the backup is damaged. */
export async function named<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageError && error.fault === 'missing')
      throw new BackupDamaged(`${part} is missing`, error);
    if ((error as NodeJS.ErrnoException).code !== undefined && !isPacked(error)) throw error;
    throw new BackupDamaged(`${part} is damaged: ${(error as Error).message}`, error);
  }
}

/** Returns whether bytes could not be unpacked. */
function isPacked(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ZSTD');
}

interface Descriptor {
  readonly format: number;
  readonly id: string;
}

const DESCRIPTOR = storageKey({ account: FOLDERS.target, mediaId: 'descriptor' });

/** Reads the id of a target; undefined for an empty one. Throws `BackupRefused` for a target of a newer version. */
export async function targetId(blobs: BlobStore): Promise<string | undefined> {
  const bytes = await readBlob(blobs, DESCRIPTOR);
  if (!bytes) return undefined;
  let descriptor: Descriptor;
  try {
    descriptor = JSON.parse(bytes.toString());
  } catch (error) {
    throw new BackupDamaged('the description of the target is damaged', error);
  }
  assertFormat(descriptor.format);
  return descriptor.id;
}

/** Reads the id of a target, or makes it. */
export async function makeTargetId(blobs: BlobStore): Promise<string> {
  const known = await targetId(blobs);
  if (known !== undefined) return known;
  const id = randomBytes(16).toString('hex');
  await writeBlob(blobs, DESCRIPTOR, Buffer.from(JSON.stringify({ format: FORMAT, id } satisfies Descriptor)));
  return id;
}

export function assertFormat(format: number): void {
  if (typeof format === 'number' && format <= FORMAT) return;
  throw new BackupRefused(
    `A newer version of Bonafide made this backup (format ${format}; this version reads ${FORMAT}). Use that version or a newer one`,
  );
}

/** Names of the parts in a folder of a target. */
export async function namesIn({ blobs }: Target, folder: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { key } of blobs.list(folder)) names.add(ownerOf(key).mediaId);
  return names;
}

/** The bytes of a blob; undefined without one. */
export async function readBlob(blobs: BlobStore, key: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await blobs.get(key));
  } catch (error) {
    if (error instanceof StorageError && error.fault === 'missing') return undefined;
    throw error;
  }
}

export async function writeBlob(blobs: BlobStore, key: string, bytes: Buffer): Promise<void> {
  await blobs.put(
    key,
    (async function* () {
      yield bytes;
    })(),
  );
}
