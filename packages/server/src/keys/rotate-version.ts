import { SDK_TOKEN_LIFETIME_MS } from '../applicants/sdk-tokens/sdk-token.ts';
import { recordChange } from '../audit/record.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { ADDRESS_USE_MS } from '../checks/reports/address-uses.ts';
import type { Principal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { KEY_BYTES, type RotatedPurpose, rotatedPurposes } from '../crypto/keys.ts';
import { upsertMeta } from '../store/queries/meta.ts';
import type { SystemTx } from '../store/store.ts';
import { type StoredVersion, storedVersions, versionsKey } from './deployment-keys.ts';

/** Milliseconds until a new version is used, so that every process has loaded it by then: each looks once a minute. */
const ACTIVE_AFTER_MS = 2 * MINUTE_MS;

/** Milliseconds for which earlier versions are accepted once a new one is used; null: as long as anything needs them. */
const lifetimes: Record<RotatedPurpose, number | null> = {
  'account-keys': null,
  'sdk-token': SDK_TOKEN_LIFETIME_MS,
  'workflow-links': null,
  'biometric-tokens': null,
  'upload-addresses': ADDRESS_USE_MS,
};

/** Keys that `rotateVersion` rotates. */
export const rotatableKeys = rotatedPurposes;

/**
 * Rotates a key: new data and tokens get the new version within minutes, earlier ones stay valid. Throws `unavailable` while a process
 * of an earlier release, which knows one version alone, may run.
 */
export async function rotateVersion(
  services: Services,
  purpose: RotatedPurpose,
  principal: Principal,
): Promise<StoredVersion> {
  services.earlierReleases.refuseBeside("The key can't be rotated");
  return services.store.transaction(async (tx) => {
    const added = await addVersion(services, tx, purpose);
    const details = { version: added.version };
    recordChange(services, tx, { action: 'key_rotated', object_id: purpose, details, principal });
    return added;
  });
}

/** Adds a version of a key in a transaction. */
export async function addVersion(
  { clock, deploymentKeys, ids }: Services,
  tx: SystemTx,
  purpose: RotatedPurpose,
): Promise<StoredVersion> {
  // Operators who rotate at once do so one after the other.
  await tx.lock({ operatorKeys: true });
  const versions = await storedVersions(tx, purpose);
  const lifetime = lifetimes[purpose];
  const created_at = clock.now();
  const active_from = created_at + ACTIVE_AFTER_MS;
  const version = (versions.at(-1)?.version ?? 1) + 1;
  const wrapped = deploymentKeys.wrapVersion(purpose, version, Buffer.from(ids.secret(KEY_BYTES), 'base64url'));
  const earlier_until = lifetime === null ? null : active_from + lifetime;
  const added = { version, wrapped, created_at, active_from, earlier_until };
  await tx.run(upsertMeta, { key: versionsKey(purpose), value: JSON.stringify([...versions, added]) });
  tx.signal('key', purpose);
  return added;
}
