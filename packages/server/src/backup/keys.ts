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
  /** Key of the stored media. */
  readonly media: Buffer;
  /** The root key as each master key opens it, which a manifest has in the clear. */
  readonly root: StoredRoot;
}

/** The keys of a backup from the keys of its deployment. */
export function keysOf(master: Pick<MasterKey, 'derive'>, root: StoredRoot): BackupKeys {
  return { backup: master.derive('backup'), media: master.derive('media'), root };
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
    const master = given && opened(stored, given.master);
    if (master) return keysOf(master, stored);
  }
  const needed = stored.masters.map(({ fingerprint }) => fingerprint).join(' or ');
  const remedy = current
    ? `the given key has the fingerprint ${current.fingerprint}`
    : `set BONAFIDE_MASTER_KEY, or put the key into ${masterKeyFileOf(settings)}`;
  throw new BackupRefused(`The backup needs the master key with the fingerprint ${needed}; ${remedy}`);
}

function opened(stored: StoredRoot, master: MasterKey): MasterKey | undefined {
  try {
    const root = openRoot(stored, master);
    return root && masterKey(baseOf(stored, root));
  } catch (error) {
    throw new BackupDamaged('the root key in a manifest was changed', error);
  }
}
