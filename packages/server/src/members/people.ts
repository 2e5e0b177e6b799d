import { recordChange } from '../audit/record.ts';
import { invalid, notFound } from '../base/errors.ts';
import type { MemberRole } from '../base/member-roles.ts';
import { type Principal, recordOf } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import {
  deleteMembership,
  disableMember,
  endInvitationsTo,
  findAnyMembership,
  findMembership,
  lastInvitationTo,
  listAdminsOf,
  listAllMembers,
  listAllMemberships,
  listMembersAndInvited,
  listMemberships,
  openInvitationOf,
  openInvitationToAll,
  putMembership,
} from '../store/queries/members.ts';
import type { InvitationRow, MemberRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { assertMayReset } from './admins.ts';
import { deleteViews } from './delete-views.ts';
import { endSessions } from './end-sessions.ts';
import { nameOnInvitation } from './invitations.ts';
import { toMember } from './member.ts';
import { type WayToSignIn, waysOf } from './own-ways.ts';
import { recordForAll } from './record.ts';
import { releaseAssignments } from './release-assignments.ts';

/** `invited`: has not accepted yet. `expired`: nor can, without a new invitation. */
type MemberState = 'invited' | 'expired' | 'active' | 'disabled';

/** A member as administrators see it. */
export interface MemberFacts {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly state: MemberState;
  /** True if it signs in with one-time codes. */
  readonly totp: boolean;
  /** Ways in which it signs in. */
  readonly ways: readonly WayToSignIn[];
  /** True if the e-mail address is known to be the member's; null for a person who has not accepted. */
  readonly email_proved: boolean | null;
  readonly created_at: number;
  readonly last_seen_at: number | null;
}

async function factsOf(services: Services, row: MemberRow): Promise<MemberFacts> {
  const { system } = services.store;
  const { id, email, name, totp, created_at, last_seen_at, disabled_at } = toMember(services, row);
  const ways = await waysOf(services, system, row);
  const email_proved = row.email_proved_at !== null;
  const facts = { id, email, name, totp: totp !== null, ways, email_proved, created_at, last_seen_at };
  const disabled = disabled_at === null ? undefined : ('disabled' as const);
  if (ways.length > 0) return { ...facts, state: disabled ?? 'active' };
  const invitation = await system.first(openInvitationOf, { member_id: id });
  const state = isOpen(services, invitation) ? 'invited' : 'expired';
  return { ...facts, name: nameOnInvitation(services, invitation) ?? name, state: disabled ?? state };
}

const isOpen = ({ clock }: Pick<Services, 'clock'>, invitation: InvitationRow | undefined): boolean =>
  invitation !== undefined && invitation.used_at === null && invitation.expires_at > clock.now();

/** Facts of a person who has not accepted: those that the inviter gave. The person may be a member of other accounts. */
async function factsOfInvited(
  services: Services,
  accountId: string,
  row: MemberRow,
  since: number,
): Promise<MemberFacts> {
  const { system } = services.store;
  const { id } = row;
  const { email } = toMember(services, row);
  const invitation = await system.first(lastInvitationTo, { member_id: id, account_id: accountId });
  const open =
    isOpen(services, invitation) || isOpen(services, await system.first(openInvitationToAll, { member_id: id }));
  return {
    id,
    email,
    name: nameOnInvitation(services, invitation) ?? email,
    state: open ? 'invited' : 'expired',
    totp: false,
    ways: [],
    email_proved: null,
    last_seen_at: null,
    created_at: invitation?.created_at ?? since,
  };
}

/** The members of an account, and the people whom it has invited, the earliest first. */
export async function membersOf(
  services: Services,
  accountId: string,
): Promise<(MemberFacts & { readonly role: MemberRole })[]> {
  const rows = await services.store.system.all(listMembersAndInvited, { account_id: accountId });
  return Promise.all(
    rows.map(async ({ role, accepted_at, changed_at, ...row }) => {
      if (accepted_at === null) return { ...(await factsOfInvited(services, accountId, row, changed_at)), role };
      const facts = await factsOf(services, row);
      return { ...facts, state: facts.state === 'disabled' ? facts.state : 'active', role };
    }),
  );
}

/** All members of the deployment, with their accounts, the earliest first. */
export async function allMembers(services: Services) {
  const rows = await services.store.system.all(listAllMembers, {});
  return Promise.all(
    rows.map(async (row) => {
      const memberships = await services.store.system.all(listAllMemberships, { member_id: row.id });
      const accounts = memberships.map(({ account_id, role, accepted_at }) => ({
        account_id,
        role,
        accepted: accepted_at !== null,
      }));
      return { ...(await factsOf(services, row)), accounts };
    }),
  );
}

/** Throws `validation_error` where an account would be left without an administrator who can sign in. */
async function keepAdmin(tx: SystemTx, accountId: string, leaving: string, field: string): Promise<void> {
  const admins = await tx.all(listAdminsOf, { account_id: accountId });
  if (admins.length === 1 && admins[0]?.id === leaving) {
    throw invalid({ [field]: ['this member is the last administrator of the account'] });
  }
}

/**
 * Changes the role of a member in an account; its sessions end, where the member has accepted it. Throws `resource_not_found`, and
 * `validation_error` for the last administrator.
 */
export async function changeRole(
  services: Services,
  principal: Principal,
  accountId: string,
  { id, role }: { readonly id: string; readonly role: MemberRole },
): Promise<void> {
  await services.store.transaction(async (tx) => {
    await tx.lock({ account: accountId });
    const membership = await tx.first(findAnyMembership, { account_id: accountId, member_id: id });
    if (!membership) throw notFound('Member', id);
    if (membership.role === role) return;
    if (role !== 'admin') await keepAdmin(tx, accountId, id, 'role');
    const changed = { changed_at: services.clock.now(), changed_by: recordOf(principal), accepted_at: null };
    await tx.run(putMembership, { account_id: accountId, member_id: id, role, ...changed });
    const details = { before: membership.role, after: role };
    recordChange(services, tx, { action: 'member_role_changed', object_id: id, details, principal, accountId });
    await releaseAssignments(services, tx, principal, { accountId, memberId: id, role });
    if (membership.accepted_at !== null) await endSessions(tx, id);
  });
}

/** Removes a member from an account, with the invitations to it; their sessions end as in `changeRole`. Throws as that does. */
export async function removeMember(
  services: Services,
  principal: Principal,
  accountId: string,
  id: string,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    await tx.lock({ account: accountId });
    const membership = await tx.first(findAnyMembership, { account_id: accountId, member_id: id });
    if (!membership) throw notFound('Member', id);
    await keepAdmin(tx, accountId, id, 'id');
    await tx.run(deleteMembership, { account_id: accountId, member_id: id });
    await tx.run(endInvitationsTo, { account_id: accountId, member_id: id, used_at: services.clock.now() });
    recordChange(services, tx, { action: 'member_removed', object_id: id, principal, accountId });
    await releaseAssignments(services, tx, principal, { accountId, memberId: id, role: null });
    await deleteViews(tx, accountId, id);
    if (membership.accepted_at !== null) await endSessions(tx, id);
  });
}

