import { ByteReader, Malformed } from './byte-reader.ts';

/** A BER-TLV data object (ISO/IEC 7816-4, 6.3), its tag as it is printed: 0x7f61. */
interface Tlv {
  readonly tag: number;
  readonly value: Uint8Array;
}

/** Reads one data object with a tag of one or two bytes and a length of at most three. Throws `Malformed`. */
function readTlv(reader: ByteReader): Tlv {
  const first = reader.uint(1);
  // All low bits set: the tag continues in the next byte.
  const tag = (first & 0x1f) === 0x1f ? first * 256 + reader.uint(1) : first;
  return { tag, value: reader.take(readLength(reader)) };
}

/** The value of the first data object, which must bear `tag`. What follows it is padding. Throws `Malformed`. */
export function onlyTlv(bytes: Uint8Array, tag: number): Uint8Array {
  const found = readTlv(new ByteReader(bytes));
  if (found.tag !== tag) throw new Malformed(`Tag ${found.tag.toString(16)} in the place of ${tag.toString(16)}`);
  return found.value;
}

/** The value of the first of the data objects in `bytes` that bears one of `tags`. Throws `Malformed`. */
export function findTlv(bytes: Uint8Array, ...tags: readonly number[]): Uint8Array {
  const reader = new ByteReader(bytes);
  while (reader.left > 0) {
    const { tag, value } = readTlv(reader);
    if (tags.includes(tag)) return value;
  }
  throw new Malformed(`No tag ${tags.map((tag) => tag.toString(16)).join(' or ')}`);
}

function readLength(reader: ByteReader): number {
  const first = reader.uint(1);
  switch (first) {
    case 0x81:
      return reader.uint(1);
    case 0x82:
      return reader.uint(2);
    case 0x83:
      return reader.uint(3);
    default:
      // 0x80 would be a length given by an end mark, which chips don't use.
      if (first >= 0x80) throw new Malformed('A length of more than three bytes, or none');
      return first;
  }
}
