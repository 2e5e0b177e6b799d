import { inflateSync } from 'node:zlib';
import { bytesOf, type CborBounds, mapOf, readCbor, textOf } from '../cbor/read.ts';
import { recordOf } from './contents.ts';
import { isCoseSignedBy, signOf } from './cose.ts';
import { type CredentialIssuer, reasonOf, type Signer, type StatusReference } from './credential.ts';
import { signerByName, signerOf } from './issuer-chain.ts';
import { isJwsSignedBy, jwsOf } from './sd-jwt.ts';

/*
 * Lists of revoked and suspended credentials (Token Status List, draft-ietf-oauth-status-list). A list is signed, so it may come from anywhere.
 */

/** Maximum number of bytes of a published list, before it is decompressed. */
export const MAX_STATUS_LIST_BYTES = 4 * 1024 * 1024;

/** Maximum number of bytes of a decompressed list: 134 million credentials with one bit each. */
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;

const LIST: CborBounds = { maxBytes: MAX_STATUS_LIST_BYTES, maxDepth: 8 };

/** Milliseconds by which the clock of an issuer may be ahead. */
const CLOCK_MS = 5 * 60 * 1000;

/** Values of the header `typ`, in JWTs and in CWTs. */
const JWT_TYPE = 'statuslist+jwt';
const CWT_TYPES: readonly unknown[] = ['application/statuslist+cwt', 'statuslist+cwt'];

/** Label of `typ` in COSE headers (RFC 9596), and of claims in CWTs. */
const COSE_TYPE = 16;
const CWT = { sub: 2, exp: 4, iat: 6, iss: 1, list: 65533, ttl: 65534 } as const;

/** Reasons why a list is refused, in words. */
const FAULTS = {
  too_large: 'is too large',
  inflated: `has more than ${MAX_INFLATED_BYTES / 1024 / 1024} MB when it is decompressed`,
  malformed: 'is not a status list that can be read',
  signature: 'signature is wrong',
  other_address: 'is not the list that the credential names',
  expired: 'has expired',
  future: 'is from the future',
} as const;

/** Thrown for a list that is refused. Never leaves this file. */
class ListRefused extends Error {}

function needs(condition: unknown, fault: keyof typeof FAULTS): asserts condition {
  if (!condition) throw new ListRefused(FAULTS[fault]);
}

/** A list that a trusted issuer signed. Plain data: it crosses threads. */
export interface StatusList {
  readonly result: 'read';
  /** Address by which credentials name it. */
  readonly uri: string;
  /** Country of the issuer, ISO 3166-1 alpha-3. */
  readonly issuer: string;
  /** Subject of the certificate that signed the list, or the claim `iss`. */
  readonly signer: string;
  /** Unix milliseconds. */
  readonly issuedAt: number;
  /** Unix milliseconds; null if the list does not expire. */
  readonly expiresAt: number | null;
  /** Milliseconds for which the list may be used before a newer one is fetched; null if its issuer does not say. */
  readonly ttl: number | null;
  /** Number of credentials that the list has a status of. */
  readonly size: number;
}

export interface RefusedStatusList {
  readonly result: 'refused';
  readonly reason: string;
}

