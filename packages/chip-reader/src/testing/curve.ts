import { generateKeyPairSync } from 'node:crypto';

/** Curves of OpenSSL with arithmetic in affine coordinates, for the simulated chip: slow, and made without the reader's library. */

/** A point; null is the point at infinity. */
type Affine = { readonly x: bigint; readonly y: bigint } | null;

export interface AffineCurve {
  /** Prime of the field, and coefficients of `y² = x³ + ax + b`. */
  readonly p: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly order: bigint;
  readonly base: Affine;
  add(a: Affine, b: Affine): Affine;
  multiply(factor: bigint, point: Affine): Affine;
  /** The inverse of a number in the field. */
  inverse(value: bigint): bigint;
  encode(point: Affine): Buffer;
  /** Throws for bytes that don't encode a point of the curve. */
  decode(bytes: Uint8Array): Affine;
  /** The x coordinate, with the length of the field. */
  xOf(point: Affine): Buffer;
}

export const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
export const modulo = (value: bigint, p: bigint) => ((value % p) + p) % p;

/** The inverse of a number by Euclid's algorithm. */
function inverseOf(value: bigint, p: bigint): bigint {
  let [rest, next] = [p, modulo(value, p)];
  let [factor, following] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, following] = [following, factor - quotient * following];
  }
  return modulo(factor, p);
}

/** Contents of the structures of DER in a structure, with their tags. */
function parts(der: Buffer): { tag: number; content: Buffer }[] {
  const found = [];
  for (let at = 0; at < der.length; ) {
    const first = der[at + 1]!;
    const more = first < 0x80 ? 0 : first & 0x7f;
    const length = more === 0 ? first : der.readUIntBE(at + 2, more);
    const start = at + 2 + more;
    found.push({ tag: der[at]!, content: der.subarray(start, start + length) });
    at = start + length;
  }
  return found;
}

/** The curve with this name in OpenSSL, whose parameters OpenSSL writes into a key. */
export function affineCurve(name: string): AffineCurve {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: name, paramEncoding: 'explicit' });
  const [algorithm] = parts(parts(publicKey.export({ format: 'der', type: 'spki' }))[0]!.content);
  const [, field, coefficients, generator, order] = parts(parts(algorithm!.content)[1]!.content);
  const p = numberOf(parts(field!.content)[1]!.content);
  const [a, b] = parts(coefficients!.content).map(({ content }) => numberOf(content)) as [bigint, bigint];
  const size = Math.ceil(p.toString(16).length / 2);

  const inverse = (value: bigint) => inverseOf(value, p);
  function add(left: Affine, right: Affine): Affine {
    if (!left) return right;
    if (!right) return left;
    if (left.x === right.x && modulo(left.y + right.y, p) === 0n) return null;
    const slope =
      left.x === right.x
        ? (3n * left.x * left.x + a) * inverse(2n * left.y)
        : (right.y - left.y) * inverse(modulo(right.x - left.x, p));
    const x = modulo(slope * slope - left.x - right.x, p);
    return { x, y: modulo(slope * (left.x - x) - left.y, p) };
  }
  function multiply(factor: bigint, point: Affine): Affine {
    let [sum, double]: Affine[] = [null, point];
    for (let left = factor; left > 0n; left >>= 1n) {
      if (left & 1n) sum = add(sum!, double!);
      double = add(double!, double!);
    }
    return sum!;
  }
  const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex');
  function decode(bytes: Uint8Array): Affine {
    const [x, y] = [numberOf(bytes.subarray(1, 1 + size)), numberOf(bytes.subarray(1 + size))];
    const isOnCurve = modulo(y * y - (x * x * x + a * x + b), p) === 0n;
    if (bytes[0] !== 4 || bytes.length !== 1 + 2 * size || !isOnCurve) throw new Error('Not a point of the curve');
    return { x, y };
  }
  return {
    p,
    a,
    b,
    inverse,
    order: numberOf(order!.content),
    base: decode(generator!.content),
    add,
    multiply,
    decode,
    encode: (point) => Buffer.concat([Buffer.of(4), bytesOf(point!.x), bytesOf(point!.y)]),
    xOf: (point) => bytesOf(point!.x),
  };
}
