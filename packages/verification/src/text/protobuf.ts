/** The wire format of protocol buffers (https://protobuf.dev/programming-guides/encoding), as far as ONNX models need it. */

export interface Field {
  readonly number: number;
  /** A whole number, or the bytes of a text, a message, a packed list or a number of fixed size. */
  readonly value: number | Buffer;
  /** The bytes of the field with its tag: a field that isn't understood is written back unchanged. */
  readonly bytes: Uint8Array;
}

/**
 * The fields of a message in their order. Numbers above 2^53 (negative ones are) lose their low bits.
 *
 * @throws when the bytes are not a message
 */
export function fieldsOf(message: Uint8Array): Field[] {
  const view = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const found: Field[] = [];
  for (let at = 0; at < view.length; ) {
    const tag = readVarint(view, at);
    const kind = tag.value % 8;
    const fixed = kind === 1 ? 8 : kind === 5 ? 4 : null;
    const size = fixed === null ? readVarint(view, tag.end) : { value: fixed, end: tag.end };
    const end = kind === 0 ? size.end : size.end + size.value;
    if (![0, 1, 2, 5].includes(kind) || end > view.length)
      throw new RangeError('The data is not a protocol buffer message.');
    const value = kind === 0 ? size.value : view.subarray(size.end, end);
    found.push({ number: Math.floor(tag.value / 8), value, bytes: view.subarray(at, end) });
    at = end;
  }
  return found;
}

/** The whole numbers of a packed list. */
export function numbersOf(packed: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at < packed.length; ) {
    const { value, end } = readVarint(packed, at);
    found.push(value);
    at = end;
  }
  return found;
}

/** Seven bits a byte, lowest first; the last byte is below 128. */
function readVarint(bytes: Buffer, start: number): { value: number; end: number } {
  let [value, factor, at] = [0, 1, start];
  for (let byte = 128; byte >= 128; factor *= 128) {
    byte = bytes.readUInt8(at++);
    value += (byte & 127) * factor;
  }
  return { value, end: at };
}

/** Only whole numbers from 0 up. */
export function number(field: number, value: number): Uint8Array {
  return Buffer.from([...varint(field << 3), ...varint(value)]);
}

export function float(field: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([Buffer.from(varint((field << 3) | 5)), bytes]);
}

export function text(field: number, value: string): Uint8Array {
  return message(field, [Buffer.from(value)]);
}

export function message(field: number, parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(length)]), ...parts]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}
