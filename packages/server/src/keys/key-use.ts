import { MINUTE_MS } from '../base/clock.ts';
import { every } from '../base/every.ts';
import type { Services } from '../context/services.ts';
import { listMeta, upsertMeta } from '../store/queries/meta.ts';
import type { SystemReader } from '../store/store.ts';
import { currentKey, readsKeyFile } from './sources.ts';

/** Beginning of the names under which the store keeps the time at which a process last had a master key. */
export const USE = 'master_key_used:';

/** Interval of saying which master key the process has, and of looking for rotated keys whose signal was lost. */
const EVERY_MS = MINUTE_MS;

/** Times at which a process last had a master key, Unix milliseconds by fingerprint. */
export async function lastUses(reader: SystemReader): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.all(listMeta, { like: `${USE}%` });
  return new Map(rows.map(({ key, value }) => [key.slice(USE.length), Number(value)]));
}

/** The key with which the process would start now: a file may have been replaced since. */
async function presentFingerprint({ settings, masterKeyFingerprint }: Services): Promise<string> {
  if (!readsKeyFile(settings)) return masterKeyFingerprint;
  return (await currentKey(settings))?.fingerprint ?? masterKeyFingerprint;
}

async function noteUse(services: Services): Promise<void> {
  const key = USE + (await presentFingerprint(services));
  await services.store.transaction((tx) => tx.run(upsertMeta, { key, value: String(services.clock.now()) }));
}

/**
 * Keeps the keys of the process as new as the store's. Each minute it notes which master key the process has, and looks for processes of
 * earlier releases. The answer ends all of it.
 */
export async function followKeys(services: Services): Promise<() => Promise<void>> {
  const { clock, deploymentKeys, earlierReleases, log, store } = services;
  let running: Promise<unknown> = Promise.resolve();
  const follow = (work: () => Promise<void>) => {
    running = Promise.all([running, work().catch((error) => log.error({ err: error }, 'looking at the keys failed'))]);
    return running;
  };
  const load = () => deploymentKeys.load(store.system);
  const lookAgain = async () => {
    await load();
    await noteUse(services);
    await earlierReleases.look();
  };
  await noteUse(services);
  const deaf = ['key', 'gap'].map((topic) => store.onSignal(topic as 'key', () => follow(load)));
  const cancel = every(clock, EVERY_MS, () => follow(lookAgain));
  return async () => {
    for (const stop of deaf) stop();
    cancel();
    await running;
  };
}
