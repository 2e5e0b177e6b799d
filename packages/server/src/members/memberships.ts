import { recordChange } from '../audit/record.ts';
import { problem } from '../base/errors.ts';
import { memberPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { acceptMembership, findMemberSessionById, listAllMemberships, proveEmail } from '../store/queries/members.ts';
import type { InvitationRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { endSessions, noteMember } from './end-sessions.ts';
import { ended, findOpen, useUpInvitation } from './invitations.ts';
import { changeWithNotice, noticeOf } from './notices.ts';
import { type MemberSession, requireProof } from './sessions.ts';

interface Accepted {
  readonly invitation: InvitationRow;
  readonly memberId: string;
  /** Network address of the request. */
  readonly address: string;
}

/**
 * Accepts the membership of an invitation, or every one that waits where an operator invited the member to all. Records it in the
 * audit of each account. The member is locked. Throws `invitation_ended` for a membership that was removed.
 */
export async function acceptMemberships(
  services: Services,
  tx: SystemTx,
  { invitation, memberId, address }: Accepted,
): Promise<void> {
  const { account_id, kind } = invitation;
  const waiting = (await tx.all(listAllMemberships, { member_id: memberId })).filter(
    (membership) => membership.accepted_at === null && (account_id === null || membership.account_id === account_id),
  );
  if (account_id !== null && waiting.length === 0) throw ended();
  for (const { account_id: accountId, role } of waiting) {
    const membership = { account_id: accountId, member_id: memberId };
    await tx.run(acceptMembership, { ...membership, accepted_at: services.clock.now() });
    const principal = memberPrincipal({ id: memberId, role }, accountId, address);
    const details = { kind };
    recordChange(services, tx, { action: 'member_accepted', object_id: memberId, details, principal, accountId });
  }
  noteMember(tx, memberId);
}

/**
 * Accepts an invitation as the member who is signed in; their other sessions end. The link alone takes nothing over, and the
 * member without the link gets nothing. Throws `proof_needed`, `invitation_ended`, and `not_permitted` for another member.
 */
export async function joinAccount(services: Services, session: MemberSession, secret: string): Promise<void> {
  const { member, address } = session;
  const invitation = await findOpen(services, services.store.system, secret);
  if (invitation.kind !== 'member' || invitation.member_id !== member.id) {
    const message = 'This invitation is for another member. Sign in with the e-mail address that was invited';
    throw problem('not_permitted', { message });
  }
  requireProof(services, session);
  await changeWithNotice(services, noticeOf(session, 'joined'), async (tx) => {
    const { member: row } = await tx.lock({ member: member.id });
    // A reset may have ended the session meanwhile: the identity is another person's then.
    const current = await tx.first(findMemberSessionById, { id: session.id });
    if (!row || row.disabled_at !== null || !current) throw problem('sign_in_needed');
    await useUpInvitation(services, tx, invitation);
    await acceptMemberships(services, tx, { invitation, memberId: member.id, address });
    if (invitation.mailed_at !== null)
      await tx.run(proveEmail, { id: member.id, email_proved_at: services.clock.now() });
    await endSessions(tx, member.id, { except: session.id });
  });
}
