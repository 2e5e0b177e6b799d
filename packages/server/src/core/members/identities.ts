import { problem } from '../../base/errors.ts';
import type { MemberRole } from '../../base/member-roles.ts';
import type { RoleOfGroup } from '../../config/settings.ts';
import { listAccounts } from '../../store/queries/accounts.ts';
import {
  deleteMemberSession,
  deleteMembership,
  findMember,
  findMemberByEmail,
  findMemberSessionById,
  listMemberships,
  putMembership,
} from '../../store/queries/members.ts';
import { findMemberIdentity, insertMemberIdentity } from '../../store/queries/sign-in-ways.ts';
import type { InvitationRow, MemberNoticeRow, MemberRow } from '../../store/schema.ts';
import type { SystemTx } from '../../store/store.ts';
import { recordChange } from '../audit/record.ts';
import { recordOf, systemPrincipal } from '../principal.ts';
import type { Services } from '../services.ts';
import { memberIdOf, useUp } from './accept.ts';
import { mailingNewDevice } from './devices.ts';
import { endSessions } from './end-sessions.ts';
import { findOpen, insertNew } from './invitations.ts';
import type { Attempted } from './kept-failures.ts';
import { emailHash, memberHash, normalEmail, toMember } from './member.ts';
import { keepNotice, sendBeside } from './notices.ts';
import { recordOwn } from './record.ts';
import { beginSession, type Device } from './sessions.ts';

/** A person as the OpenID provider describes them. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
  /** When the provider has last asked them who they are, Unix milliseconds; 0 where it does not say. */
  readonly provedAt: number;
}

/** Keyed hash of the issuer and subject of a person. */
const identityHash = (services: Pick<Services, 'master'>, { issuer, subject }: Person): string =>
  memberHash(services, 'identity', `${issuer}\0${subject}`);

/** Whose sign-in it is that a person of the provider tries. */
export const attemptedBy = (services: Pick<Services, 'master'>, person: Person): Attempted => ({
  identity: identityHash(services, person),
  ...(person.email !== '' && { emailHash: emailHash(services, person.email) }),
});

/** From the most to the least that a role permits: of several groups the first counts. */
const strongest: readonly MemberRole[] = ['admin', 'reviewer', 'developer', 'auditor'];

/** The role that groups give in each account; `*` of the table stands for every account. */
function rolesOf(
  table: readonly RoleOfGroup[],
  groups: readonly string[],
  accounts: readonly string[],
): Map<string, MemberRole> {
  const given = table.filter(({ group }) => groups.includes(group));
  const roles = new Map<string, MemberRole>();
  for (const id of accounts) {
    const of = given.filter(({ account }) => account === '*' || account === id);
    const role = strongest.find((one) => of.some((entry) => entry.role === one));
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
 * Signs a person of the provider in. They are the member of their subject, else the one of their verified e-mail address, else a
 * new member. Where groups give roles, the roles of the member become those. Throws `wrong_sign_in` and `not_permitted`.
 *
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
  const none = problem('not_permitted', { message: 'Your groups give you no role here' });
  const enter = async () => {
    let notice: MemberNoticeRow | undefined;
    const secret = await store.transaction(async (tx) => {
      const known = (await tx.first(findMember, { id })) !== undefined;
      if (!known && !invitation) await addMember(services, tx, person, id);
      if (!known && invitation) await acceptAs(services, tx, { person, invitation, device });
      const changed = await takeRoles(services, tx, person, id);
      const { member } = await tx.lock({ member: id });
      if (!member || member.disabled_at !== null) throw problem('wrong_sign_in');
      if (changed) await endSessions(tx, id);
      const without = (await tx.all(listMemberships, { member_id: id })).length === 0;
      // What a member has lost is written; a stranger leaves no row.
      if (without && changed) return null;
      if (without) throw none;
      if (known && invitation) await acceptAs(services, tx, { person, invitation, device, member });
      const linked = await tx.run(insertMemberIdentity, { hash, member_id: id, created_at: clock.now() });
      if ((await tx.first(findMemberIdentity, { hash }))?.member_id !== id) throw problem('wrong_sign_in');
      if (proves !== null) await replace(tx, proves, id);
      await recordOwn(services, tx, { action: 'member_signed_in', memberId: id, address: device.address });
      if (known && linked > 0 && invitation?.kind !== 'member') {
        const kind = invitation ? 'reset' : 'provider_linked';
        const noticed = { member: toMember(services, member), kind, from: device } as const;
        notice = await keepNotice(services, tx, noticed);
      }
      const provedAt = Math.min(person.provedAt, clock.now());
      return beginSession(services, tx, id, { ...device, way: 'openid', provedAt });
    });
    if (secret === null) throw none;
    if (notice) sendBeside(services, notice);
    return secret;
  };
  return mailingNewDevice(services, { id, email: person.email }, device, enter);
}

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
    throw problem('wrong_sign_in', { message: 'The provider signs you in as another member' });
  }
  if (identity) return identity.member_id;
  if (invited && invitation.member_id !== null) return invited;
  // Without it, an address that nobody has verified would open the account of its owner.
  if (!emailVerified || email === '')
    throw problem('wrong_sign_in', { message: 'The provider gives no verified e-mail' });
  if (invited) return invited;
  const known = await system.first(findMemberByEmail, { email_hash: emailHash(services, email) });
  return known?.id ?? services.ids.uuid();
}

