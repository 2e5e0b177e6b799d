import { createHash } from 'node:crypto';
import {
  ContentInfo,
  id_contentType,
  id_messageDigest,
  id_signedData,
  SignedData,
  type SignerInfo,
} from '@peculiar/asn1-cms';
import { type AsnType, ObjectIdentifier, OctetString, UTCTime } from 'asn1js';
import { type FILE, hexOf, NotAsn1, orNull, parseAny, parseAs, partsOf, rawOf, reading } from './asn1.ts';
import { certificateOf, distinguishedName, type StateCertificate, sameName } from './certificate.ts';
import { hashOf, isSignedWith } from './signature.ts';

/** Certificates that one signature may bring. Chips have one; master lists two or three. */
const MOST_CERTIFICATES = 16;

const id_signingTime = '1.2.840.113549.1.9.5';

/** A signed message (CMS SignedData, RFC 5652) of one signer, as ICAO Doc 9303-10, 4.6.2 and 9303-12, 9 have it, and RFC 3161. */
export interface SignedMessage {
  /** Object identifier of the signed content's type. */
  readonly kind: string;
  readonly content: Buffer;
  /** Certificates that came along. */
  readonly certificates: readonly StateCertificate[];
  readonly signer: SignerInfo;
  /** The signed attributes as they were read, encoded as a set (RFC 5652, 5.4); null if the message has none. */
  readonly signedAttributes: Buffer | null;
}

/**
 * Reads a signed message. Throws `NotAsn1`: also for one that has no signature, or several.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { readSignedMessage } from '@bonafide/verification';
 *
 * const message = readSignedMessage(await readFile('signature.p7s'));
 * console.log(message.certificates.map(({ subject }) => subject));
 */
export const readSignedMessage = (bytes: Uint8Array, bounds?: typeof FILE): SignedMessage =>
  reading('a signed message', () => messageOf(bytes, bounds));

function messageOf(bytes: Uint8Array, bounds?: typeof FILE): SignedMessage {
  const info = parseAs(bytes, ContentInfo, bounds);
  if (info.contentType !== id_signedData) throw new NotAsn1('Not signed data');
  const signed = parseAs(new Uint8Array(info.content), SignedData, bounds);
  const content = signed.encapContentInfo.eContent?.single?.buffer;
  const [signer, ...others] = signed.signerInfos;
  if (!content || !signer || others.length > 0) throw new NotAsn1('Not signed once');
  const certificates = [...(signed.certificates ?? [])].flatMap(({ certificate }) =>
    certificate ? [certificate] : [],
  );
  if (certificates.length > MOST_CERTIFICATES) throw new NotAsn1('More certificates than a signature needs');
  return {
    kind: signed.encapContentInfo.eContentType,
    content: Buffer.from(content),
    certificates: certificates.map((certificate) => certificateOf(certificate)),
    signer,
    signedAttributes: attributesOf(bytes, bounds),
  };
}

/**
 * Finds the bytes of the attributes. The library keeps the bytes of certificates but not of attributes, and its own encoding may
 * differ.
 */
function attributesOf(bytes: Uint8Array, bounds?: typeof FILE): Buffer | null {
  const [, explicit] = partsOf(parseAny(bytes, bounds));
  const [signedData] = partsOf(explicit);
  const [signer] = partsOf(partsOf(signedData).at(-1));
  // Behind version, name and hash function of the signer.
  const attributes = partsOf(signer)[3];
  if (attributes?.idBlock.tagClass !== CONTEXT || attributes.idBlock.tagNumber !== 0) return null;
  const set = rawOf(attributes);
  set[0] = SET;
  return set;
}

const CONTEXT = 3;
const SET = 0x31;

/** The certificate of the signer among those that came along; undefined where it is not there. */
export function signerOf({ certificates, signer: { sid } }: SignedMessage): StateCertificate | undefined {
  const { issuerAndSerialNumber: issuerAndNumber, subjectKeyIdentifier: key } = sid;
  if (key) return certificates.find(({ keyId }) => keyId === hexOf(key.buffer));
  if (!issuerAndNumber) return undefined;
  const serial = hexOf(issuerAndNumber.serialNumber);
  const issuer = reading('a name', () => distinguishedName(issuerAndNumber.issuer));
  return certificates.find((certificate) => certificate.serial === serial && sameName(certificate.issuer, issuer));
}

/** Faults of a signature; `unknown` if the algorithm is unknown. */
export type SignatureFault = 'content_changed' | 'wrong_signature' | 'unknown';

/**
 * Verifies the signature against the certificate of its signer: the attributes match the content (RFC 5652, 5.4 and 11), and the
 * signer's key signed them. Null if the signature is valid.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { faultOfSignature, readSignedMessage } from '@bonafide/verification';
 *
 * const message = readSignedMessage(await readFile('signature.p7s'));
 * const [signer] = message.certificates;
 * if (signer) console.log(faultOfSignature(message, signer) ?? 'valid');
 */
export function faultOfSignature(message: SignedMessage, by: StateCertificate): SignatureFault | null {
  const { kind, content, signer, signedAttributes: data } = message;
  const { digestAlgorithm, signatureAlgorithm, signature } = signer;
  const hash = hashOf(digestAlgorithm.algorithm);
  if (!hash || !data) return 'unknown';
  const [digest, type] = [id_messageDigest, id_contentType].map((of) => orNull(() => attributeOf(data, of)));
  if (!digest || !type) return 'wrong_signature';
  const same =
    digest instanceof OctetString &&
    createHash(hash).update(content).digest().equals(Buffer.from(digest.getValue())) &&
    type instanceof ObjectIdentifier &&
    type.getValue() === kind;
  const holds = isSignedWith(by.parsed.tbsCertificate.subjectPublicKeyInfo, {
    data,
    algorithm: signatureAlgorithm,
    digest: digestAlgorithm.algorithm,
    signature: new Uint8Array(signature.buffer),
  });
  if (holds === null) return 'unknown';
  if (!holds) return 'wrong_signature';
  return same ? null : 'content_changed';
}

/** The signer's own signing time, Unix milliseconds; null if absent. Throws `NotAsn1`. */
export function signedAt({ signedAttributes }: SignedMessage): number | null {
  const time = signedAttributes && attributeOf(signedAttributes, id_signingTime);
  if (!time) return null;
  // GeneralizedTime is a kind of UTCTime in the library.
  if (!(time instanceof UTCTime)) throw new NotAsn1('Not a time');
  return reading('a time', () => time.toDate().getTime());
}

/**
 * The only value of the only attribute of a type; undefined for none or several. It is read from the very bytes that are signed:
 * the library passes over additional parts, so its own reading may return other attributes. Throws `NotAsn1`.
 */
function attributeOf(signedAttributes: Uint8Array, type: string): AsnType | undefined {
  const values = partsOf(parseAny(signedAttributes)).flatMap((attribute) => {
    const [identifier, set] = partsOf(attribute);
    return identifier instanceof ObjectIdentifier && identifier.getValue() === type ? partsOf(set) : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
