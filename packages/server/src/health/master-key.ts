import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { fingerprintOf, type MasterKey, masterKey, secretFile } from '../crypto/keys.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { opensAccountKey } from '../crypto/vault.ts';
import { oldestAccountKey } from '../store/queries/accounts.ts';
import { findMeta, insertMeta } from '../store/queries/meta.ts';
import type { AccountKeyRow } from '../store/schema.ts';
import type { Store, SystemReader } from '../store/store.ts';

/** Name under which the store keeps the sealed test value, which is also its purpose. */
const META = 'master_key';

/** Test value that the master key seals: if it opens, the key is the same. */
const CANARY = Buffer.from('bonafide');

type KeySettings = Pick<Settings, 'data' | 'masterKey'>;

/** Facts of a store about the key that sealed it. Stores of releases without fingerprints have an account key only. */
interface StoreSeal {
  readonly fingerprint: string | undefined;
  opensWith(master: MasterKey): boolean;
}

const fileOf = ({ data }: KeySettings) => join(data, 'master.key');

const sourceOf = (settings: KeySettings) => (settings.masterKey ? 'BONAFIDE_MASTER_KEY' : fileOf(settings));

const REMEDY =
  'Start with the key that encrypted the store: put its master.key back into the data directory, or set ' +
  'BONAFIDE_MASTER_KEY. No data was changed';

/** The seal of a store; undefined while nothing in it is sealed. */
async function sealOf(reader: SystemReader): Promise<StoreSeal | undefined> {
  const stored = await reader.first(findMeta, { key: META });
  if (stored) {
    const { fingerprint, canary } = JSON.parse(stored.value) as { fingerprint: string; canary: string };
    return { fingerprint, opensWith: (master) => opensCanary(master, canary) };
  }
  const row: AccountKeyRow | undefined = await reader.first(oldestAccountKey, {});
  return row && { fingerprint: undefined, opensWith: (master) => opensAccountKey(master, row) };
}

function opensCanary(master: MasterKey, canary: string): boolean {
  try {
    return unseal(master.derive('canary'), META, Buffer.from(canary, 'base64')).equals(CANARY);
  } catch {
    return false;
  }
}

function refuseMissing(stored: StoreSeal, settings: KeySettings): never {
  const theirs = stored.fingerprint ? ` with the fingerprint ${stored.fingerprint}` : '';
  throw new Error(
    `The store was encrypted with a master key${theirs}, but ${fileOf(settings)} does not exist. ${REMEDY}`,
  );
}

function refuseOther({ fingerprint }: StoreSeal, master: MasterKey, settings: KeySettings): never {
  const ours = `the master key from ${sourceOf(settings)} has the fingerprint ${fingerprintOf(master)}`;
  const theirs = fingerprint
    ? `The store was encrypted with the master key with the fingerprint ${fingerprint}`
    : 'The store was encrypted with another master key, whose fingerprint is not known';
  throw new Error(`${theirs}; ${ours}. ${REMEDY}`);
}

function givenKey(settings: KeySettings): MasterKey | undefined {
  if (settings.masterKey) return masterKey(Buffer.from(settings.masterKey, 'base64url'));
  const file = fileOf(settings);
  return existsSync(file) ? masterKey(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')) : undefined;
}

/**
 * Checks whether the settings' key sealed a store; makes and changes nothing. Returns its fingerprint, undefined when the store
 * holds nothing sealed and no key was made yet. Throws with words for the operator when the key is another one or missing.
 */
export async function examineMasterKey(reader: SystemReader, settings: KeySettings): Promise<string | undefined> {
  const stored = await sealOf(reader);
  const key = givenKey(settings);
  if (stored && !key) refuseMissing(stored, settings);
  if (stored && key && !stored.opensWith(key)) refuseOther(stored, key, settings);
  return key && fingerprintOf(key);
}

/**
 * The master key of the settings. A new deployment gets a new one, and its store a value that only this key opens: each
 * later start, of whichever process, must open it. Throws with words for the operator when the key is another one, or
 * when its file is gone: a new key would open nothing, and what it seals the right one would not open.
 */
export async function openMasterKey(store: Store, settings: KeySettings): Promise<MasterKey> {
  await examineMasterKey(store.system, settings);
  const master = givenKey(settings) ?? masterKey(secretFile(settings.data, 'master.key'));
  const canary = seal(master.derive('canary'), META, CANARY).toString('base64');
  const value = JSON.stringify({ fingerprint: fingerprintOf(master), canary });
  // Of several processes that start at once, each with a new key, one is first, and the others must have its key.
  const kept = await store.transaction(async (tx) => {
    await tx.run(insertMeta, { key: META, value });
    return sealOf(tx);
  });
  if (!kept?.opensWith(master)) refuseOther(kept as StoreSeal, master, settings);
  return master;
}
