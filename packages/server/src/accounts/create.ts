import { recordChange } from '../audit/record.ts';
import { type AccountSettings, defaultSettings } from '../context/account-settings.ts';
import { type Principal, recordOf } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { KEY_BYTES } from '../crypto/keys.ts';
import { wrapAccountKey } from '../crypto/vault.ts';
import { requireTwoPeopleFor } from '../members/named-deciders.ts';
import { insertAccount, insertAccountKey } from '../store/queries/accounts.ts';
import type { SystemTx } from '../store/store.ts';
import { refuseIdleAutomation } from './automation-rules.ts';
import { brandingOrThrow } from './branding-rules.ts';
import { recordThresholdChanges } from './threshold-changes.ts';
import { validityOrThrow } from './validity-rules.ts';

export interface NewAccount {
  readonly name: string;
  readonly settings?: Partial<AccountSettings>;
  /** Reason for the change; required if a threshold of the screening differs from its default. */
  readonly note?: string | undefined;
  readonly principal: Principal;
}

/**
 * Makes an account with its first data key; answers its id. Settings left out keep following the defaults. Throws
 * `validation_error` for a branding that breaks a rule, for another threshold of the screening without a note, and for
 * four eyes without two people who decide.
 */
export async function createAccount(
  services: Services,
  tx: SystemTx,
  { name, settings = {}, note, principal }: NewAccount,
): Promise<string> {
  const { clock, ids, master } = services;
  const own = validityOrThrow(defaultSettings, brandingOrThrow(services, settings));
  refuseIdleAutomation({ ...defaultSettings, ...own });
  await requireTwoPeopleFor(services, tx, null, own);
  const id = ids.uuid();
  const now = clock.now();
  const row = { id, name, created_at: now, settings: JSON.stringify(own), changed_by: recordOf(principal) };
  await tx.run(insertAccount, row);
  const change = { accountId: id, before: defaultSettings, after: own, note, principal };
  await recordThresholdChanges(services, tx, change);
  await tx.run(insertAccountKey, {
    account_id: id,
    version: 1,
    wrapped: wrapAccountKey(master, id, 1, Buffer.from(ids.secret(KEY_BYTES), 'base64url')),
    created_at: now,
    active_from: now,
  });
  recordChange(services, tx, { action: 'account_created', object_id: id, accountId: id, principal });
  return id;
}
