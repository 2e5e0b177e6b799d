import { orNull } from './asn1.ts';
import { readCertificate, type StateCertificate, within } from './certificate.ts';
import { type Chain, chainOf } from './chain.ts';
import { covers, isListOf, type RevocationList, readRevocationList, revokes } from './revocation-list.ts';
import { hashMatches, readSecurityObject, type SecurityObject } from './security-object.ts';
import { faultOfSignature, signedAt, signerOf } from './signed-data.ts';
import { countriesOfState } from './states.ts';

/** The files of a chip (ICAO Doc 9303-10): the zone, the portrait, and what signs them. */
export interface ChipFiles {
  readonly dg1: Uint8Array;
  readonly dg2: Uint8Array;
  readonly sod: Uint8Array;
  /** Security options, which name the algorithm of `dg15`. */
  readonly dg14?: Uint8Array | undefined;
  /** Public key of active authentication. */
  readonly dg15?: Uint8Array | undefined;
}

/** Certificates and lists of the states in question that the operator has loaded, DER. */
export interface Trusted {
  readonly certificates: readonly Uint8Array[];
  readonly revocationLists: readonly Uint8Array[];
}

export interface ChipOptions extends Trusted {
  /** The issuing state that the zone of the chip names, without fillers; null where the zone can't be read. */
  readonly state: string | null;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/**
 * Result of passive authentication (ICAO Doc 9303-11, 5.1). `authentic`: a certificate of the issuing state vouches for both
 * groups. `refuted`: hash, signature, certificate or state is wrong. `undecided`: something is missing to say either.
 */
export interface ChipAuthentication {
  readonly result: 'authentic' | 'refuted' | 'undecided';
  /** A sentence. */
  readonly reason: string;
  /** Data groups (1, 2) whose hash differs from the signed hash; null where the security object can't be read. */
  readonly changed: readonly number[] | null;
  /** Subject of the certificate that signed the chip, and SHA-256 of the root that it leads to; null where not known. */
  readonly signer: string | null;
  readonly root: string | null;
}

/**
 * The country whose certificate signed a chip, in two letters: which certificates are needed. Null where it says none.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { countryOfSigner } from '@bonafide/verification';
 *
 * console.log(countryOfSigner(await readFile('sod.bin')));
 */
export function countryOfSigner(sod: Uint8Array): string | null {
  return orNull(() => signerOf(readSecurityObject(sod).message))?.country ?? null;
}

/**
 * Passive authentication of a chip up to the certificate of its state: the hashes of both groups, the signature over them,
 * the chain of its certificate to a root that is loaded, key usage, validity when it signed, and revocation.
 *
 * It says that a state has signed these data. It does not say that they were read from the chip which that state issued: a
 * copy of the chip holds the same. `verifyChipAnswer` does, with an answer of the chip to a challenge.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { authenticateChip } from '@bonafide/verification';
 *
 * const [dg1, dg2, sod] = await Promise.all(['dg1', 'dg2', 'sod'].map((name) => readFile(`${name}.bin`)));
 * const loaded = { certificates: [await readFile('csca.der')], revocationLists: [] };
 * if (dg1 && dg2 && sod) {
 *   console.log(authenticateChip({ dg1, dg2, sod }, { ...loaded, state: 'D', today: '2026-01-15' }).result);
 * }
 */
export function authenticateChip(files: ChipFiles, options: ChipOptions): ChipAuthentication {
  const object = orNull(() => readSecurityObject(files.sod));
  if (!object) return { ...NOTHING, reason: 'The security object of the chip could not be read' };
  const changed = changedGroups(files, object);
  const signer = orNull(() => signerOf(object.message));
  const known = { ...NOTHING, changed, signer: signer?.subject ?? null };
  if (changed.length > 0) {
    const reason = `Data group ${changed.join(' and ')} of the chip was changed: its hash does not match the security object`;
    return { ...known, result: 'refuted', reason };
  }
  if (!signer) return { ...known, reason: 'The security object of the chip has no signer certificate' };
  return { ...known, ...(judgeSignature(object, signer) ?? judgeSigner(object, signer, options)) };
}

const NOTHING = { result: 'undecided', changed: null, signer: null, root: null } as const;

type Judged = Pick<ChipAuthentication, 'result' | 'reason'> & { readonly root?: string };

const refuted = (reason: string): Judged => ({ result: 'refuted', reason });
const undecided = (reason: string): Judged => ({ result: 'undecided', reason });

const changedGroups = ({ dg1, dg2 }: ChipFiles, object: SecurityObject): number[] =>
  [[1, dg1] as const, [2, dg2] as const]
    .filter(([group, bytes]) => hashMatches(object, group, bytes) !== true)
    .map(([group]) => group);

function judgeSignature({ message }: SecurityObject, signer: StateCertificate): Judged | null {
  const fault = faultOfSignature(message, signer);
  if (fault === 'unknown') return undecided('The signature algorithm of the chip is not supported');
  if (fault === 'content_changed') return refuted('The security object of the chip was changed after it was signed');
  return fault && refuted('The signature of the chip does not match its certificate');
}

function judgeSigner({ message }: SecurityObject, signer: StateCertificate, options: ChipOptions): Judged {
  const loaded = options.certificates.flatMap((der) => orNull(() => readCertificate(der)) ?? []);
  const found = chainOf(signer, loaded);
  if ('end' in found) {
    return found.end === 'forged'
      ? refuted(`The certificate ${found.at.subject} was not signed by the state it names`)
      : undecided(`The state certificate that issued ${found.at.subject} is not loaded`);
  }
  const { chain } = found;
  const root = (chain.at(-1) as StateCertificate).fingerprint;
  const lists = options.revocationLists
    .flatMap((der) => orNull(() => readRevocationList(der)) ?? [])
    .filter((list) => isListOf(list, loaded));
  const now = Date.parse(options.today);
  const judged =
    judgeState(chain, options.state) ??
    judgeRevocation(chain, lists) ??
    judgePurpose(signer) ??
    judgeTime(
      chain,
      orNull(() => signedAt(message)),
      now,
    ) ??
    judgeLists(chain, lists, now) ??
    authentic(chain, lists);
  return { ...judged, root };
}

function authentic(chain: Chain, lists: readonly RevocationList[]): Judged {
  const signer = chain[0] as StateCertificate;
  const { country } = signer;
  const listed = lists.some((list) => covers(list, signer));
  const revocation = listed
    ? 'no revocation list names its certificates'
    : 'no revocation list for its certificate is loaded';
  return {
    result: 'authentic',
    reason: `A certificate of ${country} confirms both data groups, and ${revocation}`,
  };
}

/** Requires that every certificate belongs to one country (ICAO Doc 9303-12, 7.1), which must be the state that the MRZ names. */
function judgeState(chain: Chain, state: string | null): Judged | null {
  const countries = [...new Set(chain.map(({ country }) => country))];
  const [country] = countries;
  if (countries.length > 1) return refuted(`The certificates belong to different states: ${countries.join(', ')}`);
  if (!country) return undecided('The certificates name no state');
  if (!state) return undecided('The MRZ on the chip names no issuing state');
  const expected = countriesOfState(state);
  if (expected.length === 0) return undecided(`The certificate country of the issuing state ${state} is unknown`);
  if (expected.includes(country)) return null;
  return refuted(`The chip was signed by ${country}, but its MRZ names ${state} as the issuing state`);
}

function judgeRevocation(chain: Chain, lists: readonly RevocationList[]): Judged | null {
  const revoked = chain.find((certificate) => lists.some((list) => revokes(list, certificate)));
  return revoked ? refuted(`The certificate ${revoked.subject} is revoked`) : null;
}

/** A signer of documents has no other use (ICAO Doc 9303-12, 7.1.1). */
function judgePurpose({ keyUsage, purposes, authority }: StateCertificate): Judged | null {
  if (keyUsage && !keyUsage.includes('digitalSignature')) return refuted('The certificate may not sign documents');
  if (keyUsage && !authority && purposes.length === 0) return null;
  return undecided('The certificate is not limited to signing documents');
}

/**
 * Signatures hold that were made while the certificate was valid and its key in use. Where the signer gives no time, the
 * certificate must still be valid: it outlasts the documents that it signs (ICAO Doc 9303-12, 4.2).
 */
function judgeTime(chain: Chain, at: number | null, now: number): Judged | null {
  const [signer, ...issuers] = chain as [StateCertificate, ...StateCertificate[]];
  if (at !== null && !(within(signer.valid, at) && within(signer.signs ?? signer.valid, at))) {
    return refuted('The chip was signed when its certificate was not valid');
  }
  let issued = signer.valid.from;
  for (const issuer of issuers) {
    if (!within(issuer.valid, issued))
      return undecided(`The certificate ${issuer.subject} was not valid when it signed`);
    issued = issuer.valid.from;
  }
  if (at === null && signer.valid.to < now)
    return undecided('The certificate of the chip has expired, and the chip does not say when it was signed');
  // A day more, since today begins at midnight UTC.
  return signer.valid.from > now + DAY_MS ? undecided('The certificate of the chip is not valid yet') : null;
}

const DAY_MS = 86_400_000;

/** A list that is older than it says it may be no longer says that the signer of the chip is not revoked. */
function judgeLists(chain: Chain, lists: readonly RevocationList[], now: number): Judged | null {
  const covering = lists.filter((list) => covers(list, chain[0] as StateCertificate));
  const current = covering.some(({ nextAt }) => nextAt === null || nextAt >= now);
  return covering.length > 0 && !current
    ? undecided('The revocation list of the state has expired. Load a newer one')
    : null;
}
