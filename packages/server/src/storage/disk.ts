import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { decrypt, encrypt, HEADER_BYTES, type KeyRing, keyRing, readHeader } from './cipher.ts';
import { checkId, checkOwner, ownerOf, storageKey } from './key.ts';
import { type ListedObject, type Owner, type Storage, StorageError } from './storage.ts';

/** Only the service's own user may look. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

export interface DiskStorageOptions {
  /** Made if missing. Must lie in one file system, since a finished upload is renamed into its place. */
  readonly directory: string;
  /** 32 bytes; new objects are sealed with it. */
  readonly key: Uint8Array;
  /** Keys that were current once, to open older objects. */
  readonly olderKeys?: readonly Uint8Array[];
}

/**
 * Storage in a folder: `objects/<key>` for what is stored, `incoming/` for uploads under way.
 *
 * An upload is written to `incoming/`, synced, renamed to its key, and the folder synced: the name depends on the content
 * and a reader must never meet half a file. Folders stay when they get empty, since removing one could race with an
 * upload into it.
 */
export async function openDiskStorage({ directory, key, olderKeys }: DiskStorageOptions): Promise<Storage> {
  const ring = keyRing(key, olderKeys);
  await mkdir(join(directory, 'objects'), { recursive: true, mode: PRIVATE_FOLDER });
  await mkdir(join(directory, 'incoming'), { recursive: true, mode: PRIVATE_FOLDER });
  return new DiskStorage(directory, ring);
}

class DiskStorage implements Storage {
  readonly #objects: string;
  readonly #incoming: string;
  readonly #ring: KeyRing;

  constructor(directory: string, ring: KeyRing) {
    this.#objects = join(directory, 'objects');
    this.#incoming = join(directory, 'incoming');
    this.#ring = ring;
  }

  async put(owner: Owner, source: AsyncIterable<Uint8Array>) {
    checkOwner(owner);
    const incoming = join(this.#incoming, randomUUID());
    const content = measured(source);
    try {
      const file = await open(incoming, 'wx', PRIVATE_FILE);
      try {
        // Takes the next chunk only when the last one is written.
        await writeFile(file, encrypt(content.bytes, this.#ring, contextOf(owner)));
        await file.sync();
      } finally {
        await file.close();
      }
      const { sha256, size } = content.result();
      const key = storageKey(owner, sha256);
      await moveDurably(incoming, join(this.#objects, key));
      return { key, sha256, size };
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async get(key: string) {
    const owner = ownerOf(key);
    const file = await open(join(this.#objects, key), 'r').catch((error) => {
      throw isMissing(error) ? new StorageError('missing', `No object ${key}`, error) : error;
    });
    try {
      const opening = readHeader(await readStart(file, HEADER_BYTES), this.#ring);
      const sealed = file.createReadStream({ start: HEADER_BYTES });
      const plain = Readable.from(decrypt(sealed, opening, contextOf(owner)), { objectMode: false });
      // A stream that is destroyed before it was read never enters `decrypt`, so its file is closed from here.
      return plain.once('close', () => sealed.destroy());
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async delete(key: string) {
    ownerOf(key);
    const path = join(this.#objects, key);
    try {
      await rm(path);
      await syncFolder(dirname(path));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async *list({ account, before = Number.POSITIVE_INFINITY }: { account?: string; before?: number } = {}) {
    if (account !== undefined) checkId(account);
    for await (const path of filesUnder(account === undefined ? this.#objects : join(this.#objects, account))) {
      const key = relative(this.#objects, path).replaceAll(sep, '/');
      const modified = isKey(key) ? await modifiedAt(path) : undefined;
      if (modified !== undefined && modified < before) yield { key, modified } satisfies ListedObject;
    }
  }

  async discardUnfinished(before: number) {
    let discarded = 0;
    for await (const path of filesUnder(this.#incoming)) {
      const modified = await modifiedAt(path);
      if (modified === undefined || modified >= before) continue;
      await rm(path, { force: true });
      discarded += 1;
    }
    return discarded;
  }
}

/** What an object is bound to beside its content: its place. */
function contextOf({ account, mediaId }: Owner): string {
  return `${account}/${mediaId}`;
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

async function readStart(file: FileHandle, length: number): Promise<Buffer> {
  const start = Buffer.alloc(length);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await file.read(start, filled, length - filled, filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === length) return start.subarray(0, filled);
  }
}

/** Renames so that the new name, and every folder made for it, survives a loss of power. */
async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const firstMade = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await rename(from, to);
  const last = firstMade === undefined ? folder : dirname(firstMade);
  try {
    for (let current = folder; ; current = dirname(current)) {
      await syncFolder(current);
      if (current === last) return;
    }
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** All files below a folder. What vanishes meanwhile is passed over. */
async function* filesUnder(path: string): AsyncGenerator<string> {
  const folder = await opendir(path).catch(ignoreMissing);
  if (!folder) return;
  for await (const entry of folder) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesUnder(child);
    else if (entry.isFile()) yield child;
  }
}

async function modifiedAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(ignoreMissing))?.mtimeMs;
}

function isKey(key: string): boolean {
  try {
    ownerOf(key);
    return true;
  } catch {
    return false;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
