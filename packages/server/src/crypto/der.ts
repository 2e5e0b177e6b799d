/** Object identifier of SHA-256 (RFC 5754). */
export const SHA_256 = '2.16.840.1.101.3.4.2.1';

/** The bytes alone, without the pool that they may stand in: the ASN.1 library writes the whole of a buffer. */
export const exact = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
