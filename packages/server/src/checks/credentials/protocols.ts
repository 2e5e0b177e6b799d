/** Protocol of ISO/IEC TS 18013-7:2025, annex C. */
export const ISO_MDOC = 'org-iso-mdoc';

export const credentialProtocols = ['openid4vp-v1-signed', 'openid4vp-v1-unsigned', ISO_MDOC] as const;
/** A protocol of requests for the browser (OpenID4VP 1.0, appendix A; ISO/IEC TS 18013-7:2025, annex C). */
type CredentialProtocol = (typeof credentialProtocols)[number];

/** A request for the browser's Digital Credentials API. */
export interface BrowserRequest {
  readonly protocol: CredentialProtocol;
  readonly data: Record<string, unknown>;
}
