import { randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../base/clock.ts';
import { type Problem, problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import { insertUsedChallenge } from '../../store/queries/sign-in-ways.ts';
import type { SystemTx } from '../../store/store.ts';
import { memberHash } from '../member.ts';

/** Milliseconds for which a challenge may be answered. */
const LIFETIME_MS = 5 * MINUTE_MS;

/** 128 random bits, the end of its life in Unix milliseconds, and an HMAC-SHA-256 over both and the purpose. */
const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;

type Keys = Pick<Services, 'clock' | 'master'>;

const macOf = (keys: Keys, purpose: string, body: Buffer): Buffer =>
  Buffer.from(memberHash(keys, 'challenge', `${purpose}\0${body.toString('hex')}`), 'hex');

/**
 * A challenge for an authenticator, base64url. The service keeps nothing of it: a client that asks for many fills no table.
 *
 * @param purpose what it is good for, with the session that it belongs to
 */
export function newChallenge(keys: Keys, purpose: string): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(keys.clock.now() + LIFETIME_MS, 0, EXPIRY_BYTES);
  const body = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
  return Buffer.concat([body, macOf(keys, purpose, body)]).toString('base64url');
}

/** End of a challenge of this purpose, Unix milliseconds; undefined for one that is not ours or has ended. */
function expiryOf(keys: Keys, purpose: string, challenge: string): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const body = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
  const mac = bytes.subarray(NONCE_BYTES + EXPIRY_BYTES);
  const expected = macOf(keys, purpose, body);
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined;
  const expiry = body.readUIntBE(NONCE_BYTES, EXPIRY_BYTES);
  return expiry > keys.clock.now() ? expiry : undefined;
}

export const isChallenge = (keys: Keys, purpose: string, challenge: string): boolean =>
  expiryOf(keys, purpose, challenge) !== undefined;

/** Uses a challenge up. Throws `refused` if it was answered before or has another purpose. */
export async function useChallenge(
  keys: Keys,
  tx: SystemTx,
  { purpose, challenge, refused = problem('wrong_sign_in') }: { purpose: string; challenge: string; refused?: Problem },
): Promise<void> {
  const expires_at = expiryOf(keys, purpose, challenge);
  if (expires_at === undefined) throw refused;
  // What was signed is compared as bytes: another spelling of the same base64url is the same challenge.
  const same = Buffer.from(challenge, 'base64url').toString('hex');
  const hash = memberHash(keys, 'used challenge', same);
  if ((await tx.run(insertUsedChallenge, { hash, expires_at })) === 0) throw refused;
}
