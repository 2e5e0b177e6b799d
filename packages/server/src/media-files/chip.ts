import { pngOfSamples, toPng, UnreadableImage } from '@bonafide/verification';
import { Malformed, orNull } from './byte-reader.ts';
import { portraitOf } from './facial-record.ts';
import { decodeJpeg2000, MAX_PORTRAIT_PIXELS } from './jpeg2000.ts';
import { pictureHeader } from './picture-header.ts';

/** Data read from the chip of an identity document: the raw bytes of its files (ICAO 9303-10). */
export interface Chip {
  /** Data of the MRZ. */
  readonly dg1: Buffer;
  /** The holder's face. */
  readonly dg2: Buffer;
  /** The signature over the data groups. */
  readonly sod: Buffer;
  /** Security options. */
  readonly dg14?: Buffer;
  /** Public key of active authentication. */
  readonly dg15?: Buffer;
  /**
   * The chip's answer to a challenge of the service; null if it can't be read. `response` is of active authentication, `proof` of chip
   * authentication; at least one of them is there.
   */
  readonly active?: { readonly challengeId: string; readonly response?: Buffer; readonly proof?: Buffer } | null;
}

/**
 * Reads `{"dg1": […], "dg2": […], "sod": […]}`, each a list of bytes; null when it is something else. `dg14`, `dg15` and `active`,
 * `{"challenge_id", "response", "chip_authentication"}`, are optional.
 */
export function parseChip(json: Uint8Array): Chip | null {
  return orNull(() => {
    const { dg1, dg2, sod, dg14, dg15, active } = parseObject(json);
    return {
      dg1: bytesOf(dg1),
      dg2: bytesOf(dg2),
      sod: bytesOf(sod),
      ...optionalGroup('dg14', dg14),
      ...optionalGroup('dg15', dg15),
      ...(active !== undefined && active !== null && { active: orNull(() => answerOf(active)) }),
    };
  });
}

/** A group that old apps may send in another form, which is left out then. */
function optionalGroup(name: 'dg14' | 'dg15', value: unknown): Partial<Chip> {
  const bytes = orNull(() => bytesOf(value));
  return bytes ? { [name]: bytes } : {};
}

function answerOf(active: unknown): NonNullable<Chip['active']> {
  const { challenge_id, response, chip_authentication: proof } = active as Record<string, unknown>;
  if (typeof challenge_id !== 'string') throw new Malformed('No id of a challenge');
  const hasProof = proof !== undefined && proof !== null;
  const hasResponse = (response !== undefined && response !== null) || !hasProof;
  return {
    challengeId: challenge_id,
    ...(hasResponse && { response: listOrBase64(response) }),
    ...(hasProof && { proof: listOrBase64(proof) }),
  };
}

/** Bytes as a list of numbers, or as base64. */
export const listOrBase64 = (value: unknown): Buffer =>
  typeof value === 'string' && BASE64.test(value) ? Buffer.from(value, 'base64') : bytesOf(value);

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The holder's picture on the chip as PNG; null when the chip has none that can be read. */
export async function chipFace(chip: Chip): Promise<Buffer | null> {
  try {
    const { format, bytes } = portraitOf(chip.dg2);
    if (format === 'jp2') {
      const { data, ...size } = await decodeJpeg2000(bytes);
      return await pngOfSamples(data, size);
    }
    const size = pictureHeader(bytes, 'jpg');
    return size && size.width * size.height <= MAX_PORTRAIT_PIXELS ? await toPng(bytes) : null;
  } catch (error) {
    if (error instanceof Malformed || error instanceof UnreadableImage) return null;
    throw error;
  }
}

function parseObject(json: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Reported below, like any other value.
  }
  throw new Malformed('Not a JSON object');
}

/** Apps send bytes with a sign (Java, Swift's `Int8`) or without (JavaScript, `UInt8`): -128 to 255. */
function bytesOf(value: unknown): Buffer {
  if (!Array.isArray(value) || value.length === 0) throw new Malformed('Not a list of bytes');
  const bytes = Buffer.alloc(value.length);
  for (const [index, byte] of value.entries()) {
    if (!Number.isInteger(byte) || byte < -128 || byte > 255) throw new Malformed('Not a byte');
    bytes[index] = byte;
  }
  return bytes;
}
