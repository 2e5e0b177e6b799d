import { invalid, problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import { updateMemberData, useTotpStep } from '../store/queries/members.ts';
import type { SystemTx } from '../store/store.ts';
import { endSessions } from './end-sessions.ts';
import { dataOf, type MemberData, sealForMember, toMember } from './member.ts';
import { changeWithNotice, noticeOf } from './notices.ts';
import { newRecoveryCodes, newTotpSecret, stepOfCode, totpUri } from './one-time-codes.ts';
import { assertOwnWays } from './own-ways.ts';
import { assertGoodPassword, hashPassword } from './password.ts';
import { recordOwn } from './record.ts';
import type { MemberSession } from './sessions.ts';

/** Changes the sealed data of a member, under its lock. */
async function change(
  services: Services,
  tx: SystemTx,
  id: string,
  work: (data: MemberData) => Promise<MemberData> | MemberData,
): Promise<void> {
  const { member: row } = await tx.lock({ member: id });
  if (!row) throw problem('sign_in_needed');
  const data = await work(dataOf(toMember(services, row)));
  await tx.run(updateMemberData, { id, data: sealForMember(services, id, data) });
}

/** A secret for an authenticator app. It counts once a code of it was confirmed; the previous one counts until then. */
export async function beginTotp(
  services: Services,
  { member }: MemberSession,
): Promise<{ secret: string; uri: string }> {
  const secret = await newTotpSecret();
  await services.store.transaction((tx) => change(services, tx, member.id, (data) => ({ ...data, new_totp: secret })));
  return { secret, uri: await totpUri(secret, member.email) };
}

/**
 * Turns one-time codes on with a code of the secret that was shown; answers the recovery codes, this once. Other sessions of
 * the member end. Throws `validation_error` for a wrong code.
 */
export async function confirmTotp(services: Services, session: MemberSession, code: string): Promise<string[]> {
  const { id, member, address } = session;
  const { codes, hashes } = newRecoveryCodes(services);
  await changeWithNotice(services, noticeOf(session, 'codes_on'), async (tx) => {
    await change(services, tx, member.id, async (data) => {
      const step = data.new_totp && (await stepOfCode(data.new_totp, code.replace(/\s/g, ''), services.clock.now()));
      if (step === null || step === '') throw invalid({ code: ['is wrong or has expired'] });
      await tx.run(useTotpStep, { id: member.id, step });
      return { ...data, totp: data.new_totp, new_totp: null, recovery: hashes };
    });
    await endSessions(tx, member.id, { except: id });
    await recordOwn(services, tx, { action: 'member_codes_on', memberId: member.id, address });
  });
  return codes;
}

/** Ten new recovery codes that replace the earlier ones, shown this once. Throws `validation_error` without one-time codes. */
export async function renewRecoveryCodes(services: Services, session: MemberSession): Promise<string[]> {
  const { member, address } = session;
  const { codes, hashes } = newRecoveryCodes(services);
  await changeWithNotice(services, noticeOf(session, 'recovery_codes_made'), async (tx) => {
    await change(services, tx, member.id, (data) => {
      if (data.totp === null) throw invalid({ code: ['set up one-time codes first'] });
      return { ...data, recovery: hashes };
    });
    await recordOwn(services, tx, { action: 'member_recovery_codes_made', memberId: member.id, address });
  });
  return codes;
}

/** Turns one-time codes off. */
export async function endTotp(services: Services, session: MemberSession): Promise<void> {
  const { member, address } = session;
  await changeWithNotice(services, noticeOf(session, 'codes_off'), async (tx) => {
    await change(services, tx, member.id, (data) => ({ ...data, totp: null, new_totp: null, recovery: [] }));
    await recordOwn(services, tx, { action: 'member_codes_off', memberId: member.id, address });
  });
}

/** Changes the password; other sessions of the member end. Throws `validation_error`. */
export async function changePassword(services: Services, session: MemberSession, password: string): Promise<void> {
  const { id, member, address } = session;
  assertOwnWays(services);
  await assertGoodPassword(password, member);
  const hash = await hashPassword(password);
  await changeWithNotice(services, noticeOf(session, 'password_changed'), async (tx) => {
    await change(services, tx, member.id, (data) => ({ ...data, password: hash }));
    await endSessions(tx, member.id, { except: id });
    await recordOwn(services, tx, { action: 'member_password_changed', memberId: member.id, address });
  });
}
