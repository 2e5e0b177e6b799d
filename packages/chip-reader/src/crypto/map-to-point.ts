import { pow } from '@noble/curves/abstract/modular.js';
import type { Curve, Point } from './curves.ts';

/**
 * Maps a number to a point of a curve (ICAO Doc 9303-11, appendix B.2). The mapping makes two candidates. Exactly one is on the curve.
 * The prime of the field must leave 3 modulo 4, and the curve must have a prime number of points.
 */
export function mapToPoint(curve: Curve, t: bigint): Point {
  const { p, a, b } = curve.CURVE();
  const modulo = (value: bigint) => ((value % p) + p) % p;
  const alpha = modulo(-t * t);
  const sum = modulo(alpha + alpha * alpha);
  const x2 = modulo(-b * (1n + sum) * pow(modulo(a * sum), p - 2n, p));
  const x3 = modulo(alpha * x2);
  const h2 = modulo(x2 ** 3n + a * x2 + b);
  const u = modulo(t ** 3n * h2);
  const root = pow(h2, p - 1n - (p + 1n) / 4n, p);
  const isSquare = modulo(root * root * h2) === 1n;
  return curve.fromAffine(isSquare ? { x: x2, y: modulo(root * h2) } : { x: x3, y: modulo(root * u) });
}
