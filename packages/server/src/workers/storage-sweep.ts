import { HOUR_MS, isoSeconds, systemClock } from '../base/clock.ts';
import type { Services } from '../context/services.ts';
import { MARKS, sharesBucket, usesBucket } from '../health/deployments.ts';
import { MISSING_MEDIA, type MissingMedia, type SoughtMedia } from '../health/missing-media.ts';
import { INDEX_OWNER } from '../screening/watchlists/discard.ts';
import { ownerOf } from '../storage/key.ts';
import { existingMedia, mediaExists, pageOfMedia } from '../store/queries/media.ts';
import { findMeta, insertMeta, updateMeta, upsertMeta } from '../store/queries/meta.ts';

/** An object without a row may belong to an upload under way; none takes this long. */
const FORGOTTEN_MS = HOUR_MS;

/** A bucket is listed no more often: 1,000 objects take a request that costs money. A forgotten object goes within 8 hours. */
const LISTED_EVERY_MS = 6 * HOUR_MS;

/** Key of the last listing in the table of facts: its time, Unix milliseconds. */
const LISTED_AT = 'storage_listed_at';

/** Objects whose rows are looked up at once. */
const OBJECTS_AT_ONCE = 500;

/** Rows whose objects one run looks up: the next run goes on behind them. */
const ROWS_PER_RUN = 20_000;
const ROWS_AT_ONCE = 500;
const LOOKUPS_AT_ONCE = 8;

export interface Swept {
  unfinishedUploads: number;
  /** Objects without a row, which the sweep has deleted. */
  forgottenObjects: number;
  /** Rows of media without an object, of the rows that this run looked at. */
  missingObjects: number;
}

/** Deletes what uploads have left behind in the storage, and finds media whose objects are missing. */
export async function sweepStorage(services: Services, stopped: () => boolean): Promise<Swept> {
  const now = services.clock.now();
  // Files carry the time of the machine, which may be behind the database's: then they only look older.
  const before = Math.min(now, systemClock.now()) - FORGOTTEN_MS;
  const unfinishedUploads = await services.storage.discardUnfinished(before);
  const forgottenObjects = (await mayDelete(services)) ? await deleteForgotten(services, before, stopped) : 0;
  const missingObjects = await findMissing(services, now - FORGOTTEN_MS, stopped);
  return { unfinishedUploads, forgottenObjects, missingObjects };
}

/** Returns whether this process is to delete forgotten objects now: in a bucket not too often, and only in its own. */
async function mayDelete(services: Services): Promise<boolean> {
  if (!usesBucket(services)) return true;
  if (!(await isDue(services))) return false;
  if (!(await sharesBucket(services))) return true;
  services.log.error(
    'another deployment uses the bucket, so objects without a row are not deleted; see bonafide doctor',
  );
  return false;
}

/** Several processes share the listings of a bucket. */
async function isDue({ store, clock }: Services): Promise<boolean> {
  const value = String(clock.now());
  return store.transaction(async (tx) => {
    const last = await tx.first(findMeta, { key: LISTED_AT });
    if (!last) return (await tx.run(insertMeta, { key: LISTED_AT, value })) > 0;
    if (clock.now() - Number(last.value) < LISTED_EVERY_MS) return false;
    return (await tx.run(updateMeta, { key: LISTED_AT, from: last.value, value })) > 0;
  });
}

async function deleteForgotten({ storage, store }: Services, before: number, stopped: () => boolean): Promise<number> {
  let deleted = 0;
  let batch = new Map<string, string>();
  let account_id = '';
  const flush = async () => {
    const ids = JSON.stringify([...batch.values()]);
    const existing = new Set((await store.system.all(existingMedia, { ids, account_id })).map(({ id }) => id));
    for (const [key, mediaId] of batch) {
      if (existing.has(mediaId)) continue;
      await storage.delete(key);
      deleted += 1;
    }
    batch = new Map();
  };
  for await (const { key } of storage.list({ before })) {
    if (stopped()) return deleted;
    const { account, mediaId } = ownerOf(key);
    if (account === INDEX_OWNER || account === MARKS) continue;
    if (account !== account_id || batch.size === OBJECTS_AT_ONCE) await flush();
    account_id = account;
    batch.set(key, mediaId);
  }
  await flush();
  return deleted;
}

/** Looks for the objects of the next rows, and logs each one that is missing. Returns their number. */
async function findMissing(services: Services, before: number, stopped: () => boolean): Promise<number> {
  const { store, clock } = services;
  const stored = await store.system.first(findMeta, { key: MISSING_MEDIA });
  const { complete, ...current } = (stored ? JSON.parse(stored.value) : { ...START, complete: null }) as MissingMedia;
  let { after, looked, missing } = current;
  let ended = false;
  let found = 0;
  for (let rows = 0; rows < ROWS_PER_RUN && !ended && !stopped(); rows += ROWS_AT_ONCE) {
    const page = await store.system.all(pageOfMedia(ROWS_AT_ONCE), { after, before });
    const gone = await missingOf(services, page);
    found += gone;
    looked += page.length;
    missing += gone;
    after = page.at(-1)?.id ?? after;
    ended = page.length < ROWS_AT_ONCE;
  }
  const value: MissingMedia = ended
    ? { ...START, complete: { looked, missing, at: isoSeconds(clock.now()) } }
    : { after, looked, missing, complete };
  await store.transaction((tx) => tx.run(upsertMeta, { key: MISSING_MEDIA, value: JSON.stringify(value) }));
  return found;
}

const START = { after: '', looked: 0, missing: 0 };

async function missingOf(services: Services, rows: readonly SoughtMedia[]): Promise<number> {
  let missing = 0;
  const left = rows.values();
  const look = async () => {
    for (const row of left) if (await isMissing(services, row)) missing += 1;
  };
  await Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, look));
  return missing;
}

async function isMissing(
  { storage, store, log }: Services,
  { id, account_id, storage_key }: SoughtMedia,
): Promise<boolean> {
  if (await storage.has(storage_key)) return false;
  // Of media that are erased meanwhile, the row goes first.
  if (!(await store.system.first(mediaExists, { id, account_id }))) return false;
  log.error({ media: id, key: storage_key }, 'the object of a media file is missing');
  return true;
}
