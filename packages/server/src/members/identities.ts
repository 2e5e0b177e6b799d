import { recordChange } from '../audit/record.ts';
import { problem } from '../base/errors.ts';
import type { MemberRole } from '../base/member-roles.ts';
import type { RoleOfGroup } from '../config/settings.ts';
import { recordOf, systemPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { listAccounts } from '../store/queries/accounts.ts';
import {
  deleteMemberSession,
  deleteMembership,
  findMember,
  findMemberByEmail,
  findMemberSessionById,
  listAllMemberships,
  proveEmail,
  putMembership,
} from '../store/queries/members.ts';
import { findMemberIdentity, insertMemberIdentity } from '../store/queries/sign-in-ways.ts';
import type { InvitationRow, MemberNoticeRow, MemberRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { endWays, memberIdOf, useUp } from './accept.ts';
import { deleteViews } from './delete-views.ts';
import { mailingNewDevice } from './devices.ts';
import { endSessions } from './end-sessions.ts';
import { findOpen, insertNew, nameOnInvitation, useUpInvitation } from './invitations.ts';
import type { Attempted } from './kept-failures.ts';
import { emailHash, memberHash, normalEmail, toMember } from './member.ts';
import { acceptMemberships } from './memberships.ts';
import { keepNotice, type NoticeKind, sendBeside } from './notices.ts';
import { hasWayIn } from './own-ways.ts';
import { recordForAll, recordOwn } from './record.ts';
import { releaseAssignments } from './release-assignments.ts';
import { beginSession, type Device } from './sessions.ts';

/** A person as the OpenID provider describes them. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
  /** Time at which the provider last asked the person to prove who they are, Unix milliseconds; 0 if it does not say. */
  readonly provedAt: number;
}

/** Keyed hash of the issuer and subject of a person. */
const identityHash = (services: Pick<Services, 'master'>, { issuer, subject }: Person): string =>
  memberHash(services, 'identity', `${issuer}\0${subject}`);

/** Identifies the sign-in that a person of the provider attempts. */
export const attemptedBy = (services: Pick<Services, 'master'>, person: Person): Attempted => ({
  identity: identityHash(services, person),
  ...(person.email !== '' && { emailHash: emailHash(services, person.email) }),
});

/** The attempt of an answer that was not verified: the provider stands for its person, whom a forger may have named. */
export const attemptedAt = (services: Pick<Services, 'master'>, issuer: string): Attempted => ({
  identity: memberHash(services, 'identity', `${issuer}\0`),
});

/** Roles by falling permissions: of several groups the first counts. */
const strongest: readonly MemberRole[] = ['admin', 'reviewer', 'developer', 'auditor'];

/** The role that groups give in each account; `*` of the table stands for every account. */
function rolesOf(
  table: readonly RoleOfGroup[],
  groups: readonly string[],
  accounts: readonly string[],
): Map<string, MemberRole> {
  const granted = table.filter(({ group }) => groups.includes(group));
  const roles = new Map<string, MemberRole>();
  for (const id of accounts) {
    const of = granted.filter(({ account }) => account === '*' || account === id);
    const role = strongest.find((candidate) => of.some((entry) => entry.role === candidate));
    if (role) roles.set(id, role);
  }
  return roles;
}

interface Entering {
  readonly device: Device;
  readonly proves: string | null;
  readonly invitation: string | null;
}

/**
 * Signs a person of the provider in. They are the member with their subject, else the member with their verified e-mail address,
 * else a new member. If groups give roles, the member gets exactly these roles. Throws `wrong_sign_in` and `not_permitted`.
 * @param proves id of the session that the new one replaces; it must be of the same member
 * @param invitation secret of the invitation that the person accepts: they become its member. Throws `invitation_ended`
 */
export async function enterFromProvider(
  services: Services,
  person: Person,
  { device, proves, invitation: secretOfInvitation }: Entering,
): Promise<string> {
  const { store, clock } = services;
  const hash = identityHash(services, person);
  const invitation = secretOfInvitation === null ? null : await findOpen(services, store.system, secretOfInvitation);
  const id = await memberOf(services, person, hash, invitation);
  const none = problem('not_permitted', {
    message: 'You have no role in any account. If you were invited, open the link of the invitation first',
  });
  const enter = async () => {
    let notice: MemberNoticeRow | undefined;
    const secret = await store.transaction(async (tx) => {
      const known = (await tx.first(findMember, { id })) !== undefined;
      if (!known && !invitation) await addMember(services, tx, person, id);
      if (!known && invitation) await acceptAs(services, tx, { person, invitation, device });
      const changed = await takeRoles(services, tx, { person, invitation, id });
      const { member } = await tx.lock({ member: id });
      if (!member || member.disabled_at !== null) throw problem('wrong_sign_in');
      // This comes before any write, because the member must not get the roles of another person.
      const personState = known ? await standingOf(services, tx, { person, hash, invitation, member }) : undefined;
      if (changed) await endSessions(tx, id);
      const without = !(await opensAny(tx, id, invitation));
      // What a member has lost is written; a stranger leaves no row.
      if (without && changed) return null;
      if (without) throw none;
      const kind = personState && (await settle(services, tx, { person, invitation, device, member, personState }));
      await tx.run(insertMemberIdentity, { hash, member_id: id, created_at: clock.now() });
      if ((await tx.first(findMemberIdentity, { hash }))?.member_id !== id) throw problem('wrong_sign_in');
      if (proves !== null) await replace(tx, proves, id);
      await recordOwn(services, tx, { action: 'member_signed_in', memberId: id, address: device.address });
      if (kind) notice = await keepNotice(services, tx, { member: toMember(services, member), kind, from: device });
      const provedAt = Math.min(person.provedAt, clock.now());
      return beginSession(services, tx, id, { ...device, way: 'openid', provedAt });
    });
    if (secret === null) throw none;
    if (notice) sendBeside(services, notice);
    return secret;
  };
  return mailingNewDevice(services, { id, email: person.email }, device, enter);
}

/** Returns whether a member reaches an account, or will by the invitation. */
async function opensAny(tx: SystemTx, member_id: string, invitation: InvitationRow | null): Promise<boolean> {
  const all = await tx.all(listAllMemberships, { member_id });
  return all.some(({ account_id, accepted_at }) => accepted_at !== null || isOpenedBy(invitation, account_id));
}

interface Entrant {
  readonly person: Person;
  /** Keyed hash of the person. */
  readonly hash: string;
  readonly invitation: InvitationRow | null;
  /** Locked. */
  readonly member: MemberRow;
}

/** The relation of a person of the provider to a member. */
interface Standing {
  /** True if the member has a way to sign in. */
  readonly hasWay: boolean;
  /** True if the person becomes the member by the invitation. */
  readonly takesOver: boolean;
  /** True if the person signs in as the member already. */
  readonly linked: boolean;
  /** True if the provider has verified that the member's address belongs to the person. */
  readonly verified: boolean;
}

/** Throws `wrong_sign_in` for a person who is not the member: they may have opened a link that is not theirs. */
async function standingOf(
  services: Services,
  tx: SystemTx,
  { person, hash, invitation, member }: Entrant,
): Promise<Standing> {
  const hasWay = await hasWayIn(services, tx, member);
  const takesOver = invitation !== null && !(invitation.kind === 'member' && hasWay);
  const linked = (await tx.first(findMemberIdentity, { hash }))?.member_id === member.id;
  const verified = isVerified(person, toMember(services, member).email);
  // An invitation to another account makes nobody its member.
  if (!takesOver && !linked && !verified) {
    throw problem('wrong_sign_in', { message: 'The sign-in provider identified you as another member' });
  }
  return { hasWay, takesOver, linked, verified };
}

interface Settling extends Omit<Entrant, 'hash'> {
  readonly device: Device;
  readonly personState: Standing;
}

/**
 * Links a person of the provider to a member, and accepts the invitation; answers the kind of the mail that is due. Throws
 * `invitation_ended`.
 */
async function settle(
  services: Services,
  tx: SystemTx,
  { person, invitation, device, member, personState }: Settling,
): Promise<NoticeKind | undefined> {
  const { id } = member;
  const { hasWay, takesOver, linked, verified } = personState;
  if (invitation && takesOver) {
    await acceptAs(services, tx, { person, invitation, device, member });
    return invitation.kind === 'reset' ? 'reset' : undefined;
  }
  // Who set the ways of before may be anyone, as long as nobody has proved the address.
  const replaced = !linked && hasWay && member.email_proved_at === null;
  if (replaced) {
    const principal = systemPrincipal('openid');
    const { email, name } = toMember(services, member);
    await endWays(services, tx, member, { email, name, password: null });
    await recordForAll(services, tx, { action: 'member_reset', memberId: id, details: { kind: 'openid' }, principal });
  }
  const proved = verified || (invitation !== null && invitation.mailed_at !== null);
  if (proved && member.email_proved_at === null) {
    await tx.run(proveEmail, { id, email_proved_at: services.clock.now() });
  }
  if (invitation) {
    await useUpInvitation(services, tx, invitation);
    await acceptMemberships(services, tx, { invitation, memberId: id, address: device.address });
    await endSessions(tx, id);
  }
  if (!linked) return replaced ? 'provider_replaced' : 'provider_linked';
  return invitation ? 'joined' : undefined;
}

/** Returns whether the provider says that an address is the person's. */
const isVerified = ({ email, emailVerified }: Person, address: string): boolean =>
  emailVerified && normalEmail(email) === address;

/** The id of the member that a person is, or will be. Throws `wrong_sign_in`. */
async function memberOf(
  services: Services,
  { email, emailVerified }: Person,
  hash: string,
  invitation: InvitationRow | null,
): Promise<string> {
  const { system } = services.store;
  const identity = await system.first(findMemberIdentity, { hash });
  const invited = invitation && memberIdOf(invitation);
  if (identity && invited && identity.member_id !== invited) {
    throw problem('wrong_sign_in', { message: 'The sign-in provider identified you as another member' });
  }
  if (identity) return identity.member_id;
  if (invited && invitation.member_id !== null) return invited;
  // Without it, an address that nobody has verified would open the account of its owner.
  if (!emailVerified || email === '')
    throw problem('wrong_sign_in', { message: 'The sign-in provider did not confirm your e-mail address' });
  if (invited) return invited;
  const known = await system.first(findMemberByEmail, { email_hash: emailHash(services, email) });
  return known?.id ?? services.ids.uuid();
}

interface AcceptedBy {
  readonly person: Person;
  readonly invitation: InvitationRow;
  readonly device: Device;
  /** Member of the invitation; absent for the first administrator. */
  readonly member?: MemberRow;
}

/** Accepts an invitation for a person of the provider, who from then on can only sign in there. Throws `invitation_ended`. */
async function acceptAs(services: Services, tx: SystemTx, { person, invitation, device, member }: AcceptedBy) {
  const known = member && toMember(services, member);
  const email = known?.email ?? normalEmail(person.email);
  const own = known && known.name !== known.email ? known.name : person.name.trim();
  const data = { email, name: nameOnInvitation(services, invitation) ?? (own || email), password: null };
  const emailProved = isVerified(person, email);
  await useUp(services, tx, { invitation, data, address: device.address, emailProved });
}

async function addMember(services: Services, tx: SystemTx, { email, name }: Person, id: string): Promise<void> {
  const address = normalEmail(email);
  const data = { email: address, name: name.trim() || address, password: null };
  await insertNew(services, tx, systemPrincipal('openid'), id, data);
  await tx.run(proveEmail, { id, email_proved_at: services.clock.now() });
}

/** Returns whether an invitation opens an account. An operator's invitation opens each account that the member was invited to. */
const isOpenedBy = (invitation: InvitationRow | null, accountId: string): boolean =>
  invitation?.kind === 'member' && (invitation.account_id ?? accountId) === accountId;

interface TakingRoles {
  readonly person: Person;
  readonly invitation: InvitationRow | null;
  /** Id of the member. */
  readonly id: string;
}

/**
 * Gives the member the roles of their groups, and takes those that no group gives any more; answers whether one changed that
 * counted. Such a role counts at once. In an account that the invitation opens, the role counts once the invitation is accepted, later in
 * the transaction. A membership that waits for another invitation stays as it is if no group gives a role.
 */
async function takeRoles(services: Services, tx: SystemTx, { person, invitation, id }: TakingRoles): Promise<boolean> {
  const { oidcRoles } = services.settings;
  if (oidcRoles.length === 0) return false;
  const principal = systemPrincipal('openid');
  const accounts = (await tx.all(listAccounts, {})).map((account) => account.id).sort();
  const roles = rolesOf(oidcRoles, person.groups, accounts);
  const before = new Map(
    (await tx.all(listAllMemberships, { member_id: id })).map((membership) => [membership.account_id, membership]),
  );
  let taken = false;
  for (const accountId of accounts) {
    const [membership, role] = [before.get(accountId), roles.get(accountId)];
    const [was, counts] = [membership?.role, membership !== undefined && membership.accepted_at !== null];
    const invited = membership !== undefined && !counts && isOpenedBy(invitation, accountId);
    if (was === role && (counts || invited || role === undefined)) continue;
    if (role === undefined && !counts && !invited) continue;
    await tx.lock({ account: accountId });
    taken ||= counts;
    const entry = { object_id: id, principal, accountId };
    if (role === undefined) {
      await tx.run(deleteMembership, { account_id: accountId, member_id: id });
      recordChange(services, tx, { ...entry, action: 'member_removed' });
      await releaseAssignments(services, tx, principal, { accountId, memberId: id, role: null });
      await deleteViews(tx, accountId, id);
      continue;
    }
    const now = services.clock.now();
    const changed = { changed_at: now, changed_by: recordOf(principal), accepted_at: invited ? null : now };
    await tx.run(putMembership, { account_id: accountId, member_id: id, role, ...changed });
    if (membership && !counts && !invited)
      recordChange(services, tx, { ...entry, action: 'member_accepted', details: { kind: 'openid' } });
    if (was === role) continue;
    await releaseAssignments(services, tx, principal, { accountId, memberId: id, role });
    if (was === undefined) recordChange(services, tx, { ...entry, action: 'member_invited', details: { role } });
    else recordChange(services, tx, { ...entry, action: 'member_role_changed', details: { before: was, after: role } });
  }
  return taken;
}

/** Ends the session that a proof replaces. Throws `wrong_sign_in` for a session of another member. */
async function replace(tx: SystemTx, session: string, id: string): Promise<void> {
  const row = await tx.first(findMemberSessionById, { id: session });
  if (row && row.member_id !== id) throw problem('wrong_sign_in');
  await tx.run(deleteMemberSession, { id: session, member_id: id });
}
