import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noSpaceReason } from '../base/no-space.ts';
import { errorCode } from '../base/sqlite-codes.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { ownerOf } from '../storage/key.ts';
import { type Owner, StorageError } from '../storage/storage.ts';
import type { ObjectOfRow, RowSnapshot } from '../store/snapshot.ts';
import { writeAccountKeys } from './account-keys.ts';
import { ChunkWriter, idsOfList } from './chunks.ts';
import { BackupDamaged, BackupRefused } from './errors.ts';
import type { BackupKeys } from './keys.ts';
import {
  type Backup,
  backupId,
  backupIds,
  type Manifest,
  readManifest,
  type StoredPart,
  writeManifest,
} from './manifest.ts';
import { linesOf, readObjects } from './objects.ts';
import { FOLDERS, makeTargetId, namesIn, Target } from './target.ts';

/** Copies of objects that run at once. */
const COPIES_AT_ONCE = 8;

/** Small files of the data directory that a backup contains, if they exist. The master key is never one of them. */
const FILES = ['operator.key', 'tls/ca.pem', 'tls/ca.key'];

export interface BackupSource {
  /** Data directory. */
  readonly data: string;
  /** The stored media as they are sealed. */
  readonly media: BlobStore;
  /** Takes the snapshot of the rows. */
  snapshot(): Promise<RowSnapshot>;
  /** Returns whether the row of a media still exists. */
  exists(owner: Owner): Promise<boolean>;
  readonly keys: BackupKeys;
  /** Version of the service. */
  readonly version: string;
  now(): number;
}

export interface BackupOptions {
  /** False: media and keys only, for rows that the tools of PostgreSQL back up. */
  readonly rows: boolean;
  /** True: writes everything again, also what the target has. */
  readonly full?: boolean;
}

export interface BackupResult extends Backup {
  /** Objects that the target did not have before. */
  readonly copied: number;
  /** Objects whose row was deleted while the backup ran. */
  readonly erased: number;
  /** Bytes of rows written: compressed chunks that the target did not have before. */
  readonly written: number;
}

/**
 * Makes a backup of a running or stopped service. First the rows are read at one moment, then the objects of these rows are copied, and
 * then the manifest is written: an object is always stored before its row, so none is missing. A backup that is interrupted leaves
 * earlier backups whole, and the next one continues with what was written.
 */
export async function createBackup(
  blobs: BlobStore,
  source: BackupSource,
  { rows, full = false }: BackupOptions,
): Promise<BackupResult> {
  const target = new Target(blobs, await makeTargetId(blobs), source.keys);
  const known = full ? nothing() : await knownIn(target, await latest(target, source.keys));
  // Before the snapshot: an account that it has was not erased before.
  const marked = await namesIn(target, FOLDERS.keys);
  const at = source.now();
  const snapshot = await source.snapshot();
  try {
    const writer = new ChunkWriter(target, known.chunks);
    const copier = new Copier(target, source, known.media);
    const objects = await writer.write(linesOf(copier.copied(snapshot.objects(), known.objects)));
    const parts: StoredPart[] = [];
    if (rows) {
      for await (const { chunks, ...part } of snapshot.parts()) {
        parts.push({ ...part, tree: await writer.write(chunks()) });
      }
    }
    const keys = await writeAccountKeys(target, await snapshot.keys(), { known: known.keys, marked });
    const manifest: Manifest = {
      version: source.version,
      at,
      dialect: rows ? snapshot.dialect : null,
      migrations: snapshot.migrations,
      parts,
      objects,
      keys,
      objectCount: copier.count,
      missing: copier.missing,
      files: filesOf(source.data),
    };
    const backup = { id: backupId(at), manifest };
    await writeManifest(target, source.keys, backup);
    return { ...backup, copied: copier.copies, erased: copier.erased, written: writer.written };
  } finally {
    await snapshot.close();
  }
}

/** The newest readable backup; undefined without one. */
async function latest(target: Target, keys: BackupKeys): Promise<Backup | undefined> {
  for (const id of (await backupIds(target.blobs)).reverse()) {
    try {
      return await readManifest(target, keys, id);
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error;
    }
  }
  return undefined;
}

interface Known {
  readonly chunks: Set<string>;
  /** Objects of the previous backup, in their order. */
  readonly objects: AsyncIterable<ObjectOfRow>;
  /** Names of copies that a backup has left which never ended. */
  readonly media: ReadonlySet<string>;
  /** Names of the keys of accounts that the previous backup needs. */
  readonly keys: ReadonlySet<string>;
}

