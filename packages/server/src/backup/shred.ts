import type { Services } from '../context/services.ts';
import { storedRoot } from '../keys/master-key.ts';
import { shredAccounts } from './account-keys.ts';
import { keysOf } from './keys.ts';
import { openExisting } from './open.ts';
import { Target } from './target.ts';

/**
 * Deletes the keys of an erased account from the backups in the target of the settings. Returns how many keys it deleted; 0 without a
 * target.
 */
export async function shredInBackups(services: Services, account_id: string): Promise<number> {
  const { deploymentKeys, settings, store } = services;
  const root = await storedRoot(store.system);
  const found = settings.backupTo && root && (await openExisting(settings.backupTo, settings));
  if (!found) return 0;
  return shredAccounts(new Target(found.blobs, found.id, keysOf(root, deploymentKeys.root)), [account_id]);
}
