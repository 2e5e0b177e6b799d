import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Turns } from '../base/turns.ts';
import type { BlobStore } from './blob-store.ts';
import { assertId, isKey, ownerOf } from './key.ts';
import { type ListedObject, StorageError } from './storage.ts';

/** Only the service's own user may read them. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/**
 * Writes and syncs of uploads at once. Node does all work on files in four threads. With more uploads than threads, a sync of
 * the store's log waited for them, and every reader of the store with it.
 */
export const WRITES_AT_ONCE = 2;

/** Files that `sync` syncs at once. Syncs of one moment share a write of the file system's log. */
const SYNCS_AT_ONCE = 4;

/**
 * Blobs in a folder: `objects/<key>` for stored blobs, `incoming/` for uploads under way.
 *
 * An upload is written to `incoming/`, synced, renamed to its key, and the folder synced, so that no reader meets half a file.
 * Folders stay when they get empty, since removing one could race with an upload into it.
 * @param directory made if missing; must be on one file system, since a finished upload is renamed
 * @param writes turns in which uploads write and sync; default: two at once, between accounts
 * @param durable `later`: blobs are durable only after `sync`, which takes a fraction of the time of a sync for each
 */
export async function openDiskBlobs(
  directory: string,
  writes = new Turns({ places: WRITES_AT_ONCE }),
  durable: 'at once' | 'later' = 'at once',
): Promise<BlobStore> {
  await mkdir(join(directory, 'objects'), { recursive: true, mode: PRIVATE_FOLDER });
  await mkdir(join(directory, 'incoming'), { recursive: true, mode: PRIVATE_FOLDER });
  return new DiskBlobs(directory, writes, durable === 'later');
}

class DiskBlobs implements BlobStore {
  readonly #objects: string;
  readonly #incoming: string;
  /** Writes and syncs of uploads, in turns between accounts. */
  readonly #writes: Turns;
  /** Paths of blobs that `sync` makes durable; undefined if `put` does so. */
  readonly #unsynced: string[] | undefined;

  constructor(directory: string, writes: Turns, later: boolean) {
    this.#writes = writes;
    this.#unsynced = later ? [] : undefined;
    this.#objects = join(directory, 'objects');
    this.#incoming = join(directory, 'incoming');
  }

  async put(key: string, source: AsyncIterable<Uint8Array>) {
    const path = this.#pathOf(key);
    const { account, mediaId } = ownerOf(key);
    const write = <T>(work: () => Promise<T>) => this.#writes.run(work, { lane: { account, applicant: mediaId } });
    const incoming = join(this.#incoming, randomUUID());
    try {
      const file = await write(() => open(incoming, 'wx', PRIVATE_FILE));
      try {
        // Takes the next chunk only when the last one is written.
        for await (const bytes of source) await write(() => file.writeFile(bytes));
        if (!this.#unsynced) await write(() => file.sync());
      } finally {
        await file.close();
      }
      if (this.#unsynced) {
        await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
        await rename(incoming, path);
        this.#unsynced.push(path);
      } else await write(() => moveDurably(incoming, path));
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async sync() {
    const paths = this.#unsynced?.splice(0) ?? [];
    const folders = new Set(paths.map(dirname));
    for (const folder of [...folders]) folders.add(dirname(folder));
    // The first sync of a file writes the names and sizes of all others too, which leaves little to the rest.
    const waiting = [...paths, ...folders, this.#objects].values();
    const syncAll = async () => {
      for (const path of waiting) await syncPath(path);
    };
    await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, syncAll));
  }

  async get(key: string) {
    const file = await open(this.#pathOf(key), 'r').catch((error) => {
      throw isMissing(error) ? new StorageError('missing', `No object ${key}`, error) : error;
    });
    return file.createReadStream();
  }

  async has(key: string) {
    return (await modifiedAt(this.#pathOf(key))) !== undefined;
  }

  async delete(key: string) {
    const path = this.#pathOf(key);
    try {
      await rm(path);
      await syncPath(dirname(path));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async *list(folder?: string) {
    if (folder !== undefined) assertId(folder);
    for await (const path of filesUnder(folder === undefined ? this.#objects : join(this.#objects, folder))) {
      const key = relative(this.#objects, path).replaceAll(sep, '/');
      const modified = isKey(key) ? await modifiedAt(path) : undefined;
      if (modified !== undefined) yield { key, modified } satisfies ListedObject;
    }
  }

  discardUnfinished(before: number) {
    return discardFiles(this.#incoming, before);
  }

  #pathOf(key: string): string {
    ownerOf(key);
    return join(this.#objects, key);
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
      await syncPath(current);
      if (current === last) return;
    }
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

/** Syncs a file or a folder. */
async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes the files of a folder that were written before `before`, Unix time in milliseconds; resolves to their number. */
export async function discardFiles(directory: string, before: number): Promise<number> {
  let discarded = 0;
  for await (const path of filesUnder(directory)) {
    const modified = await modifiedAt(path);
    if (modified === undefined || modified >= before) continue;
    await rm(path, { force: true });
    discarded += 1;
  }
  return discarded;
}

/** All files below a folder. What vanishes meanwhile is ignored. */
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

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
