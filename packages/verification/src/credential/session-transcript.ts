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

/** Handover of a request by the browser without OpenID4VP (`org-iso-mdoc`, ISO/IEC TS 18013-7:2025, annex C.5). */
interface IsoHandover {
  readonly origin: string;
  /** EncryptionInfo of the request, base64url. */
  readonly encryptionInfo: string;
}

/** Handover of a request by OpenID4VP. */
export type OpenIdHandover = BrowserHandover | LinkHandover;

export type Handover = OpenIdHandover | IsoHandover;

/** A SessionTranscript (ISO/IEC 18013-5, 9.1.5.1) as a structure. */
export type SessionTranscript = readonly [null, null, readonly [string, Uint8Array]];

/**
 * The SessionTranscript that the device signs.
 *
 * @example
 * import { sessionTranscript } from '@bonafide/verification';
 *
 * const transcript = sessionTranscript({ origin: 'https://example.com', nonce: 'n', keyThumbprint: null });
 * transcript[2][0]; // 'OpenID4VPDCAPIHandover'
 */
export function sessionTranscript(handover: Handover): SessionTranscript {
  const [name, info] = partsOf(handover);
  return [null, null, [name, createHash('sha256').update(encode(info)).digest()]];
}

function partsOf(handover: Handover): readonly [name: string, info: readonly unknown[]] {
  if ('encryptionInfo' in handover) return ['dcapi', [handover.encryptionInfo, handover.origin]];
  const { nonce, keyThumbprint } = handover;
  return 'origin' in handover
    ? ['OpenID4VPDCAPIHandover', [handover.origin, nonce, keyThumbprint]]
    : ['OpenID4VPHandover', [handover.clientId, nonce, keyThumbprint, handover.responseUri]];
}

/**
 * The audience that a key binding JWT must name (OpenID4VP 1.0, appendices A.4 and B.3.6).
 *
 * @example
 * import { audienceOf } from '@bonafide/verification';
 *
 * audienceOf({ origin: 'https://example.com', nonce: 'n', keyThumbprint: null }); // 'origin:https://example.com'
 */
export const audienceOf = (handover: OpenIdHandover): string =>
  'origin' in handover ? `origin:${handover.origin}` : handover.clientId;
