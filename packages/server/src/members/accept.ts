import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { invalid, problem } from '../base/errors.ts';
import { recordOf, systemPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { email as emailRule } from '../input-rules/email.ts';
import { listAccounts } from '../store/queries/accounts.ts';
import {
  anySeenMember,
  endFirstInvitations,
  findMember,
  findMemberByEmail,
  proveEmail,
  putMembership,
  updateMemberData,
} from '../store/queries/members.ts';
import { deleteIdentitiesOf, deletePasskeysOf } from '../store/queries/sign-in-ways.ts';
import type { InvitationRow, MemberRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { mayStillReset } from './admins.ts';
import { endSessions } from './end-sessions.ts';
import { ended, findOpen, insertNew, useUpInvitation } from './invitations.ts';
import { emailHash, type MemberData, normalEmail, sealForMember, toMember } from './member.ts';
import { acceptMemberships } from './memberships.ts';
import { changeWithNotice } from './notices.ts';
import { assertOwnWays, hasWayIn } from './own-ways.ts';
import { passkeyOptions, putPasskey, readPasskey } from './passkeys.ts';
import { assertGoodPassword, hashPassword } from './password.ts';
import { recordOwn } from './record.ts';
import { beginSession, type Device, type SignInFacts } from './sessions.ts';

/** Person who accepts an invitation. */
interface Accepting {
  readonly secret: string;
  /** E-mail address of the first administrator. */
  readonly email?: string | undefined;
  readonly name: string;
}

/** Entries of a person on the page of an invitation: a password, or a passkey that their device has made. */
export interface Acceptance extends Accepting {
  readonly password?: string | undefined;
  readonly passkey?: RegistrationResponseJSON | undefined;
}

const PASSKEY_NAME = 'Passkey';

const purposeOf = ({ id }: InvitationRow) => `invitation:${id}`;

/** The id of the member that an invitation is for, or makes. */
export const memberIdOf = ({ id, member_id }: InvitationRow): string => member_id ?? id;

/** The options with which a browser makes a passkey for the person who accepts an invitation. Throws as `acceptInvitation`. */
export async function beginAcceptance(services: Services, acceptance: Accepting) {
  assertOwnWays(services);
  const invitation = await findOpen(services, services.store.system, acceptance.secret);
  const { email, name } = await personOf(services, invitation, acceptance);
  const member = { id: memberIdOf(invitation), email, name };
  return passkeyOptions(services, { member, purpose: purposeOf(invitation), known: [] });
}

/**
 * Takes an invitation, once, and signs the member in: the answer is the secret of the session. The first administrator becomes
 * one of every account that exists. A member who had lost their ways to sign in gets the new one alone, without a second factor.
 * Throws `invitation_ended`, `validation_error`, and `sign_in_needed` for a person who has chosen how to sign in: an invitation to
 * another account takes nothing over (`joinAccount`).
 */
export async function acceptInvitation(services: Services, acceptance: Acceptance, device: Device): Promise<string> {
  assertOwnWays(services);
  const invitation = await findOpen(services, services.store.system, acceptance.secret);
  const { email, name } = await personOf(services, invitation, acceptance);
  const [purpose, memberId] = [purposeOf(invitation), memberIdOf(invitation)];
  if (acceptance.passkey) {
    const read = await readPasskey(services, purpose, acceptance.passkey);
    const data = { email, name, password: null };
    return take(services, { invitation, data, device, way: 'passkey' }, async (tx) => {
      await putPasskey(services, tx, { ...read, purpose, memberId, name: PASSKEY_NAME });
    });
  }
  if (acceptance.password === undefined) throw invalid({ password: ["can't be blank"] });
  await assertGoodPassword(acceptance.password, { email, name });
  const data = { email, name, password: await hashPassword(acceptance.password) };
  return take(services, { invitation, data, device, way: 'password' }, async () => {});
}

/** Takes an invitation in one transaction with the way to sign in that `add` writes. */
async function take(
  services: Services,
  { invitation, data, device, way }: { device: Device; way: SignInFacts['way'] } & Taken,
  add: (tx: SystemTx) => Promise<void>,
): Promise<string> {
  const work = async (tx: SystemTx) => {
    const id = await useUp(services, tx, { invitation, data, address: device.address });
    await add(tx);
    return beginSession(services, tx, id, { ...device, way });
  };
  if (invitation.kind !== 'reset') return services.store.transaction(work);
  const member = { id: memberIdOf(invitation), email: data.email };
  return changeWithNotice(services, { member, kind: 'reset', from: device }, work);
}

interface Taken {
  readonly invitation: InvitationRow;
  readonly data: Pick<MemberData, 'email' | 'name' | 'password'>;
}

interface UsedUp extends Taken {
  /** Network address of the request. */
  readonly address: string;
  /** True if the e-mail address is proved otherwise than by a link that was mailed. */
  readonly emailProved?: boolean;
}

/**
 * Uses an invitation up, and makes its member or ends their ways of before; answers the id. Throws `invitation_ended`, and
 * `sign_in_needed` where an invitation to an account finds a person who has chosen how to sign in.
 */
export async function useUp(
  services: Services,
  tx: SystemTx,
  { invitation, data, address, emailProved = false }: UsedUp,
): Promise<string> {
  await useUpInvitation(services, tx, invitation);
  const { kind, mailed_at } = invitation;
  const id = memberIdOf(invitation);
  if (invitation.member_id === null) await makeFirst(services, tx, id, data);
  else await beginAnew(services, tx, id, { invitation, data });
  // Who sees a link that was not mailed may be anyone, so it also takes back what was proved before.
  const proved = emailProved || mailed_at !== null;
  await tx.run(proveEmail, { id, email_proved_at: proved ? services.clock.now() : null });
  if (kind === 'member') await acceptMemberships(services, tx, { invitation, memberId: id, address });
  else await recordOwn(services, tx, { action: 'member_accepted', memberId: id, details: { kind }, address });
  return id;
}

/** The address and name of the accepting person: the invitation's, and the entered ones. Throws `validation_error`. */
async function personOf(services: Services, { kind, member_id }: InvitationRow, acceptance: Accepting) {
  const { system } = services.store;
  const name = acceptance.name.trim();
  if (name === '') throw invalid({ name: ["can't be blank"] });
  if (member_id !== null) {
    const row = await system.first(findMember, { id: member_id });
    if (!row || row.disabled_at !== null) throw ended();
    if (kind === 'member' && (await hasWayIn(services, system, row))) throw problem('sign_in_needed');
    return { email: toMember(services, row).email, name };
  }
  if (acceptance.email === undefined) throw invalid({ email: ["can't be blank"] });
  const wrong = emailRule(acceptance.email);
  if (wrong.length > 0) throw invalid({ email: wrong });
  return { email: normalEmail(acceptance.email), name };
}

async function makeFirst(services: Services, tx: SystemTx, id: string, data: Taken['data']): Promise<void> {
  // Another first address may have been used at once: a process of its own printed it.
  await tx.run(endFirstInvitations, { used_at: services.clock.now() });
  if (await tx.first(anySeenMember, {})) throw ended();
  if (await tx.first(findMemberByEmail, { email_hash: emailHash(services, data.email) })) {
    throw invalid({ email: ['already has an invitation. Open the link of that invitation'] });
  }
  const principal = systemPrincipal('start');
  await insertNew(services, tx, principal, id, data);
  for (const { id: account_id } of await tx.all(listAccounts, {})) {
    const now = services.clock.now();
    const changed = { changed_at: now, changed_by: recordOf(principal), accepted_at: now };
    await tx.run(putMembership, { account_id, member_id: id, role: 'admin', ...changed });
  }
}

/** Locks the member of an invitation, judges whether it still counts, and ends the ways to sign in of before. */
async function beginAnew(services: Services, tx: SystemTx, id: string, { invitation, data }: Taken): Promise<void> {
  const { member: row } = await tx.lock({ member: id });
  if (!row || row.disabled_at !== null) throw ended();
  if (invitation.kind === 'member' && (await hasWayIn(services, tx, row))) throw problem('sign_in_needed');
  if (invitation.kind === 'reset' && !(await mayStillReset(tx, invitation))) throw ended();
  await endWays(services, tx, row, data);
}

/** Ends every way to sign in of a member who is locked, and their sessions; the password of `data` is the new one. */
export async function endWays(services: Services, tx: SystemTx, { id }: MemberRow, data: Taken['data']): Promise<void> {
  const fresh: MemberData = { ...data, totp: null, new_totp: null, recovery: [] };
  await tx.run(updateMemberData, { id, data: sealForMember(services, id, fresh) });
  // Who took a way to sign in over must lose it.
  await tx.run(deletePasskeysOf, { member_id: id });
  await tx.run(deleteIdentitiesOf, { member_id: id });
  await endSessions(tx, id);
}
