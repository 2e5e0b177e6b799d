import { createHash } from 'node:crypto';
import { encode } from 'cborg';

/** Handover of a request by the browser's Digital Credentials API (OpenID4VP 1.0, B.2.6.2). */
interface BrowserHandover {
  /** Origin of the page that asked, such as `https://example.com`. */
  readonly origin: string;
  readonly nonce: string;
  /** SHA-256 thumbprint (RFC 7638) of the key that the response is encrypted for; null for responses in the clear. */
  readonly keyThumbprint: Uint8Array | null;
}

/** Handover of a request by a link or a QR code (OpenID4VP 1.0, B.2.6.1). */
interface LinkHandover {
  readonly clientId: string;
  readonly nonce: string;
  /** SHA-256 thumbprint (RFC 7638) of the key that the response is encrypted for; null for responses in the clear. */
  readonly keyThumbprint: Uint8Array | null;
  readonly responseUri: string;
}

export type Handover = BrowserHandover | LinkHandover;

/** A SessionTranscript (ISO/IEC 18013-5, 9.1.5.1) as a structure. */
export type SessionTranscript = readonly [null, null, readonly [string, Uint8Array]];

/**
 * The SessionTranscript that the device signs, of a request by OpenID4VP.
 *
 * @example
 * import { sessionTranscript } from '@bonafide/verification';
 *
 * const transcript = sessionTranscript({ origin: 'https://example.com', nonce: 'n', keyThumbprint: null });
 * transcript[2][0]; // 'OpenID4VPDCAPIHandover'
 */
export function sessionTranscript(handover: Handover): SessionTranscript {
  const { nonce, keyThumbprint } = handover;
  const [name, info] =
    'origin' in handover
      ? ['OpenID4VPDCAPIHandover', [handover.origin, nonce, keyThumbprint]]
      : ['OpenID4VPHandover', [handover.clientId, nonce, keyThumbprint, handover.responseUri]];
  return [null, null, [name as string, createHash('sha256').update(encode(info)).digest()]];
}

/**
 * The audience that a key binding JWT must name (OpenID4VP 1.0, appendices A.4 and B.3.6).
 *
 * @example
 * import { audienceOf } from '@bonafide/verification';
 *
 * audienceOf({ origin: 'https://example.com', nonce: 'n', keyThumbprint: null }); // 'origin:https://example.com'
 */
export const audienceOf = (handover: Handover): string =>
  'origin' in handover ? `origin:${handover.origin}` : handover.clientId;
