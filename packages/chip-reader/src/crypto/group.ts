import { pow } from '@noble/curves/abstract/modular.js';
import { type Curve, curveOf, encodePoint, type Point, toInteger, xOf } from './curves.ts';
import { mapToPoint } from './map-to-point.ts';
import { MODP, type ModpParameters } from './modp.ts';

/** A member of a group: a point of a curve, or a number modulo a prime. */
export interface Element {
  /** The element combined with itself so many times; `exponent` is from 1 to the order less 1. */
  power(exponent: bigint): Element;
  times(other: Element): Element;
  isNeutral(): boolean;
  /** The plain public key: `04`, x and y, or the number in as few bytes as possible (BSI TR-03110-3, A.2.2). */
  encode(): Uint8Array;
  /** The shared secret: the x coordinate, or the number with the length of the prime (ICAO Doc 9303-11, 9.6). */
  secret(): Uint8Array;
}

/** A group for Diffie-Hellman, over a curve or modulo a prime. */
export interface Group {
  /** `ecdh` or `dh`, as in object identifiers. */
  readonly kind: 'ecdh' | 'dh';
  readonly order: bigint;
  readonly generator: Element;
  /** Prime of the field, and its bits. */
  readonly prime: bigint;
  readonly bits: number;
  /** Reads the key of the other side. Throws for bytes that are not an element of the group. */
  decode(bytes: Uint8Array): Element;
  /** The integrated mapping of a pseudo-random number (ICAO Doc 9303-11, 4.4.3.3.2); undefined where the group has none. */
  readonly map?: (value: bigint) => Element;
}

/** Tag of the public key in the data that a token of PACE is made of (ICAO Doc 9303-11, 9.4). */
export const keyTag = ({ kind }: Group): number => (kind === 'ecdh' ? 0x86 : 0x84);

class CurveElement implements Element {
  readonly point: Point;

  constructor(point: Point) {
    this.point = point;
  }
  power(exponent: bigint) {
    return new CurveElement(this.point.multiply(exponent));
  }
  times(other: CurveElement) {
    return new CurveElement(this.point.add(other.point));
  }
  isNeutral() {
    return this.point.is0();
  }
  encode() {
    return encodePoint(this.point);
  }
  secret() {
    return xOf(this.point);
  }
}

/** The group of a curve, which must have a prime number of points. */
function curveGroup(curve: Curve): Group {
  const { n, p } = curve.CURVE();
  return {
    kind: 'ecdh',
    order: n,
    generator: new CurveElement(curve.BASE),
    prime: p,
    bits: p.toString(2).length,
    decode(bytes) {
      const point = curve.fromBytes(bytes);
      point.assertValidity();
      return new CurveElement(point);
    },
    // The mapping needs a prime that leaves 3 modulo 4: only P-224 has none.
    ...(p % 4n === 3n && { map: (value: bigint) => new CurveElement(mapToPoint(curve, value)) }),
  };
}

class ModpElement implements Element {
  readonly value: bigint;
  readonly p: bigint;

  constructor(value: bigint, p: bigint) {
    this.value = value;
    this.p = p;
  }
  power(exponent: bigint) {
    return new ModpElement(pow(this.value, exponent, this.p), this.p);
  }
  times(other: ModpElement) {
    return new ModpElement((this.value * other.value) % this.p, this.p);
  }
  isNeutral() {
    return this.value === 1n;
  }
  encode() {
    return bytesOf(this.value, Math.ceil(this.value.toString(16).length / 2));
  }
  secret() {
    return bytesOf(this.value, Math.ceil(this.p.toString(16).length / 2));
  }
}

/** The group modulo a prime. */
function modpGroup({ p, g, q }: ModpParameters): Group {
  return {
    kind: 'dh',
    order: q,
    generator: new ModpElement(g, p),
    prime: p,
    bits: p.toString(2).length,
    decode(bytes) {
      const value = toInteger(bytes);
      const isMember = value > 1n && value < p - 1n && pow(value, q, p) === 1n;
      if (!isMember) throw new Error('Not an element of the group');
      return new ModpElement(value, p);
    },
    map: (value) => new ModpElement(pow(value, (p - 1n) / q, p), p),
  };
}

/** The group with this number of standardised domain parameters (ICAO Doc 9303-11, 9.5.1); undefined for other numbers. */
export function groupOf(parameterId: number): Group | undefined {
  const modp = MODP[parameterId];
  if (modp) return modpGroup(modp);
  const curve = curveOf(parameterId);
  return curve && curveGroup(curve);
}

/** A private key from 1 to the order less 1. The bias is below 2^-64. */
export function privateKey({ order }: Group, random: (length: number) => Uint8Array): bigint {
  const bytes = random(Math.ceil(order.toString(16).length / 2) + 8);
  return (toInteger(bytes) % (order - 1n)) + 1n;
}

function bytesOf(value: bigint, length: number): Uint8Array {
  const digits = value.toString(16).padStart(2 * length, '0');
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}
