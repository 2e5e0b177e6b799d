import { recordChange } from '../../audit/record.ts';
import { invalid, notFound, problem } from '../../base/errors.ts';
import { type Principal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import {
  activateListVersion,
  activeScreeningSet,
  insertScreeningSet,
  listListVersions,
  pageOfListedRecords,
  retireListVersion,
} from '../../store/queries/watchlists.ts';
import type { ScreeningSetRow } from '../../store/schema.ts';
import type { SystemTx } from '../../store/store.ts';
import { enqueueSweeps } from '../queue-sweeps.ts';
import { discardOldVersions } from './discard.ts';
import { storeIndex } from './index-of-set.ts';
import { getVersion, stagedOf } from './list.ts';
import { type ListVersion, type ScreeningSet, type SetMember, toSet, toVersion } from './version.ts';

/** Times that an activation is made again because another one came first. Each time the other one has succeeded. */
const MOST_TRIES = 20;

/** Seconds after which an operator may try again where other activations always came first. */
const RETRY_AFTER = 1;

export interface ActivationOptions {
  readonly cause: ScreeningSetRow['cause'];
  readonly principal: Principal;
  /** Ends the building of the index; the set stays as it is. */
  readonly signal?: AbortSignal;
  /** Writes in the same transaction, with the number of the new set. Its error leaves the set unchanged. */
  readonly alongside?: (tx: SystemTx, set: number) => Promise<void>;
}

/**
 * Makes a version the searched version of its list. The index of all active versions is built first; then one transaction retires
 * the version before, activates this one and writes the number of the new set. Where another activation came first it is made
 * again, on top of that one. Throws `validation_error` for a version that is not staged or retired, and `unavailable` while a process of an
 * earlier release may run, which could not open the index.
 */
export async function activateVersion(
  services: Services,
  id: string,
  options: ActivationOptions,
): Promise<ScreeningSet> {
  const version = await getVersion(services, id);
  if (version.state !== 'staged' && version.state !== 'retired') {
    throw invalid({ version: [`a version with the state ${version.state} can't be activated`] });
  }
  return changeSet(services, { list: version.list, activated: version, ...options });
}

/** Activates the version that is staged of a list. Throws `resource_not_found` where none is. */
export async function activateStaged(services: Services, list: string, principal: Principal): Promise<ScreeningSet> {
  const staged = await stagedOf(services, list);
  return activateVersion(services, staged.id, { cause: 'activation', principal });
}

/**
 * Returns to the version of a list that was active before the present one, or before its removal. Throws `resource_not_found`
 * without one.
 */
export async function rollbackList(services: Services, list: string, principal: Principal): Promise<ScreeningSet> {
  const versions = (await services.store.system.all(listListVersions, {})).map(toVersion);
  const retired = versions.filter((version) => version.list === list && version.state === 'retired');
  const [last] = retired.sort((a, b) => (b.retired_at ?? 0) - (a.retired_at ?? 0) || (a.id < b.id ? 1 : -1));
  if (!last) throw noEarlier(list);
  // Of older ones the facts of their import stay, and no records.
  const kept = await services.store.system.all(pageOfListedRecords, { version_id: last.id, from: 0, below: 1 });
  if (kept.length === 0 && last.records > 0) throw noEarlier(list);
  return activateVersion(services, last.id, { cause: 'rollback', principal });
}

const noEarlier = (list: string) =>
  problem('resource_not_found', { message: `The watchlist ${list} has no earlier version to return to` });

/**
 * Takes a list out of the search. Where it is the last one of a category, reports on that category wait for a person from then on, so
 * `confirmed` must be given. Throws `resource_not_found`, `validation_error`.
 */
export async function removeList(
  services: Services,
  list: string,
  { confirmed, principal }: { readonly confirmed: boolean; readonly principal: Principal },
): Promise<ScreeningSet> {
  const active = (await services.store.system.all(listListVersions, {})).map(toVersion).filter(isActive);
  const removed = active.find((version) => version.list === list);
  if (!removed) throw notFound('Watchlist', list);
  const others = new Set(active.filter((version) => version !== removed).flatMap(({ categories }) => categories));
  const last = removed.categories.filter((category) => !others.has(category));
  if (last.length > 0 && !confirmed) {
    throw invalid({ confirm: [`${list} is the last list of ${last.join(', ')}. Confirm to remove it`] });
  }
  return changeSet(services, { list, cause: 'removal', principal });
}

const isActive = ({ state }: ListVersion) => state === 'active';

interface SetChange extends ActivationOptions {
  readonly list: string;
  /** The version of the list that is searched from then on; undefined for none. */
  readonly activated?: ListVersion;
}

async function changeSet(services: Services, change: SetChange): Promise<ScreeningSet> {
  services.earlierReleases.refuseBeside("The watchlists can't be changed");
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const row = await nextSet(services, change);
    if (!(await writeSet(services, row, change))) continue;
    // The activation is final, whatever happens to the version that it replaces.
    await discardOldVersions(services).catch((err) =>
      services.log.error({ err }, 'old watchlists could not be deleted'),
    );
    return toSet(row);
  }
  throw cameSecond();
}

/** The set that a change makes of the active one, with its index in the storage. */
async function nextSet(
  services: Services,
  { list, activated, cause, principal, signal }: SetChange,
): Promise<ScreeningSetRow> {
  const { store, clock } = services;
  const before = await store.system.first(activeScreeningSet, {});
  const others = (await store.system.all(listListVersions, {})).map(toVersion).filter(isActive);
  const versions = [...others.filter((version) => version.list !== list), ...(activated ? [activated] : [])];
  const members = membersOf(versions);
  const index = await storeIndex(services, members, signal);
  return {
    number: Number(before?.number ?? 0) + 1,
    versions: JSON.stringify(members),
    ...index,
    cause,
    created_at: clock.now(),
    created_by: recordOf(principal),
  };
}

/** Activates a set. Returns false if another set took its number. */
function writeSet(services: Services, row: ScreeningSetRow, { list, activated, alongside, principal }: SetChange) {
  const { number, created_at: now, created_by: by } = row;
  return services.store.transaction(async (tx) => {
    if ((await tx.run(insertScreeningSet, row)) === 0) return false;
    await tx.run(retireListVersion, { list, now, by });
    // Another import may have withdrawn it while the index was built.
    if (activated && (await tx.run(activateListVersion, { id: activated.id, now, by })) === 0) throw cameSecond();
    await alongside?.(tx, number);
    await enqueueSweeps(services, tx);
    const details = { set: number, version_id: activated?.id ?? null };
    recordChange(services, tx, { action: actions[row.cause], object_id: list, details, principal });
    tx.signal('screening_set', String(number));
    return true;
  });
}

const actions = {
  activation: 'watchlist_activated',
  rollback: 'watchlist_rolled_back',
  removal: 'watchlist_removed',
} as const;

const cameSecond = () =>
  problem('unavailable', {
    message: 'Another watchlist was activated at the same time. Try again',
    retryAfter: RETRY_AFTER,
  });

/** Places of versions in an index, by the names of their lists. */
function membersOf(versions: readonly ListVersion[]): SetMember[] {
  let base = 0;
  return versions
    .toSorted((a, b) => (a.list < b.list ? -1 : 1))
    .map(({ id, list, records }) => {
      const member = { version_id: id, list, base, records };
      base += records;
      return member;
    });
}
