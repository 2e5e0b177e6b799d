import 'reflect-metadata';
import { createHash, X509Certificate } from 'node:crypto';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_contentType,
  id_data,
  id_messageDigest,
  id_signedData,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import { fromBER, ObjectIdentifier, OctetString as Octets, Sequence, Set as SetOf } from 'asn1js';
import { exact } from './der.ts';
import { holds } from './signature-algorithm.ts';
import type { Signer } from './signer.ts';

/** RFC 5035, 3. */
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
/** ETSI EN 319 122-1, 5.3. */
const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14';

const attribute = (attrType: string, value: { toBER(): ArrayBuffer }) =>
  new Attribute({ attrType, attrValues: [value.toBER()] });

/** Names the certificate by its SHA-256: SigningCertificateV2 of RFC 5035, a list of lists that begin with the hash. */
function certified(certificate: Buffer): Sequence {
  const valueHex = createHash('sha256').update(certificate).digest();
  return [1, 2, 3].reduce<Octets | Sequence>(
    (inner) => new Sequence({ value: [inner] }),
    new Octets({ valueHex }),
  ) as Sequence;
}

/** The elements of a set are sorted by their bytes, or its signature is of other bytes than its reader sees. */
const sorted = (attributes: readonly Attribute[]): Attribute[] =>
  [...attributes].sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));

const bytesOf = (value: object): Buffer => Buffer.from(AsnConvert.serialize(value));

/** Stamps a SHA-256: gives the token of a time-stamp authority, DER. */
export type Stamp = (digest: Buffer) => Promise<Buffer>;

/**
 * A detached signature (CMS SignedData, RFC 5652) of bytes that have this digest, with the attributes of CAdES-BES that
 * ETSI EN 319 122-1 asks of a baseline signature in a PDF: it names its certificate and leaves the time to the document. Throws where
 * the signer's signature does not hold for its certificate: none such leaves.
 *
 * @param digest by the hash function of the signer's algorithm
 * @param stamp makes it level B-T: a time-stamp token over the signature is among its unsigned attributes
 */
export async function signedData(digest: Buffer, signer: Signer, stamp?: Stamp): Promise<Buffer> {
  const { chain, algorithm } = signer;
  const [first] = chain;
  if (!first) throw new Error('A signer needs a certificate');
  const certificates = chain.map((bytes) => AsnConvert.parse(bytes, Certificate));
  const { issuer, serialNumber } = (certificates[0] as Certificate).tbsCertificate;
  const digestAlgorithm = new DigestAlgorithmIdentifier({ algorithm: algorithm.hashOid });
  const signedAttrs = sorted([
    attribute(id_contentType, new ObjectIdentifier({ value: id_data })),
    attribute(id_messageDigest, new Octets({ valueHex: digest })),
    attribute(SIGNING_CERTIFICATE_V2, certified(first)),
  ]);
  const data = signedBytesOf(signedAttrs);
  const signature = await signer.sign(data);
  if (!holds(algorithm, new X509Certificate(first).publicKey, data, signature))
    throw new Error('The signature does not hold for the certificate of its signer');
  const token = stamp && (await stamp(createHash('sha256').update(signature).digest()));
  const signerInfo = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm,
    signedAttrs,
    signatureAlgorithm: new SignatureAlgorithmIdentifier({
      algorithm: algorithm.oid,
      ...(algorithm.parameters && { parameters: exact(algorithm.parameters) }),
    }),
    signature: new OctetString(exact(signature)),
    ...(token && { unsignedAttrs: [new Attribute({ attrType: SIGNATURE_TIME_STAMP, attrValues: [exact(token)] })] }),
  });
  const content = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(certificates.map((certificate) => new CertificateChoices({ certificate }))),
    signerInfos: new SignerInfos([signerInfo]),
  });
  return bytesOf(new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(content) }));
}

/** Bytes that a signer signs: its attributes, as a set of its own (RFC 5652, 5.4). */
const signedBytesOf = (attributes: readonly Attribute[]): Buffer =>
  Buffer.from(
    new SetOf({ value: attributes.map((attribute) => fromBER(AsnConvert.serialize(attribute)).result) }).toBER(),
  );
