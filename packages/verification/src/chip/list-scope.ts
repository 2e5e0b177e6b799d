import { AsnConvert } from '@peculiar/asn1-schema';
import {
  CRLDistributionPoints,
  type Extension,
  type GeneralName,
  IssuingDistributionPoint,
  id_ce_authorityKeyIdentifier,
  id_ce_certificateIssuer,
  id_ce_cRLDistributionPoints,
  id_ce_cRLReasons,
  id_ce_deltaCRLIndicator,
  id_ce_issuingDistributionPoint,
  type RevokedCertificate,
} from '@peculiar/asn1-x509';
import { hexOf, orNull, parseAs, reading } from './asn1.ts';

/** The certificates of its issuer that a revocation list covers (RFC 5280, 5.2.5). */
export interface ListScope {
  /** Null where it is about both. */
  readonly only: 'authorities' | 'users' | 'attributes' | null;
  /** Names of its distribution point, DER in hexadecimal; null where it is about certificates of every point. */
  readonly points: readonly string[] | null;
  /** The reason why the list doesn't contain all revocations within its scope, as the end of a sentence; null where it does. */
  readonly partial: string | null;
}

/** Extensions of lists and of their entries that are read here; others that are critical forbid a use (RFC 5280, 5.2 and 5.3). */
const READ: ReadonlySet<string> = new Set([
  id_ce_authorityKeyIdentifier,
  id_ce_issuingDistributionPoint,
  id_ce_certificateIssuer,
  id_ce_cRLReasons,
]);

/** The scope of a list by its extensions. Throws `NotAsn1`. */
export function scopeOf(extensions: readonly Extension[], entries: readonly RevokedCertificate[]): ListScope {
  const extension = extensions.find(({ extnID }) => extnID === id_ce_issuingDistributionPoint);
  const point = extension && parseAs(new Uint8Array(extension.extnValue.buffer), IssuingDistributionPoint);
  const only = point?.onlyContainsCACerts
    ? 'authorities'
    : point?.onlyContainsUserCerts
      ? 'users'
      : point?.onlyContainsAttributeCerts
        ? 'attributes'
        : null;
  const names = point?.distributionPoint;
  return {
    only,
    // Names relative to the issuer's name are not compared here: such a list covers no certificate.
    points: names ? (names.fullName ?? []).map(nameOf) : null,
    partial: partialBy(extensions, entries, point),
  };
}

function partialBy(
  extensions: readonly Extension[],
  entries: readonly RevokedCertificate[],
  point: IssuingDistributionPoint | undefined,
): string | null {
  if (extensions.some(({ extnID }) => extnID === id_ce_deltaCRLIndicator))
    return 'contains only the changes to another list';
  if (point?.onlySomeReasons) return 'covers only some reasons for revocation';
  if (point?.indirectCRL) return 'also covers certificates of other issuers';
  const all = [...extensions, ...entries.flatMap(({ crlEntryExtensions = [] }) => crlEntryExtensions)];
  const unknown = all.find(({ critical, extnID }) => critical && !READ.has(extnID));
  return unknown ? `has an unsupported critical extension (${unknown.extnID})` : null;
}

const nameOf = (name: GeneralName): string => hexOf(AsnConvert.serialize(name));

/**
 * Names of the distribution points of a certificate, DER in hexadecimal; null where they can't be read. A fault in this extension
 * alone makes no certificate unreadable: the rest of it can still be judged.
 */
export function pointsOf(extensions: readonly Extension[]): readonly string[] | null {
  const found = extensions.find(({ extnID }) => extnID === id_ce_cRLDistributionPoints);
  if (!found) return [];
  return orNull(() =>
    reading('distribution points', () =>
      [...parseAs(new Uint8Array(found.extnValue.buffer), CRLDistributionPoints)]
        .flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
        .map(nameOf),
    ),
  );
}

/** Fields of a certificate that decide whether a list covers it. */
interface Placed {
  readonly authority: boolean;
  /** See `pointsOf`. */
  readonly points: readonly string[] | null;
}

/**
 * Returns whether a list covers a certificate (RFC 5280, 6.3.3, step b). A certificate whose points can't be read is covered by
 * the lists of every point: it must not escape its revocation.
 */
export function isWithin({ only, points }: ListScope, { authority, points: own }: Placed): boolean {
  if (only !== null && only !== (authority ? 'authorities' : 'users')) return false;
  return points === null || own === null || points.some((point) => own.includes(point));
}

/** Returns whether two lists cover the same certificates of an issuer. */
export const isSameScope = (a: ListScope, b: ListScope): boolean =>
  a.only === b.only && JSON.stringify(a.points) === JSON.stringify(b.points);
