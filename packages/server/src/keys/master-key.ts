import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { KEY_BYTES, type MasterKey, secretFile } from '../crypto/keys.ts';
import { baseOf, openRoot, type StoredRoot, storeRoot, type WrappedRoot, wrapRoot } from '../crypto/root-key.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { opensAccountKey } from '../crypto/vault.ts';
import { oldestAccountKey } from '../store/queries/accounts.ts';
import { findMeta, insertMeta, updateMeta, upsertMeta } from '../store/queries/meta.ts';
import type { AccountKeyRow } from '../store/schema.ts';
import type { Store, SystemReader, SystemTx } from '../store/store.ts';
import { DeploymentKeys } from './deployment-keys.ts';
import { noteNoEarlierRelease } from './earlier-releases.ts';
import { type GivenKey, type GivenKeys, givenKeys, type KeySettings, masterKeyFileOf } from './sources.ts';

/** Name under which the store keeps the root key, sealed with each master key that opens it. */
const ROOT = 'root_key';

/**
 * Name under which releases before the root key kept a value that the master key seals, from which they derived every key. They look
 * at it when they start, so it tells them which master key they need.
 */
const CANARY_KEY = 'master_key';
const CANARY = Buffer.from('bonafide');

const REMEDY =
  'Start with the key that encrypted the store: put its master.key back into the data directory, or set ' +
  'BONAFIDE_MASTER_KEY. No data was changed';

/** The root key of a deployment as it is stored; undefined before the first start with a root key. */
export async function storedRoot(reader: SystemReader): Promise<StoredRoot | undefined> {
  const row = await reader.first(findMeta, { key: ROOT });
  return row && (JSON.parse(row.value) as StoredRoot);
}

/** Facts of a store about the master keys that open it. */
interface StoreSeal {
  /** Fingerprints of the master keys; empty for a store of a release without fingerprints. */
  readonly fingerprints: readonly string[];
  opensWith(key: GivenKey): boolean;
}

/** The seal of a store; undefined while nothing in it is sealed. */
async function sealOf(reader: SystemReader): Promise<StoreSeal | undefined> {
  // In this order: a process that starts beside this one may commit root key and canary between both statements.
  const stored = await reader.first(findMeta, { key: CANARY_KEY });
  const root = await storedRoot(reader);
  if (root) return sealOfRoot(root);
  if (stored) {
    const { fingerprint, canary } = JSON.parse(stored.value) as { fingerprint: string; canary: string };
    return { fingerprints: [fingerprint], opensWith: ({ master }) => opensCanary(master, canary) };
  }
  const row: AccountKeyRow | undefined = await reader.first(oldestAccountKey, {});
  return row && { fingerprints: [], opensWith: ({ master }) => opensAccountKey(master, row) };
}

function sealOfRoot({ masters }: StoredRoot): StoreSeal {
  const fingerprints = masters.map(({ fingerprint }) => fingerprint);
  return { fingerprints, opensWith: ({ fingerprint }) => fingerprints.includes(fingerprint) };
}

function opensCanary(master: MasterKey, canary: string): boolean {
  try {
    return unseal(master.derive('canary'), CANARY_KEY, Buffer.from(canary, 'base64')).equals(CANARY);
  } catch {
    return false;
  }
}

const named = (fingerprints: readonly string[]) => fingerprints.join(' or ');

function refuseMissing({ fingerprints }: StoreSeal, settings: KeySettings): never {
  const theirs = fingerprints.length > 0 ? ` with the fingerprint ${named(fingerprints)}` : '';
  throw new Error(
    `The store was encrypted with a master key${theirs}, but ${masterKeyFileOf(settings)} does not exist. ${REMEDY}`,
  );
}

function refuseOther({ fingerprints }: StoreSeal, { source, fingerprint }: GivenKey): never {
  const ours = `the master key from ${source} has the fingerprint ${fingerprint}`;
  const theirs =
    fingerprints.length > 0
      ? `The store was encrypted with the master key with the fingerprint ${named(fingerprints)}`
      : 'The store was encrypted with another master key, whose fingerprint is not known';
  throw new Error(`${theirs}; ${ours}. ${REMEDY}`);
}

/** The given key that opens the store: the current one, or the old one until the current one is added. Throws if neither does. */
function openerOf(stored: StoreSeal, { current, old }: GivenKeys, settings: KeySettings): GivenKey {
  if (!current) refuseMissing(stored, settings);
  if (stored.opensWith(current)) return current;
  if (old && stored.opensWith(old)) return old;
  return refuseOther(stored, current);
}

/**
 * Checks whether the settings' keys open a store; makes and changes nothing. Returns the fingerprint of the current key, undefined
 * when the store holds nothing sealed and no key was made yet. Throws with words for the operator when the key is another one or
 * missing.
 */
