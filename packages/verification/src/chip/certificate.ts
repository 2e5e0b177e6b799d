import { createHash } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  type Extension,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_privateKeyUsagePeriod,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  type KeyUsageType,
  type Name,
  PrivateKeyUsagePeriod,
  SubjectKeyIdentifier,
  type Time,
} from '@peculiar/asn1-x509';
import { hexOf, NotAsn1, parseAs, reading } from './asn1.ts';
import { pointsOf } from './list-scope.ts';
import { isSignedWith } from './signature.ts';

/** A period in Unix milliseconds, both ends included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A certificate of a state (ICAO Doc 9303-12, 7): of its signing authority, or of one that signs documents or lists. */
export interface StateCertificate {
  /** DER. */
  readonly der: Buffer;
  /** SHA-256 of `der`, hexadecimal. */
  readonly fingerprint: string;
  /** Two letters in capitals; null where its subject names no country. */
  readonly country: string | null;
  /** `C=DE, O=bund, CN=csca-germany` */
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serial: string;
  readonly valid: Period;
  /** Period in which the certificate's key may sign; null if the certificate names none. */
  readonly signs: Period | null;
  /** Key identifiers, hexadecimal; null where it has none. */
  readonly keyId: string | null;
  readonly issuerKeyId: string | null;
  /** Null where it does not say what its key is for. */
  readonly keyUsage: readonly KeyUsageType[] | null;
  /** Object identifiers of the key's other purposes. */
  readonly purposes: readonly string[];
  /** Names of the points where its issuer distributes revocation lists; see `pointsOf`. */
  readonly points: readonly string[] | null;
  /** True for a signing authority, which may sign certificates. */
  readonly authority: boolean;
  readonly parsed: Certificate;
}

/** Reads a certificate of DER bytes. Throws `NotAsn1`. */
export function readCertificate(der: Uint8Array): StateCertificate {
  return certificateOf(parseAs(der, Certificate), Buffer.from(der));
}

/** The facts of a certificate that was read as part of a larger structure. Throws `NotAsn1`. */
export const certificateOf = (parsed: Certificate, der?: Buffer): StateCertificate =>
  reading('a certificate', () => factsOf(parsed, der ?? Buffer.from(AsnConvert.serialize(parsed))));

function factsOf(parsed: Certificate, der: Buffer): StateCertificate {
  const { subject, issuer, serialNumber, validity, extensions = [] } = parsed.tbsCertificate;
  if (!parsed.tbsCertificateRaw) throw new NotAsn1('A certificate without its signed part');
  const value = <T>(id: string, kind: new () => T) => extensionOf(extensions, id, kind);
  const usage = value(id_ce_keyUsage, KeyUsage)?.toJSON() ?? null;
  const period = value(id_ce_privateKeyUsagePeriod, PrivateKeyUsagePeriod);
  const keyId = value(id_ce_subjectKeyIdentifier, SubjectKeyIdentifier);
  const issuerKeyId = value(id_ce_authorityKeyIdentifier, AuthorityKeyIdentifier)?.keyIdentifier;
  return {
    der,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    country: countryOf(subject),
    subject: distinguishedName(subject),
    issuer: distinguishedName(issuer),
    serial: hexOf(serialNumber),
    valid: { from: timeOf(validity.notBefore), to: timeOf(validity.notAfter) },
    signs: period
      ? { from: period.notBefore?.getTime() ?? -Infinity, to: period.notAfter?.getTime() ?? Infinity }
      : null,
    keyId: keyId ? hexOf(keyId.buffer) : null,
    issuerKeyId: issuerKeyId ? hexOf(issuerKeyId.buffer) : null,
    keyUsage: usage,
    purposes: [...(value(id_ce_extKeyUsage, ExtendedKeyUsage) ?? [])],
    points: pointsOf(extensions),
    authority: value(id_ce_basicConstraints, BasicConstraints)?.cA === true && (usage?.includes('keyCertSign') ?? true),
    parsed,
  };
}

function extensionOf<T>(extensions: readonly Extension[], id: string, kind: new () => T): T | undefined {
  const found = extensions.find(({ extnID }) => extnID === id);
  return found && parseAs(new Uint8Array(found.extnValue.buffer), kind);
}

export const timeOf = (time: Time): number => time.getTime().getTime();

export const within = ({ from, to }: Period, at: number): boolean => from <= at && at <= to;

/** Returns whether the key of `issuer` has signed the certificate; null if the algorithm is unknown. */
export function isIssuedBy({ parsed }: StateCertificate, issuer: StateCertificate): boolean | null {
  return isSignedWith(issuer.parsed.tbsCertificate.subjectPublicKeyInfo, {
    data: new Uint8Array(parsed.tbsCertificateRaw as ArrayBuffer),
    signature: new Uint8Array(parsed.signatureValue),
    algorithm: parsed.signatureAlgorithm,
  });
}

/** Returns whether a certificate names `issuer` as its issuer: by the identifier of its key, else by name. */
export function names({ issuerKeyId, issuer }: Pick<StateCertificate, 'issuerKeyId' | 'issuer'>, by: StateCertificate) {
  return issuerKeyId && by.keyId ? issuerKeyId === by.keyId : sameName(issuer, by.subject);
}

/** Returns whether two names are equal: certificates of one state write it in other capitals (RFC 5280, 7.1). */
export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Attributes of names with the letters that RFC 4514 has for them, and some that states use. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'E',
};

/** A name as text, whatever kinds of strings it is made of. */
export function distinguishedName(name: Name): string {
  return [...name]
    .flatMap((part) => [...part])
    .map(({ type, value }) => `${ATTRIBUTES[type] ?? type}=${shown(value.toString())}`)
    .join(', ');
}

/** A value of a name in one line. Certificates may hold control characters, which no page shows and no store keeps. */
const shown = (value: string): string =>
  value
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD');

/** The country of a name in two letters, in capitals; null where it has none. */
export function countryOf(name: Name): string | null {
  const code = attributeOf(name, 'C')?.toUpperCase();
  return code && /^[A-Z]{2}$/.test(code) ? code : null;
}

/** The value of the first attribute of a name with these letters, such as `ST`; null where it has none. */
export function attributeOf(name: Name, letters: string): string | null {
  const found = [...name].flatMap((part) => [...part]).find(({ type }) => ATTRIBUTES[type] === letters);
  return found?.value.toString().trim() ?? null;
}
