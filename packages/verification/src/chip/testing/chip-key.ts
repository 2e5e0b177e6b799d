import {
  constants,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  randomBytes,
  sign,
} from 'node:crypto';
import { der, type Hash, integer, oid, sequence } from './issuer.ts';

/** The key of a chip for active authentication (ICAO Doc 9303-11, 6.1), the files that name it, and the chip's answers. */
export interface ChipKey {
  readonly dg15: Buffer;
  /** Security options with ActiveAuthenticationInfo; only for ECDSA. */
  readonly dg14?: Buffer;
  /** The answer to INTERNAL AUTHENTICATE. */
  answer(challenge: Uint8Array): Buffer;
}

export interface RsaKeyOptions {
  /** Modulus in bits, a multiple of 8. */
  readonly bits?: number;
  readonly hash?: Hash;
  /** Hash that the trailer names: by default the hash that is used, and `BC` for SHA-1. */
  readonly trailer?: Uint8Array;
  /** Bytes of the recoverable message that is left out, so that the header is padded. */
  readonly shorter?: number;
}

const TRAILERS = { sha1: 'bc', sha256: '34cc', sha384: '36cc', sha512: '35cc' } as const;

/** A key of RSA, whose answers have the form of ISO/IEC 9796-2, scheme 1. */
export function rsaChipKey({ bits = 1024, ...options }: RsaKeyOptions = {}): ChipKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const dg15 = der(0x6f, publicKey.export({ format: 'der', type: 'spki' }));
  return { dg15, answer: (challenge) => rawSignature(privateKey, blockFor(challenge, bits / 8, options)) };
}

/** A signature of RSA over exactly these bytes. */
export const rawSignature = (privateKey: KeyObject, block: Uint8Array): Buffer =>
  privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, block);

/** The block that is signed: header, recoverable message, hash of the message and the challenge, trailer. */
function blockFor(
  challenge: Uint8Array,
  size: number,
  { hash = 'sha1', shorter = 0, ...options }: RsaKeyOptions,
): Buffer {
  const trailer = options.trailer ?? Buffer.from(TRAILERS[hash], 'hex');
  const digest = (message: Uint8Array) => createHash(hash).update(message).update(challenge).digest();
  const length = size - 1 - shorter - trailer.length - digest(challenge).length;
  const message = randomBytes(length);
  const header = shorter === 0 ? [0x6a] : [0x6b, ...Array(shorter - 1).fill(0xbb), 0xba];
  return Buffer.concat([Buffer.from(header), message, digest(message), trailer]);
}

export interface EcKeyOptions {
  readonly curve?: string;
  readonly hash?: Hash;
  /** Hash that data group 14 names: by default the hash that is used. */
  readonly named?: Hash;
  readonly explicit?: boolean;
}

/** A key of ECDSA, whose answers are `r‖s`. */
export function ecChipKey({
  curve = 'brainpoolP256r1',
  hash = 'sha256',
  named = hash,
  explicit,
}: EcKeyOptions = {}): ChipKey {
  const paramEncoding = explicit ? 'explicit' : 'named';
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve, paramEncoding });
  const dg15 = der(0x6f, publicKey.export({ format: 'der', type: 'spki' }));
  const algorithm = `0.4.0.127.0.7.1.1.4.1.${{ sha1: 1, sha256: 3, sha384: 4, sha512: 5 }[named]}`;
  const dg14 = der(0x6e, der(0x31, sequence(oid('2.23.136.1.1.5'), integer(1), oid(algorithm))));
  return { dg15, dg14, answer: (challenge) => sign(hash, challenge, { key: privateKey, dsaEncoding: 'ieee-p1363' }) };
}
