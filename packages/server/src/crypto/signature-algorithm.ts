import { constants, type KeyObject, sign, verify } from 'node:crypto';
import { SHA_256 } from './der.ts';

/** The name of a signature algorithm: what the key is, its padding where that is not PKCS #1 v1.5, and the hash function. */
export type SignatureAlgorithmName =
  | 'rsa-sha256'
  | 'rsa-sha384'
  | 'rsa-sha512'
  | 'rsa-pss-sha256'
  | 'ecdsa-sha256'
  | 'ecdsa-sha384'
  | 'ecdsa-sha512';

/** Algorithm by which a signer signs (RFC 5754, RFC 5758, RFC 4056). */
export interface SignatureAlgorithm {
  readonly name: SignatureAlgorithmName;
  readonly oid: string;
  /** Parameters beside the identifier, DER; undefined without parameters. */
  readonly parameters?: Buffer;
  /** Name of the hash in Node. */
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  readonly hashOid: string;
}

const HASH_OIDS = {
  sha256: SHA_256,
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;

const NULL = Buffer.from('0500', 'hex');

/** RSASSA-PSS-params (RFC 4055, 3.1): SHA-256, MGF1 with SHA-256, and a salt as long as the hash. */
const PSS_SHA_256 = Buffer.from(
  '3034a00f300d06096086480165030402010500a11c301a06092a864886f70d010108300d06096086480165030402010500a203020120',
  'hex',
);
const PSS_SALT = 32;

function algorithm(
  name: SignatureAlgorithmName,
  oid: string,
  hash: SignatureAlgorithm['hash'],
  parameters?: Buffer,
): SignatureAlgorithm {
  return { name, oid, hash, hashOid: HASH_OIDS[hash], ...(parameters && { parameters }) };
}

export const signatureAlgorithms: Readonly<Record<SignatureAlgorithmName, SignatureAlgorithm>> = {
  'rsa-sha256': algorithm('rsa-sha256', '1.2.840.113549.1.1.11', 'sha256', NULL),
  'rsa-sha384': algorithm('rsa-sha384', '1.2.840.113549.1.1.12', 'sha384', NULL),
  'rsa-sha512': algorithm('rsa-sha512', '1.2.840.113549.1.1.13', 'sha512', NULL),
  'rsa-pss-sha256': algorithm('rsa-pss-sha256', '1.2.840.113549.1.1.10', 'sha256', PSS_SHA_256),
  'ecdsa-sha256': algorithm('ecdsa-sha256', '1.2.840.10045.4.3.2', 'sha256'),
  'ecdsa-sha384': algorithm('ecdsa-sha384', '1.2.840.10045.4.3.3', 'sha384'),
  'ecdsa-sha512': algorithm('ecdsa-sha512', '1.2.840.10045.4.3.4', 'sha512'),
};

/** Returns whether a key can sign by an algorithm at all. */
export function fitsKey({ name }: SignatureAlgorithm, { asymmetricKeyType: type }: KeyObject): boolean {
  if (name.startsWith('ecdsa')) return type === 'ec';
  return type === 'rsa' || (type === 'rsa-pss' && name === 'rsa-pss-sha256');
}

const withPadding = ({ name }: SignatureAlgorithm, key: KeyObject) =>
  name === 'rsa-pss-sha256' ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: PSS_SALT } : key;

export const signWith = (by: SignatureAlgorithm, key: KeyObject, data: Buffer): Buffer =>
  sign(by.hash, data, withPadding(by, key));

/** Returns whether the key made the signature over the data. */
export function holds(by: SignatureAlgorithm, key: KeyObject, data: Buffer, signature: Buffer): boolean {
  return fitsKey(by, key) && verify(by.hash, data, withPadding(by, key), signature);
}
