import { createPublicKey, X509Certificate } from 'node:crypto';
import { orNull } from '../chip/asn1.ts';
import { attributeOf, isIssuedBy, names, readCertificate, type StateCertificate, within } from '../chip/certificate.ts';
import { type CredentialIssuer, need, type Signer } from './credential.ts';

/** Most certificates between a credential and its trusted issuer. */
const MOST_CERTIFICATES = 4;

/** Purpose of certificates that sign driving licences (ISO/IEC 18013-5, B.1.4). */
export const SIGNS_LICENCES = '1.0.18013.5.1.2';

interface ChainOptions {
  /** Unix milliseconds at which the credential was signed, and now. Every certificate must be valid at both. */
  readonly at: readonly number[];
  /** Purpose that the certificate of the signer must name. */
  readonly purpose?: string;
}

/**
 * The signer of a credential by its certificates, which must lead to a trusted issuer. Each certificate must be valid, name its issuer as
 * issuer, and be of the same country and state (ISO/IEC 18013-5, 9.3.3 and annex B). Throws `Refused`.
 *
 * @param certificates DER, the signer's first; the trusted issuer itself may be left out
 */
export function signerOf(
  certificates: readonly Uint8Array[],
  issuers: readonly CredentialIssuer[],
  { at, purpose }: ChainOptions,
): Signer {
  need(certificates.length > 0 && certificates.length <= MOST_CERTIFICATES, 'malformed');
  const sent = certificates.map((der) => orNull(() => readCertificate(der)));
  need(
    sent.every((one) => one !== null),
    'malformed',
  );
  const [signer] = sent as [StateCertificate, ...StateCertificate[]];
  const trusted = issuers
    .filter(({ der, kind }) => kind === 'certificate' && mayHaveIssued(der, certificates))
    .flatMap((issuer) => {
      const certificate = orNull(() => readCertificate(issuer.der));
      return certificate ? [{ issuer, certificate }] : [];
    });
  const path = pathTo(sent as StateCertificate[], trusted);
  need(path, 'unknown_issuer');
  const { chain, issuer } = path;
  need(
    chain.every(({ valid }) => at.every((time) => within(valid, time))),
    'issuer_not_valid',
  );
  const sameState = (attribute: string) =>
    new Set(chain.map(({ parsed }) => attributeOf(parsed.tbsCertificate.subject, attribute))).size === 1;
  need(sameState('C') && sameState('ST'), 'unknown_issuer');
  need(signer.keyUsage?.includes('digitalSignature') ?? true, 'unknown_issuer');
  need(purpose === undefined || signer.purposes.includes(purpose), 'unknown_issuer');
  return { key: new X509Certificate(signer.der).publicKey, name: signer.subject, issuer };
}

/** Returns whether a trusted certificate is one of these, or has the name of their issuer. Reading all of it takes ten times as long. */
function mayHaveIssued(trusted: Uint8Array, certificates: readonly Uint8Array[]): boolean {
  const { subject } = new X509Certificate(trusted);
  return certificates.some(
    (der) =>
      Buffer.compare(der, trusted) === 0 || new X509Certificate(der).issuer.toLowerCase() === subject.toLowerCase(),
  );
}

interface Trusted {
  readonly issuer: CredentialIssuer;
  readonly certificate: StateCertificate;
}

/** Certificates from the signer to a trusted one, both included; null if none is trusted. */
function pathTo(
  sent: readonly StateCertificate[],
  trusted: readonly Trusted[],
): { readonly chain: readonly StateCertificate[]; readonly issuer: CredentialIssuer } | null {
  for (const [i, certificate] of sent.entries()) {
    const chain = sent.slice(0, i + 1);
    const same = trusted.find((one) => one.certificate.fingerprint === certificate.fingerprint);
    if (same) return { chain, issuer: same.issuer };
    const above = trusted.find((one) => hasIssued(one.certificate, certificate));
    if (above) return { chain: [...chain, above.certificate], issuer: above.issuer };
    const next = sent[i + 1];
    if (next && !hasIssued(next, certificate)) return null;
  }
  return null;
}

const hasIssued = (by: StateCertificate, certificate: StateCertificate): boolean =>
  by.authority && names(certificate, by) && isIssuedBy(certificate, by) === true;

/** The signer of a credential without certificates: the trusted key of the issuer that it names. Throws `Refused`. */
export function signerByName(name: string, issuers: readonly CredentialIssuer[]): Signer[] {
  const found = issuers.filter((issuer) => issuer.kind === 'key' && issuer.name === name);
  need(found.length > 0, 'unknown_issuer');
  return found.map((issuer) => ({
    issuer,
    name,
    key: createPublicKey({ key: Buffer.from(issuer.der), format: 'der', type: 'spki' }),
  }));
}
