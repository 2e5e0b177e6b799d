import { createHash, createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto';
import { didOf } from './aamva-vcb.ts';
import { isForTests, referenceOf2dDoc } from './fr-2ddoc.ts';
import { NotASeal, type SealKey, type SealScheme, type SealTrust } from './seal.ts';
import { certificateReference, faultOfSigner } from './signer.ts';

/** A key that an operator has loaded, to be kept. */
export interface SealKeyFacts extends SealKey {
  /** SHA-256 of `der`, hexadecimal. */
  readonly fingerprint: string;
  /** Subject of the certificate; null for a bare key. */
  readonly subject: string | null;
  /** Kind of the key: `RSA 2048`, `brainpoolP256r1`, `Ed25519`. */
  readonly algorithm: string;
}

/** The accepted keys of a file, and the refused parts with their reasons. */
export interface SealKeyFile {
  readonly keys: readonly SealKeyFacts[];
  readonly refused: readonly string[];
}

/** A key as a file has it. */
interface FoundKey {
  readonly reference: string | null;
  readonly key: KeyObject;
  readonly certificate: X509Certificate | null;
  /** Unix milliseconds. */
  readonly validTo: number | null;
}

/** The country of schemes that one issuer has, and the kinds of keys that sign each scheme. */
const RULES: Readonly<Record<SealScheme, { readonly country?: string; readonly kinds: readonly string[] }>> = {
  icao_vds: { kinds: ['ec'] },
  icao_idb: { kinds: ['ec'] },
  aadhaar: { country: 'IND', kinds: ['rsa'] },
  at_id: { country: 'AUT', kinds: ['ec'] },
  claim_169: { kinds: ['ed25519', 'ec'] },
  philsys_v1: { country: 'PHL', kinds: ['ed25519'] },
  aamva_vcb: { kinds: ['ec'] },
  fr_2ddoc: { country: 'FRA', kinds: ['ec'] },
};

/** Most keys of one file. */
const MOST_KEYS = 1000;

/**
 * Reads a file of keys that an operator loads, for one scheme and country.
 *
 * - Certificates and public keys as DER or PEM, JSON Web Keys, the list of the Austrian identity card, a DID document, or the 32 bytes of an
 *   Ed25519 key in base64 or hexadecimal.
 * - Signers of the schemes of the ICAO must be certificates that lead to a certificate of the state that is loaded.
 * - The DID document of `aamva_vcb` must belong to the country's issuer.
 *
 * Throws nothing for hostile bytes: what is not understood is among `refused`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { readSealKeys } from '@bonafide/verification';
 *
 * const trusted = { certificates: [], revocationLists: [], today: '2026-01-15' };
 * const { keys } = readSealKeys(await readFile('uidai.cer'), { scheme: 'aadhaar', country: 'IND', ...trusted });
 * console.log(keys.map(({ fingerprint }) => fingerprint));
 */
export function readSealKeys(
  bytes: Uint8Array,
  { scheme, country, ...trusted }: Pick<SealKey, 'scheme' | 'country'> & Omit<SealTrust, 'keys'>,
): SealKeyFile {
  const rule = RULES[scheme];
  if (rule.country && rule.country !== country) {
    return { keys: [], refused: [`Keys of ${scheme} belong to ${rule.country}`] };
  }
  let found: FoundKey[];
  try {
    found = scheme === 'aamva_vcb' ? keysOfDid(bytes, country) : keysIn(bytes);
  } catch (error) {
    const why = error instanceof NotASeal ? error.message : 'The file has no keys that can be read';
    return { keys: [], refused: [why] };
  }
  const keys = new Map<string, SealKeyFacts>();
  const refused: string[] = [];
  for (const one of found.slice(0, MOST_KEYS)) {
    const facts = factsOf(one, { scheme, country });
    const fault = faultOf(one, facts, trusted);
    if (fault) refused.push(`${facts.reference ?? facts.subject ?? facts.fingerprint}: ${fault}`);
    else keys.set(facts.fingerprint, facts);
  }
  if (found.length > MOST_KEYS) refused.push(`${found.length - MOST_KEYS} more keys than one file may have`);
  return { keys: [...keys.values()], refused };
}

function factsOf(
  { reference, key, certificate, validTo }: FoundKey,
  { scheme, country }: Pick<SealKey, 'scheme' | 'country'>,
): SealKeyFacts {
  const der = certificate ? certificate.raw : key.export({ format: 'der', type: 'spki' });
  return {
    scheme,
    country,
    reference: referenceIn(scheme, certificate) ?? reference,
    der,
    validFrom: certificate ? Date.parse(certificate.validFrom) : null,
    validTo: certificate ? Date.parse(certificate.validTo) : validTo,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    subject: certificate?.subject.replaceAll('\n', ', ') ?? null,
    algorithm: algorithmOf(key),
  };
}

/** The name in a certificate by which seals refer to it; null for the schemes whose files name their keys. */
function referenceIn(scheme: SealScheme, certificate: X509Certificate | null): string | null {
  if (!certificate) return null;
  if (scheme === 'icao_vds' || scheme === 'icao_idb') return certificateReference(scheme, certificate.raw);
  return scheme === 'fr_2ddoc' ? referenceOf2dDoc(certificate) : null;
}

function algorithmOf(key: KeyObject): string {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa') return `RSA ${modulusLength}`;
  if (key.asymmetricKeyType === 'ed25519') return 'Ed25519';
  return namedCurve ?? 'elliptic curve with explicit parameters';
}

function faultOf({ key, certificate }: FoundKey, facts: SealKeyFacts, trusted: Omit<SealTrust, 'keys'>): string | null {
  if (!RULES[facts.scheme].kinds.includes(key.asymmetricKeyType ?? ''))
    return `${facts.algorithm} keys do not sign ${facts.scheme}`;
  if (facts.scheme === 'fr_2ddoc') {
    if (!certificate) return 'a signer of 2D-Doc must be a certificate';
    if (facts.reference === null)
      return 'seals can not refer to it: it needs the names of an authority and of a signer';
    return isForTests(facts.reference) ? 'certificates of the authority FR00 are for tests' : null;
  }
  if (facts.scheme !== 'icao_vds' && facts.scheme !== 'icao_idb') return null;
  if (!certificate) return 'a signer of a state must be a certificate';
  if (facts.reference === null) return 'seals can not refer to it: it needs a country and a name of two characters';
  // A certificate that has ended still verifies what it signed before.
  const signedAt = new Date(facts.validFrom ?? 0).toISOString().slice(0, 10);
  return faultOfSigner(facts.der, { issuer: facts.country, signedAt }, trusted);
}

const PEM = /-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[A-Za-z0-9+/=\s]+-----END \1-----/g;
/** Prefix of a SubjectPublicKeyInfo of Ed25519 (RFC 8410). */
const ED25519 = Buffer.from('302a300506032b6570032100', 'hex');
const ED25519_BYTES = 32;

function keysIn(bytes: Uint8Array): FoundKey[] {
  const text = Buffer.from(bytes).toString('latin1').trim();
  if (text.startsWith('{') || text.startsWith('[')) return keysOfJson(JSON.parse(text));
  const blocks = text.match(PEM);
  if (blocks) return blocks.map((block) => ofPem(block));
  const packed = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (/^[A-Za-z0-9+/_=-]+$/.test(text) && packed.length === ED25519_BYTES)
    return [ofDer(Buffer.concat([ED25519, packed]))];
  if (/^[A-Za-z0-9+/_=-]+$/.test(text) && packed[0] === 0x30) return [ofDer(packed)];
  return [ofDer(Buffer.from(bytes))];
}

const ofKey = (key: KeyObject, more: Partial<FoundKey> = {}): FoundKey => ({
  reference: null,
  certificate: null,
  validTo: null,
  key,
  ...more,
});

function ofPem(block: string): FoundKey {
  if (!block.includes('BEGIN CERTIFICATE')) return ofKey(createPublicKey(block));
  const certificate = new X509Certificate(block);
  return ofKey(certificate.publicKey, { certificate });
}

function ofDer(der: Buffer): FoundKey {
  try {
    return ofKey(createPublicKey({ key: der, format: 'der', type: 'spki' }));
  } catch {
    const certificate = new X509Certificate(der);
    return ofKey(certificate.publicKey, { certificate });
  }
}

/** JSON Web Keys, one or many, or the list of the Austrian identity card. */
function keysOfJson(json: unknown): FoundKey[] {
  const list = Array.isArray(json) ? json : ((json as { keys?: unknown[] }).keys ?? [json]);
  return list.map((item) => {
    const { certificate_id, public_key, valid_until, kid, ...jwk } = item as Record<string, unknown>;
    if (typeof public_key !== 'string') {
      const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
      return ofKey(key, { reference: typeof kid === 'string' ? kid : null });
    }
    const end = Date.parse(String(valid_until));
    return ofKey(createPublicKey(public_key), {
      reference: typeof certificate_id === 'string' ? certificate_id : null,
      validTo: Number.isNaN(end) ? null : end,
    });
  });
}

/** Keys that a DID document lists for assertions. Throws `NotASeal` for the document of anybody else. */
function keysOfDid(bytes: Uint8Array, country: string): FoundKey[] {
  const did = didOf(country);
  if (!did) throw new NotASeal(`No issuer of ${country} is known to sign licences`);
  const document = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>;
  if (document.id !== did) throw new NotASeal(`The file must be the DID document of ${did}`);
  const methods = Array.isArray(document.verificationMethod) ? document.verificationMethod : [];
  const assertion = Array.isArray(document.assertionMethod) ? document.assertionMethod : [];
  return methods.flatMap((method: Record<string, unknown>) => {
    const id = String(method.id).startsWith('#') ? `${did}${method.id}` : String(method.id);
    const listed = assertion.some((one) => one === id || `${did}${one}` === id);
    if (!listed || method.controller !== did || typeof method.publicKeyMultibase !== 'string') return [];
    const end = Date.parse(String(method.expires ?? method.revoked));
    return [
      ofKey(keyOfMultibase(method.publicKeyMultibase), { reference: id, validTo: Number.isNaN(end) ? null : end }),
    ];
  });
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Most letters of a key of 35 bytes. */
const LONGEST_KEY = 60;
/** Multicodec of a compressed key over P-256, and the beginning of its SubjectPublicKeyInfo. */
const P256 = Buffer.from([0x80, 0x24]);
const P256_INFO = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');

/** A Multikey over P-256 in base58btc. */
function keyOfMultibase(text: string): KeyObject {
  if (text[0] !== 'z' || text.length > LONGEST_KEY)
    throw new NotASeal('A key of the DID document is not a P-256 Multikey');
  let number = 0n;
  for (const letter of text.slice(1)) {
    const value = BASE58.indexOf(letter);
    if (value < 0) throw new NotASeal('A key of the DID document is not base 58');
    number = number * 58n + BigInt(value);
  }
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  if (!bytes.subarray(0, 2).equals(P256) || bytes.length !== 35)
    throw new NotASeal('A key of the DID document is not a P-256 Multikey');
  return createPublicKey({ key: Buffer.concat([P256_INFO, bytes.subarray(2)]), format: 'der', type: 'spki' });
}