/**
 * Disables a member in every account, or enables the member again. Throws `resource_not_found`; for an administrator of an account also
 * `not_permitted` as `assertMayReset`, and `validation_error` where an account would be left without an administrator.
 *
 * @param accountId where the administrator acts; null for an operator
 */
export async function disable(
  services: Services,
  principal: Principal,
  { id, disabled, accountId }: { readonly id: string; readonly disabled: boolean; readonly accountId: string | null },
): Promise<void> {
  await services.store.transaction(async (tx) => {
    const memberships = await tx.all(listMemberships, { member_id: id });
    // Of two administrators who disable each other at once, one succeeds.
    for (const { account_id } of memberships) await tx.lock({ account: account_id });
    const { member } = await tx.lock({ member: id });
    if (!member) throw notFound('Member', id);
    if (accountId !== null) await assertMayReset(tx, principal.id, accountId, id);
    if (disabled && accountId !== null) {
      for (const { account_id } of memberships) await keepAdmin(tx, account_id, id, 'id');
    }
    await tx.run(disableMember, { id, disabled_at: disabled ? services.clock.now() : null });
    if (disabled) {
      await endSessions(tx, id);
      for (const { account_id } of memberships) {
        await releaseAssignments(services, tx, principal, { accountId: account_id, memberId: id, role: null });
      }
    }
    const action = disabled ? 'member_disabled' : 'member_enabled';
    await recordForAll(services, tx, { action, memberId: id, principal });
  });
}

/** Ends all sessions of a member of an account. Throws `resource_not_found`. */
export async function endSessionsOf(
  services: Services,
  principal: Principal,
  accountId: string,
  id: string,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    if (!(await tx.first(findMembership, { account_id: accountId, member_id: id }))) throw notFound('Member', id);
    recordChange(services, tx, { action: 'member_sessions_ended', object_id: id, principal, accountId });
    await endSessions(tx, id);
  });
}

/** The role of a member in an account; undefined for none. */
export async function roleIn(services: Services, accountId: string, memberId: string): Promise<MemberRole | undefined> {
  const row = await services.store.system.first(findMembership, { account_id: accountId, member_id: memberId });
  return row?.role;
}

/** The accounts that a member reaches, with the role in each, by name. */
export async function accountsOf(services: Services, memberId: string) {
  const memberships = await services.store.system.all(listMemberships, { member_id: memberId });
  const accounts = await Promise.all(
    memberships.map(async ({ account_id, role }) => ({ account: await services.accounts.find(account_id), role })),
  );
  return accounts
    .flatMap(({ account, role }) => (account ? [{ account, role }] : []))
    .sort((a, b) => a.account.name.localeCompare(b.account.name));
}
