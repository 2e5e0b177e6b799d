import { randomBytes, randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { recordChange } from '../audit/record.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { invalid, notFound } from '../base/errors.ts';
import type { Principal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { KEY_BYTES, masterKey } from '../crypto/keys.ts';
import { type WrappedRoot, wrapRoot } from '../crypto/root-key.ts';
import { deleteMeta } from '../store/queries/meta.ts';
import { writeWhole } from '../tls/pem-file.ts';
import { lastUses, USE } from './key-use.ts';
import { changeRoot, refuseEarlierReleases } from './master-key.ts';
import { addVersion } from './rotate-version.ts';
import { isOwnFile, masterKeyFileOf, masterKeySource } from './sources.ts';

/** Milliseconds without a sign of a process that starts with a master key, until the key may be removed. */
export const UNUSED_MS = 5 * MINUTE_MS;

/**
 * Replaces the master key in the data directory. Both keys open the deployment until the old one is removed. A process that is
 * killed meanwhile starts again with either. Throws `validation_error` when the key comes from elsewhere: then the operator starts
 * the processes with a new one.
 */
export async function rotateMasterKey(services: Services, principal: Principal): Promise<WrappedRoot> {
  const { clock, deploymentKeys, settings, store } = services;
  if (!isOwnFile(settings)) {
    const source = masterKeySource(settings);
    throw invalid({
      key: [
        `comes from ${source}. Start the processes with a new key there, and with the present one as BONAFIDE_OLD_MASTER_KEY, ` +
          'BONAFIDE_OLD_MASTER_KEY_FILE or BONAFIDE_OLD_MASTER_KEY_COMMAND',
      ],
    });
  }
  const secret = randomBytes(KEY_BYTES);
  const file = masterKeyFileOf(settings);
  const draft = `${file}.${randomUUID()}`;
  // On the disk before the store knows it: a key of the store that nobody has would open nothing.
  await writeWhole(draft, `${secret.toString('base64url')}\n`, 0o600);
  try {
    const added = await changeRoot(store, async (tx, { masters }) => {
      const slot = wrapRoot(masterKey(secret), deploymentKeys.root, clock.now());
      recordChange(services, tx, { action: 'master_key_added', object_id: slot.fingerprint, principal });
      return { result: slot, masters: [...masters, slot] };
    });
    await rename(draft, file);
    return added;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Removes a master key: from then on it opens nothing but backups from before. The keys of the accounts get another seal,
 * which it never opened. Throws `resource_not_found`, and `validation_error` for the last key, for a key that a process used within
 * the last 5 minutes, and while no process has started with another one. Throws `unavailable` while a process of an earlier release,
 * which opens everything with this key, may run.
 */
export async function removeMasterKey(services: Services, fingerprint: string, principal: Principal): Promise<void> {
  const { clock, deploymentKeys, earlierReleases, store } = services;
  earlierReleases.refuseBeside("The master key can't be removed");
  const uses = await lastUses(store.system);
  const now = clock.now();
  await changeRoot(store, async (tx, { masters }) => {
    if (!masters.some((master) => master.fingerprint === fingerprint)) throw notFound('MasterKey', fingerprint);
    const rest = masters.filter((master) => master.fingerprint !== fingerprint);
    const refuse = (reason: string) => invalid({ fingerprint: [reason] });
    if (rest.length === 0) throw refuse('is the only master key. Rotate the master key first');
    const used = uses.get(fingerprint);
    if (used !== undefined && used > now - UNUSED_MS) {
      throw refuse('was used within the last 5 minutes. Restart every process with the new key, and wait');
    }
    const proved = rest.findLast((master) => uses.has(master.fingerprint));
    if (!proved)
      throw refuse('is the only master key that a process has started with. Restart a process with the new key');
    await refuseEarlierReleases(tx, proved.fingerprint, deploymentKeys.root);
    await addVersion(services, tx, 'account-keys');
    await tx.run(deleteMeta, { key: USE + fingerprint });
    recordChange(services, tx, { action: 'master_key_removed', object_id: fingerprint, principal });
    return { result: undefined, masters: rest };
  });
}
