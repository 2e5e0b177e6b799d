const LETTERS = (1 << 26) - 1;
const LONGEST = 63;

/**
 * Encodes the letters and length of a word in 32 bits: a bit for each of a to z, and the length above, at most 63. It
 * distinguishes most words that differ in more than a few letters.
 * @param text lower case letters a to z and digits, which have no bit
 */
export function shapeOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const place = text.charCodeAt(i) - 97;
    if (place >= 0) letters |= 1 << place;
  }
  return ((Math.min(text.length, LONGEST) << 26) | letters) >>> 0;
}

/**
 * Least number of edits that words of these shapes can be apart. An edit brings and takes away one letter at most, and
 * an exchange of neighbours none.
 */
export function fewestEdits(a: number, b: number): number {
  const [more, less] = [bitCount(a & ~b & LETTERS), bitCount(b & ~a & LETTERS)];
  return Math.max(more, less, Math.abs((a >>> 26) - (b >>> 26)));
}

/** Bits of the number that are 1. */
export function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
