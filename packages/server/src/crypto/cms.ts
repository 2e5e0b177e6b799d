import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { der, partsOf } from './der.ts';

/** Who signs: a private key, RSA or of an elliptic curve, and the chain of its certificate, which comes first, as DER. */
export interface Signer {
  readonly key: KeyObject;
  readonly chain: readonly Buffer[];
}

const SEQUENCE = 0x30;
const SET = 0x31;
const OCTETS = 0x04;
/** `[0]`, constructed. */
const FIRST = 0xa0;

/** Object identifiers by name, DER. */
const oids = {
  data: '06092a864886f70d010701',
  signedData: '06092a864886f70d010702',
  contentType: '06092a864886f70d010903',
  messageDigest: '06092a864886f70d010904',
  signingCertificateV2: '060b2a864886f70d010910022f',
  sha256: '0609608648016503040201',
  ecdsaWithSha256: '06082a8648ce3d040302',
  sha256WithRsa: '06092a864886f70d01010b',
} as const;

const oid = (name: keyof typeof oids) => Buffer.from(oids[name], 'hex');
const NULL = Buffer.from('0500', 'hex');
const ONE = Buffer.from('020101', 'hex');
const attribute = (name: keyof typeof oids, value: Buffer) => der(SEQUENCE, oid(name), der(SET, value));

/**
 * A detached signature (CMS SignedData, RFC 5652) of bytes that have this SHA-256, with the attributes of CAdES-BES that
 * ETSI EN 319 122-1 asks of a baseline signature in a PDF: it names its certificate and leaves the time to the document.
 */
export function signedData(digest: Buffer, { key, chain }: Signer): Buffer {
  const [certificate] = chain;
  if (!certificate) throw new Error('A signer needs a certificate');
  const certified = createHash('sha256').update(certificate).digest();
  const attributes = [
    attribute('contentType', oid('data')),
    attribute('messageDigest', der(OCTETS, digest)),
    attribute('signingCertificateV2', der(SEQUENCE, der(SEQUENCE, der(SEQUENCE, der(OCTETS, certified))))),
    // The elements of a set are sorted by their bytes, or its signature is of other bytes than its reader sees.
  ].sort(Buffer.compare);
  const signature = sign('sha256', der(SET, ...attributes), key);
  const algorithm =
    key.asymmetricKeyType === 'rsa' ? der(SEQUENCE, oid('sha256WithRsa'), NULL) : der(SEQUENCE, oid('ecdsaWithSha256'));
  const digestAlgorithm = der(SEQUENCE, oid('sha256'));
  const signerInfo = der(
    SEQUENCE,
    ...[ONE, issuerAndSerial(certificate), digestAlgorithm, der(FIRST, ...attributes)],
    ...[algorithm, der(OCTETS, signature)],
  );
  const content = der(
    SEQUENCE,
    ...[ONE, der(SET, digestAlgorithm), der(SEQUENCE, oid('data'))],
    ...[der(FIRST, ...chain), der(SET, signerInfo)],
  );
  return der(SEQUENCE, oid('signedData'), der(FIRST, content));
}

/** By which a signature names its certificate. */
function issuerAndSerial(certificate: Buffer): Buffer {
  const [signed] = partsOf(certificate);
  const fields = partsOf(signed as Buffer);
  // The version comes first, unless it is 1.
  const [serial, , issuer] = (fields[0] as Buffer)[0] === FIRST ? fields.slice(1) : fields;
  return der(SEQUENCE, issuer as Buffer, serial as Buffer);
}

/** The certificates of a PEM file, as DER. */
export function chainOf(pem: string): Buffer[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block).raw);
}
