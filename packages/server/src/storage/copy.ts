import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { Unavailable } from '../base/unavailable.ts';
import type { BlobStore } from './blob-store.ts';
import type { CopyJournal } from './copy-journal.ts';
import { StorageError } from './storage.ts';

/** Numbers of blobs, by what became of them. */
export interface CopyCounts {
  /** Copied, and read back with the same SHA-256. */
  copied: number;
  /** Bytes of the copied blobs. */
  bytes: number;
  /** Already in the target, with the same SHA-256. */
  present: number;
  /** Copied and verified by an earlier run. */
  resumed: number;
  /** Deleted while they were copied: the target doesn't have them either. */
  deleted: number;
  /** Blobs that the target has with other bytes, which this copy has not written. They stay as they are. */
  different: number;
  /** Blobs that couldn't be read, or were read back with other bytes. */
  failed: number;
}

export interface CopyOptions {
  readonly from: BlobStore;
  readonly to: BlobStore;
  readonly journal: CopyJournal;
  readonly clock: Clock;
  /** Blobs that are copied at once. */
  readonly atOnce: number;
  /** Gets the counts after each blob. */
  readonly progress: (counts: CopyCounts) => void;
  /** Gets each blob that differs in the target or couldn't be copied, with the reason. */
  readonly problem: (key: string, reason: string) => void;
}

/** Delays in milliseconds before a blob is tried again when a store doesn't answer. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000] as const;

/**
 * Copies every blob of a store as it is, sealed, while a service writes new blobs to the target and deletes from both. Each copy is
 * read back and compared by its SHA-256.
 *
 * A service deletes from the source before it deletes from the target (`withFallback`). So if the source still has a blob after its
 * copy was written, a deletion that comes later reaches the copy. If the source has it no more, the copy is deleted here.
 *
 * Throws `Unavailable` when a store doesn't answer for about four minutes. The next run with the same journal goes on.
 */
export async function copyBlobs({ clock, atOnce, progress, problem, ...stores }: CopyOptions): Promise<CopyCounts> {
  const { from, to, journal } = stores;
  const counts: CopyCounts = { copied: 0, bytes: 0, present: 0, resumed: 0, deleted: 0, different: 0, failed: 0 };
  // What was deleted since an earlier run was killed is not in the list any more.
  for (const key of journal.interrupted) {
    await patiently(clock, async () => (await from.has(key)) || to.delete(key));
  }

  async function copy(key: string): Promise<void> {
    try {
      const { outcome, bytes } = await patiently(clock, () => copyBlob(stores, key));
      counts[outcome] += 1;
      counts.bytes += bytes;
      if (outcome === 'different') problem(key, 'The target has other bytes under this key');
      await journal.end(key);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      counts.failed += 1;
      problem(key, (error as Error).message);
    }
    progress(counts);
  }

  const keys = toCopy(from, journal, counts);
  const work = async () => {
    for await (const key of keys) await copy(key);
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (counts.failed === 0) await journal.finish();
  return counts;
}

async function* toCopy(from: BlobStore, journal: CopyJournal, counts: CopyCounts): AsyncGenerator<string> {
  for await (const { key } of from.list()) {
    if (journal.isDone(key)) {
      counts.resumed += 1;
      continue;
    }
    await journal.listed(key);
    yield key;
  }
}

interface Copied {
  readonly outcome: 'copied' | 'present' | 'deleted' | 'different';
  /** Bytes that were copied. */
  readonly bytes: number;
}

async function copyBlob(
  { from, to, journal }: Pick<CopyOptions, 'from' | 'to' | 'journal'>,
  key: string,
): Promise<Copied> {
  const target = await digestOf(to, key);
  if (target !== undefined && !journal.wasBegun(key)) {
    const source = await digestOf(from, key);
    const outcome = source === undefined ? 'deleted' : source === target ? 'present' : 'different';
    return { outcome, bytes: 0 };
  }
  await journal.begin(key);
  const hash = createHash('sha256');
  let bytes = 0;
  const source = await from.get(key).catch(ifMissing);
  if (source) {
    async function* measured() {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    }
    await to.put(key, measured());
  }
  const back = await digestOf(to, key);
  if (!(await from.has(key))) {
    await to.delete(key);
    return { outcome: 'deleted', bytes: 0 };
  }
  if (back !== hash.digest('hex')) throw new StorageError('damaged', 'The target gave back other bytes than it stored');
  return { outcome: 'copied', bytes };
}

/** SHA-256 of a blob as it is stored; undefined without one. */
async function digestOf(blobs: BlobStore, key: string): Promise<string | undefined> {
  const bytes = await blobs.get(key).catch(ifMissing);
  if (!bytes) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof StorageError && error.fault === 'missing')) throw error;
}

/** Runs a task again while a store doesn't answer. */
async function patiently<T>(clock: Clock, task: () => Promise<T>): Promise<T> {
  for (const delay of RETRY_MS) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await new Promise<void>((resolve) => void clock.schedule(delay, resolve));
    }
  }
  return task();
}
