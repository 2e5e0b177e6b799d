/** Writes CBOR (RFC 8949) for the wallet of tests, apart from the library that the verifier reads with. */

/** A tag around a value. */
export class Tag {
  readonly number: number;
  readonly value: unknown;

  constructor(number: number, value: unknown) {
    this.number = number;
    this.value = value;
  }
}

function head(major: number, value: number): Buffer {
  const first = major << 5;
  if (value < 24) return Buffer.from([first | value]);
  if (value < 0x100) return Buffer.from([first | 24, value]);
  if (value < 0x10000) return Buffer.from([first | 25, value >> 8, value & 255]);
  const long = Buffer.alloc(5);
  long[0] = first | 26;
  long.writeUInt32BE(value, 1);
  return long;
}

/** The value as CBOR: numbers as integers, `Uint8Array` as bytes, `Map` and records as maps in their order. */
export function writeCbor(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Tag) return Buffer.concat([head(6, value.number), writeCbor(value.value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(writeCbor)]);
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(writeCbor)]);
}
