import { notFound } from '../../base/errors.ts';
import { findAccount, listAccounts } from '../../store/queries/accounts.ts';
import type { AccountRow } from '../../store/schema.ts';
import type { Services } from '../services.ts';
import type { AccountLogo, AccountSettings } from './account.ts';
import { logoOf, settingsOf } from './directory.ts';

/** An account as an operator sees it. */
export interface AccountFacts extends AccountSettings {
  id: string;
  name: string;
  /** Unix milliseconds. */
  created_at: number;
  logo: AccountLogo | null;
}

export function toFacts(row: AccountRow): AccountFacts {
  return { id: row.id, name: row.name, created_at: row.created_at, logo: logoOf(row), ...settingsOf(row) };
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
