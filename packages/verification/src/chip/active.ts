import { constants, createHash, createPublicKey, type KeyObject, publicDecrypt, verify } from 'node:crypto';
import { AlgorithmIdentifier, SubjectPublicKeyInfo } from '@peculiar/asn1-x509';
import { ObjectIdentifier } from 'asn1js';
import { orNull, parseAny, parseAs, partsOf } from './asn1.ts';
import type { ChipFiles } from './authenticate.ts';
import { contentOfFile, hashMatches, readSecurityObject, type SecurityObject } from './security-object.ts';
import { hashOfSignature } from './signature.ts';

/** The answer of a chip to a challenge (ICAO Doc 9303-11, 6.1). */
export interface ChipAnswer {
  /** Random bytes that the verifier chose: RND.IFD, 8 bytes. */
  readonly challenge: Uint8Array;
  /** Data of the chip's response to INTERNAL AUTHENTICATE. */
  readonly response: Uint8Array;
}

/**
 * Result of active authentication. `authentic`: the key in data group 15 signed the challenge. `refuted`: it did not, or the
 * security object signs another key. `undecided`: something is missing to say either.
 */
export interface ActiveAuthentication {
  readonly result: 'authentic' | 'refuted' | 'undecided';
  /** A sentence. */
  readonly reason: string;
}

/** Tags of the files (ICAO Doc 9303-10, 4.7.14 and 4.7.15). */
const TAG = { dataGroup14: 0x6e, dataGroup15: 0x6f } as const;

/** Object identifier of ActiveAuthenticationInfo (ICAO Doc 9303-11, 9.2.5). */
const ACTIVE_AUTHENTICATION_INFO = '2.23.136.1.1.5';

const RSA = '1.2.840.113549.1.1.';
const EC = '1.2.840.10045.2.1';

const refuted = (reason: string): ActiveAuthentication => ({ result: 'refuted', reason });
const undecided = (reason: string): ActiveAuthentication => ({ result: 'undecided', reason });

/**
 * Verifies active authentication of a chip: the key in data group 15, whose hash the security object signs, has signed the
 * challenge. RSA signatures have the form of ISO/IEC 9796-2, scheme 1. ECDSA signatures are `r‖s` with the hash algorithm that
 * data group 14 names.
 *
 * The result says nothing about the state that signed the security object: see `authenticateChip`. A chip that a relay reaches
 * over a network answers, too.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { verifyChipAnswer } from '@bonafide/verification';
 *
 * const names = ['dg1', 'dg2', 'sod', 'dg15', 'response'];
 * const [dg1, dg2, sod, dg15, response] = await Promise.all(names.map((name) => readFile(`${name}.bin`)));
 * const challenge = Buffer.from('8eWRiR3LtHg=', 'base64');
 * if (dg1 && dg2 && sod && dg15 && response) {
 *   console.log(verifyChipAnswer({ dg1, dg2, sod, dg15 }, { challenge, response }).result);
 * }
 */
export function verifyChipAnswer({ sod, dg14, dg15 }: ChipFiles, answer: ChipAnswer): ActiveAuthentication {
  const object = orNull(() => readSecurityObject(sod));
  if (!object) return undecided('The security object of the chip could not be read');
  if (!dg15) return undecided('The chip data holds no public key for active authentication');
  const signed = hashMatches(object, 15, dg15);
  if (signed === null) return undecided('The security object of the chip signs no key for active authentication');
  if (!signed) return refuted('The key for active authentication is not the key that the issuer signed');
  const der = orNull(() => contentOfFile(dg15, TAG.dataGroup15));
  const algorithm = der && orNull(() => parseAs(der, SubjectPublicKeyInfo).algorithm.algorithm);
  const key = der && loadKey(der);
  if (!algorithm || !key) return undecided('The key for active authentication could not be read');
  if (algorithm.startsWith(RSA)) return judge(isRsaAnswer(key, answer));
  if (algorithm !== EC) return undecided('The algorithm of active authentication is not supported');
  return judgeEcdsa(key, object, dg14, answer);
}

