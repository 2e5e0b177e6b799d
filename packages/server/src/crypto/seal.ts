import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { randomOf } from '../base/random.ts';

/** AES-256-GCM with a random 96-bit nonce: at most 2^32 seals a key (NIST SP 800-38D, 8.3); then rotate the account's key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A key of 256 bits. What seals often keeps it as a `KeyObject`: from bytes, Node 24 makes one again for each seal, which
 * takes three times as long as the cipher.
 */
export type SealKey = Buffer | KeyObject;

const NO_HEAD = Buffer.alloc(0);

/**
 * Nonce, ciphertext and tag in one buffer; `context` is authenticated with it, so that it opens in its own place only.
 *
 * @param plain bytes, or a text that is sealed as UTF-8
 * @param head bytes before the nonce, which are not sealed
 */
export function seal(key: SealKey, context: string, plain: Buffer | string, head: Buffer = NO_HEAD): Buffer {
  const nonce = randomOf(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([head, nonce, sealed, cipher.final(), cipher.getAuthTag()]);
}

/** Throws when the bytes were changed, or sealed with another key or for another place. */
export function unseal(key: SealKey, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([plain, decipher.final()]);
}