export async function examineMasterKey(reader: SystemReader, settings: KeySettings): Promise<string | undefined> {
  const given = await givenKeys(settings);
  const stored = await sealOf(reader);
  if (stored) openerOf(stored, given, settings);
  return given.current?.fingerprint;
}

/** The keys of the deployment, and the fingerprint of the master key that this process opened them with. */
export interface OpenedKeys {
  readonly keys: DeploymentKeys;
  readonly fingerprint: string;
}

/**
 * Opens the keys of the deployment with the master key of the settings. A new deployment gets a random root key. A deployment from
 * before root keys gets one too, and derives its keys from its secret as before. When only the old master key of the settings opens
 * the root key, the current one is added. Throws with words for the operator when the key is another one, or when its file is gone:
 * a new key would open nothing, and what it seals the right one would not open.
 */
export async function openMasterKey(store: Store, settings: KeySettings, clock: Clock): Promise<OpenedKeys> {
  const given = await givenKeys(settings);
  const before = await sealOf(store.system);
  if (before) openerOf(before, given, settings);
  const keys = { current: given.current ?? (await madeKey(settings)), old: given.old };
  if (!(await storedRoot(store.system))) await makeRoot(store, keys, settings, clock.now());
  const root = await rootOf(store, keys, settings, clock.now());
  const stored = (await storedRoot(store.system)) as StoredRoot;
  const opened = new DeploymentKeys(root, baseOf(stored, root), clock);
  await opened.load(store.system);
  return { keys: opened, fingerprint: keys.current.fingerprint };
}

/** Makes the key file of a new deployment. */
async function madeKey(settings: KeySettings): Promise<GivenKey> {
  secretFile(settings.data, 'master.key');
  return (await givenKeys(settings)).current as GivenKey;
}

interface PresentKeys extends GivenKeys {
  readonly current: GivenKey;
}

/** Stores a root key. Of several processes that start at once, each with a new key, one is first. */
async function makeRoot(store: Store, keys: PresentKeys, settings: KeySettings, now: number): Promise<void> {
  const [root, base] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)];
  await store.transaction(async (tx) => {
    const sealed = await sealOf(tx);
    const opener = sealed ? openerOf(sealed, keys, settings) : keys.current;
    const stored = storeRoot(root, sealed ? opener.secret : base, [wrapRoot(opener.master, root, now)]);
    if ((await tx.run(insertMeta, { key: ROOT, value: JSON.stringify(stored) })) === 0) return;
    if (sealed) return;
    await refuseEarlierReleases(tx, opener.fingerprint, root);
    await noteNoEarlierRelease(tx);
  });
}

/** Opens the root key; adds the current master key where only the old one opens it. */
async function rootOf(store: Store, keys: PresentKeys, settings: KeySettings, now: number): Promise<Buffer> {
  const { current, old } = keys;
  return changeRoot(store, async (_, stored) => {
    const own = openRoot(stored, current.master);
    if (own) return { result: own };
    openerOf(sealOfRoot(stored), keys, settings);
    const root = openRoot(stored, (old as GivenKey).master) as Buffer;
    return { result: root, masters: [...stored.masters, wrapRoot(current.master, root, now)] };
  });
}

/**
 * Changes in a transaction which master keys open the root key. Another process may change it meanwhile: then `change` sees the newer
 * state and runs again.
 */
export async function changeRoot<T>(
  store: Store,
  change: (tx: SystemTx, stored: StoredRoot) => Promise<{ result: T; masters?: readonly WrappedRoot[] }>,
): Promise<T> {
  for (;;) {
    const stored = (await storedRoot(store.system)) as StoredRoot;
    const done = await store
      .transaction(async (tx) => {
        const { result, masters } = await change(tx, stored);
        if (masters) await replaceRoot(tx, stored, { ...stored, masters });
        return { result };
      })
      .catch((error) => {
        if (error instanceof ChangedMeanwhile) return undefined;
        throw error;
      });
    if (done) return done.result;
  }
}

/** Thrown inside a transaction to undo it. */
class ChangedMeanwhile extends Error {}

async function replaceRoot(tx: SystemTx, from: StoredRoot, to: StoredRoot): Promise<void> {
  const values = { from: JSON.stringify(from), value: JSON.stringify(to) };
  if ((await tx.run(updateMeta, { key: ROOT, ...values })) === 0) throw new ChangedMeanwhile();
}

/** Has earlier releases refuse to start: they would derive every key from the master key. */
export async function refuseEarlierReleases(tx: SystemTx, fingerprint: string, root: Buffer): Promise<void> {
  const canary = seal(root, CANARY_KEY, CANARY).toString('base64');
  await tx.run(upsertMeta, { key: CANARY_KEY, value: JSON.stringify({ fingerprint, canary }) });
}
