import { generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ecdsaSignature } from './ecdsa-signature.ts';

it.each(['P-256', 'P-384', 'P-521'])(
  'the two numbers of a signature by %s become the form of certificates',
  (namedCurve) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
    fc.assert(
      fc.property(fc.uint8Array(), (data) => {
        const numbers = sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
        expect(verify('sha256', data, publicKey, ecdsaSignature(numbers))).toBe(true);
      }),
    );
  },
);

it('numbers with zeros in front, or a first bit that is set, stay what they are', () => {
  const numbers = Buffer.from(`${'00'.repeat(31)}01${'ff'.repeat(32)}`, 'hex');
  expect(ecdsaSignature(numbers).toString('hex')).toBe(`3026020101022100${'ff'.repeat(32)}`);
  expect(ecdsaSignature(Buffer.alloc(64)).toString('hex')).toBe('3006020100020100');
});
