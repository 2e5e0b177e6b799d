import { notFound } from '../base/errors.ts';
import { findAccount, listAccounts } from '../store/queries/accounts.ts';
import type { AccountRow } from '../store/schema.ts';
import type { AccountLogo } from './account.ts';
import { logoOf, settingsOf } from './account-directory.ts';
import type { AccountSettings } from './account-settings.ts';
import { type RecordedPrincipal, recordedPrincipal } from './principal.ts';
import type { Services } from './services.ts';

/** An account as an operator sees it. */
export interface AccountFacts extends AccountSettings {
  id: string;
  name: string;
  /** Unix milliseconds. */
  created_at: number;
  logo: AccountLogo | null;
  changed_by: RecordedPrincipal | null;
}

export function toFacts(row: AccountRow): AccountFacts {
  const { id, name, created_at } = row;
  const changed_by = recordedPrincipal(row.changed_by);
  return { id, name, created_at, logo: logoOf(row), changed_by, ...settingsOf(row) };
}

/** All accounts, oldest first. */
export async function listAccountsOf(services: Services): Promise<AccountFacts[]> {
  return (await services.store.system.all(listAccounts, {})).map(toFacts);
}

/** The account. Throws `resource_not_found`. */
export async function getAccount(services: Services, id: string): Promise<AccountFacts> {
  const row = await services.store.system.first(findAccount, { id });
  if (!row) throw notFound('Account', id);
  return toFacts(row);
}
