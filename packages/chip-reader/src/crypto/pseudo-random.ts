import { concat } from '../bytes.ts';
import { invalidAnswer } from '../errors.ts';
import { toInteger } from './curves.ts';
import type { Group } from './group.ts';
import type { Suite } from './suite.ts';

/** Constants of the pseudo-random function, for nonces of 128 and of 256 bits. */
const CONSTANTS = {
  16: ['a668892a7c41e3ca739f40b057d85904', 'a4e136ac725f738b01c1f60217c188ad'],
  32: [
    'd463d65234124ef7897054986dca0a174e28df758cbaa03f240616414d5a1676',
    '54bd7255f0aaf831bec3423fcf39d69b6cbf066677d0faae5aadd99df8e53517',
  ],
} as const;

/** Bits that the pseudo-random number has more than the prime, so that its bias is negligible. */
const MORE_BITS = 64;

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16));

/**
 * The pseudo-random number of both nonces, for the integrated mapping (ICAO Doc 9303-11, 4.4.3.3.2). Throws `ChipError` for a nonce of another
 * length.
 *
 * @param nonce nonce of the chip: 16 bytes for 3DES and AES-128, 32 bytes for longer keys
 * @param key nonce of the terminal, as long as a key
 */
export function pseudoRandom(suite: Suite, nonce: Uint8Array, key: Uint8Array, { bits, prime }: Group): bigint {
  const length = suite.keyBytes === 16 ? 16 : 32;
  if (nonce.length !== length) throw invalidAnswer('The chip sent a nonce of another length');
  const [c0, c1] = CONSTANTS[length].map(bytes) as [Uint8Array, Uint8Array];
  const parts: Uint8Array[] = [];
  let next = suite.encrypt(key, nonce);
  for (let made = 0; made < bits + MORE_BITS; made += 8 * length) {
    const current = next.subarray(0, suite.keyBytes);
    parts.push(suite.encrypt(current, c1));
    next = suite.encrypt(current, c0);
  }
  return toInteger(concat(...parts)) % prime;
}
