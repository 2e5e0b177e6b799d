import { KEY_BYTES } from '../../crypto/keys.ts';
import { wrapAccountKey } from '../../crypto/vault.ts';
import { insertAccount, insertAccountKey } from '../../store/queries/accounts.ts';
import type { SystemTx } from '../../store/store.ts';
import { type Principal, recordOf } from '../principal.ts';
import type { Services } from '../services.ts';
import type { AccountSettings } from './account.ts';
import { brandingOrThrow } from './branding-rules.ts';

export interface NewAccount {
  readonly name: string;
  readonly settings?: Partial<AccountSettings>;
  readonly principal: Principal;
}

/**
 * Makes an account with its first data key; answers its id. Settings left out keep following the defaults. Throws
 * `validation_error` for a branding that breaks a rule.
 */
export async function createAccount(
  services: Services,
  tx: SystemTx,
  { name, settings = {}, principal }: NewAccount,
): Promise<string> {
  const { clock, ids, master } = services;
  const own = brandingOrThrow(services, settings);
  const id = ids.uuid();
  const now = clock.now();
  const row = { id, name, created_at: now, settings: JSON.stringify(own), changed_by: recordOf(principal) };
  await tx.run(insertAccount, row);
  await tx.run(insertAccountKey, {
    account_id: id,
    version: 1,
    wrapped: wrapAccountKey(master, id, 1, Buffer.from(ids.secret(KEY_BYTES), 'base64url')),
    created_at: now,
    active_from: now,
  });
  return id;
}
