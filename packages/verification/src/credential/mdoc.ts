import { createHash, timingSafeEqual } from 'node:crypto';
import { encode, Tagged } from 'cborg';
import { bytesOf, mapOf, readCbor, textOf } from '../cbor/read.ts';
import { contentsOf, needAuthority, statusReference } from './contents.ts';
import { encodedCbor, isCoseSignedBy, keyOfCose, signOf } from './cose.ts';
import {
  CREDENTIAL,
  type Credential,
  type CredentialResult,
  type CredentialTrust,
  MAX_CREDENTIAL_BYTES,
  need,
  verifying,
} from './credential.ts';
import { SIGNS_LICENCES, signerOf } from './issuer-chain.ts';
import type { SessionTranscript } from './session-transcript.ts';
import { CREDENTIAL_TYPES } from './types.ts';

/** Names of hash functions in Node by their name in a mobile security object. */
const HASHES: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' };

/** Least bytes of the random value beside each element (ISO/IEC 18013-5, 9.1.2.5). */
const LEAST_RANDOM = 16;

/** Driving licences, whose signers must have a purpose of their own. */
const LICENCE = 'org.iso.18013.5.1.mDL';

const SUCCESS = 0;

/**
 * Verifies the mdoc in a DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2): the signature of its issuer, who must be trusted, the digest of
 * every element, its validity, and the signature of the device over the session. Never throws.
 *
 * @example
 * import { sessionTranscript, verifyMdoc } from '@bonafide/verification';
 *
 * const transcript = sessionTranscript({ origin: 'https://example.com', nonce: 'n', keyThumbprint: null });
 * const trust = { issuers: [], types: ['org.iso.18013.5.1.mDL'], now: 1_790_000_000_000 };
 * verifyMdoc(Buffer.from('a0', 'hex'), transcript, trust).result; // 'refused'
 */
export function verifyMdoc(
  response: Uint8Array,
  transcript: SessionTranscript,
  trust: CredentialTrust,
): CredentialResult {
  return verifying(() => verifyResponse(response, transcript, trust));
}

function verifyResponse(response: Uint8Array, transcript: SessionTranscript, trust: CredentialTrust): Credential {
  need(response.length <= MAX_CREDENTIAL_BYTES, 'too_large');
  const top = mapOf(readCbor(response, CREDENTIAL));
  const documents = top.get('documents');
  need(top.get('status') === SUCCESS && Array.isArray(documents) && documents.length === 1, 'malformed');
  const document = mapOf(documents[0]);
  const docType = textOf(document.get('docType'));
  const type = CREDENTIAL_TYPES[docType ?? ''];
  need(docType && type?.format === 'mso_mdoc' && trust.types.includes(docType), 'wrong_type');

  const issuerSigned = mapOf(document.get('issuerSigned'));
  const issuerAuth = signOf(issuerSigned.get('issuerAuth'));
  need(issuerAuth.payload, 'malformed');
  const object = mapOf(inner(readCbor(issuerAuth.payload, CREDENTIAL)));
  const validity = mapOf(object.get('validityInfo'));
  const [signed, from, until] = ['signed', 'validFrom', 'validUntil'].map((name) => timeOf(validity.get(name)));
  const signer = signerOf(issuerAuth.certificates, trust.issuers, {
    at: [signed!, trust.now],
    ...(docType === LICENCE && { purpose: SIGNS_LICENCES }),
  });
  need(isCoseSignedBy(signer.key, issuerAuth, issuerAuth.payload), 'issuer_signature');
  need(object.get('docType') === docType, 'wrong_type');
  need(from! <= trust.now, 'not_valid_yet');
  need(trust.now < until!, 'expired');

  const elements = elementsOf(issuerSigned.get('nameSpaces'), object);
  const contents = contentsOf(elements.get(type.namespace) ?? new Map(), type);
  needAuthority(signer.issuer, docType, type.isOfState, contents.data.issuingCountry ?? null);
  needDevice(document.get('deviceSigned'), { docType, transcript, object });
  return {
    result: 'authentic',
    format: 'mso_mdoc',
    type: docType,
    issuer: signer.issuer.country,
    signer: signer.name,
    validUntil: until!,
    status: statusReference(object.get('status')),
    disclosed: [...elements.values()].flatMap((names) => [...names.keys()]),
    ...contents,
  };
}

/** The structure in encoded CBOR. */
function inner(value: unknown): unknown {
  const bytes = bytesOf(value);
  need(bytes, 'malformed');
  return readCbor(bytes, CREDENTIAL);
}

/** A time as text in Unix milliseconds. */
function timeOf(value: unknown): number {
  const time = Date.parse(textOf(value) ?? '');
  need(!Number.isNaN(time), 'malformed');
  return time;
}

/** Elements by namespace. Throws `Refused` for an element without its digest in the mobile security object (ISO/IEC 18013-5, 9.1.2.4). */
function elementsOf(
  presented: unknown,
  object: ReadonlyMap<unknown, unknown>,
): ReadonlyMap<unknown, ReadonlyMap<string, unknown>> {
  const hash = HASHES[String(object.get('digestAlgorithm'))];
  need(hash, 'malformed');
  const all = mapOf(object.get('valueDigests'));
  return new Map(
    [...mapOf(presented ?? new Map())].map(([namespace, items]) => {
      need(Array.isArray(items), 'malformed');
      const digests = mapOf(all.get(namespace) ?? new Map());
      const elements = new Map<string, unknown>();
      const used = new Set<unknown>();
      for (const item of items) {
        const bytes = bytesOf(item);
        need(bytes, 'malformed');
        const element = mapOf(readCbor(bytes, CREDENTIAL));
        const [id, name] = [element.get('digestID'), element.get('elementIdentifier')];
        const expected = bytesOf(digests.get(id));
        const digest = createHash(hash).update(encodedCbor(bytes)).digest();
        need(expected && equal(expected, digest), 'changed_element');
        need((bytesOf(element.get('random'))?.length ?? 0) >= LEAST_RANDOM, 'malformed');
        need(typeof name === 'string' && !elements.has(name) && !used.has(id), 'malformed');
        used.add(id);
        elements.set(name, element.get('elementValue'));
      }
      return [namespace, elements];
    }),
  );
}

const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

interface Session {
  readonly docType: string;
  readonly transcript: SessionTranscript;
  readonly object: ReadonlyMap<unknown, unknown>;
}

/**
 * Throws `Refused` unless the device whose key the issuer signed has signed the session (ISO/IEC 18013-5, 9.1.3.6). A MAC needs a key of the
 * reader, which OpenID4VP does not have. Elements that the device itself adds are ignored.
 */
function needDevice(value: unknown, { docType, transcript, object }: Session): void {
  need(value instanceof Map, 'no_holder_signature');
  const nameSpaces = bytesOf(value.get('nameSpaces'));
  const auth = value.get('deviceAuth');
  need(nameSpaces && auth instanceof Map && auth.has('deviceSignature'), 'no_holder_signature');
  const signature = signOf(auth.get('deviceSignature'));
  need(signature.payload === null, 'malformed');
  const key = keyOfCose(mapOf(object.get('deviceKeyInfo')).get('deviceKey'));
  const authentication = encodedCbor(encode(['DeviceAuthentication', transcript, docType, new Tagged(24, nameSpaces)]));
  need(isCoseSignedBy(key, signature, authentication), 'not_bound');
}
