import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalid } from '../base/errors.ts';

const derive = promisify(argon2);

/**
 * Argon2id with 19 MiB, two passes and one lane, as OWASP's Password Storage Cheat Sheet has it
 * (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html).
 */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Characters of a password, as NIST SP 800-63B counts them: code points. */
const LENGTH = { least: 12, most: 128 } as const;

const normal = (password: string): string => password.normalize('NFKC');

async function hashOf(password: string, nonce: Buffer, parameters: Omit<Argon2Parameters, 'message' | 'nonce'>) {
  return Buffer.from(await derive('argon2id', { message: Buffer.from(normal(password)), nonce, ...parameters }));
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** A password as a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashOf(password, salt, { ...PARAMETERS, tagLength: HASH_BYTES });
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Returns whether a password matches a PHC string. Without one it takes the same time, and returns false. */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc ?? '') ?? [];
  if (!salt || !hash) {
    await hashOf(password, Buffer.alloc(SALT_BYTES), { ...PARAMETERS, tagLength: HASH_BYTES });
    return false;
  }
  const expected = Buffer.from(hash, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await hashOf(password, Buffer.from(salt, 'base64'), { ...parameters, tagLength: expected.length });
  return timingSafeEqual(found, expected);
}

/**
 * Refuses a password that is too short, too long, among the 49,233 most common of zxcvbn's list, or the name or address of
 * its member. Throws `validation_error`.
 */
export async function assertGoodPassword(password: string, { email, name }: { email: string; name: string }) {
  const text = normal(password);
  const { length } = [...text];
  const refuse = (reason: string) => invalid({ password: [reason] });
  if (length < LENGTH.least) throw refuse(`is too short (minimum is ${LENGTH.least} characters)`);
  if (length > LENGTH.most) throw refuse(`is too long (maximum is ${LENGTH.most} characters)`);
  const lower = text.toLowerCase();
  if (lower === email.toLowerCase() || lower === name.toLowerCase()) throw refuse('is your name or e-mail address');
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  if ((dictionary['passwords-common'] as readonly string[]).includes(lower))
    throw refuse('is one of the most common passwords');
}
