import { type MasterKey, masterKey } from '../crypto/keys.ts';
import { baseOf, openRoot, type StoredRoot } from '../crypto/root-key.ts';
import { storedRoot } from '../keys/master-key.ts';
import { givenKeys, type KeySettings, masterKeyFileOf } from '../keys/sources.ts';
import type { SystemReader } from '../store/store.ts';
import { BackupDamaged, BackupRefused } from './errors.ts';

/** The keys of a backup. */
export interface BackupKeys {
  /** Key of the backup, from which its other keys are derived. */
  readonly backup: Buffer;
  /** Key of stored media that no key of an account has sealed. */
  readonly media: Buffer;
  /** The root key. */
  readonly rootKey: Buffer;
  /** The root key as each master key opens it, which a manifest has in the clear. */
  readonly root: StoredRoot;
}

/** The keys of a backup from the keys of its deployment. */
export function keysOf(root: StoredRoot, rootKey: Buffer): BackupKeys {
  const master = masterKey(baseOf(root, rootKey));
  return { backup: master.derive('backup'), media: master.derive('media'), rootKey, root };
}

/** Keys for a backup of a store. Throws with words for the operator when the settings' master key does not open the store. */
export async function keysOfStore(reader: SystemReader, settings: KeySettings): Promise<BackupKeys> {
  const stored = await storedRoot(reader);
  if (stored) return keysOfRoot(stored, settings);
  throw new BackupRefused('The store has no root key yet. Start this version of the service once, then make a backup');
}

/** Opens a root key with a master key of the settings. Throws `BackupRefused` when there is none, or it is another one. */
export async function keysOfRoot(stored: StoredRoot, settings: KeySettings): Promise<BackupKeys> {
  const { current, old } = await givenKeys(settings);
  for (const given of [current, old]) {
    const keys = given && opened(stored, given.master);
    if (keys) return keys;
  }
  const needed = stored.masters.map(({ fingerprint }) => fingerprint).join(' or ');
  const remedy = current
    ? `the given key has the fingerprint ${current.fingerprint}`
    : `set BONAFIDE_MASTER_KEY, or put the key into ${masterKeyFileOf(settings)}`;
  throw new BackupRefused(`The backup needs the master key with the fingerprint ${needed}; ${remedy}`);
}

function opened(stored: StoredRoot, master: MasterKey): BackupKeys | undefined {
  try {
    const root = openRoot(stored, master);
    return root && keysOf(stored, root);
  } catch (error) {
    throw new BackupDamaged('the root key in a manifest was changed', error);
  }
}
