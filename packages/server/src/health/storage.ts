import { buffer } from 'node:stream/consumers';
import type { Services } from '../context/services.ts';
import { StorageError } from '../storage/storage.ts';
import { sharesBucket, usesBucket } from './deployments.ts';
import type { Verdict } from './finding.ts';

/** Milliseconds for which a verdict on a bucket answers probes, which come every few seconds. */
const REMEMBERED_MS = 10_000;

/** Milliseconds after which a probe doesn't wait for the object store. */
const PROBE_MS = 4_000;

const SHARED =
  'another deployment uses the bucket, too. Give each a prefix of its own (--s3-prefix). Until then, objects without a row stay';

/** Stores, reads and deletes an object. Reads one of an account as well: accounts of another deployment have another key. */
export async function examineStorage(services: Services): Promise<Verdict> {
  const failed = await storeAndRead(services);
  if (failed) return failed;
  if (usesBucket(services) && (await sharesBucket(services))) return { state: 'failed', detail: SHARED };
  const { storage } = services;
  for await (const { key } of storage.list()) if (await opens(services, key)) break;
  const warnings = await storage.warnings();
  if (warnings.length > 0) return { state: 'warning', detail: warnings.join('; ') };
  return { state: 'ok', detail: `can store, read and delete ${placeOf(services)}` };
}

/** Returns whether an object can be read; false if it is gone, since other processes delete objects meanwhile. */
async function opens({ storage }: Services, key: string): Promise<boolean> {
  try {
    (await storage.get(key)).destroy();
    return true;
  } catch (error) {
    if (error instanceof StorageError && error.fault === 'missing') return false;
    throw error;
  }
}

const recent = new WeakMap<Services, { readonly at: number; readonly verdict: Promise<Verdict> }>();

/** The same for probes. Of a bucket it lists nothing, remembers the verdict for 10 seconds, and answers within 4. */
export async function probeStorage(services: Services): Promise<Verdict> {
  const { clock, settings } = services;
  if (settings.s3Bucket === null) return examineStorage(services);
  const known = recent.get(services);
  const isFresh = known !== undefined && clock.now() - known.at < REMEMBERED_MS;
  const verdict = isFresh
    ? known.verdict
    : storeAndRead(services)
        .catch(failedBy)
        .then((found) => found ?? okay(services));
  if (!isFresh) recent.set(services, { at: clock.now(), verdict });
  let cancel = () => {};
  const late = new Promise<Verdict>((resolve) => {
    const detail = `the object store has not answered for ${PROBE_MS / 1000} s`;
    cancel = clock.schedule(PROBE_MS, () => resolve({ state: 'failed', detail }));
  });
  return Promise.race([verdict, late]).finally(() => cancel());
}

async function storeAndRead({ ids, storage }: Services): Promise<Verdict | undefined> {
  const bytes = Buffer.from(ids.secret(32));
  async function* content() {
    yield bytes;
  }
  const { key } = await storage.put({ account: 'health', mediaId: ids.uuid() }, content());
  const back = await buffer(await storage.get(key));
  await storage.delete(key);
  return back.equals(bytes) ? undefined : { state: 'failed', detail: 'read other bytes than it stored' };
}

const failedBy = (error: Error): Verdict => ({ state: 'failed', detail: error.message });

const okay = (services: Services): Verdict => ({
  state: 'ok',
  detail: `can store, read and delete ${placeOf(services)}`,
});

function placeOf({ settings }: Services): string {
  return settings.s3Bucket === null ? 'on the disk' : `in the bucket ${settings.s3Bucket}`;
}
