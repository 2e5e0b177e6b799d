import { invalid, notFound, type Problem, problem } from '../../base/errors.ts';
import type { MemberRole } from '../../base/member-roles.ts';
import { listAccounts } from '../../store/queries/accounts.ts';
import {
  anySeenMember,
  endFirstInvitations,
  endInvitationsOf,
  findInvitation,
  findMember,
  findMemberByEmail,
  insertInvitation,
  insertMember,
  listMemberships,
  putMembership,
} from '../../store/queries/members.ts';
import type { InvitationRow } from '../../store/schema.ts';
import type { SystemReader, SystemTx } from '../../store/store.ts';
import { recordChange } from '../audit/record.ts';
import { type Principal, recordOf, systemPrincipal } from '../principal.ts';
import { email as emailRule } from '../rules/email.ts';
import type { Services } from '../services.ts';
import { noteMember } from './end-sessions.ts';
import { emailHash, type MemberData, memberHash, normalEmail, sealForMember, toMember } from './member.ts';
import { hasWayIn } from './own-ways.ts';
import { recordForAll } from './record.ts';

/** 256 bits. */
const SECRET_BYTES = 32;

/** How long the address of an invitation works, by its kind. */
const LIFETIME_MS: Readonly<Record<InvitationRow['kind'], number>> = {
  first: 30 * 60_000,
  member: 72 * 3_600_000,
  reset: 72 * 3_600_000,
};

const invitationHash = (services: Pick<Services, 'master'>, secret: string) =>
  memberHash(services, 'invitation', secret);

export const ended = (): Problem => problem('invitation_ended');

async function makeInvitation(
  services: Services,
  tx: SystemTx,
  principal: Principal,
  { kind, member_id }: Pick<InvitationRow, 'kind' | 'member_id'>,
): Promise<string> {
  const { clock, ids } = services;
  const now = clock.now();
  const secret = ids.secret(SECRET_BYTES);
  await tx.run(insertInvitation, {
    id: ids.uuid(),
    hash: invitationHash(services, secret),
    ...{ kind, member_id, created_at: now, created_by: recordOf(principal) },
    expires_at: now + LIFETIME_MS[kind],
    used_at: null,
  });
  return secret;
}

/** The page that takes an invitation. The secret stands behind the #, which browsers send to no server. */
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

/** Who is invited. */
export interface Invited {
  readonly email: string;
  readonly name?: string | undefined;
  readonly role: MemberRole;
}

/**
 * Adds a member to an account. A person who isn't a member anywhere gets an invitation, whose secret is in the answer; a
 * member of other accounts needs none. Throws `validation_error`, also for a member of the account.
 */
export async function inviteMember(
  services: Services,
  principal: Principal,
  accountId: string,
  { email, name = '', role }: Invited,
): Promise<{ id: string; secret: string | null }> {
  const wrong = emailRule(email);
  if (wrong.length > 0) throw invalid({ email: wrong });
  const address = normalEmail(email);
  const { clock, ids, store } = services;
  const id = ids.uuid();
  return store.transaction(async (tx) => {
    await tx.lock({ account: accountId });
    const now = clock.now();
    const record = (memberId: string) =>
      recordChange(services, tx, {
        action: 'member_invited',
        object_id: memberId,
        details: { role },
        principal,
        accountId,
      });
    const known = await tx.first(findMemberByEmail, { email_hash: emailHash(services, address) });
    const membership = { account_id: accountId, role, changed_at: now, changed_by: recordOf(principal) };
    if (known) {
      const accounts = await tx.all(listMemberships, { member_id: known.id });
      if (accounts.some(({ account_id }) => account_id === accountId))
        throw invalid({ email: ['is a member already'] });
      await tx.run(putMembership, { ...membership, member_id: known.id });
      noteMember(tx, known.id);
      record(known.id);
      return { id: known.id, secret: null };
    }
    await insertNew(services, tx, principal, id, { email: address, name: name.trim() || address, password: null });
    await tx.run(putMembership, { ...membership, member_id: id });
    record(id);
    return { id, secret: await makeInvitation(services, tx, principal, { kind: 'member', member_id: id }) };
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
    ...{ id, email_hash: emailHash(services, data.email), created_at: services.clock.now() },
    ...{ created_by: recordOf(principal), disabled_at: null, last_seen_at: null, totp_step: 0 },
    data: sealForMember(services, id, { ...data, totp: null, new_totp: null, recovery: [] } satisfies MemberData),
  });
}

/**
 * A new invitation of a member: the first way to sign in, or another one. Earlier ones end. Throws `resource_not_found`, and
 * `validation_error` for a member who is disabled.
 */
export async function inviteAgain(
  services: Services,
  principal: Principal,
  memberId: string,
): Promise<{ secret: string; email: string; kind: 'member' | 'reset' }> {
  return services.store.transaction(async (tx) => {
    const { member: row } = await tx.lock({ member: memberId });
    if (!row) throw notFound('Member', memberId);
    if (row.disabled_at !== null) throw invalid({ id: ['is disabled'] });
    await tx.run(endInvitationsOf, { member_id: memberId, used_at: services.clock.now() });
    const { email } = toMember(services, row);
    const kind = (await hasWayIn(services, tx, row)) ? 'reset' : 'member';
    await recordForAll(services, tx, { action: 'member_reset', memberId, details: { kind }, principal });
    return { secret: await makeInvitation(services, tx, principal, { kind, member_id: memberId }), email, kind };
  });
}

/** What the page of an invitation shows. */
export interface OpenInvitation {
  readonly kind: InvitationRow['kind'];
  readonly email: string | null;
  readonly name: string | null;
  readonly accounts: readonly { readonly name: string; readonly role: MemberRole }[];
  readonly expires_at: number;
}

/** The row of an invitation that can be accepted. Throws `invitation_ended`. */
export async function findOpen(services: Services, read: SystemReader, secret: string): Promise<InvitationRow> {
  const row = await read.first(findInvitation, { hash: invitationHash(services, secret) });
  if (!row || row.used_at !== null || row.expires_at <= services.clock.now()) throw ended();
  return row;
}

/** What an invitation is for. Throws `invitation_ended`. */
export async function openInvitation(services: Services, secret: string): Promise<OpenInvitation> {
  const { system } = services.store;
  const { kind, member_id, expires_at } = await findOpen(services, system, secret);
  const accounts = new Map((await system.all(listAccounts, {})).map(({ id, name }) => [id, name]));
  if (member_id === null) {
    const all = [...accounts.values()].map((name) => ({ name, role: 'admin' as const }));
    return { kind, email: null, name: null, accounts: all, expires_at };
  }
  const row = await system.first(findMember, { id: member_id });
  if (!row) throw ended();
  const { email, name } = toMember(services, row);
  const memberships = await system.all(listMemberships, { member_id });
  const own = memberships.map(({ account_id, role }) => ({ name: accounts.get(account_id) ?? '', role }));
  return { kind, email, name: name === email ? null : name, accounts: own, expires_at };
}
