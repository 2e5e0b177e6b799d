import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import {
  deleteListedRecords,
  deleteListVersion,
  listListVersions,
  listVersionsById,
  newestScreeningSets,
  unfinishedListVersions,
  versionsOfList,
  withdrawStagedVersion,
} from '../../store/queries/watchlists.ts';
import type { Services } from '../services.ts';
import type { ListVersion } from './version.ts';

/** Records that are deleted at once. */
const ROWS = 5_000;

/** An import writes every second or so; one of another process that wrote nothing for so long has ended. */
const UNFINISHED_MS = 600_000;

/** Sets whose indexes are kept: another process may still load the one before. */
const KEPT_SETS = 3;

/** Milliseconds after which an index that no set names was left behind. */
const UNUSED_MS = 3_600_000;

/** Account under which the storage keeps indexes: no account has this id. */
export const INDEX_OWNER = 'watchlists';

/** Deletes a version and its records: the version last, so that what a crash leaves is found again. */
export async function discardVersion(services: Services, id: string): Promise<void> {
  await discardRecords(services, id);
  await services.store.transaction((tx) => tx.run(deleteListVersion, { id }));
}

/** Deletes a version whose import failed, unless it was activated meanwhile: then reports are decided by it. */
export async function discardUnlessActivated(services: Services, id: string): Promise<void> {
  const { store } = services;
  await store.transaction((tx) => tx.run(withdrawStagedVersion, { id }));
  const [version] = await store.system.all(listVersionsById, { ids: JSON.stringify([id]) });
  if (version?.state === 'reading') await discardVersion(services, id);
}

/** Deletes the versions that were staged of a list before this one: of one list one version waits at most. */
export async function discardStagedBefore(services: Services, { id, list }: ListVersion): Promise<void> {
  const versions = await services.store.system.all(versionsOfList, { list });
  const before = versions.slice(
    0,
    versions.findIndex((one) => one.id === id),
  );
  for (const one of before) if (one.state === 'staged') await discardUnlessActivated(services, one.id);
}

async function discardRecords({ store }: Services, version_id: string): Promise<void> {
  for (let below = ROWS; ; below += ROWS) {
    const deleted = await store.transaction((tx) => tx.run(deleteListedRecords, { version_id, below }));
    if (deleted === 0) return;
  }
}

/**
 * Deletes what imports have left behind that never ended. On the embedded store no other process imports, so at the start all
 * of them are deleted; else those that wrote nothing for ten minutes.
 */
export async function discardUnfinishedImports(services: Services, { atStart = true } = {}): Promise<void> {
  const { store, clock, settings } = services;
  const alone = atStart && store.dialect === 'sqlite';
  if (alone) await rm(join(settings.data, 'screening'), { recursive: true, force: true });
  const before = alone ? Number.MAX_SAFE_INTEGER : clock.now() - UNFINISHED_MS;
  for (const { id } of await store.system.all(unfinishedListVersions, { before })) await discardVersion(services, id);
}

/**
 * Deletes the records of versions to which nobody can return, and indexes that nobody searches. A list keeps its active version,
 * the one that is staged, and the one before; of the others the facts of their import stay.
 */
export async function discardOldVersions(services: Services): Promise<void> {
  const { store, storage, clock } = services;
  const rows = await store.system.all(listListVersions, {});
  const newest = new Map<string, { id: string; retired_at: number }>();
  for (const { state, list, id, retired_at } of rows) {
    if (state !== 'retired') continue;
    const at = Number(retired_at);
    const known = newest.get(list);
    if (!known || at >= known.retired_at) newest.set(list, { id, retired_at: at });
  }
  for (const { id, list, state } of rows) {
    if (state === 'retired' && newest.get(list)?.id !== id) await discardRecords(services, id);
  }
  const kept = new Set(
    (await store.system.all(newestScreeningSets, { limit: KEPT_SETS })).map((one) => one.storage_key),
  );
  // A young one may belong to an activation under way. Files carry the time of the machine.
  const before = Math.min(clock.now(), systemClock.now()) - UNUSED_MS;
  for await (const { key } of storage.list({ account: INDEX_OWNER, before })) {
    if (!kept.has(key)) await storage.delete(key);
  }
}
