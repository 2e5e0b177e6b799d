import { recordChange } from '../../audit/record.ts';
import { HOUR_MS, MINUTE_MS, systemClock } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import {
  deleteListedRecords,
  deleteListVersion,
  listListVersions,
  listVersionsById,
  newestScreeningSets,
  unfinishedListVersions,
  versionsOfList,
  withdrawListVersion,
} from '../../store/queries/watchlists.ts';
import { stagedOf } from './list.ts';
import type { ListVersion } from './version.ts';
import { deleteLeftFolders } from './work-files.ts';

/** Records that are deleted at once. */
const ROWS = 5_000;

/** Milliseconds after which a version that no import is at was left behind by an earlier version of the service. */
const UNFINISHED_MS = 10 * MINUTE_MS;

/** Sets whose indexes are kept: another process may still load the previous one. */
const KEPT_SETS = 3;

/** Milliseconds after which an index that no set names was left behind. */
const UNUSED_MS = HOUR_MS;

/** Account under which the storage keeps indexes: no account has this id. */
export const INDEX_OWNER = 'watchlists';

/** Deletes a withdrawn version. Its row goes last, so that a later attempt finds the version after a crash. */
async function deleteWithdrawn(services: Services, id: string): Promise<void> {
  await discardRecords(services, id);
  await services.store.transaction((tx) => tx.run(deleteListVersion, { id }));
}

/** Deletes a version that was never active, with its records. One that was activated stays: reports are decided by it. */
export async function discardUnlessActivated(services: Services, id: string): Promise<void> {
  const { store } = services;
  await store.transaction((tx) => tx.run(withdrawListVersion, { id }));
  const [version] = await store.system.all(listVersionsById, { ids: JSON.stringify([id]) });
  if (version?.state === 'discarding') await deleteWithdrawn(services, id);
}

/**
 * Deletes the version that is staged of a list. Throws `resource_not_found` where none is, and where it was activated meanwhile.
 */
export async function discardStaged(services: Services, list: string, principal: Principal): Promise<void> {
  const { id } = await stagedOf(services, list);
  await services.store.transaction(async (tx) => {
    if ((await tx.run(withdrawListVersion, { id })) === 0) throw notFound('WatchlistVersion', id);
    const details = { version_id: id };
    recordChange(services, tx, { action: 'watchlist_discarded', object_id: list, details, principal });
  });
  await deleteWithdrawn(services, id);
}

/** Deletes the versions that were staged of a list before this one: of one list one version waits at most. */
export async function discardStagedBefore(services: Services, { id, list }: ListVersion): Promise<void> {
  const versions = await services.store.system.all(versionsOfList, { list });
  const before = versions.slice(
    0,
    versions.findIndex((version) => version.id === id),
  );
  for (const version of before) if (version.state === 'staged') await discardUnlessActivated(services, version.id);
}

async function discardRecords({ store }: Services, version_id: string): Promise<void> {
  for (let below = ROWS; ; below += ROWS) {
    const deleted = await store.transaction((tx) => tx.run(deleteListedRecords, { version_id, below }));
    if (deleted === 0) return;
  }
}

/**
 * Deletes files and versions that imports have left behind which never ended. On the embedded store no other process imports, so
 * at the start all of them are deleted.
 */
export async function discardLeftovers(services: Services, { alone }: { readonly alone: boolean }): Promise<void> {
  const { store, clock, settings } = services;
  await deleteLeftFolders(settings, { alone });
  const before = alone ? Number.MAX_SAFE_INTEGER : clock.now() - UNFINISHED_MS;
  for (const { id } of await store.system.all(unfinishedListVersions, { before })) {
    await discardUnlessActivated(services, id);
  }
}

/**
 * Deletes the records of versions to which nobody can return, and indexes that nobody searches. A list keeps its active, its
 * staged and its previous version; of the others the facts of their import stay.
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
    (await store.system.all(newestScreeningSets, { limit: KEPT_SETS })).map((set) => set.storage_key),
  );
  // A young one may belong to an activation under way. Files carry the time of the machine.
  const before = Math.min(clock.now(), systemClock.now()) - UNUSED_MS;
  for await (const { key } of storage.list({ account: INDEX_OWNER, before })) {
    if (!kept.has(key)) await storage.delete(key);
  }
}
