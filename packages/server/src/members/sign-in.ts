import { Problem, problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import { deleteMemberSession, findMemberByEmail, updateMemberData, useTotpStep } from '../store/queries/members.ts';
import type { SystemTx } from '../store/store.ts';
import { mailingNewDevice } from './devices.ts';
import { admitAttempt, forgetFailures } from './failures.ts';
import { keepFailure } from './kept-failures.ts';
import { dataOf, emailHash, type Member, sealForMember, toMember } from './member.ts';
import { recoveryHash, stepOfCode } from './one-time-codes.ts';
import { assertOwnWays } from './own-ways.ts';
import { isPassword } from './password.ts';
import { recordOwn } from './record.ts';
import { beginSession, type Device, type MemberSession } from './sessions.ts';

/** Credentials of a sign-in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A one-time code of the authenticator app, or a recovery code; for members with a second factor. */
  readonly code?: string | undefined;
}

const wrong = (): Problem => problem('wrong_sign_in');

/**
 * Signs a member in, and answers the secret of the session. Unknown addresses get the same answer after the same work.
 *
 * Throws `wrong_sign_in`, `code_needed` where the password is right and a second factor is missing, and `rate_limit` after
 * too many failures.
 */
export async function signIn(services: Services, credentials: Credentials, device: Device): Promise<string> {
  assertOwnWays(services);
  await admitAttempt(services, credentials.email, device.address);
  const member = await memberWithPassword(services, credentials, device);
  const enter = () =>
    secondStep(services, member.id, device, async (tx) => {
      await takeSecondFactor(services, tx, member, credentials.code);
      await forgetFailures(services, tx, credentials.email, device.address);
      await recordOwn(services, tx, { action: 'member_signed_in', memberId: member.id, address: device.address });
      return beginSession(services, tx, member.id, device);
    });
  return mailingNewDevice(services, member, device, enter);
}

/**
 * Proves again who a signed-in member is: their session is replaced by a new one, whose secret is the answer. Throws as
 * `signIn`.
 */
export async function proveAgain(
  services: Services,
  session: MemberSession,
  credentials: Omit<Credentials, 'email'>,
  device: Device,
): Promise<string> {
  assertOwnWays(services);
  const { email } = session.member;
  await admitAttempt(services, email, device.address);
  const member = await memberWithPassword(services, { ...credentials, email }, device);
  if (member.id !== session.member.id) throw wrong();
  return secondStep(services, member.id, device, async (tx) => {
    await takeSecondFactor(services, tx, member, credentials.code);
    await forgetFailures(services, tx, email, device.address);
    await tx.run(deleteMemberSession, { id: session.id, member_id: member.id });
    return beginSession(services, tx, member.id, { ...device, way: session.way });
  });
}

/** Runs the transaction that ends a sign-in; a wrong code is a failure, too. */
async function secondStep<T>(
  services: Services,
  memberId: string,
  { address }: Device,
  work: (tx: SystemTx) => Promise<T>,
): Promise<T> {
  try {
    return await services.store.transaction(work);
  } catch (error) {
    if (error instanceof Problem && error.type === 'wrong_sign_in') {
      await keepFailure(services, { memberId }, { way: 'code', error: error.type, address });
    }
    throw error;
  }
}

async function memberWithPassword(
  services: Services,
  { email, password }: Credentials,
  { address }: Device,
): Promise<Member> {
  const email_hash = emailHash(services, email);
  const row = await services.store.system.first(findMemberByEmail, { email_hash });
  const member = row && toMember(services, row);
  const right = await isPassword(password, member?.password ?? null);
  if (right && member && member.disabled_at === null) return member;
  await keepFailure(services, { emailHash: email_hash }, { way: 'password', error: 'wrong_sign_in', address });
  throw wrong();
}

/** Takes a code from the member, where they have a second factor; each counts once. */
async function takeSecondFactor(services: Services, tx: SystemTx, { id }: Member, code: string | undefined) {
  const { member: row } = await tx.lock({ member: id });
  const member = row && toMember(services, row);
  if (!member || member.disabled_at !== null) throw wrong();
  if (member.totp === null) return;
  if (code === undefined) throw problem('code_needed');
  const step = await stepOfCode(member.totp, code.replace(/\s/g, ''), services.clock.now());
  if (step !== null && (await tx.run(useTotpStep, { id, step })) > 0) return;
  const used = recoveryHash(services, code);
  if (!member.recovery.includes(used)) throw wrong();
  const recovery = member.recovery.filter((hash) => hash !== used);
  await tx.run(updateMemberData, { id, data: sealForMember(services, id, { ...dataOf(member), recovery }) });
}