interface AcceptedBy {
  readonly person: Person;
  readonly invitation: InvitationRow;
  readonly device: Device;
  /** Of whom the invitation is; absent for the first administrator. */
  readonly member?: MemberRow;
}

/** Uses an invitation up for a person of the provider, who signs in there alone from then on. Throws `invitation_ended`. */
async function acceptAs(services: Services, tx: SystemTx, { person, invitation, device, member }: AcceptedBy) {
  const known = member && toMember(services, member);
  const email = known?.email ?? normalEmail(person.email);
  const named = known && known.name !== known.email ? known.name : person.name.trim();
  const data = { email, name: named || email, password: null };
  await useUp(services, tx, { invitation, data, address: device.address });
}

async function addMember(services: Services, tx: SystemTx, { email, name }: Person, id: string): Promise<void> {
  const address = normalEmail(email);
  const data = { email: address, name: name.trim() || address, password: null };
  await insertNew(services, tx, systemPrincipal('openid'), id, data);
}

/** Gives the member the roles of their groups, and takes those that no group gives any more; answers whether one changed. */
async function takeRoles(services: Services, tx: SystemTx, { groups }: Person, id: string): Promise<boolean> {
  const { oidcRoles } = services.settings;
  if (oidcRoles.length === 0) return false;
  const principal = systemPrincipal('openid');
  const accounts = (await tx.all(listAccounts, {})).map((account) => account.id).sort();
  const given = rolesOf(oidcRoles, groups, accounts);
  const before = new Map((await tx.all(listMemberships, { member_id: id })).map((one) => [one.account_id, one.role]));
  let taken = false;
  for (const accountId of accounts) {
    const [was, role] = [before.get(accountId), given.get(accountId)];
    if (was === role) continue;
    await tx.lock({ account: accountId });
    taken ||= was !== undefined;
    const entry = { object_id: id, principal, accountId };
    if (role === undefined) {
      await tx.run(deleteMembership, { account_id: accountId, member_id: id });
      recordChange(services, tx, { ...entry, action: 'member_removed' });
      continue;
    }
    const changed = { changed_at: services.clock.now(), changed_by: recordOf(principal) };
    await tx.run(putMembership, { account_id: accountId, member_id: id, role, ...changed });
    if (was === undefined) recordChange(services, tx, { ...entry, action: 'member_invited', details: { role } });
    else recordChange(services, tx, { ...entry, action: 'member_role_changed', details: { before: was, after: role } });
  }
  return taken;
}

/** Ends the session that a proof replaces. Throws `wrong_sign_in` for that of another member. */
async function replace(tx: SystemTx, session: string, id: string): Promise<void> {
  const row = await tx.first(findMemberSessionById, { id: session });
  if (row && row.member_id !== id) throw problem('wrong_sign_in');
  await tx.run(deleteMemberSession, { id: session, member_id: id });
}
