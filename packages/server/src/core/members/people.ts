import { invalid, notFound, problem } from '../../base/errors.ts';
import type { MemberRole } from '../../base/member-roles.ts';
import { listAccounts } from '../../store/queries/accounts.ts';
import {
  deleteMembership,
  disableMember,
  findMembership,
  listAdminsOf,
  listAllMembers,
  listMemberships,
  listMembersOf,
  openInvitationOf,
  putMembership,
} from '../../store/queries/members.ts';
import type { MemberRow } from '../../store/schema.ts';
import type { SystemTx } from '../../store/store.ts';
import { recordChange } from '../audit/record.ts';
import { type Principal, recordOf } from '../principal.ts';
import type { Services } from '../services.ts';
import { endSessions } from './end-sessions.ts';
import { toMember } from './member.ts';
import { type WayToSignIn, waysOf } from './own-ways.ts';
import { recordForAll } from './record.ts';

/** `invited`: has not accepted yet. `expired`: nor can, without a new invitation. */
type MemberState = 'invited' | 'expired' | 'active' | 'disabled';

/** A member as administrators see it. */
export interface MemberFacts {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly state: MemberState;
  /** Whether it signs in with one-time codes. */
  readonly totp: boolean;
  /** How it signs in. */
  readonly ways: readonly WayToSignIn[];
  readonly created_at: number;
  readonly last_seen_at: number | null;
}

async function factsOf(services: Services, row: MemberRow): Promise<MemberFacts> {
  const { system } = services.store;
  const { id, email, name, totp, created_at, last_seen_at, disabled_at } = toMember(services, row);
  const ways = await waysOf(services, system, row);
  const facts = { id, email, name, totp: totp !== null, ways, created_at, last_seen_at };
  if (disabled_at !== null) return { ...facts, state: 'disabled' };
  if (ways.length > 0) return { ...facts, state: 'active' };
  const invitation = await system.first(openInvitationOf, { member_id: id });
  const open = invitation && invitation.expires_at > services.clock.now();
  return { ...facts, state: open ? 'invited' : 'expired' };
}

/** The members of an account, the earliest first. */
export async function membersOf(
  services: Services,
  accountId: string,
): Promise<(MemberFacts & { readonly role: MemberRole })[]> {
  const rows = await services.store.system.all(listMembersOf, { account_id: accountId });
  return Promise.all(rows.map(async (row) => ({ ...(await factsOf(services, row)), role: row.role })));
}

/** All members of the deployment, with their accounts, the earliest first. */
export async function allMembers(services: Services) {
  const rows = await services.store.system.all(listAllMembers, {});
  return Promise.all(
    rows.map(async (row) => {
      const memberships = await services.store.system.all(listMemberships, { member_id: row.id });
      const accounts = memberships.map(({ account_id, role }) => ({ account_id, role }));
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
 * Changes the role of a member in an account; its sessions end. Throws `resource_not_found`, and `validation_error` for the last
 * administrator.
 */
export async function changeRole(
  services: Services,
  principal: Principal,
  accountId: string,
  { id, role }: { readonly id: string; readonly role: MemberRole },
): Promise<void> {
  await services.store.transaction(async (tx) => {
    await tx.lock({ account: accountId });
    const membership = await tx.first(findMembership, { account_id: accountId, member_id: id });
    if (!membership) throw notFound('Member', id);
    if (membership.role === role) return;
    if (role !== 'admin') await keepAdmin(tx, accountId, id, 'role');
    const changed = { changed_at: services.clock.now(), changed_by: recordOf(principal) };
    await tx.run(putMembership, { account_id: accountId, member_id: id, role, ...changed });
    const details = { before: membership.role, after: role };
    recordChange(services, tx, { action: 'member_role_changed', object_id: id, details, principal, accountId });
    await endSessions(tx, id);
  });
}

/** Removes a member from an account; its sessions end. Throws as `changeRole`. */
export async function removeMember(
  services: Services,
  principal: Principal,
  accountId: string,
  id: string,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    await tx.lock({ account: accountId });
    if (!(await tx.first(findMembership, { account_id: accountId, member_id: id }))) throw notFound('Member', id);
    await keepAdmin(tx, accountId, id, 'id');
    await tx.run(deleteMembership, { account_id: accountId, member_id: id });
    recordChange(services, tx, { action: 'member_removed', object_id: id, principal, accountId });
    await endSessions(tx, id);
  });
}

/**
 * Keeps a member from signing in anywhere, or lets them again. Throws `resource_not_found`, and `validation_error` where a
 * member would leave an account without an administrator; an operator may.
 */
export async function disable(
  services: Services,
  principal: Principal,
  { id, disabled }: { readonly id: string; readonly disabled: boolean },
): Promise<void> {
  await services.store.transaction(async (tx) => {
    const memberships = await tx.all(listMemberships, { member_id: id });
    // Of two administrators who disable each other at once, one succeeds.
    for (const { account_id } of memberships) await tx.lock({ account: account_id });
    const { member } = await tx.lock({ member: id });
    if (!member) throw notFound('Member', id);
    if (disabled && principal.kind === 'member') {
      for (const { account_id } of memberships) await keepAdmin(tx, account_id, id, 'id');
    }
    await tx.run(disableMember, { id, disabled_at: disabled ? services.clock.now() : null });
    if (disabled) await endSessions(tx, id);
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

/**
 * Throws `not_permitted` unless an administrator may give a member new ways to sign in, or disable them: they must administrate
 * all accounts of the member, or they would act in one of others. Throws `resource_not_found`.
 */
export async function assertMayReset(
  services: Services,
  adminId: string,
  accountId: string,
  id: string,
): Promise<void> {
  const { system } = services.store;
  if (!(await system.first(findMembership, { account_id: accountId, member_id: id }))) throw notFound('Member', id);
  const own = new Map(
    (await system.all(listMemberships, { member_id: adminId })).map(({ account_id, role }) => [account_id, role]),
  );
  const accounts = await system.all(listMemberships, { member_id: id });
  if (accounts.some(({ account_id }) => own.get(account_id) !== 'admin')) throw problem('not_permitted');
}

/** Whether a member administrates every account of the deployment: what all share is theirs to change. */
export async function isAdminOfAll({ store }: Services, memberId: string): Promise<boolean> {
  const memberships = await store.system.all(listMemberships, { member_id: memberId });
  const own = new Set(memberships.filter(({ role }) => role === 'admin').map(({ account_id }) => account_id));
  const accounts = await store.system.all(listAccounts, {});
  return accounts.every(({ id }) => own.has(id));
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
