import { getAccount } from '../context/account-facts.ts';
import type { Services } from '../context/services.ts';
import { listErasures } from '../store/queries/erasures.ts';
import type { Environment } from '../store/schema.ts';
import type { Erasure } from './erase.ts';

/** Receipts of an account in both environments, newest first, at most 500. Throws `resource_not_found` for the account. */
export async function listErasuresOf(
  services: Services,
  accountId: string,
): Promise<(Erasure & { environment: Environment })[]> {
  const { id: account_id } = await getAccount(services, accountId);
  const rows = await services.store.system.all(listErasures, { account_id });
  return rows.map(({ counts, ...row }) => ({ ...row, counts: JSON.parse(counts) as Record<string, number> }));
}
