import { MODP } from '../crypto/modp.ts';
import { affineCurve, modulo, numberOf } from './curve.ts';

/** A group of the simulated chip. Elements are bytes as they are sent. Its arithmetic is written without the reader's code. */
export interface ChipGroup {
  /** Arcs of the object identifier of PACE: generic and integrated mapping. */
  readonly arcs: { readonly generic: number; readonly integrated: number };
  /** Tag of a public key. */
  readonly tag: '84' | '86';
  readonly order: bigint;
  readonly p: bigint;
  readonly base: Buffer;
  combine(a: Buffer, b: Buffer): Buffer;
  raise(exponent: bigint, element: Buffer): Buffer;
  /** Throws for bytes that don't encode an element. */
  check(bytes: Buffer): Buffer;
  secret(element: Buffer): Buffer;
  /** The integrated mapping of a pseudo-random number. */
  map(value: bigint): Buffer;
}

/** The group of a curve by its name in OpenSSL. */
export function curveGroup(name: string): ChipGroup {
  const curve = affineCurve(name);
  const { p, a, b, encode, decode } = curve;
  return {
    arcs: { generic: 2, integrated: 4 },
    tag: '86',
    order: curve.order,
    p,
    base: encode(curve.base),
    combine: (one, other) => encode(curve.add(decode(one), decode(other))),
    raise: (exponent, element) => encode(curve.multiply(exponent, decode(element))),
    check: (bytes) => encode(decode(bytes)),
    secret: (element) => curve.xOf(decode(element)),
    map(t) {
      // ICAO Doc 9303-11, appendix B.1, with the square root as a power.
      const alpha = modulo(-t * t, p);
      const x2 = modulo(-b * curve.inverse(a) * (1n + curve.inverse(alpha + alpha * alpha)), p);
      const h = modulo(x2 ** 3n + a * x2 + b, p);
      const root = powerOf(h, (p + 1n) / 4n, p);
      const point =
        modulo(root * root - h, p) === 0n
          ? { x: x2, y: root }
          : { x: modulo(alpha * x2, p), y: modulo(-(t ** 3n) * root, p) };
      return encode(point);
    },
  };
}

/** The group modulo a prime, by the number of its standardised parameters. */
export function primeGroup(parameterId: number): ChipGroup {
  const { p, g, q } = MODP[parameterId]!;
  const size = p.toString(16).length / 2;
  const read = (element: Buffer) => numberOf(element);
  const write = (value: bigint) => {
    const digits = value.toString(16);
    return Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  };
  return {
    arcs: { generic: 1, integrated: 3 },
    tag: '84',
    order: q,
    p,
    base: write(g),
    combine: (one, other) => write((read(one) * read(other)) % p),
    raise: (exponent, element) => write(powerOf(read(element), exponent, p)),
    check(bytes) {
      if (powerOf(read(bytes), q, p) !== 1n) throw new Error('Not an element of the group');
      return bytes;
    },
    secret: (element) => Buffer.concat([Buffer.alloc(size - element.length), element]),
    map: (value) => write(powerOf(value, (p - 1n) / q, p)),
  };
}

function powerOf(base: bigint, exponent: bigint, p: bigint): bigint {
  let [result, square] = [1n, modulo(base, p)];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
}
