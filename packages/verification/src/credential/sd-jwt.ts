import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { alpha3, contentsOf, needAuthority, recordOf, statusReference } from './contents.ts';
import { isSignedBy } from './cose.ts';
import {
  type Credential,
  type CredentialResult,
  type CredentialTrust,
  MAX_CREDENTIAL_BYTES,
  need,
  type Signer,
  verifying,
} from './credential.ts';
import { signerByName, signerOf } from './issuer-chain.ts';
import { CREDENTIAL_TYPES } from './types.ts';

/** Most claims that one SD-JWT discloses, and most objects and lists in one another. */
const MOST_DISCLOSURES = 200;
const MAX_DEPTH = 16;

/** Values of the header `typ` of SD-JWT VCs, the second by earlier drafts. */
const TYPES: readonly unknown[] = ['dc+sd-jwt', 'vc+sd-jwt'];

/** Claims of every SD-JWT VC, which say nothing about the holder (SD-JWT VC, 3.2.2; RFC 9901, 4.1). */
const FORMAT_CLAIMS: readonly string[] = [
  ...['iss', 'nbf', 'iat', 'exp', 'cnf', 'vct', 'vct#integrity', 'status', 'jti', '_sd_alg'],
];

/** Milliseconds by which the clock of a wallet may be wrong. */
const CLOCK_MS = 60 * 60 * 1000;

type Claims = Readonly<Record<string, unknown>>;

