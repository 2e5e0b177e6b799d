import { createHash } from 'node:crypto';
import { AuthorityKeyIdentifier, CertificateList, id_ce_authorityKeyIdentifier } from '@peculiar/asn1-x509';
import { FILE, hexOf, NotAsn1, parseAs, reading } from './asn1.ts';
import { countryOf, distinguishedName, names, type StateCertificate, sameName, timeOf } from './certificate.ts';
import { isSameScope, isWithin, type ListScope, scopeOf } from './list-scope.ts';
import { isSignedWith } from './signature.ts';

/** The certificates that a state has revoked (RFC 5280, 5; ICAO Doc 9303-12, 7.2). */
export interface RevocationList {
  readonly der: Buffer;
  /** SHA-256 of `der`, hexadecimal. */
  readonly fingerprint: string;
  readonly country: string | null;
  readonly issuer: string;
  readonly issuerKeyId: string | null;
  /** Unix milliseconds. */
  readonly issuedAt: number;
  /** Time of the next list, Unix milliseconds; null where the list does not say. */
  readonly nextAt: number | null;
  /** Serial numbers, hexadecimal. */
  readonly revoked: ReadonlySet<string>;
  readonly scope: ListScope;
  readonly parsed: CertificateList;
}

/** Reads a revocation list of DER bytes. Throws `NotAsn1`. */
export const readRevocationList = (der: Uint8Array): RevocationList => reading('a revocation list', () => factsOf(der));

function factsOf(der: Uint8Array): RevocationList {
  const parsed = parseAs(der, CertificateList, FILE);
  const { issuer, thisUpdate, nextUpdate, revokedCertificates = [], crlExtensions = [] } = parsed.tbsCertList;
  if (!parsed.tbsCertListRaw) throw new NotAsn1('A list without its signed part');
  const extension = crlExtensions.find(({ extnID }) => extnID === id_ce_authorityKeyIdentifier);
  const key = extension && parseAs(new Uint8Array(extension.extnValue.buffer), AuthorityKeyIdentifier).keyIdentifier;
  return {
    der: Buffer.from(der),
    fingerprint: createHash('sha256').update(der).digest('hex'),
    country: countryOf(issuer),
    issuer: distinguishedName(issuer),
    issuerKeyId: key ? hexOf(key.buffer) : null,
    issuedAt: timeOf(thisUpdate),
    nextAt: nextUpdate ? timeOf(nextUpdate) : null,
    revoked: new Set(revokedCertificates.map(({ userCertificate }) => hexOf(userCertificate))),
    scope: scopeOf(crlExtensions, revokedCertificates),
    parsed,
  };
}

/** Returns whether a signing authority among the certificates has signed the list. */
export function isListOf({ parsed, ...list }: RevocationList, certificates: readonly StateCertificate[]): boolean {
  const signed = {
    data: new Uint8Array(parsed.tbsCertListRaw as ArrayBuffer),
    signature: new Uint8Array(parsed.signature),
    algorithm: parsed.signatureAlgorithm,
  };
  return certificates.some(
    (entry) =>
      entry.authority &&
      (entry.keyUsage?.includes('crlSign') ?? true) &&
      names(list, entry) &&
      isSignedWith(entry.parsed.tbsCertificate.subjectPublicKeyInfo, signed) === true,
  );
}

/**
 * Returns whether the list decides about a certificate (RFC 5280, 6.3.3): both have one issuer by name, and the certificate is
 * within the scope of the list. Keys are not compared: a new key of an authority signs for its earlier ones, too.
 */
export const covers = (list: RevocationList, certificate: StateCertificate): boolean =>
  list.scope.partial === null && sameName(list.issuer, certificate.issuer) && isWithin(list.scope, certificate);

/** Returns whether the list names a certificate that it covers. */
export const revokes = (list: RevocationList, certificate: StateCertificate): boolean =>
  covers(list, certificate) && list.revoked.has(certificate.serial);

/**
 * Returns whether a list replaces an earlier one: it has the same issuer, key and scope. A list of another key or scope is kept
 * beside it (RFC 5280, 5.2.3 and 5.2.5).
 */
export const follows = (list: RevocationList, earlier: RevocationList): boolean =>
  list.issuedAt > earlier.issuedAt &&
  list.country === earlier.country &&
  sameName(list.issuer, earlier.issuer) &&
  list.issuerKeyId === earlier.issuerKeyId &&
  isSameScope(list.scope, earlier.scope);