/** Everything that a list is verified with. */
export interface StatusListTrust {
  readonly issuers: readonly CredentialIssuer[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** The status of a credential, and why it could not be read. */
export type CredentialStatus =
  | { readonly status: 'valid' | 'revoked' | 'suspended' }
  | { readonly status: 'undetermined'; readonly reason: string };

/** Claims of a list, its signature verified. */
interface Claims {
  readonly signer: Signer;
  readonly sub: unknown;
  readonly iat: unknown;
  readonly exp: unknown;
  readonly ttl: unknown;
  readonly bits: unknown;
  readonly compressed: Uint8Array | undefined;
}

/**
 * Verifies a status list token in the format JWT or CWT: the signature of its issuer, who must be trusted, its dates, and its size when it is
 * decompressed. Never throws.
 *
 * @example
 * import { readStatusList } from '@bonafide/verification';
 *
 * readStatusList(Buffer.from('e30.e30.'), { issuers: [], now: 1_790_000_000_000 }).result; // 'refused'
 */
export function readStatusList(token: Uint8Array, trust: StatusListTrust): StatusList | RefusedStatusList {
  try {
    return openList(token, trust).list;
  } catch (error) {
    return { result: 'refused', reason: wordsOf(error) };
  }
}

/**
 * The status of a credential in a list. A list of another issuer or address says nothing about it. Never throws.
 *
 * @param country of the issuer of the credential, ISO 3166-1 alpha-3
 *
 * @example
 * import { statusIn } from '@bonafide/verification';
 *
 * const trust = { issuers: [], now: 1_790_000_000_000, country: 'USA' };
 * statusIn(Buffer.from('e30.e30.'), { uri: 'https://example.com/statuslists/1', index: 7 }, trust).status; // 'undetermined'
 */
export function statusIn(
  token: Uint8Array,
  { uri, index }: StatusReference,
  { country, ...trust }: StatusListTrust & { readonly country: string },
): CredentialStatus {
  try {
    const issuers = trust.issuers.filter((issuer) => issuer.country === country);
    const { list, bits, statuses } = openList(token, { ...trust, issuers });
    needs(list.uri === uri, 'other_address');
    if (index >= list.size) return { status: 'undetermined', reason: 'has no entry for the credential' };
    return meaningOf(statusAt(statuses, bits, index));
  } catch (error) {
    return { status: 'undetermined', reason: wordsOf(error) };
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof ListRefused ? error.message : (reasonOf(error) ?? FAULTS.malformed);

/** Meanings of status values (7.1); an application may define others. */
function meaningOf(value: number): CredentialStatus {
  if (value === 0) return { status: 'valid' };
  if (value === 1) return { status: 'revoked' };
  if (value === 2) return { status: 'suspended' };
  return { status: 'undetermined', reason: `has the status ${value}, whose meaning is not known` };
}

/** The status at an index, of a list with 1, 2, 4 or 8 bits for each, the lowest bits first (4.1). */
function statusAt(statuses: Uint8Array, bits: number, index: number): number {
  const each = 8 / bits;
  return (statuses[Math.floor(index / each)]! >> ((index % each) * bits)) & (2 ** bits - 1);
}

function openList(token: Uint8Array, { issuers, now }: StatusListTrust) {
  needs(token.length <= MAX_STATUS_LIST_BYTES, 'too_large');
  const isJwt = token[0] === 'e'.charCodeAt(0);
  const { signer, sub, iat, exp, ttl, bits, compressed } = isJwt
    ? claimsOfJwt(token, { issuers, now })
    : claimsOfCwt(token, { issuers, now });
  needs(typeof sub === 'string' && sub !== '' && typeof iat === 'number', 'malformed');
  needs(iat * 1000 <= now + CLOCK_MS, 'future');
  needs(exp === undefined || typeof exp === 'number', 'malformed');
  needs(exp === undefined || now < exp * 1000, 'expired');
  needs(ttl === undefined || (typeof ttl === 'number' && ttl > 0), 'malformed');
  needs(typeof bits === 'number' && [1, 2, 4, 8].includes(bits) && compressed, 'malformed');
  const statuses = inflated(compressed);
  const list: StatusList = {
    result: 'read',
    uri: sub,
    issuer: signer.issuer.country,
    signer: signer.name,
    issuedAt: iat * 1000,
    expiresAt: exp === undefined ? null : exp * 1000,
    ttl: ttl === undefined ? null : ttl * 1000,
    size: statuses.length * (8 / bits),
  };
  return { list, bits, statuses };
}

function inflated(compressed: Uint8Array): Uint8Array {
  try {
    return inflateSync(compressed, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch (error) {
    needs((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE', 'inflated');
    throw new ListRefused(FAULTS.malformed);
  }
}

/** The claims of a status list token in JWT format (5.1), signed by one of the issuers. */
function claimsOfJwt(token: Uint8Array, { issuers, now }: StatusListTrust): Claims {
  const jws = jwsOf(Buffer.from(token).toString('latin1').trim());
  const { header, payload } = jws;
  needs(header.typ === JWT_TYPE, 'malformed');
  const signers = signersOf(header.x5c, payload.iss, { issuers, now });
  const signer = signers.find(({ key }) => isJwsSignedBy(key, jws));
  needs(signer, 'signature');
  const { bits, lst } = recordOf(payload.status_list);
  const compressed = typeof lst === 'string' ? Buffer.from(lst, 'base64url') : undefined;
  const { sub, iat, exp, ttl } = payload;
  return { signer, sub, iat, exp, ttl, bits, compressed };
}

/** The claims of a status list token in CWT format (5.2), signed by one of the issuers. */
function claimsOfCwt(token: Uint8Array, { issuers, now }: StatusListTrust): Claims {
  const signed = signOf(readCbor(token, LIST));
  const { payload, certificates, protectedHeader } = signed;
  needs(payload && CWT_TYPES.includes(mapOf(readCbor(protectedHeader, LIST)).get(COSE_TYPE)), 'malformed');
  const claims = mapOf(readCbor(payload, LIST));
  const chain = certificates.length > 0 ? certificates.map((der) => Buffer.from(der).toString('base64')) : undefined;
  const signer = signersOf(chain, claims.get(CWT.iss), { issuers, now }).find(({ key }) =>
    isCoseSignedBy(key, signed, payload),
  );
  needs(signer, 'signature');
  const list = mapOf(claims.get(CWT.list));
  const [sub, iat, exp, ttl] = (['sub', 'iat', 'exp', 'ttl'] as const).map((name) => claims.get(CWT[name]));
  return { signer, sub: textOf(sub), iat, exp, ttl, bits: list.get('bits'), compressed: bytesOf(list.get('lst')) };
}

/** Signers whose key may have signed the list: by its certificates, else by its claim `iss`. */
function signersOf(x5c: unknown, iss: unknown, { issuers, now }: StatusListTrust): readonly Signer[] {
  if (x5c === undefined) return signerByName(String(iss ?? ''), issuers);
  needs(Array.isArray(x5c) && x5c.every((one) => typeof one === 'string'), 'malformed');
  const chain = x5c.map((one: string) => Buffer.from(one, 'base64'));
  return [signerOf(chain, issuers, { at: [now] })];
}
