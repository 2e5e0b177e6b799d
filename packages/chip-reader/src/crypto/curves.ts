import { type WeierstrassPoint, type WeierstrassPointCons, weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';

export type Point = WeierstrassPoint<bigint>;
export type Curve = WeierstrassPointCons<bigint>;

// Curves that @noble/curves does not have, as OpenSSL prints them (FIPS 186-4, D.1.2; RFC 5639, 3).
const p192 = () =>
  weierstrass({
    p: 0xfffffffffffffffffffffffffffffffeffffffffffffffffn,
    n: 0xffffffffffffffffffffffff99def836146bc9b1b4d22831n,
    h: 1n,
    a: 0xfffffffffffffffffffffffffffffffefffffffffffffffcn,
    b: 0x64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1n,
    Gx: 0x188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012n,
    Gy: 0x7192b95ffc8da78631011ed6b24cdd573f977a11e794811n,
  });
const brainpoolP192r1 = () =>
  weierstrass({
    p: 0xc302f41d932a36cda7a3463093d18db78fce476de1a86297n,
    n: 0xc302f41d932a36cda7a3462f9e9e916b5be8f1029ac4acc1n,
    h: 1n,
    a: 0x6a91174076b1e0e19c39c031fe8685c1cae040e5c69a28efn,
    b: 0x469a28ef7c28cca3dc721d044f4496bcca7ef4146fbf25c9n,
    Gx: 0xc0a0647eaab6a48753b033c56cb0f0900a2f5c4853375fd6n,
    Gy: 0x14b690866abd5bb88b5f4828c1490002e6773fa2fa299b8fn,
  });
const p224 = () =>
  weierstrass({
    p: 0xffffffffffffffffffffffffffffffff000000000000000000000001n,
    n: 0xffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3dn,
    h: 1n,
    a: 0xfffffffffffffffffffffffffffffffefffffffffffffffffffffffen,
    b: 0xb4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4n,
    Gx: 0xb70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21n,
    Gy: 0xbd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34n,
  });
const brainpoolP224r1 = () =>
  weierstrass({
    p: 0xd7c134aa264366862a18302575d1d787b09f075797da89f57ec8c0ffn,
    n: 0xd7c134aa264366862a18302575d0fb98d116bc4b6ddebca3a5a7939fn,
    h: 1n,
    a: 0x68a5e62ca9ce6c1c299803a6c1530b514e182ad8b0042a59cad29f43n,
    b: 0x2580f63ccfe44138870713b1a92369e33e2135d266dbb372386c400bn,
    Gx: 0xd9029ad2c7e5cf4340823b2a87dc68c9e4ce3174c1e6efdee12c07dn,
    Gy: 0x58aa56f772c0726f24c6b89e4ecdac24354b9e99caa3f6d3761402cdn,
  });
const brainpoolP320r1 = () =>
  weierstrass({
    p: 0xd35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e27n,
    n: 0xd35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311n,
    h: 1n,
    a: 0x3ee30b568fbab0f883ccebd46d3f3bb8a2a73513f5eb79da66190eb085ffa9f492f375a97d860eb4n,
    b: 0x520883949dfdbc42d3ad198640688a6fe13f41349554b49acc31dccd884539816f5eb4ac8fb1f1a6n,
    Gx: 0x43bd7e9afb53d8b85289bcc48ee5bfe6f20137d10a087eb6e7871e2a10a599c710af8d0d39e20611n,
    Gy: 0x14fdd05545ec1cc8ab4093247f77275e0743ffed117182eaa9c77877aaac6ac7d35245d1692e8ee1n,
  });

/** The standardised curves by their number (ICAO Doc 9303-11, 9.5.1). */
const CURVES: Readonly<Record<number, () => Curve>> = {
  8: p192,
  9: brainpoolP192r1,
  10: p224,
  11: brainpoolP224r1,
  12: () => p256.Point,
  13: () => brainpoolP256r1.Point,
  14: brainpoolP320r1,
  15: () => p384.Point,
  16: () => brainpoolP384r1.Point,
  17: () => brainpoolP512r1.Point,
  18: () => p521.Point,
};

/** The curve with this number of standardised domain parameters; undefined for other groups. */
export const curveOf = (parameterId: number): Curve | undefined => CURVES[parameterId]?.();

/** Big-endian bytes as a number. */
export const toInteger = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

/** A point as `04`, x and y. */
export const encodePoint = (point: Point): Uint8Array => point.toBytes(false);

/** The x coordinate of a point, which is the shared secret, with the length of the field. */
export function xOf(point: Point): Uint8Array {
  const bytes = encodePoint(point);
  return bytes.subarray(1, (bytes.length + 1) / 2);
}
