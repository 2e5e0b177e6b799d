import { ownerOf } from '../storage/key.ts';
import { type AccountKeys, sealedStorage } from '../storage/sealed.ts';
import type { Storage } from '../storage/storage.ts';
import { readAccountKeys } from './account-keys.ts';
import { idsOfList } from './chunks.ts';
import { BackupDamaged } from './errors.ts';
import { inParallel } from './in-parallel.ts';
import type { BackupKeys } from './keys.ts';
import { type Backup, readManifest } from './manifest.ts';
import { parseLines } from './objects.ts';
import type { OpenTarget } from './open.ts';
import { checkContent } from './restore.ts';
import { named, type Target } from './target.ts';

/** Chunks and objects that are read at once. */
const READS_AT_ONCE = 8;

export interface Verified {
  readonly backups: readonly Backup[];
  readonly chunks: number;
  readonly objects: number;
  /** Objects of erased accounts, which nobody can open any more. */
  readonly erased: number;
  /** One line for each damaged part. */
  readonly problems: readonly string[];
}

/** Storage that opens the copies of objects in a target. */
function storageIn(target: Target, { media }: BackupKeys, accounts: AccountKeys): Storage {
  const refuse = () => {
    throw new Error('Copies of objects are only read');
  };
  const copies = { get: (key: string) => target.media(key), put: refuse, has: refuse, delete: refuse, list: refuse };
  return sealedStorage({ ...copies, discardUnfinished: refuse }, { key: media, accounts });
}

/**
 * Reads everything that the backups `ids` need, and compares it with its hashes: manifests, chunks of rows, and the content of every
 * object that a row names. What several backups share is read once.
 */
export async function verify({ target, keys }: OpenTarget, ids: readonly string[]): Promise<Verified> {
  const problems: string[] = [];
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const backups: Backup[] = [];
  const chunks = new Set<string>();
  const objects = new Set<string>();
  let erased = 0;

  /** Checks the chunks of lists, and passes on the content of new ones. */
  async function check(lists: readonly string[], look?: (content: Buffer) => Promise<void>): Promise<void> {
    for (const list of lists) {
      if (chunks.has(list)) continue;
      chunks.add(list);
      const fresh = ((await attempt(() => idsOfList(target, list))) ?? []).filter((id) => !chunks.has(id));
      for (const id of fresh) chunks.add(id);
      await inParallel(READS_AT_ONCE, each(fresh), async (id) => {
        const content = await attempt(() => target.chunk(id));
        if (content) await look?.(content);
      });
    }
  }

  for (const id of ids) {
    const backup = await attempt(() => readManifest(target, keys, id));
    if (!backup) continue;
    backups.push(backup);
    const accounts = await attempt(() => readAccountKeys(target, keys, backup.manifest.keys));
    if (!accounts) continue;
    const storage = storageIn(target, keys, accounts.media);
    for (const { tree } of backup.manifest.parts) await check(tree.lists);
    await check(backup.manifest.objects.lists, async (content) => {
      for (const object of parseLines(content)) {
        if (objects.has(object.key)) continue;
        objects.add(object.key);
        if (accounts.erased.includes(ownerOf(object.key).account)) erased += 1;
        else await attempt(() => named(`the object ${object.key}`, () => checkContent(storage, object)));
      }
    });
  }
  return { backups, chunks: chunks.size, objects: objects.size - erased, erased, problems };
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
