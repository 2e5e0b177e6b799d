import { DAY_MS } from '../base/clock.ts';
import { ownerOf } from '../storage/key.ts';
import { isErasedMark } from './account-keys.ts';
import { idsOfList } from './chunks.ts';
import { deleteManifest, readManifest, timeOf } from './manifest.ts';
import { parseLines } from './objects.ts';
import type { OpenTarget } from './open.ts';
import { FOLDERS } from './target.ts';

/** Age from which a chunk or a copy without a backup is deleted: a backup that runs may need a younger one. Milliseconds. */
const LEFT_OVER_MS = DAY_MS;

export interface Pruned {
  /** Names of the deleted backups. */
  readonly deleted: readonly string[];
  readonly chunks: number;
  readonly objects: number;
}

/**
 * Names of the backups to keep: all of the last 24 hours, the last one of each day (UTC) of the last `days` days, and always the newest
 * one.
 */
function keptOf(ids: readonly string[], days: number, now: number): Set<string> {
  const lastOfDay = new Map(ids.map((id) => [Math.floor(timeOf(id) / DAY_MS), id]));
  const kept = [...lastOfDay.values()].filter((id) => timeOf(id) > now - days * DAY_MS);
  return new Set([...kept, ...ids.filter((id) => timeOf(id) > now - DAY_MS), ...ids.slice(-1)]);
}

/** Deletes old backups, then the chunks and the copies of objects that no backup needs. */
export async function prune({ target, keys, ids }: OpenTarget, days: number, now: number): Promise<Pruned> {
  const kept = keptOf(ids, days, now);
  const deleted = ids.filter((id) => !kept.has(id));
  // Everything that is kept is read before anything is deleted: a damaged backup must not cost another one.
  const needed = await neededBy({ target, keys, ids: [...kept] });
  for (const id of deleted) await deleteManifest(target, id);
  const sweep = async (folder: string, names: ReadonlySet<string>) => {
    let count = 0;
    for await (const { key, modified } of target.blobs.list(folder)) {
      const name = ownerOf(key).mediaId;
      if (names.has(name) || isErasedMark(name) || modified > now - LEFT_OVER_MS) continue;
      await target.blobs.delete(key);
      count += 1;
    }
    return count;
  };
  await target.blobs.discardUnfinished(now - LEFT_OVER_MS);
  await sweep(FOLDERS.keys, needed.keys);
  return {
    deleted,
    chunks: await sweep(FOLDERS.chunks, needed.chunks),
    objects: await sweep(FOLDERS.media, needed.media),
  };
}

interface Needed {
  readonly chunks: Set<string>;
  readonly media: Set<string>;
  /** Names of the keys of accounts. */
  readonly keys: Set<string>;
}

async function neededBy({ target, keys, ids }: OpenTarget): Promise<Needed> {
  const accountKeys = new Set<string>();
  const chunks = new Set<string>();
  const media = new Set<string>();
  const add = async (lists: readonly string[], look?: (content: Buffer) => void) => {
    for (const list of lists) {
      if (chunks.has(list)) continue;
      chunks.add(list);
      for (const id of await idsOfList(target, list)) {
        if (look && !chunks.has(id)) look(await target.chunk(id));
        chunks.add(id);
      }
    }
  };
  for (const id of ids) {
    const { manifest } = await readManifest(target, keys, id);
    for (const { name } of manifest.keys?.accounts ?? []) accountKeys.add(name);
    for (const { tree } of manifest.parts) await add(tree.lists);
    await add(manifest.objects.lists, (content) => {
      for (const { key } of parseLines(content)) media.add(target.mediaName(key));
    });
  }
  return { chunks, media, keys: accountKeys };
}
