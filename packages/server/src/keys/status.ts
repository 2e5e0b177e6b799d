import type { Services } from '../context/services.ts';
import { fingerprintOf, masterKey, type RotatedPurpose, rotatedPurposes } from '../crypto/keys.ts';
import { accountKeyFingerprint } from '../crypto/vault.ts';
import { listAllAccountKeys } from '../store/queries/accounts.ts';
import type { AccountKeyRow } from '../store/schema.ts';
import { countByKey } from './count-sealed.ts';
import { storedVersions } from './deployment-keys.ts';
import { type KeyState, type KeyStatus, noFacts } from './key-status.ts';
import { lastUses } from './key-use.ts';
import { storedRoot } from './master-key.ts';
import { certificates, operatorKeys, webhookSecrets } from './outer-keys.ts';
import { UNUSED_MS } from './rotate-master.ts';

const protects: Record<RotatedPurpose, string> = {
  'account-keys': 'the keys of accounts',
  'sdk-token': 'SDK tokens',
  'workflow-links': 'links of workflow runs',
  'biometric-tokens': 'biometric tokens that clients hold',
  'upload-addresses': 'marks of the network addresses of uploads',
};

/** The keys of the deployment with their versions. */
export async function keysStatus(services: Services): Promise<KeyStatus[]> {
  const rotated = await Promise.all(rotatedPurposes.map((purpose) => versionsOf(services, purpose)));
  const { deploymentKeys } = services;
  const derived: KeyStatus = {
    ...noFacts,
    key: 'derived',
    protects: 'hashes of tokens and search terms, members, media from before 0.4.0',
    replace: 'not while the deployment exists: stored hashes depend on it',
    version: null,
    state: 'current',
    fingerprint: fingerprintOf(deploymentKeys),
  };
  return [
    ...(await masterKeys(services)),
    derived,
    ...rotated.flat(),
    ...(await accountKeys(services)),
    ...(await certificates(services)),
    ...(await operatorKeys(services)),
    ...(await webhookSecrets(services)),
  ];
}

/** Master keys, oldest first. One can be removed when a process has started with a newer one and none has it any more. */
async function masterKeys({ clock, store }: Services): Promise<KeyStatus[]> {
  const masters = (await storedRoot(store.system))?.masters ?? [];
  const uses = await lastUses(store.system);
  const now = clock.now();
  const isUsed = (fingerprint: string) => (uses.get(fingerprint) ?? 0) > now - UNUSED_MS;
  const newestUsed = masters.findLastIndex(({ fingerprint }) => uses.has(fingerprint));
  return masters.map(({ fingerprint, created_at }, index) => {
    const state = masterState(index - newestUsed, isUsed(fingerprint));
    return {
      ...noFacts,
      key: 'master',
      protects: 'the root key, which opens all other keys',
      replace: replaceMaster(fingerprint, state),
      version: null,
      state,
      fingerprint,
      created_at,
      used_at: uses.get(fingerprint) ?? null,
    };
  });
}

const replaceMaster = (fingerprint: string, state: KeyState) =>
  state === 'removable' ? `bonafide keys remove-master ${fingerprint}` : 'bonafide keys rotate master';

function masterState(fromNewest: number, used: boolean): KeyState {
  if (fromNewest > 0) return 'next';
  if (fromNewest === 0) return 'current';
  return used ? 'accepted' : 'removable';
}

async function versionsOf({ clock, deploymentKeys, store }: Services, purpose: RotatedPurpose): Promise<KeyStatus[]> {
  const now = clock.now();
  const stored = await storedVersions(store.system, purpose);
  // Another process may have added a version that this one has not loaded yet.
  deploymentKeys.use(purpose, stored);
  const versions = [{ version: 1, created_at: null, active_from: null, earlier_until: null }, ...stored];
  const active = versions.findLast(({ active_from }) => (active_from ?? 0) <= now)?.version ?? 1;
  const keys = deploymentKeys.accepted(purpose).toReversed();
  // Versions that are not accepted any more have no key here.
  return versions.slice(-keys.length).map(({ version, created_at, active_from }, index, rest) => ({
    ...noFacts,
    key: purpose,
    protects: protects[purpose],
    replace: `bonafide keys rotate ${purpose}`,
    version,
    state: version > active ? 'next' : version === active ? 'current' : 'accepted',
    fingerprint: fingerprintOf(masterKey(keys[index] as Buffer)),
    created_at,
    active_from,
    accepted_until: version < active ? acceptedUntil(rest.slice(index + 1)) : null,
  }));
}

/** The first end that a later version sets for the earlier ones. */
function acceptedUntil(later: readonly { readonly earlier_until: number | null }[]): number | null {
  const ends = later.flatMap(({ earlier_until }) => (earlier_until === null ? [] : [earlier_until]));
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** Keys of accounts. The rows that need an earlier key are counted only while there is one. */
async function accountKeys({ clock, deploymentKeys, store }: Services): Promise<KeyStatus[]> {
  const rows = await store.system.all(listAllAccountKeys, {});
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  const listed: KeyStatus[] = [];
  for (const [account_id, keys] of byAccount) {
    const active = keys.findLast(({ active_from }) => active_from <= clock.now()) ?? keys[0];
    const earlier = keys.filter(({ version }) => version < (active as AccountKeyRow).version);
    const remaining = await countByKey(store.system, account_id, earlier);
    for (const row of keys) {
      const { version, created_at, active_from } = row;
      const at = version - (active as AccountKeyRow).version;
      listed.push({
        ...noFacts,
        key: 'account',
        account_id,
        protects: 'personal data and media of an account',
        replace: `bonafide keys rotate account --account ${account_id}`,
        version,
        state: at > 0 ? 'next' : at === 0 ? 'current' : 'accepted',
        fingerprint: accountKeyFingerprint(deploymentKeys, row),
        created_at,
        active_from,
        remaining: at < 0 ? (remaining.get(version) ?? 0) : null,
      });
    }
  }
  return listed;
}
