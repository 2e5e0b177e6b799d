import { createHash, createPublicKey, type JsonWebKey, X509Certificate } from 'node:crypto';
import { mapOf, readCbor, textOf } from '../cbor/read.ts';
import { readCertificate, type StateCertificate } from '../chip/certificate.ts';
import { alpha3 } from './contents.ts';
import { isCoseSignedBy, signOf } from './cose.ts';
import type { CredentialIssuer } from './credential.ts';

/** An issuer of a file that an operator loads. */
export interface CredentialIssuerFacts extends CredentialIssuer {
  /** SHA-256 of `der`, hexadecimal. */
  readonly fingerprint: string;
  /** Subject of the certificate; null for a bare key. */
  readonly subject: string | null;
  /** Unix milliseconds; null for a bare key. */
  readonly validFrom: number | null;
  readonly validTo: number | null;
}

/** The accepted issuers of a file, and the refused parts with their reasons. */
export interface CredentialIssuerFile {
  readonly issuers: readonly CredentialIssuerFacts[];
  readonly refused: readonly string[];
}

export interface CredentialIssuerFileOptions {
  /** ISO 3166-1 alpha-3; required for keys, and for certificates whose subject names no country. */
  readonly country?: string | undefined;
  /** Types (`docType`, `vct`) that the issuers may issue. Default: the types in the VICAL, else licences and person identification data. */
  readonly types?: readonly string[] | undefined;
  /** Claim `iss` of credentials that bare keys sign. */
  readonly name?: string | undefined;
  /** SHA-256 of the certificate that signs a VICAL, hexadecimal, which the operator has compared. */
  readonly signer?: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Bounds of a VICAL: a thousand certificates have some 1 MB. */
const VICAL = { maxBytes: 16 * 1024 * 1024, maxDepth: 16 };

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Most issuers of one file. */
const MOST_ISSUERS = 2000;

/** A certificate or key as a file has it. */
interface Found {
  readonly der: Uint8Array;
  readonly kind: CredentialIssuer['kind'];
  readonly types?: readonly string[];
}

/**
 * Reads a file of trusted issuers of credentials that an operator loads.
 *
 * - Certificates of issuing authorities (IACA) or of signers as DER or PEM.
 * - JSON Web Keys of an issuer that signs SD-JWT VCs without certificates.
 * - A VICAL (ISO/IEC 18013-5, annex C): a list of authorities, whose signer the operator names by its SHA-256.
 *
 * Throws nothing for hostile bytes: what is not understood is among `refused`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { readCredentialIssuers } from '@bonafide/verification';
 *
 * const { issuers } = readCredentialIssuers(await readFile('iaca.pem'), { now: Date.now() });
 * console.log(issuers.map(({ subject }) => subject));
 */
export function readCredentialIssuers(bytes: Uint8Array, options: CredentialIssuerFileOptions): CredentialIssuerFile {
  let found: readonly Found[];
  try {
    found = issuersIn(bytes, options);
  } catch (error) {
    const why = error instanceof NotTrusted ? error.message : 'The file has no issuers that can be read';
    return { issuers: [], refused: [why] };
  }
  const issuers = new Map<string, CredentialIssuerFacts>();
  const refused: string[] = [];
  for (const one of found.slice(0, MOST_ISSUERS)) {
    const facts = factsOf(one, options);
    if (typeof facts === 'string') refused.push(facts);
    else issuers.set(facts.fingerprint, facts);
  }
  if (found.length > MOST_ISSUERS) refused.push(`${found.length - MOST_ISSUERS} more issuers than one file may have`);
  return { issuers: [...issuers.values()], refused };
}

/** Thrown with the reason why nothing of a file is trusted. */
class NotTrusted extends Error {}

function issuersIn(bytes: Uint8Array, { signer, now }: CredentialIssuerFileOptions): readonly Found[] {
  const text = Buffer.from(bytes).toString('latin1').trim();
  if (text.startsWith('{')) return keysOf(JSON.parse(text));
  const blocks = text.match(PEM);
  if (blocks) return blocks.map((block) => ({ der: new X509Certificate(block).raw, kind: 'certificate' }));
  if (bytes[0] === 0x30) return [{ der: bytes, kind: 'certificate' }];
  return issuersOfVical(bytes, signer, now);
}

function keysOf(json: { keys?: unknown[] }): Found[] {
  return (json.keys ?? [json]).map((key) => ({
    der: createPublicKey({ key: key as JsonWebKey, format: 'jwk' }).export({ format: 'der', type: 'spki' }),
    kind: 'key',
  }));
}

/** The authorities of a VICAL. Throws `NotTrusted` unless the signer that the operator named made its signature. */
function issuersOfVical(bytes: Uint8Array, signer: string | undefined, now: number): Found[] {
  const vical = signOf(readCbor(bytes, VICAL));
  const [certificate] = vical.certificates;
  if (!certificate || !vical.payload) throw new NotTrusted('The list is not signed');
  const fingerprint = createHash('sha256').update(certificate).digest('hex');
  if (signer === undefined) throw new NotTrusted(`Name the signer of the list: SHA-256 ${fingerprint}`);
  if (signer.toLowerCase() !== fingerprint)
    throw new NotTrusted(`The list is signed by another signer: ${fingerprint}`);
  const { publicKey, validTo } = new X509Certificate(certificate);
  if (!isCoseSignedBy(publicKey, vical, vical.payload)) throw new NotTrusted('The signature of the list is wrong');
  if (Date.parse(validTo) < now) throw new NotTrusted('The certificate of the signer of the list has expired');
  const infos = mapOf(readCbor(vical.payload, VICAL)).get('certificateInfos');
  if (!Array.isArray(infos)) throw new NotTrusted('The list has no certificates');
  return infos.map((value) => {
    const info = mapOf(value);
    const types = info.get('docType');
    return {
      der: info.get('certificate') as Uint8Array,
      kind: 'certificate',
      types: Array.isArray(types) ? types.flatMap((type) => textOf(type) ?? []) : [],
    };
  });
}

/** The facts of an issuer, or the reason why it is refused. */
function factsOf(
  { der, kind, types: listed }: Found,
  { country, types = listed, name, now }: CredentialIssuerFileOptions,
): CredentialIssuerFacts | string {
  const common = { kind, types: types ?? null };
  if (kind === 'key') {
    if (!country || !name) return 'A key without a certificate needs the country and the name of its issuer';
    return { ...common, der, country, name, ...identityOf(der), subject: null, validFrom: null, validTo: null };
  }
  let certificate: StateCertificate;
  try {
    certificate = readCertificate(der);
  } catch {
    return 'A certificate can not be read';
  }
  const { subject, valid } = certificate;
  const own = alpha3(certificate.country);
  const of = own ?? country;
  if (valid.to < now) return `${subject}: has expired`;
  if (!of) return `${subject}: names no country`;
  if (country && country !== of) return `${subject}: belongs to ${of}`;
  const period = { validFrom: valid.from, validTo: valid.to };
  return {
    ...common,
    der: certificate.der,
    country: of,
    name: null,
    subject,
    ...identityOf(certificate.der),
    ...period,
  };
}

const identityOf = (der: Uint8Array) => ({ fingerprint: createHash('sha256').update(der).digest('hex') });
