import { type KeyObject, verify } from 'node:crypto';
import type { SignatureCheck } from './seal.ts';

/** Bits of a curve's order that each hash function is used up to (ICAO Doc 9303-13, 2.3). */
const HASHES = [
  [224, 'sha224'],
  [256, 'sha256'],
  [384, 'sha384'],
  [521, 'sha512'],
] as const;

/**
 * Checks an ECDSA signature of r and s one after the other. The curve of the key may be named or have explicit parameters.
 *
 * @param hash name of the hash function in Node; default: the function for the length of the signature
 */
export function checkEcdsa(key: KeyObject, data: Uint8Array, signature: Uint8Array, hash?: string): SignatureCheck {
  if (key.asymmetricKeyType !== 'ec') return 'foreign';
  const bits = signature.length * 4;
  const digest = hash ?? HASHES.find(([most]) => bits <= most)?.[1] ?? 'sha512';
  return verify(digest, data, { key, dsaEncoding: 'ieee-p1363' }, signature) ? 'right' : 'wrong';
}
