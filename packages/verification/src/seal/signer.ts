import { createHash, X509Certificate } from 'node:crypto';
import { orNull } from '../chip/asn1.ts';
import { readCertificate, type StateCertificate, within } from '../chip/certificate.ts';
import { chainOf } from '../chip/chain.ts';
import { isListOf, type RevocationList, readRevocationList, revokes } from '../chip/revocation-list.ts';
import { countriesOfState } from '../chip/states.ts';
import type { SealScheme, SealTrust } from './seal.ts';
import { keyReference } from './vds.ts';

const DAY_MS = 86_400_000;

/** The fault of a certificate that signs seals, in words; null if it leads to a loaded authority of the issuing state. */
export function faultOfSigner(
  der: Uint8Array,
  { issuer, signedAt }: { readonly issuer: string; readonly signedAt: string | null },
  { certificates, revocationLists, today }: Pick<SealTrust, 'certificates' | 'revocationLists' | 'today'>,
): string | null {
  const signer = orNull(() => readCertificate(der));
  if (!signer) return 'the certificate of the signer can not be read';
  const loaded = certificates.flatMap((one) => orNull(() => readCertificate(one)) ?? []);
  const found = chainOf(signer, loaded);
  if ('end' in found) return `the state certificate that issued ${found.at.subject} is not loaded`;
  const { chain } = found;
  const countries = countriesOfState(issuer);
  if (!chain.every(({ country }) => country !== null && countries.includes(country)))
    return `the signer does not belong to the issuing state ${issuer}`;
  if (signer.keyUsage && !signer.keyUsage.includes('digitalSignature')) return 'the certificate may not sign';
  const lists = revocationLists.flatMap((one) => orNull(() => readRevocationList(one)) ?? []);
  return (
    faultOfTime(chain, signedAt, today) ??
    faultOfRevocation(
      chain,
      lists.filter((list) => isListOf(list, loaded)),
    )
  );
}

function faultOfRevocation(chain: readonly StateCertificate[], lists: readonly RevocationList[]): string | null {
  const revoked = chain.find((certificate) => lists.some((list) => revokes(list, certificate)));
  return revoked ? `the certificate ${revoked.subject} is revoked` : null;
}

/** Each certificate was valid when it signed: the first on the day of the seal, the others when they issued the one below. */
function faultOfTime(chain: readonly StateCertificate[], signedAt: string | null, today: string): string | null {
  const [signer, ...issuers] = chain as [StateCertificate, ...StateCertificate[]];
  const start = Date.parse(signedAt ?? today);
  const period = signer.signs ?? signer.valid;
  const overlaps = (from: number, to: number) => from < start + DAY_MS && start <= to;
  if (!overlaps(period.from, period.to) || !overlaps(signer.valid.from, signer.valid.to))
    return `the certificate ${signer.subject} was not valid when the barcode was signed`;
  let issued = signer.valid.from;
  for (const issuer of issuers) {
    if (!within(issuer.valid, issued)) return `the certificate ${issuer.subject} was not valid when it signed`;
    issued = issuer.valid.from;
  }
  return null;
}

/** The common name among the names of a subject or issuer, as Node writes them; undefined without one. */
export const commonNameOf = (names: string): string | undefined =>
  names
    .split('\n')
    .find((part) => part.startsWith('CN='))
    ?.slice(3);

/**
 * The reference by which seals of a scheme of the ICAO name a certificate: country, name and number (ICAO Doc 9303-13, 2.2), or the last
 * five bytes of its SHA-1. Null for a certificate that can't be referred to.
 */
export function certificateReference(scheme: SealScheme, der: Uint8Array): string | null {
  if (scheme === 'icao_idb') return createHash('sha1').update(der).digest('hex').slice(-10);
  const certificate = orNull(() => readCertificate(der));
  const common = commonNameOf(new X509Certificate(der).subject);
  if (!certificate?.country || !common || common.length !== 2) return null;
  return keyReference(`${certificate.country}${common}${certificate.serial}`);
}
