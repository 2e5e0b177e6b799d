import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../verification/src/testing/any-character.ts';
import { KeyedHash } from './keyed-hash.ts';

describe('a keyed hash', () => {
  it('is the HMAC-SHA-256 of RFC 4231, test case 2', () => {
    const hash = new KeyedHash(Buffer.from('Jefe')).hex('what do ya want for nothing?');
    expect(hash).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('equals that of createHmac for any key of up to 64 bytes and any text', () => {
    const keys = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes));
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ minLength: 300, maxLength: 2_000, unit: anyCharacter }),
    );
    fc.assert(
      fc.property(keys, fc.array(texts, { maxLength: 3 }), (key, all) => {
        const keyed = new KeyedHash(key);
        for (const text of all) {
          expect(keyed.hex(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
        }
      }),
    );
  });

  it('refuses a key that RFC 2104 would hash first', () => {
    expect(() => new KeyedHash(Buffer.alloc(65))).toThrow('The key of a keyed hash has at most 64 bytes, not 65');
  });
});
