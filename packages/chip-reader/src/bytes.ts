/** Joins lists of bytes. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Returns whether both have the same bytes. The time does not depend on where they differ. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [index, byte] of a.entries()) difference |= byte ^ b[index]!;
  return difference === 0;
}

/** The exclusive or of two lists of the same length. */
export const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, index) => byte ^ b[index]!);

/** Characters of ASCII as bytes. */
export const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** A number from 0 to 2^32-1 as big-endian bytes. */
export const uint = (value: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (value / 256 ** (length - 1 - index)) & 0xff);

/** Padding method 2 of ISO/IEC 9797-1: `80`, then zeros up to a multiple of `size`. */
export function pad(bytes: Uint8Array, size: number): Uint8Array {
  const padded = new Uint8Array((Math.floor(bytes.length / size) + 1) * size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  return padded;
}

/** Removes padding method 2; null if the bytes have none. */
export function unpad(bytes: Uint8Array): Uint8Array | null {
  let end = bytes.length - 1;
  while (end >= 0 && bytes[end] === 0) end -= 1;
  return bytes[end] === 0x80 ? bytes.subarray(0, end) : null;
}

/** Returns whether the bytes begin with others. */
export const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);
