/*
 * QR codes (ISO/IEC 18004) of text as bytes, error correction M, versions 1 to 10: up to 213 bytes, which is more than a
 * link has.
 */

/** Codewords of error correction in each block, and blocks, for M by version (table 9). */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26] as const;
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5] as const;

/** True is dark; `modules[y][x]`. */
export type Modules = readonly (readonly boolean[])[];

/** Modules of a version that carry codewords (7.4.10, counted). */
function rawBits(version: number): number {
  const aligned = version >= 2 ? Math.floor(version / 7) + 2 : 0;
  const bits = (16 * version + 128) * version + 64;
  return bits - (aligned ? (25 * aligned - 10) * aligned - 55 : 0) - (version >= 7 ? 36 : 0);
}

/** Product in the field of 256 elements with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> i) & 1) * a);
  return product;
}

/** The generator of `degree` codewords of error correction, without its leading 1. */
function divisor(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) result[j] = times(result[j] as number, root) ^ (result[j + 1] ?? 0);
    root = times(root, 2);
  }
  return result;
}

function remainder(data: readonly number[], by: readonly number[]): number[] {
  const result = by.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() as number);
    result.push(0);
    for (const [i, coefficient] of by.entries()) result[i] = (result[i] as number) ^ times(coefficient, factor);
  }
  return result;
}

/** Data with error correction, blocks interleaved. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [correction, blocks] = [CORRECTION[version - 1] as number, BLOCKS[version - 1] as number];
  const all = Math.floor(rawBits(version) / 8);
  const room = all - correction * blocks;
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const data = Array.from({ length: bits.length / 8 }, (_, i) =>
    Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2),
  );
  for (let pad = 0xec; data.length < room; pad ^= 0xfd) data.push(pad);

  const short = Math.floor(all / blocks) - correction;
  const shortBlocks = blocks - (all % blocks);
  const by = divisor(correction);
  const parts: { data: number[]; check: number[] }[] = [];
  for (let i = 0, at = 0; i < blocks; i += 1) {
    const length = short + (i < shortBlocks ? 0 : 1);
    const part = data.slice(at, at + length);
    at += length;
    parts.push({ data: part, check: remainder(part, by) });
  }
  const result: number[] = [];
  for (let i = 0; i <= short; i += 1)
    for (const part of parts) if (i < part.data.length) result.push(part.data[i] as number);
  for (let i = 0; i < correction; i += 1) for (const part of parts) result.push(part.check[i] as number);
  return result;
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Remainder of a value shifted by `shift`, for format and version information (annexes C and D). */
function checked(value: number, shift: number, polynomial: number): number {
  let rest = value;
  for (let i = 0; i < shift; i += 1) rest = (rest << 1) ^ ((rest >>> (shift - 1)) * polynomial);
  return (value << shift) | rest;
}

/** Draws the code with one mask. */
function drawn(version: number, words: readonly number[], mask: number): boolean[][] {
  const size = version * 4 + 17;
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean) => {
    const [row, fixedRow] = [modules[y], fixed[y]];
    if (!row || !fixedRow || x < 0 || x >= size) return;
    row[x] = dark;
    fixedRow[x] = true;
  };
  const bit = (value: number, i: number) => ((value >>> i) & 1) === 1;
  const square = (cx: number, cy: number, radius: number, dark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1) set(cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
  };

  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  if (version >= 2) {
    const count = Math.floor(version / 7) + 2;
    const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
    const places = [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - (count - 2 - i) * step)];
    const last = count - 1;
    for (const [i, x] of places.entries())
      for (const [j, y] of places.entries()) {
        const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
        if (!corner) square(x, y, 2, (distance) => distance !== 1);
      }
  }
  // Error correction M is 0.
  const format = checked(mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i += 1) {
    const dark = bit(format, i);
    if (i < 8) set(size - 1 - i, 8, dark);
    else set(8, size - 15 + i, dark);
    if (i < 6) set(8, i, dark);
    else if (i < 8) set(8, i + 1, dark);
    else if (i === 8) set(7, 8, dark);
    else set(14 - i, 8, dark);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const about = checked(version, 12, 0x1f25);
    for (let i = 0; i < 18; i += 1) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, bit(about, i));
      set(b, a, bit(about, i));
    }
  }

  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y]?.[x]) continue;
        const dark = at < words.length * 8 && bit(words[at >>> 3] as number, 7 - (at & 7));
        at += 1;
        (modules[y] as boolean[])[x] = dark !== (masks[mask] as (x: number, y: number) => boolean)(x, y);
      }
  }
  return modules;
}

/** How hard a code is to read: long runs and blocks of one colour (7.8.3.1, features 1 and 2). */
function penalty(modules: Modules): number {
  const size = modules.length;
  const at = (x: number, y: number) => modules[y]?.[x];
  let total = 0;
  for (let a = 0; a < size; a += 1)
    for (const read of [(b: number) => at(b, a), (b: number) => at(a, b)]) {
      let run = 1;
      for (let b = 1; b <= size; b += 1) {
        if (b < size && read(b) === read(b - 1)) run += 1;
        else {
          if (run >= 5) total += run - 2;
          run = 1;
        }
      }
    }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const dark = at(x, y);
      if (dark === at(x - 1, y) && dark === at(x, y - 1) && dark === at(x - 1, y - 1)) total += 3;
    }
  return total;
}

/** The code of a text. Throws when it has more than 213 bytes. */
export function qrCode(text: string): Modules {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= 10; version += 1) {
    const room =
      Math.floor(rawBits(version) / 8) - (CORRECTION[version - 1] as number) * (BLOCKS[version - 1] as number);
    if (bytes.length > room - (version < 10 ? 2 : 3)) continue;
    const words = codewords(bytes, version);
    const all = masks.map((_, mask) => drawn(version, words, mask));
    return all.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
  }
  throw new Error('The text is too long for a QR code');
}
