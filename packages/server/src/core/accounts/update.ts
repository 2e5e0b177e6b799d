import { notFound } from '../../base/errors.ts';
import { updateAccount as updateRow } from '../../store/queries/accounts.ts';
import type { AccountRow } from '../../store/schema.ts';
import { type Principal, recordOf } from '../principal.ts';
import type { Services } from '../services.ts';
import type { AccountSettings } from './account.ts';
import { brandingOrThrow } from './branding-rules.ts';
import { type AccountFacts, toFacts } from './list.ts';

/** What an operator changes of an account; what is absent stays. */
export type AccountInput = Partial<AccountSettings> & { name?: string };

/**
 * Changes an account; every process learns of it at once. Throws `resource_not_found`, and
 * `validation_error` for a branding that breaks a rule.
 */
export async function updateAccount(
  services: Services,
  id: string,
  input: AccountInput,
  principal: Principal,
): Promise<AccountFacts> {
  const { name, ...given } = input;
  const settings = brandingOrThrow(services, given);
  return services.store.transaction(async (tx) => {
    const { account: row } = await tx.lock({ account: id });
    if (!row) throw notFound('Account', id);
    const after: AccountRow = {
      ...row,
      name: name ?? row.name,
      settings: JSON.stringify({ ...(JSON.parse(row.settings) as object), ...settings }),
      changed_by: recordOf(principal),
    };
    await tx.run(updateRow, after);
    tx.signal('account', id);
    return toFacts(after);
  });
}
