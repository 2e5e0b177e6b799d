import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '../base/clock.ts';
import { Turns } from '../base/turns.ts';
import { type MediaLocation, parseLocation } from '../config/media-location.ts';
import type { Settings } from '../config/settings.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { type MediaSettings, mediaLocation, openBlobs, openStoredBlobs } from '../storage/open.ts';
import type { Owner } from '../storage/storage.ts';
import { peekPostgres } from '../store/postgres.ts';
import { snapshotPostgres } from '../store/postgres-snapshot.ts';
import { mediaExists } from '../store/queries/media.ts';
import { peekSqlite } from '../store/sqlite.ts';
import { COPY_PREFIX, snapshotSqlite } from '../store/sqlite-snapshot.ts';
import type { Peek } from '../store/store.ts';
import { type BackupOptions, type BackupResult, createBackup, targetFailure } from './create.ts';
import { BackupRefused } from './errors.ts';
import { type BackupKeys, keysOfRoot, keysOfStore } from './keys.ts';
import { backupIds, readRoot, timeOf } from './manifest.ts';
import { makeTargetId, Target, targetId } from './target.ts';

/** Writes and syncs at once: a sync of many small files together costs a quarter of a sync of each. */
const WRITES_AT_ONCE = 8;

/** Opens a target: a bucket (`s3:BUCKET/PREFIX?…`), or a folder, which it makes. Throws `BackupRefused` for no address of a bucket. */
export async function openTarget(place: string, settings: MediaSettings): Promise<BlobStore> {
  // Not in the data directory, which has to be empty for a restore.
  const parts = join(tmpdir(), `bonafide-backup-parts-${process.getuid?.() ?? 0}`);
  return openBlobs(locationOf(place), settings, new Turns({ places: WRITES_AT_ONCE }), parts);
}

function locationOf(place: string): MediaLocation {
  if (!isBucketAddress(place)) return { kind: 'disk', directory: resolve(place) };
  const location = parseLocation(place);
  if (location) return location;
  throw new BackupRefused(`${place} can't be read as the address of a bucket. The form is s3:BUCKET/PREFIX?endpoint=…`);
}

const isBucketAddress = (place: string) => place.startsWith('s3:');

/** Returns whether a target is a folder that nobody has made. */
const isNoFolder = (place: string) => !isBucketAddress(place) && !existsSync(resolve(place));

/** Opens the place of the stored media. */
function openMedia(settings: Settings): Promise<BlobStore> {
  return openStoredBlobs(settings, new Turns({ places: WRITES_AT_ONCE }));
}

/** Opens the place where a restore puts media. On a disk they are durable after `sync`. */
export function openRestoredMedia(settings: Settings): Promise<BlobStore> {
  return openBlobs(mediaLocation(settings), settings, new Turns({ places: WRITES_AT_ONCE }), undefined, 'later');
}

/** A target that has backups, with the keys that open them. */
export interface OpenTarget {
  readonly target: Target;
  readonly keys: BackupKeys;
  /** Names of the backups, oldest first; at least one. */
  readonly ids: readonly string[];
}

/** Opens a target that exists. Resolves to undefined for a place without backups. */
export async function openExisting(
  place: string,
  settings: MediaSettings,
): Promise<{ readonly blobs: BlobStore; readonly id: string } | undefined> {
  if (isNoFolder(place)) return undefined;
  const blobs = await openTarget(place, settings);
  const id = await targetId(blobs);
  return id === undefined ? undefined : { blobs, id };
}

/** Opens a target to read it. Throws `BackupRefused` when there is no backup, or the master key of the settings is another one. */
export async function openBackups(place: string, settings: Settings): Promise<OpenTarget> {
  const found = await openExisting(place, settings);
  const ids = found ? await backupIds(found.blobs) : [];
  if (!found || ids.length === 0) throw new BackupRefused(`There is no backup in ${place}`);
  const { blobs, id } = found;
  const keys = await keysOfAny(blobs, ids, settings);
  return { target: new Target(blobs, id, keys), keys, ids };
}

/** Opens a target that has a backup with the keys of its deployment. */
export async function openBackupsWith(place: string, settings: MediaSettings, keys: BackupKeys): Promise<OpenTarget> {
  const blobs = await openTarget(place, settings);
  return { target: new Target(blobs, await makeTargetId(blobs), keys), keys, ids: await backupIds(blobs) };
}

/** Keys of the backups, which share one root key. The master key that opens it may have changed between them. */
async function keysOfAny(blobs: BlobStore, ids: readonly string[], settings: Settings): Promise<BackupKeys> {
  let failure: unknown;
  for (const id of ids.toReversed()) {
    try {
      return await keysOfRoot(await readRoot(blobs, id), settings);
    } catch (error) {
      if (!(error instanceof BackupRefused)) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

/** Time of the newest backup in a target, Unix milliseconds; undefined without one. */
export async function lastBackup(place: string, settings: MediaSettings): Promise<number | undefined> {
  if (isNoFolder(place)) return undefined;
  const last = (await backupIds(await openTarget(place, settings))).at(-1);
  return last === undefined ? undefined : timeOf(last);
}

/** Reads the store of the settings beside its service. Throws `BackupRefused` when there is none. */
async function peek({ data, databaseUrl }: Settings): Promise<Peek> {
  const found = databaseUrl ? await peekPostgres(databaseUrl) : peekSqlite(data);
  if (found) return found;
  throw new BackupRefused(databaseUrl ? 'The database has no store yet' : `There is no store in ${data}`);
}

/** Makes a backup of the deployment of the settings, beside its service or without it. */
export async function backUp(
  place: string,
  settings: Settings,
  version: string,
  options: BackupOptions & { readonly keys?: BackupKeys },
): Promise<BackupResult> {
  const store = await peek(settings);
  try {
    const { data } = settings;
    // A pooler ends transactions that take long.
    const databaseUrl = settings.databaseDirectUrl ?? settings.databaseUrl;
    const keys = options.keys ?? (await keysOfStore(store.reader, settings));
    deleteLeftCopies(data);
    const source = {
      data,
      media: await openMedia(settings),
      snapshot: () => (databaseUrl ? snapshotPostgres(databaseUrl) : snapshotSqlite(data)),
      exists: async ({ account, mediaId }: Owner) =>
        (await store.reader.first(mediaExists, { id: mediaId, account_id: account })) !== undefined,
      keys,
      version,
      now: systemClock.now,
    };
    return await createBackup(await openTarget(place, settings), source, options);
  } catch (error) {
    throw targetFailure(error, place);
  } finally {
    await store.close();
  }
}

/** Deletes the copies of the store that killed backups have left. */
function deleteLeftCopies(data: string): void {
  if (!existsSync(data)) return;
  for (const name of readdirSync(data)) {
    const pid = name.startsWith(COPY_PREFIX) && Number.parseInt(name.slice(COPY_PREFIX.length), 10);
    if (pid && !isAlive(pid)) rmSync(join(data, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Alive, but of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
