import { Integer } from 'asn1js';
import { FILE, NotAsn1, orNull, parseAny, partsOf, rawOf } from './asn1.ts';
import type { Trusted } from './authenticate.ts';
import { readCertificate, type StateCertificate, within } from './certificate.ts';
import { chainOf, isRoot } from './chain.ts';
import { follows, isListOf, type RevocationList, readRevocationList, revokes } from './revocation-list.ts';
import { faultOfSignature, readSignedMessage, signedAt, signerOf } from './signed-data.ts';
import { structuresOf } from './state-structures.ts';

/** A certificate of a state's signing authority, to be kept. */
export type CertificateFacts = Pick<
  StateCertificate,
  'der' | 'fingerprint' | 'subject' | 'issuer' | 'serial' | 'valid'
> & {
  readonly country: string;
  /** True if the certificate is self-signed; a link certificate is not. */
  readonly root: boolean;
};

/** A revocation list, to be kept. */
export type RevocationListFacts = Pick<RevocationList, 'der' | 'fingerprint' | 'issuer' | 'issuedAt' | 'nextAt'> & {
  readonly country: string;
  /** Number of certificates that the list names. */
  readonly revoked: number;
  /** SHA-256 of the loaded lists whose place it takes, hexadecimal. */
  readonly follows: readonly string[];
  /** A newer list that is loaded, or of the same file, has taken its place: it is not to be kept. */
  readonly followed: boolean;
};

/** The trusted contents of a state's file, and the refused parts with their reasons. */
export interface StateFile {
  readonly certificates: readonly CertificateFacts[];
  readonly revocationLists: readonly RevocationListFacts[];
  readonly refused: readonly string[];
}

export interface StateFileOptions extends Trusted {
  /** SHA-256 of the certificate of the state that signs master lists, hexadecimal, where the operator has compared it. */
  readonly signer?: string;
}

/** Object identifiers of master lists and of the purpose of those who sign them (ICAO Doc 9303-12, 9 and 7.1.1). */
const MASTER_LIST = '2.23.136.1.1.2';
const SIGNS_MASTER_LISTS = '2.23.136.1.1.3';

/** Certificates of all states of the world, several times over. */
const MOST_CERTIFICATES = 5000;

/**
 * Reads a file that an operator loads: certificates, revocation lists and master lists, each as DER or PEM, or the LDIF of the
 * ICAO's directory with many of them.
 *
 * - A certificate counts on the operator's word, if it belongs to a signing authority.
 * - A master list counts if its signature holds and its signer leads to a certificate that is loaded already, or that `signer`
 *   names. A list that vouches for itself alone proves nothing.
 * - A revocation list counts if an authority of the state, loaded or of this file, has signed it, and it is complete.
 *
 * Throws nothing for hostile bytes: what is not understood is among `refused`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { readStateFile } from '@bonafide/verification';
 *
 * const file = readStateFile(await readFile('masterlist.ml'), { certificates: [], revocationLists: [] });
 * console.log(file.certificates.length, file.refused);
 */
