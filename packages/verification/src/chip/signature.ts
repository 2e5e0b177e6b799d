import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { RsaSaPssParams } from '@peculiar/asn1-rsa';
import { AsnConvert } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, SubjectPublicKeyInfo } from '@peculiar/asn1-x509';
import { NotAsn1, parseAs } from './asn1.ts';

/** Hash functions that ICAO Doc 9303-12, 4.4 allows, and SHA-1, with which older documents are signed; by RFC 5754. */
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/**
 * The name of a hash function in Node by its object identifier; undefined for one that no document may use.
 *
 * @example
 * import { hashOf } from '@bonafide/verification';
 *
 * hashOf('2.16.840.1.101.3.4.2.1'); // 'sha256'
 */
export const hashOf = (oid: string): string | undefined => HASHES[oid];

type Scheme = 'rsa' | 'pss' | 'ecdsa' | 'ecdsa-plain';

/** Signature algorithms with their hash. Without a hash, the signer's hash is used (RFC 4055, RFC 5758; BSI TR-03111, 5.2.1). */
const ALGORITHMS: Readonly<Record<string, readonly [Scheme, string?]>> = {
  '1.2.840.113549.1.1.1': ['rsa'],
  '1.2.840.113549.1.1.5': ['rsa', 'sha1'],
  '1.2.840.113549.1.1.14': ['rsa', 'sha224'],
  '1.2.840.113549.1.1.11': ['rsa', 'sha256'],
  '1.2.840.113549.1.1.12': ['rsa', 'sha384'],
  '1.2.840.113549.1.1.13': ['rsa', 'sha512'],
  '1.2.840.113549.1.1.10': ['pss'],
  '1.2.840.10045.2.1': ['ecdsa'],
  '1.2.840.10045.4.1': ['ecdsa', 'sha1'],
  '1.2.840.10045.4.3.1': ['ecdsa', 'sha224'],
  '1.2.840.10045.4.3.2': ['ecdsa', 'sha256'],
  '1.2.840.10045.4.3.3': ['ecdsa', 'sha384'],
  '1.2.840.10045.4.3.4': ['ecdsa', 'sha512'],
  '0.4.0.127.0.7.1.1.4.1.1': ['ecdsa-plain', 'sha1'],
  '0.4.0.127.0.7.1.1.4.1.2': ['ecdsa-plain', 'sha224'],
  '0.4.0.127.0.7.1.1.4.1.3': ['ecdsa-plain', 'sha256'],
  '0.4.0.127.0.7.1.1.4.1.4': ['ecdsa-plain', 'sha384'],
  '0.4.0.127.0.7.1.1.4.1.5': ['ecdsa-plain', 'sha512'],
};

/** Algorithms of RSA (RFC 8017). */
const RSA = '1.2.840.113549.1.1.';
const RSA_PSS = `${RSA}10`;

/** Scheme and hash of a signature. */
interface Method {
  readonly algorithm: AlgorithmIdentifier;
  /** Object identifier of the hash function beside the signature, for algorithms that name none. */
  readonly digest?: string;
}

export interface Signed extends Method {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * The name in Node of the hash function that a signature is made with; undefined if the algorithm is unknown, or if documents may not use
 * its hash function.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { hashOfSignature, readSignedMessage } from '@bonafide/verification';
 *
 * const { signer } = readSignedMessage(await readFile('signature.p7s'));
 * console.log(hashOfSignature({ algorithm: signer.signatureAlgorithm }));
 */
export function hashOfSignature({ algorithm, digest }: Method): string | undefined {
  const [scheme, hashName] = ALGORITHMS[algorithm.algorithm] ?? [];
  if (scheme === undefined) return undefined;
  return hashName ?? (scheme === 'pss' ? hashOfPss(algorithm) : hashOf(digest ?? ''));
}

/**
 * Returns whether the key made the signature over the data; null if the algorithm or the key is unknown.
 * @param key a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7); parameters of its curve may be explicit, as states write them
 */
export function isSignedWith(
  key: SubjectPublicKeyInfo,
  { data, signature, algorithm, digest }: Signed,
): boolean | null {
  const [scheme] = ALGORITHMS[algorithm.algorithm] ?? [];
  const hash = hashOfSignature({ algorithm, ...(digest !== undefined && { digest }) });
  if (scheme === undefined || hash === undefined) return null;
  const rsa = key.algorithm.algorithm.startsWith(RSA);
  if (rsa !== (scheme === 'rsa' || scheme === 'pss')) return false;
  const loaded = keyOf(key, scheme === 'pss' ? algorithm : undefined);
  if (!loaded) return null;
  const dsaEncoding = scheme === 'ecdsa-plain' ? 'ieee-p1363' : 'der';
  try {
    return verify(hash, data, { key: loaded, dsaEncoding }, signature);
  } catch {
    return null;
  }
}

/** RFC 4055, 3.1: without parameters all have their defaults. */
function hashOfPss({ parameters }: AlgorithmIdentifier): string | undefined {
  if (!parameters) return 'sha1';
  try {
    return hashOf(parseAs(new Uint8Array(parameters), RsaSaPssParams).hashAlgorithm.algorithm);
  } catch (error) {
    if (error instanceof NotAsn1) return undefined;
    throw error;
  }
}

/**
 * The key as OpenSSL takes it. For RSA-PSS it gets the parameters of the signature, so that their mask generation function
 * and length of salt hold, which Node takes from a key alone.
 */
function keyOf(key: SubjectPublicKeyInfo, pss: AlgorithmIdentifier | undefined): KeyObject | null {
  const algorithm = pss && new AlgorithmIdentifier({ algorithm: RSA_PSS, parameters: pss.parameters ?? EMPTY });
  const info = algorithm ? new SubjectPublicKeyInfo({ algorithm, subjectPublicKey: key.subjectPublicKey }) : key;
  try {
    return createPublicKey({ key: Buffer.from(AsnConvert.serialize(info)), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** An empty sequence: every parameter has its default. */
const EMPTY = new Uint8Array([0x30, 0]).buffer;
