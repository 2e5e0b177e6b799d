import { recordChange } from '../audit/record.ts';
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { invalid, notFound, type Problem, problem } from '../base/errors.ts';
import type { MemberRole } from '../base/member-roles.ts';
import { type Principal, recordOf, systemPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { email as emailRule } from '../input-rules/email.ts';
import { listAccounts } from '../store/queries/accounts.ts';
import {
  anySeenMember,
  endFirstInvitations,
  endInvitationsOf,
  endInvitationsTo,
  endResetsOf,
  findAnyMembership,
  findInvitation,
  findMember,
  findMemberByEmail,
  insertInvitation,
  insertMember,
  lastInvitationTo,
  listAllMemberships,
  listMemberships,
  noteInvitationMailed,
  openInvitationOf,
  putMembership,
  useInvitation,
} from '../store/queries/members.ts';
import type { InvitationRow, MemberRow } from '../store/schema.ts';
import type { SystemReader, SystemTx } from '../store/store.ts';
import { assertMayReset, mayStillReset } from './admins.ts';
import {
  emailHash,
  type MemberData,
  memberHash,
  normalEmail,
  openForMember,
  sealForMember,
  toMember,
} from './member.ts';
import { hasWayIn } from './own-ways.ts';
import { recordForAll } from './record.ts';

/** 256 bits. */
const SECRET_BYTES = 32;

/** Milliseconds for which the address of an invitation works, by its kind. */
const LIFETIME_MS: Readonly<Record<InvitationRow['kind'], number>> = {
  first: 30 * MINUTE_MS,
  member: 72 * HOUR_MS,
  reset: 72 * HOUR_MS,
};

const invitationHash = (services: Pick<Services, 'master'>, secret: string) =>
  memberHash(services, 'invitation', secret);

export const ended = (): Problem => problem('invitation_ended');

/** The sealed part of an invitation. */
interface Kept {
  /** The name that the inviter gave. */
  readonly name: string;
}

type NewInvitation = Pick<InvitationRow, 'kind' | 'member_id'> & {
  readonly account_id?: string;
  readonly name?: string;
};

async function makeInvitation(
  services: Services,
  tx: SystemTx,
  principal: Principal,
  { kind, member_id, account_id, name = '' }: NewInvitation,
): Promise<string> {
  const { clock, ids } = services;
  const now = clock.now();
  const secret = ids.secret(SECRET_BYTES);
  const id = ids.uuid();
  await tx.run(insertInvitation, {
    id,
    hash: invitationHash(services, secret),
    kind,
    member_id,
    account_id: account_id ?? null,
    created_at: now,
    created_by: recordOf(principal),
    expires_at: now + LIFETIME_MS[kind],
    used_at: null,
    mailed_at: null,
    data: name === '' ? null : sealForMember(services, id, { name } satisfies Kept),
  });
  return secret;
}

/** The name that the inviter gave; undefined for none. */
export function nameOnInvitation(
  keys: Pick<Services, 'master'>,
  row: Pick<InvitationRow, 'id' | 'data'> | undefined,
): string | undefined {
  return row?.data ? openForMember<Kept>(keys, row.id, row.data).name : undefined;
}

/** Notes that the address of an invitation leaves by mail alone, or that it does not. Only mail proves an address. */
export function noteMailed(services: Services, secret: string, mailed: boolean): Promise<number> {
  const noted = { hash: invitationHash(services, secret), mailed_at: mailed ? services.clock.now() : null };
  return services.store.transaction((tx) => tx.run(noteInvitationMailed, noted));
}

/** URL of the page that takes an invitation. The secret is in the fragment, which browsers send to no server. */
export function invitationUrl({ urls }: Pick<Services, 'urls'>, secret: string): string {
  return `${urls.entrance}/welcome#${secret}`;
}

/**
 * A new secret for the first administrator, while no member has signed in; else undefined. Addresses of before end with it.
 */
export async function inviteFirst(
  services: Services,
  principal = systemPrincipal('start'),
): Promise<string | undefined> {
  return services.store.transaction(async (tx) => {
    if (await tx.first(anySeenMember, {})) return undefined;
    await tx.run(endFirstInvitations, { used_at: services.clock.now() });
    return makeInvitation(services, tx, principal, { kind: 'first', member_id: null });
  });
}

/** Invited person. */
export interface Invited {
  readonly email: string;
  readonly name?: string | undefined;
  readonly role: MemberRole;
}

/**
 * Invites a person to an account. The membership counts once they accept it with the secret of the answer. A person who can't sign
 * in yet chooses how by the same secret. Mail goes to `email` of the answer, the form of the address that the member is known by: a link
 * proves this address alone. Throws `validation_error`, also for a member of the account.
 */
export async function inviteMember(
  services: Services,
  principal: Principal,
  accountId: string,
  { email, name = '', role }: Invited,
): Promise<{ id: string; email: string; secret: string }> {
  const wrong = emailRule(email);
  if (wrong.length > 0) throw invalid({ email: wrong });
  const address = normalEmail(email);
  const { clock, ids, store } = services;
  return store.transaction(async (tx) => {
    await tx.lock({ account: accountId });
    const known = await tx.first(findMemberByEmail, { email_hash: emailHash(services, address) });
    const id = known?.id ?? ids.uuid();
    const account = { account_id: accountId, member_id: id };
    if (known && (await tx.first(findAnyMembership, account))) throw invalid({ email: ['is a member already'] });
    if (!known) await insertNew(services, tx, principal, id, { email: address, name: address, password: null });
    const changed = { changed_at: clock.now(), changed_by: recordOf(principal), accepted_at: null };
    await tx.run(putMembership, { ...account, role, ...changed });
    const entry = { action: 'member_invited', object_id: id, details: { role }, principal, accountId } as const;
    recordChange(services, tx, entry);
    const secret = await makeInvitation(services, tx, principal, { kind: 'member', ...account, name: name.trim() });
    return { id, email: address, secret };
  });
}

/** Adds a member without any membership. */
export function insertNew(
  services: Services,
  tx: SystemTx,
  principal: Principal,
  id: string,
  data: Pick<MemberData, 'email' | 'name' | 'password'>,
): Promise<number> {
  return tx.run(insertMember, {
    id,
    email_hash: emailHash(services, data.email),
    created_at: services.clock.now(),
    created_by: recordOf(principal),
    disabled_at: null,
    last_seen_at: null,
    totp_step: 0,
    email_proved_at: null,
    data: sealForMember(services, id, { ...data, totp: null, new_totp: null, recovery: [] } satisfies MemberData),
  });
}

/** A secret, and what the mail with it says. */
export interface MadeInvitation {
  readonly secret: string;
  readonly email: string;
  readonly kind: 'member' | 'reset';
}

/**
 * A new invitation that an administrator of an account makes. A person who has not accepted gets another one to the account; for a
 * member it resets how they sign in. Earlier ones of the kind end. Throws `resource_not_found`, `not_permitted` as
 * `assertMayReset`, and `validation_error` for a member who is disabled.
 */
export async function inviteAgainTo(
  services: Services,
  principal: Principal,
  accountId: string,
  memberId: string,
): Promise<MadeInvitation> {
  return services.store.transaction(async (tx) => {
    await tx.lock({ account: accountId });
    const account = { account_id: accountId, member_id: memberId };
    const membership = await tx.first(findAnyMembership, account);
    const { member: row } = await tx.lock({ member: memberId });
    if (!membership || !row) throw notFound('Member', memberId);
    if (membership.accepted_at !== null) {
      await assertMayReset(tx, principal.id, accountId, memberId);
      return reset(services, tx, principal, row);
    }
    const name = nameOnInvitation(services, await tx.first(lastInvitationTo, account));
    await tx.run(endInvitationsTo, { ...account, used_at: services.clock.now() });
    const entry = {
      action: 'member_reset',
      object_id: memberId,
      details: { kind: 'member' },
      principal,
      accountId,
    } as const;
    recordChange(services, tx, entry);
    const secret = await makeInvitation(services, tx, principal, { kind: 'member', ...account, ...(name && { name }) });
    return { secret, email: toMember(services, row).email, kind: 'member' };
  });
}

/**
 * A new invitation that an operator makes: the first way to sign in, which accepts every membership that waits, or another way.
 * Earlier ones end. Throws `resource_not_found`, and `validation_error` for a member who is disabled.
 */
export async function inviteAgain(services: Services, principal: Principal, memberId: string): Promise<MadeInvitation> {
  return services.store.transaction(async (tx) => {
    const { member: row } = await tx.lock({ member: memberId });
    if (!row) throw notFound('Member', memberId);
    return reset(services, tx, principal, row);
  });
}

async function reset(services: Services, tx: SystemTx, principal: Principal, row: MemberRow): Promise<MadeInvitation> {
  if (row.disabled_at !== null) throw invalid({ id: ['is disabled'] });
  const { id: memberId } = row;
  const kind = (await hasWayIn(services, tx, row)) ? 'reset' : 'member';
  // An invitation to one account opens no other one, so it stays beside a reset.
  const earlier = kind === 'reset' ? endResetsOf : endInvitationsOf;
  const last = kind === 'reset' ? undefined : await tx.first(openInvitationOf, { member_id: memberId });
  const name = nameOnInvitation(services, last);
  await tx.run(earlier, { member_id: memberId, used_at: services.clock.now() });
  await recordForAll(services, tx, { action: 'member_reset', memberId, details: { kind }, principal });
  const secret = await makeInvitation(services, tx, principal, { kind, member_id: memberId, ...(name && { name }) });
  return { secret, email: toMember(services, row).email, kind };
}

/** Data that the page of an invitation shows. */
export interface OpenInvitation {
  readonly kind: InvitationRow['kind'];
  readonly email: string | null;
  readonly name: string | null;
  /** True if the person signs in before they accept: they have chosen how. */
  readonly sign_in: boolean;
  /** The accounts that the invitation opens, with the role in each. */
  readonly accounts: readonly { readonly name: string; readonly role: MemberRole }[];
  readonly expires_at: number;
}

/** The row of an invitation that can be accepted. Throws `invitation_ended`. */
export async function findOpen(services: Services, read: SystemReader, secret: string): Promise<InvitationRow> {
  const row = await read.first(findInvitation, { hash: invitationHash(services, secret) });
  if (!row || row.used_at !== null || row.expires_at <= services.clock.now()) throw ended();
  if (row.kind === 'reset' && !(await mayStillReset(read, row))) throw ended();
  return row;
}

/** Uses an invitation up, once. Throws `invitation_ended`. */
export async function useUpInvitation(services: Services, tx: SystemTx, { id }: InvitationRow): Promise<void> {
  if ((await tx.run(useInvitation, { id, used_at: services.clock.now() })) === 0) throw ended();
}

/**
 * Memberships that an invitation opens. A reset opens the accepted memberships. An invitation to an account opens the membership
 * that waits there. An invitation without an account opens all memberships.
 */
async function membershipsOf(read: SystemReader, { kind, account_id, member_id }: InvitationRow) {
  if (member_id === null) return [];
  if (kind === 'reset') return read.all(listMemberships, { member_id });
  const all = await read.all(listAllMemberships, { member_id });
  return account_id === null
    ? all
    : all.filter((membership) => membership.account_id === account_id && membership.accepted_at === null);
}

/** Returns the purpose of an invitation. Throws `invitation_ended`. */
export async function openInvitation(services: Services, secret: string): Promise<OpenInvitation> {
  const { system } = services.store;
  const invitation = await findOpen(services, system, secret);
  const { kind, member_id, account_id, expires_at } = invitation;
  const accounts = new Map((await system.all(listAccounts, {})).map(({ id, name }) => [id, name]));
  if (member_id === null) {
    const all = [...accounts.values()].map((name) => ({ name, role: 'admin' as const }));
    return { kind, email: null, name: null, sign_in: false, accounts: all, expires_at };
  }
  const row = await system.first(findMember, { id: member_id });
  const memberships = await membershipsOf(system, invitation);
  if (!row || row.disabled_at !== null || (account_id !== null && memberships.length === 0)) throw ended();
  const { email, name } = toMember(services, row);
  const sign_in = kind === 'member' && (await hasWayIn(services, system, row));
  // An inviter learns nothing of the person by the link.
  const shown = kind === 'reset' ? name : nameOnInvitation(services, invitation);
  const opened = memberships.map((membership) => ({
    name: accounts.get(membership.account_id) ?? '',
    role: membership.role,
  }));
  return {
    kind,
    email,
    name: sign_in || shown === email ? null : (shown ?? null),
    sign_in,
    accounts: opened,
    expires_at,
  };
}