export function readStateFile(bytes: Uint8Array, { signer, ...trusted }: StateFileOptions): StateFile {
  const found = structuresOf(bytes);
  const refused: string[] = [...found.refused];
  const loaded = trusted.certificates.flatMap((der) => orNull(() => readCertificate(der)) ?? []);
  const known = trusted.revocationLists.flatMap((der) => orNull(() => readRevocationList(der)) ?? []);
  const accepted = new Map<string, StateCertificate>();
  const accept = (certificate: StateCertificate) => {
    const fault = faultOf(certificate);
    if (fault) refused.push(`${certificate.subject}: ${fault}`);
    else if (accepted.size < MOST_CERTIFICATES) accepted.set(certificate.fingerprint, certificate);
  };
  for (const certificate of found.certificates) accept(certificate);
  for (const list of found.masterLists) {
    const read = orNull(() => readMasterList(list, { loaded: [...loaded, ...accepted.values()], known, signer }));
    if (!read) refused.push('The signed message is not a master list');
    else if ('fault' in read) refused.push(read.fault);
    else for (const certificate of read.certificates) accept(certificate);
  }
  const authorities = [...loaded, ...accepted.values()];
  const lists = found.revocationLists.filter((list) => {
    const fault = faultOfList(list, authorities);
    if (fault) refused.push(`Revocation list of ${list.issuer}: ${fault}`);
    return fault === null;
  });
  return {
    certificates: [...accepted.values()].map(
      ({ der, fingerprint, country, subject, issuer, serial, valid, ...facts }) => ({
        der,
        fingerprint,
        country: country as string,
        subject,
        issuer,
        serial,
        valid,
        root: isRoot({ der, fingerprint, country, subject, issuer, serial, valid, ...facts }),
      }),
    ),
    revocationLists: lists.map((list) => ({
      der: list.der,
      fingerprint: list.fingerprint,
      country: list.country as string,
      issuer: list.issuer,
      issuedAt: list.issuedAt,
      nextAt: list.nextAt,
      revoked: list.revoked.size,
      follows: known.filter((earlier) => follows(list, earlier)).map(({ fingerprint }) => fingerprint),
      followed: [...known, ...lists].some((newer) => follows(newer, list)),
    })),
    refused,
  };
}

function faultOf({ authority, country }: StateCertificate): string | null {
  if (!authority) return 'it is not a CA certificate';
  return country ? null : 'it names no country';
}

function faultOfList(list: RevocationList, authorities: readonly StateCertificate[]): string | null {
  if (list.country === null || !isListOf(list, authorities)) return 'no loaded certificate has signed it';
  return list.scope.partial && `it ${list.scope.partial}`;
}

interface Judging {
  readonly loaded: readonly StateCertificate[];
  readonly known: readonly RevocationList[];
  readonly signer: string | undefined;
}

/** The certificates of a master list whose signature can be relied on. Throws `NotAsn1` for other data. */
function readMasterList(
  bytes: Uint8Array,
  { loaded, known, signer }: Judging,
): { certificates: StateCertificate[] } | { fault: string } {
  const message = readSignedMessage(bytes, FILE);
  if (message.kind !== MASTER_LIST) throw new NotAsn1('The file is not a master list');
  const by = signerOf(message);
  if (!by) return { fault: 'The master list has no signer certificate' };
  const name = `The master list of ${by.subject}`;
  if (faultOfSignature(message, by)) return { fault: `${name}: the signature is invalid` };
  if (!by.purposes.includes(SIGNS_MASTER_LISTS)) return { fault: `${name}: the signer may not sign master lists` };
  const at = orNull(() => signedAt(message));
  if (at !== null && !within(by.valid, at))
    return { fault: `${name}: the signer certificate was not valid when it signed` };
  const certificates = certificatesOf(message.content);
  const found = chainOf(by, [...loaded, ...certificates, ...message.certificates]);
  if ('end' in found) return { fault: `${name}: the state certificate that signed it is missing` };
  if (found.chain.some((certificate) => known.some((list) => revokes(list, certificate)))) {
    return { fault: `${name}: the signer certificate is revoked` };
  }
  const trusted = new Set([...loaded.map(({ fingerprint }) => fingerprint), ...(signer ? [signer.toLowerCase()] : [])]);
  const [, ...issuers] = found.chain;
  if (issuers.some(({ fingerprint }) => trusted.has(fingerprint))) return { certificates };
  const root = found.chain.at(-1) as StateCertificate;
  return {
    fault:
      `${name}: it is signed under ${root.subject}, which is not loaded. Compare the SHA-256 of that certificate, ` +
      `${root.fingerprint}, with what the state publishes, then name it as the signer`,
  };
}

/** `CscaMasterList` (ICAO Doc 9303-12, 9.2): a version, then a set of certificates. */
function certificatesOf(content: Uint8Array): StateCertificate[] {
  const [version, list] = partsOf(parseAny(content, FILE));
  if (!(version instanceof Integer)) throw new NotAsn1('A master list without a version');
  return partsOf(list).flatMap((part) => orNull(() => readCertificate(rawOf(part))) ?? []);
}
