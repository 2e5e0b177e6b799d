import type { AuditAction } from '../audit/actions.ts';
import type { AuditDetails } from '../audit/entry.ts';
import { recordChange } from '../audit/record.ts';
import { memberPrincipal, type Principal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { listMemberships } from '../store/queries/members.ts';
import type { SystemTx } from '../store/store.ts';

/** Event of a member. */
interface OfMember {
  readonly action: AuditAction;
  readonly memberId: string;
  readonly details?: AuditDetails;
}

/** Records a member's change of their own sign-in in the audit log of each of their accounts. Returns the number of accounts. */
export async function recordOwn(
  services: Services,
  tx: SystemTx,
  { action, memberId, details = {}, address }: OfMember & { readonly address: string },
): Promise<number> {
  const memberships = await tx.all(listMemberships, { member_id: memberId });
  for (const { account_id: accountId, role } of memberships) {
    const principal = memberPrincipal({ id: memberId, role }, accountId, address);
    recordChange(services, tx, { action, object_id: memberId, details, principal, accountId });
  }
  return memberships.length;
}

/** Records what an operator did to a member, in the audit of each account of the member. */
export async function recordForAll(
  services: Services,
  tx: SystemTx,
  { action, memberId, details = {}, principal }: OfMember & { readonly principal: Principal },
): Promise<void> {
  for (const { account_id: accountId } of await tx.all(listMemberships, { member_id: memberId })) {
    recordChange(services, tx, { action, object_id: memberId, details, principal, accountId });
  }
}
