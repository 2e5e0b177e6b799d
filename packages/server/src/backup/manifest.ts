import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { StoredRoot } from '../crypto/root-key.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { StoredVersion } from '../keys/deployment-keys.ts';
import { storageKey } from '../storage/key.ts';
import type { Dialect } from '../store/query.ts';
import type { Partition } from '../store/snapshot.ts';
import type { ChunkTree } from './chunks.ts';
import { BackupDamaged, BackupRefused } from './errors.ts';
import type { BackupKeys } from './keys.ts';
import { assertFormat, FOLDERS, FORMAT, readBlob, type Target, writeBlob } from './target.ts';

/** A part of the rows in a backup. */
export interface StoredPart {
  readonly name: string;
  readonly columns?: readonly string[];
  readonly partition?: Partition;
  readonly tree: ChunkTree;
}

/** Contents of one backup. */
export interface Manifest {
  /** Version of the service that made it. */
  readonly version: string;
  /** Time of the rows, Unix milliseconds. */
  readonly at: number;
  /** Null for a backup without rows. */
  readonly dialect: Dialect | null;
  readonly migrations: readonly string[];
  readonly parts: readonly StoredPart[];
  /** Lines of the stored objects: key, blank, SHA-256 of the content. */
  readonly objects: ChunkTree;
  readonly objectCount: number;
  /** Keys of objects that rows named and the storage did not have. */
  readonly missing: readonly string[];
  /** Keys of accounts. Absent in backups of format 1, whose rows have them. */
  readonly keys?: StoredKeys;
  /** Small files of the data directory, base64. */
  readonly files: Readonly<Record<string, string>>;
}

/** Names of the keys of accounts, which the target has apart from the rows. */
export interface StoredKeys {
  /** Versions of the key of the deployment that seals the keys of accounts, as the store has them. */
  readonly versions: readonly StoredVersion[];
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
}

/** Part of a manifest that is readable without a key. It is authenticated with the manifest. */
interface Head {
  readonly format: number;
  readonly target: string;
  readonly root: StoredRoot;
}

/** A backup in a target. */
export interface Backup {
  /** Name of the backup: its time and 8 random digits. Names sort by time. */
  readonly id: string;
  readonly manifest: Manifest;
}

const SEPARATOR = Buffer.from('\n');

const keyOf = (id: string) => storageKey({ account: FOLDERS.manifests, mediaId: id });

/** Makes a name for a backup of rows at a time, Unix milliseconds. */
export function backupId(at: number): string {
  return `${new Date(at).toISOString().replace(/[-:.]/g, '').toLowerCase()}-${randomBytes(4).toString('hex')}`;
}

/** Binds a manifest to its name and to its head. */
function contextOf(id: string, head: Buffer): string {
  return `manifest:${id}:${createHash('sha256').update(head).digest('hex')}`;
}

const manifestKey = ({ backup }: Pick<BackupKeys, 'backup'>) =>
  createHmac('sha256', backup).update('manifests').digest();

/** Writes a manifest. From then on the backup exists. */
export async function writeManifest(target: Target, keys: BackupKeys, { id, manifest }: Backup): Promise<void> {
  const head = Buffer.from(JSON.stringify({ format: FORMAT, target: target.id, root: keys.root } satisfies Head));
  const sealed = seal(manifestKey(keys), contextOf(id, head), JSON.stringify(manifest));
  await writeBlob(target.blobs, keyOf(id), Buffer.concat([head, SEPARATOR, sealed]));
}

function split(id: string, bytes: Buffer): { head: Buffer; parsed: Head; sealed: Buffer } {
  const end = bytes.indexOf(SEPARATOR);
  try {
    const head = bytes.subarray(0, end);
    return { head, parsed: JSON.parse(head.toString()), sealed: bytes.subarray(end + 1) };
  } catch (error) {
    throw new BackupDamaged(`the manifest ${id} is damaged`, error);
  }
}

/** Reads the root key in a manifest, which a master key opens. */
export async function readRoot(blobs: Target['blobs'], id: string): Promise<StoredRoot> {
  const { parsed } = split(id, await bytesOf(blobs, id));
  assertFormat(parsed.format);
  return parsed.root;
}

async function bytesOf(blobs: Target['blobs'], id: string): Promise<Buffer> {
  const bytes = await readBlob(blobs, keyOf(id));
  if (!bytes) throw new BackupRefused(`There is no backup ${id}`);
  return bytes;
}

/** Reads a manifest. Throws `BackupDamaged` when it was changed, or belongs to another name or target. */
export async function readManifest(target: Target, keys: BackupKeys, id: string): Promise<Backup> {
  const { head, parsed, sealed } = split(id, await bytesOf(target.blobs, id));
  assertFormat(parsed.format);
  if (parsed.target !== target.id) throw new BackupDamaged(`the manifest ${id} belongs to another backup target`);
  try {
    return { id, manifest: JSON.parse(unseal(manifestKey(keys), contextOf(id, head), sealed).toString()) };
  } catch (error) {
    throw new BackupDamaged(`the manifest ${id} was changed, or belongs to another backup`, error);
  }
}

/** Names of the backups in a target, oldest first. */
export async function backupIds(blobs: Target['blobs']): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key } of blobs.list(FOLDERS.manifests)) ids.push(key.split('/').at(-1) as string);
  return ids.sort();
}

export function deleteManifest({ blobs }: Target, id: string): Promise<void> {
  return blobs.delete(keyOf(id));
}

/** Time of the rows of a backup by its name, Unix milliseconds. */
export function timeOf(id: string): number {
  const [, year, month, day, hour, minute, second, ms] =
    /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z-/.exec(id)?.map(Number) ?? [];
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute, second, ms);
}
