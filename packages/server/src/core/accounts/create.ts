import { KEY_BYTES } from '../../crypto/keys.ts';
import { wrapAccountKey } from '../../crypto/vault.ts';
import { insertAccount, insertAccountKey } from '../../store/queries/accounts.ts';
import type { SystemTx } from '../../store/store.ts';
import type { Services } from '../services.ts';
import type { AccountSettings } from './account.ts';
import { brandingOrThrow } from './branding-rules.ts';

/**
 * Makes an account with its first data key; answers its id. Settings left out keep following the defaults. Throws
 * `validation_error` for a branding that breaks a rule.
 */
export async function createAccount(
  services: Services,
  tx: SystemTx,
  name: string,
  settings: Partial<AccountSettings> = {},
): Promise<string> {
  const { clock, ids, master } = services;
  const own = brandingOrThrow(services, settings);
  const id = ids.uuid();
  const now = clock.now();
  await tx.run(insertAccount, { id, name, created_at: now, settings: JSON.stringify(own) });
  await tx.run(insertAccountKey, {
    account_id: id,
    version: 1,
    wrapped: wrapAccountKey(master, id, 1, Buffer.from(ids.secret(KEY_BYTES), 'base64url')),
    created_at: now,
    active_from: now,
  });
  return id;
}
