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

type LocatedKind = keyof typeof finders;

/** Kinds of objects that an address of the dashboard may name by id alone. */
export const locatedKinds = Object.keys(finders) as LocatedKind[];

/** The place of an object that a member can see. */
export interface Located {
  readonly kind: LocatedKind;
  readonly account: string;
  readonly environment: Environment;
}

/**
 * Finds the kind, account and environment of an object among those that a member can see; undefined without one. Throws `second_factor_needed` if
 * it is in none that is open to the session, and another account demands a second factor: whether it is there stays unsaid.
 * @param kinds kinds to look for; every kind costs a statement in every account and environment
 */
export async function locate(
  services: Services,
  session: MemberSession,
  kinds: readonly LocatedKind[],
  id: string,
): Promise<Located | undefined> {
  const accounts = await accountsOf(services, session.member.id);
  const open = accounts.filter(({ account }) => !account.settings.second_factor || hasSecondFactor(session));
  for (const { account } of open) {
    for (const environment of ['live', 'sandbox'] as const) {
      const reader = services.store.within({ account_id: account.id, environment });
      for (const kind of kinds) {
        const find = finders[kind] as unknown as ScopedQuery<{ id: string }, unknown>;
        if (await reader.first(find, { id })) return { kind, account: account.id, environment };
      }
    }
  }
  if (open.length < accounts.length) throw problem('second_factor_needed');
  return undefined;
}
