import type { Services } from '../context/services.ts';
import { rewrapAccountKey } from '../crypto/vault.ts';
import { listAllAccountKeys, updateWrappedKey } from '../store/queries/accounts.ts';

/** Seals the keys of all accounts with the newest key for it. It can be broken off and repeated. Returns how many it sealed. */
export async function rewrapAccountKeys({ deploymentKeys, store }: Services): Promise<number> {
  let rewrapped = 0;
  for (const row of await store.system.all(listAllAccountKeys, {})) {
    const wrapped = rewrapAccountKey(deploymentKeys, row);
    if (!wrapped) continue;
    await store.transaction((tx) => tx.run(updateWrappedKey, { ...row, wrapped }));
    rewrapped += 1;
  }
  return rewrapped;
}
