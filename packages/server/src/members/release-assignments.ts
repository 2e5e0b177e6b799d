import { recordChange } from '../audit/record.ts';
import type { MemberRole } from '../base/member-roles.ts';
import { verdictOn } from '../context/permissions.ts';
import type { Principal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { assignedIds, changeAssignment, NOBODY } from '../store/queries/assignments.ts';
import type { SystemTx } from '../store/store.ts';

/** A member whose rights in an account change. */
interface ChangedMember {
  readonly accountId: string;
  readonly memberId: string;
  /** Role from now on; null for a member who leaves the account or is disabled. */
  readonly role: MemberRole | null;
}

/** Releases the waiting reports that are assigned to a member who may no longer decide them, so that other members get them. */
export async function releaseAssignments(
  services: Services,
  tx: SystemTx,
  principal: Principal,
  { accountId, memberId, role }: ChangedMember,
): Promise<void> {
  for (const environment of ['sandbox', 'live'] as const) {
    const settings = { wide_roles: false };
    if (role && verdictOn('report.decide', { role, environment, settings, proved: false }) === 'permitted') continue;
    const scope = tx.within({ account_id: accountId, environment });
    for (const { id } of await scope.all(assignedIds, { assigned_to: memberId })) {
      if ((await scope.run(changeAssignment, { id, before: memberId, after: NOBODY })) === 0) continue;
      const details = { before: memberId, after: null };
      recordChange(services, tx, {
        action: 'report_assigned',
        object_id: id,
        details,
        principal,
        accountId,
        environment,
      });
    }
  }
}