/** Finds out what the target has. Without a previous backup, an interrupted one may have left copies. */
async function knownIn(target: Target, previous: Backup | undefined): Promise<Known> {
  const chunks = new Set<string>();
  if (!previous) {
    return { chunks, objects: none(), media: await namesIn(target, FOLDERS.media), keys: new Set() };
  }
  const { manifest } = previous;
  try {
    for (const tree of [manifest.objects, ...manifest.parts.map((part) => part.tree)]) {
      for (const list of tree.lists) {
        chunks.add(list);
        for (const id of await idsOfList(target, list)) chunks.add(id);
      }
    }
  } catch (error) {
    // Its chunks are written again.
    if (!(error instanceof BackupDamaged)) throw error;
    return nothing();
  }
  const keys = new Set(manifest.keys?.accounts.map(({ name }) => name));
  return { chunks, objects: readObjects(target, manifest.objects), media: new Set(), keys };
}

const nothing = (): Known => ({ chunks: new Set(), objects: none(), media: new Set(), keys: new Set() });

async function* none(): AsyncGenerator<ObjectOfRow> {}

/** Orders objects as snapshots do: indexes of watchlists before media, then by id. */
function isBefore(a: string, b: string): boolean {
  const [first, second] = [ownerOf(a), ownerOf(b)];
  const [firstIndex, secondIndex] = [first.account === 'watchlists', second.account === 'watchlists'];
  if (firstIndex !== secondIndex) return firstIndex;
  return firstIndex ? a < b : first.mediaId < second.mediaId;
}

/** Copies the objects that the target doesn't have. */
class Copier {
  readonly #target: Target;
  readonly #source: BackupSource;
  readonly #copied: ReadonlySet<string>;
  readonly missing: string[] = [];
  count = 0;
  copies = 0;
  erased = 0;

  constructor(target: Target, source: BackupSource, copied: ReadonlySet<string>) {
    this.#target = target;
    this.#source = source;
    this.#copied = copied;
  }

  /** Copies `objects` except for those in `previous`, and yields those that the target has. Both have the order of snapshots. */
  async *copied(
    objects: AsyncIterable<ObjectOfRow>,
    previous: AsyncIterable<ObjectOfRow>,
  ): AsyncGenerator<ObjectOfRow> {
    const earlier = previous[Symbol.asyncIterator]();
    let known = await earlier.next();
    const ahead: { object: ObjectOfRow; copied: Promise<boolean> }[] = [];
    const next = async (): Promise<ObjectOfRow[]> => {
      const { object, copied } = ahead.shift() as (typeof ahead)[number];
      if (!(await copied)) return [];
      this.count += 1;
      return [object];
    };
    for await (const object of objects) {
      while (!known.done && isBefore(known.value.key, object.key)) known = await earlier.next();
      const has = !known.done && known.value.key === object.key;
      const copied = has ? Promise.resolve(true) : this.#copy(object.key);
      // Its error is thrown when its turn comes.
      copied.catch(() => undefined);
      ahead.push({ object, copied });
      if (ahead.length >= COPIES_AT_ONCE) yield* await next();
    }
    while (ahead.length > 0) yield* await next();
  }

  /** Copies an object as it is sealed. Answers false when the storage doesn't have it. */
  async #copy(key: string): Promise<boolean> {
    if (this.#copied.has(this.#target.mediaName(key))) return true;
    try {
      await this.#target.blobs.put(this.#target.mediaKey(key), await this.#source.media.get(key));
    } catch (error) {
      if (!(error instanceof StorageError && error.fault === 'missing')) throw error;
      if (await this.#source.exists(ownerOf(key))) this.missing.push(key);
      else this.erased += 1;
      return false;
    }
    this.copies += 1;
    return true;
  }
}

function filesOf(data: string): Record<string, string> {
  const there = FILES.map((name) => [name, join(data, name)] as const).filter(([, path]) => existsSync(path));
  return Object.fromEntries(there.map(([name, path]) => [name, readFileSync(path, 'base64')]));
}

/** Turns errors of a full or read-only target into words. */
export function targetFailure(error: unknown, place: string): unknown {
  const reason = noSpaceReason(error);
  if (reason) {
    return new BackupRefused(
      `The backup can't be written to ${place}, or the copy of the store to the data directory: ${reason}. Earlier backups are whole. Correct that, then run the backup again`,
      error,
    );
  }
  if (!/^(EACCES|EPERM|ENOTDIR)$/.test(errorCode(error))) return error;
  return new BackupRefused(`The backup can't be written to ${place}: ${(error as Error).message}`, error);
}
