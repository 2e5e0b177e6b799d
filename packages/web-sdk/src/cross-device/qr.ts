import { encode } from 'uqr';

/** True is dark; `modules[y][x]`, without the light border that readers want. */
export type Modules = readonly (readonly boolean[])[];

/**
 * The QR code (ISO/IEC 18004) of a text, with error correction M. Throws when the text has more than 213 bytes. A link has far
 * fewer. A code above version 10 is hard to scan from a screen.
 */
export function qrCode(text: string): Modules {
  return encode(text, { ecc: 'M', border: 0, maxVersion: 10 }).data;
}
