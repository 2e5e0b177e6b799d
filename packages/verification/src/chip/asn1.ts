import { AsnParser } from '@peculiar/asn1-schema';
import { type AsnType, type FromBerOptions, fromBER } from 'asn1js';

/** Thrown when bytes are not the ASN.1 structure that they should be, or exceed a bound. Leaves this folder with `readSignedMessage` alone. */
export class NotAsn1 extends Error {}

/**
 * Bounds of one structure of a chip. Security objects have some 300 nodes, at most 12 deep; certificates and signatures of
 * ICAO Doc 9303-12 are smaller.
 */
const CHIP: FromBerOptions = { maxDepth: 32, maxNodes: 5000, maxContentLength: 1024 * 1024, parseEmbedded: false };

/**
 * Bounds of a file that an operator loads. A master list of 600 certificates has some 60,000 nodes; a revocation list has five
 * nodes a certificate.
 */
export const FILE: FromBerOptions = {
  maxDepth: 32,
  maxNodes: 2_000_000,
  maxContentLength: 64 * 1024 * 1024,
  parseEmbedded: false,
};

/** Runs a reading of bytes from outside: whatever the library throws at them, they are not what they should be. */
export function reading<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotAsn1) throw error;
    throw new NotAsn1(`Not ${what}`, { cause: error });
  }
}

/** Reads one structure of a known kind. Throws `NotAsn1`. */
export const parseAs = <T>(bytes: Uint8Array, kind: new () => T, bounds = CHIP): T =>
  reading(kind.name, () => AsnParser.parse(bytes, kind, { berOptions: bounds }));

/** Reads one structure of any kind; what follows it is padding. Throws `NotAsn1`. */
export const parseAny = (bytes: Uint8Array, bounds = CHIP): AsnType =>
  reading('ASN.1', () => {
    const { result, offset } = fromBER(bytes, bounds);
    if (offset < 0) throw new NotAsn1(result.error);
    return result;
  });

/** The parts of a structure that has some. Throws `NotAsn1`. */
export function partsOf(node: AsnType | undefined): readonly AsnType[] {
  const parts = (node?.valueBlock as { value?: unknown } | undefined)?.value;
  if (!Array.isArray(parts)) throw new NotAsn1('A structure without parts');
  return parts as AsnType[];
}

/** The bytes of a structure as they were read. */
export const rawOf = (node: AsnType): Buffer => Buffer.from(node.valueBeforeDecodeView);

export const hexOf = (bytes: ArrayBuffer | Uint8Array): string =>
  Buffer.from(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)).toString('hex');

/** The value of a reading, or null where the bytes are not what they should be. Other errors pass. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotAsn1) return null;
    throw error;
  }
}
