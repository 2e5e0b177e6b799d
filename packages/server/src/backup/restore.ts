import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { ownerOf } from '../storage/key.ts';
import { sealedStorage } from '../storage/sealed.ts';
import type { Storage } from '../storage/storage.ts';
import { migrations } from '../store/migrations/index.ts';
import { isEmptyPostgres, restorePostgres } from '../store/postgres-snapshot.ts';
import type { ObjectOfRow } from '../store/snapshot.ts';
import { restoreSqlite } from '../store/sqlite-snapshot.ts';
import { type OpenAccountKeys, readAccountKeys } from './account-keys.ts';
import { readChunks } from './chunks.ts';
import { BackupDamaged, BackupRefused } from './errors.ts';
import { inParallel } from './in-parallel.ts';
import { type BackupKeys, keysOfRoot } from './keys.ts';
import { type Backup, type Manifest, readManifest, readRoot, timeOf } from './manifest.ts';
import { readObjects } from './objects.ts';
import { openBackups, openRestoredMedia } from './open.ts';
import { named, type Target } from './target.ts';
import { MARKER } from './unfinished.ts';

/** Objects that are put back at once. */
const RESTORES_AT_ONCE = 8;

/** Files that may be in the data directory before a restore. */
const ALLOWED = ['master.key', MARKER, 'lost+found'];

/** Choice of a backup: by its name, or the newest one whose rows are not later than a time (Unix milliseconds). */
export interface Choice {
  readonly id?: string | undefined;
  readonly at?: number | undefined;
}

export interface Restored extends Backup {
  readonly objects: number;
  /** Bytes of the objects as they are sealed. */
  readonly bytes: number;
  /** Ids of accounts that were erased after the backup. The service erases their rows when it starts. */
  readonly erasedAccounts: readonly string[];
}

/** Chooses a backup. Throws `BackupRefused` when none fits. */
export function choose(ids: readonly string[], { id, at = Number.POSITIVE_INFINITY }: Choice): string {
  const chosen = id === undefined ? ids.findLast((name) => timeOf(name) <= at) : ids.find((name) => name === id);
  if (chosen) return chosen;
  throw new BackupRefused(
    id === undefined ? 'There is no backup from that time or before' : `There is no backup ${id}`,
  );
}

/**
 * Puts a backup into an empty data directory and, with `databaseUrl`, an empty database. Checks every chunk and every object. A restore
 * that is interrupted can be repeated; the service does not start before a restore has ended, so files are synced once, at its end.
 */
export async function restore(place: string, settings: Settings, choice: Choice): Promise<Restored> {
  const { target, ids } = await openBackups(place, settings);
  const id = choose(ids, choice);
  // The restored store opens with the master keys of its own time.
  const keys = await keysOfRoot(await readRoot(target.blobs, id), settings);
  const backup = await readManifest(target, keys, id);
  refuseUnknown(backup.manifest);
  const accounts = await readAccountKeys(target, keys, backup.manifest.keys);
  await refuseFull(settings, backup);
  const { data } = settings;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const marker = join(data, MARKER);
  writeFileSync(marker, `${JSON.stringify({ backup: backup.id })}\n`, { mode: 0o600 });
  // Media go first: rows without their objects would look complete.
  const blobs = await openRestoredMedia(settings);
  const { objects, bytes } = await restoreMedia(target, keys, backup.manifest, accounts, blobs);
  await restoreRows(target, backup.manifest, accounts, settings);
  for (const [name, content] of Object.entries(backup.manifest.files)) {
    const path = join(data, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, content, { encoding: 'base64', mode: 0o600 });
  }
  await rm(marker);
  return { ...backup, objects, bytes, erasedAccounts: accounts.erased };
}

/** Refuses a backup of a newer version, whose rows this version can't read. */
export function refuseUnknown({ version, migrations: names }: Manifest): void {
  const unknown = names.filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new BackupRefused(
    `Version ${version} of Bonafide made this backup, which this version can't read: it has the migrations ${unknown.join(', ')}. Restore it with version ${version} or a newer one`,
  );
}

