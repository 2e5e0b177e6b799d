import type { GreyRaster } from './decode.ts';

const SIDE = 32;
const KEPT = 8;

/**
 * Bits of 64 in which hashes of the same picture differ at most. Measured on 151 pictures, each made smaller (300 and 700
 * pixels) and compressed (JPEG quality 30 to 90): 0 to 4, median 0. Of their 11,325 pairs two were as near: two copies of
 * one document, and two letters of one sender.
 */
export const SAME_LOOK = 4;

/**
 * Perceptual hash: signs of the 64 lowest frequencies (but the mean) of the picture shrunk to 32 by 32, against their
 * median (C. Zauner, "Implementation and benchmarking of perceptual image hash functions", 2010). 16 hexadecimal digits.
 *
 * Pictures that only differ in size or compression get nearly the same; see `distance`. It is not proof of sameness:
 * two people's documents of one kind look alike, too.
 *
 * @example
 * import { perceptualHash } from '@bonafide/verification';
 *
 * const grey = { width: 64, height: 64, data: new Uint8Array(64 * 64) };
 * perceptualHash(grey).length; // 16
 */
export function perceptualHash(picture: GreyRaster): string {
  const small = shrunk(picture);
  const values: number[] = [];
  for (let v = 0; v < KEPT; v++) {
    for (let u = 0; u < KEPT; u++) values.push(coefficient(small, u === 0 && v === 0 ? KEPT : u, v));
  }
  const median = [...values].sort((a, b) => a - b)[values.length >> 1]!;
  let hash = 0n;
  for (const value of values) hash = (hash << 1n) | (value > median ? 1n : 0n);
  return hash.toString(16).padStart(16, '0');
}

/**
 * Bits in which two hashes differ, 0 to 64.
 *
 * @example
 * import { hashDistance } from '@bonafide/verification';
 *
 * hashDistance('ffffffffffffffff', 'fffffffffffffffe'); // 1
 */
export function hashDistance(a: string, b: string): number {
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; bits > 0n; bits >>= 1n) count += Number(bits & 1n);
  return count;
}

/**
 * Returns whether two hashes belong to the same picture in another size or compression.
 *
 * @example
 * import { sameLook } from '@bonafide/verification';
 *
 * sameLook('ffffffffffffffff', 'fffffffffffffffe'); // true
 */
export function sameLook(a: string, b: string): boolean {
  return hashDistance(a, b) <= SAME_LOOK;
}

const cosines = Array.from({ length: KEPT + 1 }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (_, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIDE))),
);

function coefficient(small: Float64Array, u: number, v: number): number {
  let sum = 0;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) sum += small[y * SIDE + x]! * cosines[u]![x]! * cosines[v]![y]!;
  }
  return sum;
}

/** Means over 32 by 32 equal parts, pixels on a border counted in proportion, so that the size leaves no trace. */
function shrunk({ width, height, data }: GreyRaster): Float64Array {
  const columns = shares(width);
  const rows = shares(height);
  const small = new Float64Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      let sum = 0;
      const [down, across] = [rows[y]!, columns[x]!];
      for (let i = 0; i < down.shares.length; i++) {
        const high = down.shares[i]!;
        const from = (down.first + i) * width + across.first;
        for (let j = 0; j < across.shares.length; j++) sum += data[from + j]! * high * across.shares[j]!;
      }
      small[y * SIDE + x] = sum;
    }
  }
  return small;
}

/** Pixels of a line that fall into one of its parts: the first, and the share of the part that each of them has. */
interface Shares {
  readonly first: number;
  readonly shares: Float64Array;
}

/** The pixels of a line that fall into each of the 32 parts. */
function shares(length: number): Shares[] {
  return Array.from({ length: SIDE }, (_, part) => {
    const from = (part * length) / SIDE;
    const to = ((part + 1) * length) / SIDE;
    const first = Math.floor(from);
    const end = Math.min(Math.ceil(to), length);
    const shares = Float64Array.from({ length: Math.max(0, end - first) }, (_, i) => {
      return (Math.min(first + i + 1, to) - Math.max(first + i, from)) / (to - from);
    });
    return { first, shares };
  });
}
