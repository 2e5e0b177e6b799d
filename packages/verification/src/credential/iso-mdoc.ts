import { encode, Tagged } from 'cborg';
import { bytesOf, mapOf, readCbor } from '../cbor/read.ts';
import { encodedCbor } from './cose.ts';
import { CREDENTIAL, MAX_CREDENTIAL_BYTES } from './credential.ts';
import type { SessionTranscript } from './session-transcript.ts';

/*
 * Requests for mdocs by the browser without OpenID4VP (`org-iso-mdoc`, ISO/IEC TS 18013-7:2025, annex C), which Safari has alone.
 */

/** Mark of both structures. */
const MARK = 'dcapi';

/** Members of a COSE_Key on the curve P-256 (RFC 9053, 7.1). */
const [KEY_TYPE, EC2, CURVE, P256, X, Y] = [1, 2, -1, 1, -2, -3];

/** Members of COSE headers (RFC 9052, 3.1; RFC 9360, 2), and ECDSA with SHA-256. */
const [ALGORITHM, ES256, CERTIFICATES] = [1, -7, 33];

/** Coordinates of a public key on the curve P-256, as a JWK has them. */
export interface P256Point {
  readonly x: string;
  readonly y: string;
}

const bytesOfText = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const textOfBytes = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/**
 * The EncryptionInfo of a request (annex C.2) in base64url: what the answer is encrypted for.
 *
 * @param nonce base64url, at least 16 bytes
 *
 * @example
 * import { isoMdocEncryptionInfo } from '@bonafide/verification';
 *
 * const point = { x: 'a'.repeat(43), y: 'b'.repeat(43) };
 * isoMdocEncryptionInfo('c'.repeat(43), point).length; // 190
 */
export function isoMdocEncryptionInfo(nonce: string, { x, y }: P256Point): string {
  const recipientPublicKey = new Map<number, unknown>([
    [KEY_TYPE!, EC2],
    [CURVE!, P256],
    [X!, bytesOfText(x)],
    [Y!, bytesOfText(y)],
  ]);
  return textOfBytes(encode([MARK, { nonce: bytesOfText(nonce), recipientPublicKey }]));
}

/** A signer of requests for mdocs, with a key on the curve P-256. */
export interface MdocReader {
  /** DER, the signer's own first, without the authority that wallets know. */
  readonly certificates: readonly Uint8Array[];
  /** Returns r and s of an ECDSA signature with SHA-256, one after the other. */
  sign(data: Uint8Array): Uint8Array;
}

/** One mdoc that is asked for. */
export interface MdocQuestion {
  readonly docType: string;
  readonly namespace: string;
  readonly elements: readonly string[];
}

/**
 * A DeviceRequest (ISO/IEC 18013-5, 8.3.2.1.2.1) for one mdoc in base64url, signed by its reader for the session (9.1.4).
 *
 * @example
 * import { isoMdocRequest, sessionTranscript } from '@bonafide/verification';
 *
 * const transcript = sessionTranscript({ origin: 'https://example.com', encryptionInfo: 'gmVkY2FwaQ' });
 * const reader = { certificates: [], sign: () => new Uint8Array(64) };
 * const question = { docType: 'org.iso.18013.5.1.mDL', namespace: 'org.iso.18013.5.1', elements: ['age_over_18'] };
 * isoMdocRequest(question, transcript, reader).slice(0, 4); // 'omd2'
 */
export function isoMdocRequest(
  { docType, namespace, elements }: MdocQuestion,
  transcript: SessionTranscript,
  { certificates, sign }: MdocReader,
): string {
  // The response is kept as evidence, so every element is.
  const nameSpaces = { [namespace]: Object.fromEntries(elements.map((element) => [element, true])) };
  const itemsRequest = new Tagged(24, encode({ docType, nameSpaces }));
  const protectedHeader = encode(new Map([[ALGORITHM!, ES256]]));
  const authentication = encodedCbor(encode(['ReaderAuthentication', transcript, itemsRequest]));
  const signature = sign(encode(['Signature1', protectedHeader, new Uint8Array(), authentication]));
  const chain = certificates.length === 1 ? certificates[0] : certificates;
  const readerAuth = [protectedHeader, new Map([[CERTIFICATES!, chain]]), null, signature];
  return textOfBytes(encode({ version: '1.0', docRequests: [{ itemsRequest, readerAuth }] }));
}

/** The two parts of an encrypted answer: the encapsulated key, and the ciphertext (RFC 9180, 4.1). */
export interface IsoMdocAnswer {
  readonly enc: Uint8Array;
  readonly cipherText: Uint8Array;
}

/**
 * The parts of an EncryptedResponse (annex C.3) in base64url; null for anything else.
 *
 * @example
 * import { isoMdocAnswer } from '@bonafide/verification';
 *
 * isoMdocAnswer('gmVkY2FwaQ'); // null
 */
export function isoMdocAnswer(text: string): IsoMdocAnswer | null {
  if (!/^[\w-]+$/.test(text) || text.length > 2 * MAX_CREDENTIAL_BYTES) return null;
  try {
    const [mark, parts] = readCbor(bytesOfText(text), CREDENTIAL) as unknown[];
    const map = mapOf(parts);
    const [enc, cipherText] = [bytesOf(map.get('enc')), bytesOf(map.get('cipherText'))];
    return mark === MARK && enc && cipherText ? { enc, cipherText } : null;
  } catch {
    return null;
  }
}

/**
 * A SessionTranscript as bytes, to which an encrypted answer is bound (annex C.4).
 *
 * @example
 * import { encodedTranscript, sessionTranscript } from '@bonafide/verification';
 *
 * const transcript = sessionTranscript({ origin: 'https://example.com', encryptionInfo: 'gmVkY2FwaQ' });
 * Buffer.from(encodedTranscript(transcript)).toString('hex').slice(0, 18); // '83f6f6826564636170'
 */
export const encodedTranscript = (transcript: SessionTranscript): Uint8Array => encode(transcript);
