import { findApplicant } from '../../store/queries/applicants.ts';
import { findCheck, findReport } from '../../store/queries/checks.ts';
import { findRun } from '../../store/queries/workflows.ts';
import type { ScopedQuery } from '../../store/query.ts';
import type { Environment } from '../../store/schema.ts';
import { accountsOf } from '../members/people.ts';
import type { Services } from '../services.ts';

const finders = {
  checks: findCheck,
  reports: findReport,
  applicants: findApplicant,
  workflow_runs: findRun,
} as const;

/** What an address of the dashboard may name by its id alone. */
export const locatedKinds = Object.keys(finders) as (keyof typeof finders)[];

/** In which account and environment of a member an object is; undefined where it is in none. */
export async function locate(
  { store, ...rest }: Services,
  memberId: string,
  kind: keyof typeof finders,
  id: string,
): Promise<{ account: string; environment: Environment } | undefined> {
  const find = finders[kind] as unknown as ScopedQuery<{ id: string }, unknown>;
  for (const { account } of await accountsOf({ store, ...rest }, memberId)) {
    for (const environment of ['live', 'sandbox'] as const) {
      const scope = { account_id: account.id, environment };
      if (await store.within(scope).first(find, { id })) return { account: account.id, environment };
    }
  }
  return undefined;
}
