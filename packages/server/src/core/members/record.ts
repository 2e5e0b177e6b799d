import { listMemberships } from '../../store/queries/members.ts';
import type { SystemTx } from '../../store/store.ts';
import type { AuditAction } from '../audit/actions.ts';
import type { AuditDetails } from '../audit/entry.ts';
import { recordChange } from '../audit/record.ts';
import { memberPrincipal, type Principal } from '../principal.ts';
import type { Services } from '../services.ts';

/** What happened to a member. */
interface OfMember {
  readonly action: AuditAction;
  readonly memberId: string;
  readonly details?: AuditDetails;
}

/** Records what a member did to the own way of signing in, in the audit of each of their accounts. */
export async function recordOwn(
  services: Services,
  tx: SystemTx,
  { action, memberId, details = {}, address }: OfMember & { readonly address: string },
): Promise<void> {
  for (const { account_id: accountId, role } of await tx.all(listMemberships, { member_id: memberId })) {
    const principal = memberPrincipal({ id: memberId, role }, accountId, address);
    recordChange(services, tx, { action, object_id: memberId, details, principal, accountId });
  }
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

/** Records that a sign-in of a member failed, in the audit of their accounts. */
export function recordFailure(services: Services, memberId: string, address: string): Promise<void> {
  const entry = { action: 'member_sign_in_failed', memberId, address } as const;
  return services.store.transaction((tx) => recordOwn(services, tx, entry));
}