function judge(holds: boolean): ActiveAuthentication {
  return holds
    ? { result: 'authentic', reason: 'The chip signed the challenge with the key that the issuer signed' }
    : refuted('The answer of the chip to the challenge is wrong');
}

function judgeEcdsa(
  key: KeyObject,
  object: SecurityObject,
  dg14: Uint8Array | undefined,
  { challenge, response }: ChipAnswer,
): ActiveAuthentication {
  const listed = dg14 && hashMatches(object, 14, dg14);
  if (listed === false)
    return refuted('Data group 14 of the chip was changed: its hash does not match the security object');
  const hash = dg14 && listed ? hashNamedBy(dg14) : undefined;
  if (!hash) return undecided('The chip data names no supported hash algorithm for active authentication');
  try {
    return judge(verify(hash, challenge, { key, dsaEncoding: 'ieee-p1363' }, response));
  } catch {
    // OpenSSL throws for signatures of another length.
    return judge(false);
  }
}

function loadKey(der: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** The hash function that ActiveAuthenticationInfo in data group 14 names; undefined without a supported one. */
function hashNamedBy(dg14: Uint8Array): string | undefined {
  const named = orNull(() => {
    for (const info of partsOf(parseAny(contentOfFile(dg14, TAG.dataGroup14)))) {
      const [protocol, , algorithm] = partsOf(info);
      if (protocol instanceof ObjectIdentifier && protocol.getValue() === ACTIVE_AUTHENTICATION_INFO) {
        return algorithm instanceof ObjectIdentifier ? algorithm.getValue() : null;
      }
    }
    return null;
  });
  return named ? hashOfSignature({ algorithm: new AlgorithmIdentifier({ algorithm: named }) }) : undefined;
}

/** Hash functions by the byte before the trailer `CC` (ISO/IEC 10118-3). */
const HASH_OF_TRAILER: Readonly<Record<number, string>> = {
  51: 'sha1',
  52: 'sha256',
  53: 'sha512',
  54: 'sha384',
  56: 'sha224',
};

/** Returns whether the key signed a message that ends with the challenge, by ISO/IEC 9796-2 scheme 1 with partial recovery. */
function isRsaAnswer(key: KeyObject, { challenge, response }: ChipAnswer): boolean {
  const block = openedBy(key, response);
  const start = block && startOfMessage(block);
  if (!block || start === null) return false;
  const explicit = block.at(-1) === 0xcc;
  const hash = explicit ? HASH_OF_TRAILER[block.at(-2)!] : block.at(-1) === 0xbc ? 'sha1' : undefined;
  if (!hash) return false;
  const recovered = block.subarray(start, explicit ? -2 : -1);
  const length = createHash(hash).digest().length;
  if (recovered.length < length) return false;
  const message = recovered.subarray(0, -length);
  return createHash(hash).update(message).update(challenge).digest().equals(recovered.subarray(-length));
}

/** Opens a signature with RSA alone. ISO/IEC 9796-2, B.6 allows two roots; the block ends with the nibble C. */
function openedBy(key: KeyObject, response: Uint8Array): Buffer | null {
  let opened: Buffer;
  try {
    opened = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, response);
  } catch {
    return null;
  }
  if ((opened.at(-1)! & 0x0f) === 0x0c) return opened;
  const modulus = Buffer.from(key.export({ format: 'jwk' }).n as string, 'base64url');
  const other = toInteger(modulus) - toInteger(opened);
  return Buffer.from(other.toString(16).padStart(modulus.length * 2, '0'), 'hex');
}

const toInteger = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** Index at which the recovered message begins: after `6A`, or after `6B BB … BA`; null for any other header. */
function startOfMessage(block: Buffer): number | null {
  if (block[0] === 0x6a) return 1;
  if (block[0] !== 0x6b) return null;
  let at = 1;
  while (block[at] === 0xbb) at += 1;
  return block[at] === 0xba ? at + 1 : null;
}
