import { MINUTE_MS } from '../base/clock.ts';
import type { Services } from '../context/services.ts';
import { type RotatedPurpose, rotatedPurposes } from '../crypto/keys.ts';
import { biometricTokenFromBefore } from '../store/queries/biometric-tokens.ts';
import { upsertMeta } from '../store/queries/meta.ts';
import { openRunFromBefore } from '../store/queries/workflows.ts';
import type { SystemTx } from '../store/store.ts';
import { type StoredVersion, storedVersions, versionsKey } from './deployment-keys.ts';
import { rewrapAccountKeys } from './rewrap.ts';

/** Milliseconds from the use of a new version until no transaction is left that began with an earlier one. */
const SETTLED_MS = 10 * MINUTE_MS;

/** Returns whether anything needs versions before `newest`, which has been used for a while. */
type Need = (services: Services, newest: StoredVersion) => Promise<boolean>;

const needs: Record<RotatedPurpose, Need> = {
  'account-keys': async (services) => (await rewrapAccountKeys(services)) > 0,
  'sdk-token': async () => false,
  'upload-addresses': async () => false,
  'workflow-links': async ({ clock, store }, { active_from }) =>
    Boolean(await store.system.first(openRunFromBefore, { before: active_from + SETTLED_MS, now: clock.now() })),
  'biometric-tokens': async ({ store }, { active_from }) =>
    Boolean(await store.system.first(biometricTokenFromBefore, { before: active_from + SETTLED_MS })),
};

/**
 * Deletes versions of rotated keys that nothing needs any more, and seals the keys of accounts with the newest version of theirs. It
 * can be broken off, repeated, and done by several processes at once.
 */
export async function endVersions(services: Services): Promise<void> {
  const { clock, deploymentKeys, store } = services;
  await deploymentKeys.load(store.system);
  for (const purpose of rotatedPurposes) {
    const versions = await storedVersions(store.system, purpose);
    const newest = versions.at(-1);
    const now = clock.now();
    if (!newest || newest.active_from + SETTLED_MS > now) continue;
    if (newest.earlier_until === null ? await needs[purpose](services, newest) : newest.earlier_until > now) continue;
    if (newest.earlier_until !== null && versions.length === 1) continue;
    await store.transaction((tx) => endEarlier(tx, purpose, { ...newest, earlier_until: newest.earlier_until ?? now }));
  }
}

/** Keeps `newest` alone, unless there is a newer version meanwhile. */
async function endEarlier(tx: SystemTx, purpose: RotatedPurpose, newest: StoredVersion): Promise<void> {
  if ((await storedVersions(tx, purpose)).at(-1)?.version !== newest.version) return;
  await tx.run(upsertMeta, { key: versionsKey(purpose), value: JSON.stringify([newest]) });
  tx.signal('key', purpose);
}
