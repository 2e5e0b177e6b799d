import { Integer, Sequence } from 'asn1js';

/**
 * A signature by ECDSA as certificates and messages have it (ECDSA-Sig-Value, RFC 3279, 2.2.3) from the two numbers of one length behind
 * one another, as some services answer it.
 */
export function ecdsaSignature(numbers: Buffer): Buffer {
  const half = numbers.length / 2;
  const value = [numbers.subarray(0, half), numbers.subarray(half)].map((number) =>
    Integer.fromBigInt(BigInt(`0x${number.toString('hex')}`)),
  );
  return Buffer.from(new Sequence({ value }).toBER());
}
