import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { encode, Tagged } from 'cborg';
import { bytesOf, mapOf, readCbor } from '../cbor/read.ts';
import { CREDENTIAL, need } from './credential.ts';

/** Parameters of COSE headers (RFC 9052, 3.1; RFC 9360, 2). */
const ALGORITHM = 1;
const CERTIFICATES = 33;

/** Hash function and curves of an algorithm; EdDSA has its own hash. */
interface Algorithm {
  readonly hash: string | null;
  readonly curves: readonly string[];
}

const ES256: Algorithm = { hash: 'sha256', curves: ['prime256v1', 'brainpoolP256r1'] };
const ES384: Algorithm = { hash: 'sha384', curves: ['secp384r1', 'brainpoolP320r1', 'brainpoolP384r1'] };
const ES512: Algorithm = { hash: 'sha512', curves: ['secp521r1', 'brainpoolP512r1'] };
const EDDSA: Algorithm = { hash: null, curves: ['ed25519'] };

/** Algorithms of ISO/IEC 18013-5, 9.1.2.4 and OpenID4VC HAIP, by their number in COSE and their name in JOSE. */
const ALGORITHMS: ReadonlyMap<unknown, Algorithm> = new Map<unknown, Algorithm>([
  [-7, ES256],
  [-9, ES256],
  [-35, ES384],
  [-51, ES384],
  [-36, ES512],
  [-52, ES512],
  [-8, EDDSA],
  [-19, EDDSA],
  ['ES256', ES256],
  ['ES384', ES384],
  ['ES512', ES512],
  ['EdDSA', EDDSA],
]);

/**
 * Returns whether the key made the signature over the data. The curve of the key must be one of the algorithm's.
 *
 * @param algorithm number of COSE, or name of JOSE
 */
export function isSignedBy(key: KeyObject, algorithm: unknown, data: Uint8Array, signature: Uint8Array): boolean {
  const known = ALGORITHMS.get(algorithm);
  const curve = key.asymmetricKeyType === 'ed25519' ? 'ed25519' : key.asymmetricKeyDetails?.namedCurve;
  if (key.type !== 'public' || !known || curve === undefined || !known.curves.includes(curve)) return false;
  return verify(known.hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

/** A COSE_Sign1 (RFC 9052, 4.2). */
export interface CoseSign1 {
  readonly protectedHeader: Uint8Array;
  readonly algorithm: unknown;
  /** Certificates of its signer, DER, the signer's first. */
  readonly certificates: readonly Uint8Array[];
  /** Null if the payload is detached. */
  readonly payload: Uint8Array | null;
  readonly signature: Uint8Array;
}

/** Reads a COSE_Sign1 that was decoded. Throws `Refused`. */
export function signOf(value: unknown): CoseSign1 {
  need(Array.isArray(value) && value.length === 4, 'malformed');
  const [head, open, payload, signature] = value as unknown[];
  const protectedHeader = bytesOf(head);
  const bytes = bytesOf(signature);
  need(protectedHeader && bytes && (payload === null || bytesOf(payload)), 'malformed');
  const signed = protectedHeader.length > 0 ? mapOf(readCbor(protectedHeader, CREDENTIAL)) : new Map();
  const chain = mapOf(open).get(CERTIFICATES) ?? signed.get(CERTIFICATES) ?? [];
  const certificates = (Array.isArray(chain) ? chain : [chain]).map(bytesOf);
  need(
    certificates.every((one) => one !== undefined),
    'malformed',
  );
  return {
    protectedHeader,
    algorithm: signed.get(ALGORITHM),
    certificates: certificates as Uint8Array[],
    payload: bytesOf(payload) ?? null,
    signature: bytes,
  };
}

/** Returns whether the key signed the payload of a COSE_Sign1. */
export function isCoseSignedBy(
  key: KeyObject,
  { protectedHeader, algorithm, signature }: CoseSign1,
  payload: Uint8Array,
) {
  const signed = encode(['Signature1', protectedHeader, new Uint8Array(), payload]);
  return isSignedBy(key, algorithm, signed, signature);
}

/** Names of curves in JWKs by their number in COSE (RFC 9053, 7.1). */
const CURVES: ReadonlyMap<unknown, string> = new Map([
  [1, 'P-256'],
  [2, 'P-384'],
  [3, 'P-521'],
  [6, 'Ed25519'],
]);

/** The public key of a COSE_Key (RFC 9053, 7). Throws for a private key too, and for compressed points. */
export function keyOfCose(value: unknown): KeyObject {
  const key = mapOf(value);
  const [x, y] = [bytesOf(key.get(-2)), bytesOf(key.get(-3))];
  const crv = CURVES.get(key.get(-1));
  need(crv !== undefined && x && !key.has(-4), 'malformed');
  const point = { crv, x: textOf(x), ...(y && { y: textOf(y) }) };
  return createPublicKey({ key: { kty: crv === 'Ed25519' ? 'OKP' : 'EC', ...point }, format: 'jwk' });
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Encoded CBOR (tag 24) around bytes, as ISO/IEC 18013-5 hashes and signs it. */
export const encodedCbor = (bytes: Uint8Array): Uint8Array => encode(new Tagged(24, bytes));
