import { ownership } from './ownership.ts';
import type { Database } from './schema.ts';

/**
 * Place of the rows of a table in a database of several nodes, such as Citus (https://docs.citusdata.com/en/stable/sharding/data_modeling.html):
 *
 * - `account`: on the node of their account.
 * - `every node`: a copy on each. Such tables are small, or requests look them up before their account is known.
 * - `one node`: in one place, because a statement locks rows of several accounts.
 */
export type Placement = 'account' | 'every node' | 'one node';

/** Tables with an account that are not spread by it. */
const EXCEPTIONS: Partial<Record<keyof Database, Placement>> = {
  // A token finds its account, and an account its keys.
  accounts: 'every node',
  account_keys: 'every node',
  account_logos: 'every node',
  tokens: 'every node',
  // A member finds their accounts.
  memberships: 'every node',
  invitations: 'every node',
  // A worker claims the jobs of all accounts with one statement.
  jobs: 'one node',
};

/** Returns the placement of a table. */
export function placementOf(table: keyof Database): Placement {
  const { personal, plain } = ownership[table];
  const columns: readonly string[] = [...personal, ...plain];
  return EXCEPTIONS[table] ?? (columns.includes('account_id') ? 'account' : 'every node');
}
