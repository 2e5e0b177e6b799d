import { concat, uint } from './bytes.ts';
import { invalidAnswer } from './errors.ts';

/** A data object of BER-TLV (ISO/IEC 7816-4, 6.3). */
export interface Tlv {
  /** Number of the tag, of one or two bytes: 0x7f49. */
  readonly tag: number;
  readonly value: Uint8Array;
  /** The whole object, with tag and length. */
  readonly raw: Uint8Array;
}

/** Encodes a data object. */
export function tlv(tag: number, ...values: readonly Uint8Array[]): Uint8Array {
  const value = concat(...values);
  return concat(uint(tag, tag > 0xff ? 2 : 1), encodedLength(value.length), value);
}

function encodedLength(length: number): Uint8Array {
  if (length < 0x80) return uint(length, 1);
  if (length < 0x100) return Uint8Array.of(0x81, length);
  return concat(Uint8Array.of(0x82), uint(length, 2));
}

/** Number of bytes of tag and length, and of the value; null if `head` is too short to tell. Throws `ChipError`. */
export function sizeOf(head: Uint8Array): { readonly header: number; readonly length: number } | null {
  const tagBytes = (head[0]! & 0x1f) === 0x1f ? 2 : 1;
  const first = head[tagBytes];
  if (first === undefined) return null;
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || more > 3) throw invalidAnswer('The chip sent a length of more than three bytes, or none');
  const header = tagBytes + 1 + more;
  if (head.length < header) return null;
  const length = more === 0 ? first : head.subarray(tagBytes + 1, header).reduce((sum, byte) => sum * 256 + byte, 0);
  return { header, length };
}

/** Reads data objects that follow each other. Throws `ChipError` where they do not fill the bytes. */
export function readTlvs(bytes: Uint8Array): Tlv[] {
  const read: Tlv[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const size = sizeOf(rest);
    if (!size || rest.length < size.header + size.length) throw invalidAnswer('The chip sent data that were cut off');
    const raw = rest.subarray(0, size.header + size.length);
    const tag = (raw[0]! & 0x1f) === 0x1f ? raw[0]! * 256 + raw[1]! : raw[0]!;
    read.push({ tag, value: raw.subarray(size.header), raw });
    rest = rest.subarray(raw.length);
  }
  return read;
}

/** The value of the first data object with this tag; undefined without one. Throws `ChipError`. */
export const contentOf = (bytes: Uint8Array, tag: number): Uint8Array | undefined =>
  readTlvs(bytes).find((object) => object.tag === tag)?.value;
