import { problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import { accountsOf } from '../members/people.ts';
import { hasSecondFactor, type MemberSession } from '../members/sessions.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import { findCheck, findReport } from '../store/queries/checks.ts';
import { findRun } from '../store/queries/workflows.ts';
import type { ScopedQuery } from '../store/query.ts';
import type { Environment } from '../store/schema.ts';

const finders = {
  checks: findCheck,
  reports: findReport,
  applicants: findApplicant,
  workflow_runs: findRun,
} as const;

/** Kinds of objects that an address of the dashboard may name by id alone. */
export const locatedKinds = Object.keys(finders) as (keyof typeof finders)[];

/**
 * Finds the account and environment of a member that contain an object; undefined without one. Throws `second_factor_needed` if
 * it is in none that is open to the session, and another account demands a second factor: whether it is there stays unsaid.
 */
export async function locate(
  services: Services,
  session: MemberSession,
  kind: keyof typeof finders,
  id: string,
): Promise<{ account: string; environment: Environment } | undefined> {
  const find = finders[kind] as unknown as ScopedQuery<{ id: string }, unknown>;
  const accounts = await accountsOf(services, session.member.id);
  const open = accounts.filter(({ account }) => !account.settings.second_factor || hasSecondFactor(session));
  for (const { account } of open) {
    for (const environment of ['live', 'sandbox'] as const) {
      const scope = { account_id: account.id, environment };
      if (await services.store.within(scope).first(find, { id })) return { account: account.id, environment };
    }
  }
  if (open.length < accounts.length) throw problem('second_factor_needed');
  return undefined;
}
