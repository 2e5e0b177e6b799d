import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { notFound, problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import {
  deleteMemberSession,
  findMember,
  findMemberSession,
  insertMemberSession,
  listMemberSessions,
  seeMember,
  touchMemberSession,
} from '../store/queries/members.ts';
import type { MemberSessionRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { noteDevice } from './devices.ts';
import { noteMember } from './end-sessions.ts';
import { type Member, memberHash, openForMember, sealForMember, toMember } from './member.ts';
import { recordOwn } from './record.ts';

/** 256 bits. */
const SECRET_BYTES = 32;

/** A proof of who the member is counts so long for actions that want one. */
const PROOF_MS = 5 * MINUTE_MS;

/** The last use is written once in this time. */
const TOUCH_MS = 60_000;

/** Device from which a member signs in. */
export interface Device {
  /** Header `User-Agent`, cut to 500 characters. */
  readonly userAgent: string;
  readonly address: string;
  /** Cookie by which a browser is recognised. */
  readonly browser: string;
}

/** Ways of signing in. */
type SignInWay = 'password' | 'passkey' | 'openid';

/** Device and way of a sign-in. */
export interface SignInFacts extends Device {
  readonly way?: SignInWay;
  /** Time at which the member last proved who they are, Unix milliseconds; default: now. */
  readonly provedAt?: number;
}

/** A member who is signed in. */
export interface MemberSession extends Omit<Device, 'browser'> {
  readonly way: SignInWay;
  readonly id: string;
  readonly member: Member;
  readonly created_at: number;
  readonly last_seen_at: number;
  readonly expires_at: number;
  readonly proved_at: number;
}

const sessionHash = (services: Pick<Services, 'master'>, secret: string) => memberHash(services, 'session', secret);

/** Sealed data of a session; without a way, by password. */
type Kept = Omit<SignInFacts, 'browser' | 'provedAt'>;

function toSession(services: Services, row: MemberSessionRow, member: Member): MemberSession {
  const { id, created_at, last_seen_at, expires_at, proved_at } = row;
  return {
    way: 'password',
    ...openForMember<Kept>(services, id, row.data),
    id,
    member,
    created_at,
    last_seen_at,
    expires_at,
    proved_at,
  };
}

/** Signs a member in. `secret` is the value of the cookie, which is stored as a keyed hash alone. */
export async function beginSession(
  services: Services,
  tx: SystemTx,
  memberId: string,
  { userAgent, address, browser, way = 'password', provedAt }: SignInFacts,
): Promise<string> {
  const { clock, ids, settings } = services;
  const now = clock.now();
  const secret = ids.secret(SECRET_BYTES);
  const id = ids.uuid();
  await tx.run(insertMemberSession, {
    id,
    hash: sessionHash(services, secret),
    member_id: memberId,
    created_at: now,
    last_seen_at: now,
    proved_at: provedAt ?? now,
    expires_at: now + settings.sessionHours * HOUR_MS,
    data: sealForMember(services, id, { userAgent: userAgent.slice(0, 500), address, way } satisfies Kept),
  });
  await tx.run(seeMember, { id: memberId, last_seen_at: now });
  await noteDevice(services, tx, memberId, browser);
  return secret;
}

/**
 * The session of a cookie; undefined where it is unknown, has ended, or was idle for too long. It is read from the store at
 * each request: what ends a session or a role counts at once, in every process.
 *
 * @param unattended whether nobody asks but an open page: this is no use of the session
 */
export async function findSession(
  services: Services,
  secret: string,
  { unattended = false } = {},
): Promise<MemberSession | undefined> {
  const { clock, settings, store } = services;
  const now = clock.now();
  const row = await store.system.first(findMemberSession, { hash: sessionHash(services, secret) });
  if (!row || row.expires_at <= now || row.last_seen_at + settings.sessionIdle * MINUTE_MS <= now) return undefined;
  const memberRow = await store.system.first(findMember, { id: row.member_id });
  if (!memberRow || memberRow.disabled_at !== null) return undefined;
  if (!unattended && row.last_seen_at <= now - TOUCH_MS) {
    await store.transaction(async (tx) => {
      await tx.run(touchMemberSession, { id: row.id, last_seen_at: now });
      await tx.run(seeMember, { id: row.member_id, last_seen_at: now });
    });
  }
  const session = toSession(services, row, toMember(services, memberRow));
  // Sessions of before the setting, too.
  return settings.oidcOnly === 'on' && session.way !== 'openid' ? undefined : session;
}

/**
 * Returns whether a session was opened with two factors: a password and a one-time code; a passkey, which its authenticator opens
 * by a finger, a face or a PIN; or the factors that the OpenID provider requires.
 */
export const hasSecondFactor = ({ member, way }: Pick<MemberSession, 'member' | 'way'>): boolean =>
  member.totp !== null || way !== 'password';

/** Time until which a session may perform actions that require a proof, Unix milliseconds. */
export const provedUntil = ({ proved_at }: Pick<MemberSession, 'proved_at'>): number => proved_at + PROOF_MS;

/** Throws `proof_needed` for a session whose last proof is too old. */
export function requireProof({ clock }: Pick<Services, 'clock'>, session: MemberSession): void {
  if (provedUntil(session) <= clock.now()) throw problem('proof_needed');
}

/** The sessions of a member that have not ended, newest first. */
export async function listSessions(services: Services, member: Member): Promise<MemberSession[]> {
  const { clock, settings, store } = services;
  const now = clock.now();
  const rows = await store.system.all(listMemberSessions, { member_id: member.id });
  return rows
    .filter(({ expires_at, last_seen_at }) => expires_at > now && last_seen_at + settings.sessionIdle * MINUTE_MS > now)
    .map((row) => toSession(services, row, member));
}

/** Ends a session of the member who is signed in. Throws `resource_not_found`. */
export async function endSession(services: Services, { member, address }: MemberSession, id: string): Promise<void> {
  await services.store.transaction(async (tx) => {
    if ((await tx.run(deleteMemberSession, { id, member_id: member.id })) === 0) throw notFound('Session', id);
    noteMember(tx, member.id);
    await recordOwn(services, tx, { action: 'member_signed_out', memberId: member.id, address });
  });
}