/** A JWS in its compact form, decoded but not verified. */
interface Jws {
  readonly header: Claims;
  readonly payload: Claims;
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** Facts that a key binding JWT must name. */
export interface KeyBinding {
  readonly nonce: string;
  readonly audience: string;
}

/**
 * Verifies an SD-JWT VC with its key binding (RFC 9901; SD-JWT VC): the signature of its issuer, who must be trusted, the digest of
 * every disclosed claim, its validity, and the signature of the wallet over nonce, audience and the disclosed claims. Never throws.
 *
 * @example
 * import { verifySdJwt } from '@bonafide/verification';
 *
 * const binding = { nonce: 'n', audience: 'origin:https://example.com' };
 * verifySdJwt('e30.e30.', binding, { issuers: [], types: ['urn:eudi:pid:1'], now: 1_790_000_000_000 }).result; // 'refused'
 */
export function verifySdJwt(text: string, binding: KeyBinding, trust: CredentialTrust): CredentialResult {
  return verifying(() => verifyVc(text, binding, trust));
}

function verifyVc(text: string, binding: KeyBinding, trust: CredentialTrust): Credential {
  const parts = partsOf(text);
  const { issued } = parts;
  const vct = String(issued.payload.vct ?? '');
  const type = CREDENTIAL_TYPES[vct];
  need(type?.format === 'dc+sd-jwt' && TYPES.includes(issued.header.typ) && trust.types.includes(vct), 'wrong_type');
  const signer = signersOf(issued, trust).find(({ key }) => isJwsSignedBy(key, issued));
  need(signer, 'issuer_signature');
  const claims = openClaims(parts);
  const contents = contentsOf(new Map(Object.entries(claims)), type);
  needValid(claims, trust.now);
  needAuthority(signer.issuer, vct, type.isOfState, alpha3(claims.issuing_country));
  needKeyBinding(parts, claims, binding, trust.now);
  return {
    result: 'authentic',
    format: 'dc+sd-jwt',
    type: vct,
    issuer: signer.issuer.country,
    signer: signer.name,
    validUntil: typeof claims.exp === 'number' ? claims.exp * 1000 : null,
    status: statusReference(claims.status),
    disclosed: Object.keys(claims).filter((name) => !FORMAT_CLAIMS.includes(name)),
    ...contents,
  };
}

/** Signers whose key may have signed it: by its certificates, else by the claim `iss`. */
function signersOf({ header, payload }: Jws, { issuers, now }: CredentialTrust): Signer[] {
  const { x5c } = header;
  if (x5c === undefined) return signerByName(String(payload.iss ?? ''), issuers);
  need(Array.isArray(x5c) && x5c.every((one) => typeof one === 'string'), 'malformed');
  const at = [now, ...(typeof payload.iat === 'number' ? [payload.iat * 1000] : [])];
  return [
    signerOf(
      x5c.map((one: string) => Buffer.from(one, 'base64')),
      issuers,
      { at },
    ),
  ];
}

/** Throws `Refused` unless the credential may be accepted now. */
function needValid({ nbf, exp }: Claims, now: number): void {
  need(nbf === undefined || (typeof nbf === 'number' && nbf * 1000 <= now), 'not_valid_yet');
  need(exp === undefined || (typeof exp === 'number' && now < exp * 1000), 'expired');
}

/** The parts of an SD-JWT with its key binding (RFC 9901, 4). */
export interface SdJwtParts {
  readonly issued: Jws;
  readonly disclosures: readonly string[];
  /** The part that the key binding has the digest of. */
  readonly presented: string;
  /** Null if the wallet sent no key binding. */
  readonly binding: Jws | null;
}

/** Reads an SD-JWT. Throws `Refused`. */
export function partsOf(text: string): SdJwtParts {
  need(text.length <= MAX_CREDENTIAL_BYTES, 'too_large');
  const [issued, ...rest] = text.split('~');
  const binding = rest.pop();
  need(issued !== undefined && binding !== undefined && rest.length <= MOST_DISCLOSURES, 'malformed');
  return {
    issued: jwsOf(issued),
    disclosures: rest,
    presented: text.slice(0, text.length - binding.length),
    binding: binding === '' ? null : jwsOf(binding),
  };
}

/** Decodes a JWS in its compact form, without verifying it. Throws `Refused`. */
export function jwsOf(text: string): Jws {
  const parts = text.split('.');
  need(parts.length === 3, 'malformed');
  const [header, payload, signature] = parts as [string, string, string];
  return {
    header: objectOf(header),
    payload: objectOf(payload),
    signed: Buffer.from(`${header}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
  };
}

const parsed = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));

function objectOf(text: string): Claims {
  const value = parsed(text);
  need(value !== null && typeof value === 'object' && !Array.isArray(value), 'malformed');
  return value as Claims;
}

/** Returns whether the key made the signature of a JWS. */
export const isJwsSignedBy = (key: KeyObject, { header, signed, signature }: Jws): boolean =>
  header.crit === undefined && isSignedBy(key, header.alg, signed, signature);

/** Names that claims can't have (RFC 9901, 4.1). */
const RESERVED: readonly unknown[] = ['_sd', '...', '__proto__'];

/**
 * The claims of an SD-JWT with those that it discloses (RFC 9901, 7.1). Throws `Refused` for a disclosure without a digest that the issuer
 * signed, and for one that is there twice.
 */
export function openClaims({ issued, disclosures }: Pick<SdJwtParts, 'issued' | 'disclosures'>): Claims {
  const hash = issued.payload._sd_alg ?? 'sha-256';
  need(hash === 'sha-256' || hash === 'sha-384' || hash === 'sha-512', 'malformed');
  const digestOf = (text: string) => createHash(hash.replace('-', '')).update(text).digest('base64url');
  const disclosed = new Map(disclosures.map((text) => [digestOf(text), parsed(text)]));
  need(disclosed.size === disclosures.length, 'malformed');
  const seen = new Set<string>();

  function take(digest: unknown, length: number): unknown[] | null {
    need(typeof digest === 'string' && !seen.has(digest), 'malformed');
    seen.add(digest);
    const disclosure = disclosed.get(digest);
    if (disclosure === undefined) return null;
    need(Array.isArray(disclosure) && disclosure.length === length, 'malformed');
    disclosed.delete(digest);
    return disclosure;
  }

  function open(value: unknown, depth: number): unknown {
    need(depth <= MAX_DEPTH, 'malformed');
    if (Array.isArray(value)) return value.flatMap((item) => openItem(item, depth));
    if (value === null || typeof value !== 'object') return value;
    const { _sd: digests = [], ...plain } = value as Record<string, unknown>;
    need(Array.isArray(digests), 'malformed');
    const opened = new Map(Object.entries(plain).map(([name, one]) => [name, open(one, depth + 1)]));
    for (const digest of digests) {
      const disclosure = take(digest, 3);
      if (!disclosure) continue;
      const [, name, inside] = disclosure;
      need(typeof name === 'string' && !RESERVED.includes(name) && !opened.has(name), 'malformed');
      opened.set(name, open(inside, depth + 1));
    }
    return Object.fromEntries(opened);
  }

  function openItem(item: unknown, depth: number): unknown[] {
    const { '...': digest } = recordOf(item);
    if (digest === undefined) return [open(item, depth + 1)];
    need(Object.keys(item as object).length === 1, 'malformed');
    const disclosure = take(digest, 2);
    return disclosure ? [open(disclosure[1], depth + 1)] : [];
  }

  const { _sd_alg, ...claims } = open(issued.payload, 0) as Record<string, unknown>;
  need(disclosed.size === 0, 'changed_element');
  return claims;
}

/** Throws `Refused` unless the wallet that the issuer named signed nonce, audience and what it presents (RFC 9901, 7.3). */
export function needKeyBinding(
  { binding, presented, issued }: SdJwtParts,
  { cnf }: Claims,
  { nonce, audience }: KeyBinding,
  now: number,
): void {
  need(binding, 'no_holder_signature');
  const { jwk } = recordOf(cnf);
  const { d, ...key } = recordOf(jwk);
  need(jwk !== undefined && d === undefined && binding.header.typ === 'kb+jwt', 'malformed');
  const { payload } = binding;
  const hash = String(issued.payload._sd_alg ?? 'sha-256').replace('-', '');
  need(isJwsSignedBy(createPublicKey({ key, format: 'jwk' }), binding), 'not_bound');
  need(payload.nonce === nonce && payload.aud === audience, 'not_bound');
  need(payload.sd_hash === createHash(hash).update(presented).digest('base64url'), 'not_bound');
  need(typeof payload.iat === 'number' && Math.abs(payload.iat * 1000 - now) <= CLOCK_MS, 'not_bound');
}