async function refuseFull(settings: Settings, { id, manifest }: Backup): Promise<void> {
  const { data, databaseUrl } = settings;
  if (manifest.dialect === 'postgres' && !databaseUrl) {
    throw new BackupRefused('The rows of this backup are from PostgreSQL. Set DATABASE_URL to an empty database');
  }
  if (manifest.dialect === 'sqlite' && databaseUrl) {
    throw new BackupRefused('The rows of this backup are from the embedded store. Restore it without DATABASE_URL');
  }
  const interrupted = interruptedRestore(data);
  if (interrupted !== undefined && interrupted !== id) {
    throw new BackupRefused(
      `A restore of the backup ${interrupted} into ${data} was interrupted. Repeat it with --backup ${interrupted}, or empty the directory`,
    );
  }
  const found = existsSync(data) ? readdirSync(data).filter((name) => !ALLOWED.includes(name)) : [];
  if (interrupted === undefined && found.length > 0) {
    throw new BackupRefused(
      `${data} is not empty: it has ${found.slice(0, 3).join(', ')}. Restore into an empty directory`,
    );
  }
  if (manifest.dialect === 'postgres' && !(await isEmptyPostgres(databaseUrl as string))) {
    throw new BackupRefused('The database is not empty. Restore into an empty database');
  }
}

/** Name of the backup whose restore into a data directory was interrupted; undefined without one. */
function interruptedRestore(data: string): string | undefined {
  const marker = join(data, MARKER);
  if (!existsSync(marker)) return undefined;
  try {
    return JSON.parse(readFileSync(marker, 'utf8')).backup;
  } catch {
    throw new BackupRefused(`${marker} can't be read. Empty the directory, then restore again`);
  }
}

async function restoreMedia(
  target: Target,
  { media }: BackupKeys,
  manifest: Manifest,
  accounts: OpenAccountKeys,
  blobs: BlobStore,
): Promise<{ objects: number; bytes: number }> {
  const storage = sealedStorage(blobs, { key: media, accounts: accounts.media });
  let objects = 0;
  let bytes = 0;
  await inParallel(RESTORES_AT_ONCE, readObjects(target, manifest.objects), async (object) => {
    if (accounts.erased.includes(ownerOf(object.key).account)) return;
    await named(`the object ${object.key}`, async () => {
      const source = await target.media(object.key);
      source.on('data', ({ length }: Buffer) => {
        bytes += length;
      });
      source.pause();
      await blobs.put(object.key, source);
      // Reads what was written.
      await checkContent(storage, object);
    });
    objects += 1;
  });
  await blobs.sync?.();
  return { objects, bytes };
}

/** Opens an object and compares its content with its hash. Throws when it differs, or can't be opened. */
export async function checkContent(storage: Storage, { key, sha256 }: ObjectOfRow): Promise<void> {
  const hash = createHash('sha256');
  for await (const bytes of await storage.get(key)) hash.update(bytes);
  if (hash.digest('hex') !== sha256) throw new BackupDamaged(`the object ${key} has other bytes than its row says`);
}

async function restoreRows(
  target: Target,
  { dialect, parts, migrations: names }: Manifest,
  accounts: OpenAccountKeys,
  settings: Settings,
): Promise<void> {
  if (dialect === 'sqlite') {
    for (const { tree } of parts) await restoreSqlite(settings.data, readChunks(target, tree), accounts);
  }
  if (dialect !== 'postgres') return;
  const tables = (async function* () {
    for (const { tree, columns = [], ...part } of parts)
      yield { ...part, columns, chunks: () => readChunks(target, tree) };
  })();
  await restorePostgres((settings.databaseDirectUrl ?? settings.databaseUrl) as string, names, tables, accounts);
}
