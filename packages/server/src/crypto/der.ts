// DER (X.690) as far as signatures need it: values within values, each with tag and length.

/** One value; a constructed one when its contents are values themselves. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const hex = body.length.toString(16);
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

/** The values that a constructed value is made of, each with its tag and length. Throws when it is cut short. */
export function partsOf(value: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let rest = contentOf(value);
  while (rest.length > 0) {
    const part = firstOf(rest);
    parts.push(part);
    rest = rest.subarray(part.length);
  }
  return parts;
}

/** The value that bytes begin with. Throws when it is cut short. */
export function firstOf(bytes: Buffer): Buffer {
  const { start, length } = headOf(bytes);
  if (start + length > bytes.length) throw new Error('DER is cut short');
  return bytes.subarray(0, start + length);
}

/** What a value holds. */
export function contentOf(value: Buffer): Buffer {
  return value.subarray(headOf(value).start);
}

function headOf(value: Buffer): { start: number; length: number } {
  if (value.length < 2) throw new Error('DER is cut short');
  const first = value.readUInt8(1);
  if (first < 0x80) return { start: 2, length: first };
  const bytes = first & 0x7f;
  return { start: 2 + bytes, length: value.readUIntBE(2, bytes) };
}
