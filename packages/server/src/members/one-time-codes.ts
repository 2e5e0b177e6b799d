import { randomBytes } from 'node:crypto';
import type { Services } from '../context/services.ts';
import { memberHash } from './member.ts';

/** RFC 6238 with the defaults of authenticator apps: SHA-1, six digits, 30 seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const STEP_MS = PARAMETERS.period * 1000;

/** A code counts one step early or late, since clocks of phones differ (RFC 6238, section 5.2). */
const WINDOW = 1;

const ISSUER = 'Bonafide';

/** 160 bits, as RFC 4226 (section 4, R6) recommends. */
const SECRET_BYTES = 20;

async function totpOf(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label, secret: Secret.fromBase32(secret) });
}

/** A new secret of one-time codes, base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  const bytes = randomBytes(SECRET_BYTES);
  return new Secret({ buffer: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + SECRET_BYTES) as ArrayBuffer })
    .base32;
}

/** The address that authenticator apps read from a QR code: `otpauth://totp/…`. */
export async function totpUri(secret: string, email: string): Promise<string> {
  return (await totpOf(secret, email)).toString();
}

/** The time step of a code that is right now; null for a wrong one. A caller must count each step once. */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = (await totpOf(secret)).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / STEP_MS) + delta;
}

const RECOVERY_CODES = 10;

/** Letters and digits that are not taken for one another (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 50 random bits in two groups of five. */
const recoveryCode = (): string =>
  Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/^.{5}/, '$&-');

/** Ten recovery codes, shown once, and their hashes for the store. */
export function newRecoveryCodes(keys: Pick<Services, 'master'>): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  return { codes, hashes: codes.map((code) => recoveryHash(keys, code)) };
}

/** Keyed hash of a recovery code, however it is written. */
export function recoveryHash(keys: Pick<Services, 'master'>, code: string): string {
  return memberHash(keys, 'recovery', code.toLowerCase().replace(/[^0-9a-z]/g, ''));
}
