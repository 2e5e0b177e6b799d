import { notFound, problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import {
  activeScreeningSet,
  diffListVersions,
  listListVersions,
  listVersionsById,
  screeningSetAt,
  versionsOfList,
} from '../../store/queries/watchlists.ts';
import { type ListVersion, type ScreeningSet, toSet, toVersion } from './version.ts';

/** Records that a difference names. */
const SHOWN_CHANGES = 1_000;

/** A version of a list. Throws `resource_not_found`. */
export async function getVersion({ store }: Services, id: string): Promise<ListVersion> {
  const [row] = await store.system.all(listVersionsById, { ids: JSON.stringify([id]) });
  if (!row) throw notFound('WatchlistVersion', id);
  return toVersion(row);
}

/** All versions but those whose import has not ended, by list and time. */
export async function listVersions({ store }: Services): Promise<ListVersion[]> {
  const rows = await store.system.all(listListVersions, {});
  return rows.map(toVersion).filter(isThere);
}

const isThere = ({ state }: ListVersion) => state !== 'reading' && state !== 'discarding';

/** The versions of one list, oldest first. Throws `resource_not_found`. */
export async function versionsOf({ store }: Services, list: string): Promise<ListVersion[]> {
  const rows = await store.system.all(versionsOfList, { list });
  if (rows.length === 0) throw notFound('Watchlist', list);
  return rows.map(toVersion).filter(isThere);
}

/** The version that is staged of a list. Throws `resource_not_found` where none is. */
export async function stagedOf({ store }: Services, list: string): Promise<ListVersion> {
  const versions = (await store.system.all(versionsOfList, { list })).map(toVersion);
  const staged = versions.findLast(({ state }) => state === 'staged');
  if (!staged) throw problem('resource_not_found', { message: `No version of the watchlist ${list} is staged` });
  return staged;
}

/** The set that was active at a moment, Unix milliseconds, or is now; null before the first. */
export async function setAt({ store }: Services, at?: number): Promise<ScreeningSet | null> {
  const row = await (at === undefined
    ? store.system.first(activeScreeningSet, {})
    : store.system.first(screeningSetAt, { at }));
  return row ? toSet(row) : null;
}

export interface ListDiff {
  readonly before: ListVersion | null;
  readonly after: ListVersion;
  /** Records that changed: at most 1,000, in the order in which they were added. */
  readonly records: readonly { readonly source_id: string; readonly change: 'added' | 'changed' | 'gone' }[];
}

/** Changes of a list's staged version relative to the active one. Throws `resource_not_found` if none is staged. */
export async function diffOfStaged(services: Services, list: string): Promise<ListDiff> {
  const versions = await versionsOf(services, list);
  const after = await stagedOf(services, list);
  const before = versions.find(({ state }) => state === 'active') ?? null;
  const records = await services.store.system.all(diffListVersions, {
    before: before?.id ?? '',
    after: after.id,
    limit: SHOWN_CHANGES,
  });
  return { before, after, records };
}
