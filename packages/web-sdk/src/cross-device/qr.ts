import { encode } from 'uqr';

/** True is dark; `modules[y][x]`, without the light border that readers want. */
export type Modules = readonly (readonly boolean[])[];

/**
 * The QR code (ISO/IEC 18004) of a text, with error correction M. Throws when the text needs a larger version than `maxVersion`: 10 holds
 * 213 bytes. A link has far fewer. A larger code is harder to scan from a screen.
 */
export function qrCode(text: string, maxVersion = 10): Modules {
  return encode(text, { ecc: 'M', border: 0, maxVersion }).data;
}
