import type { AuditEntry } from '../../audit/entry.ts';
import type { Account } from '../../context/account.ts';
import { Ctx } from '../../context/ctx.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { hiddenAmong, hiddenInEnvironment, type RevealingKind } from '../../review/second-looks/hidden.ts';
import { reveal } from '../../review/show-decisions.ts';
import { environments } from '../common/schemas.ts';

const kinds: Readonly<Record<string, RevealingKind>> = {
  applicant: 'applicants',
  check: 'checks',
  report: 'reports',
  workflow_run: 'workflow_runs',
};

interface Reader {
  readonly account: Account;
  readonly principal: Principal;
}

const contextsOf = (services: Services, { account, principal }: Reader): Ctx[] =>
  environments.map((environment) => new Ctx(services, account, environment, principal));

/** Entries of the audit log without those about objects whose decision is hidden from the member, who made other entries. */
export async function withoutDecisions(
  services: Services,
  reader: Reader,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const hidden = new Set<string>();
  for (const ctx of contextsOf(services, reader)) {
    for (const [type, kind] of Object.entries(kinds)) {
      const ids = entries.filter(({ object }) => object.type === type).map(({ object }) => object.id);
      for (const id of await hiddenAmong(ctx, kind, ids)) hidden.add(id);
    }
    const reports = entries.map(({ details }) => details.report_id).filter((id) => typeof id === 'string');
    for (const id of await hiddenAmong(ctx, 'reports', reports)) hidden.add(id);
  }
  return entries.filter(
    ({ object, details, actor }) =>
      actor.id === reader.principal.id || !(hidden.has(object.id) || hidden.has(String(details.report_id))),
  );
}

/** Notes that the member knows every decision of the account, before an export of its whole audit log. */
export async function revealAll(services: Services, reader: Reader): Promise<void> {
  for (const ctx of contextsOf(services, reader)) await reveal(ctx, await hiddenInEnvironment(ctx));
}
