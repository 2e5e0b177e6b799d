import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { hashDistance, perceptualHash, sameLook } from './hash.ts';
import { cardAlone, cardOnTable, hills, letterOnTable } from './testing.ts';

const hashOf = async (bytes: Buffer) => perceptualHash((await decode(bytes)).grey);

describe('perceptual hash', () => {
  it('stays nearly the same in any size and compression', async () => {
    const picture = await (await cardOnTable({ tilt: 6 })).png().toBuffer();
    const hash = await hashOf(picture);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    const change = fc.record({
      width: fc.integer({ min: 240, max: 1600 }),
      quality: fc.integer({ min: 25, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ width, quality }) => {
        expect(sameLook(hash, await hashOf(await sharp(picture).resize(width).jpeg({ quality }).toBuffer()))).toBe(
          true,
        );
      }),
      { numRuns: 25 },
    );
  });

  it('stays nearly the same a little brighter or darker', async () => {
    const picture = await cardOnTable();
    const hash = await hashOf(await picture.png().toBuffer());
    expect(sameLook(hash, await hashOf(await picture.clone().linear(0.8, 10).png().toBuffer()))).toBe(true);
  });

  it('differs between different pictures', async () => {
    const pictures = [cardOnTable(), cardAlone(), hills(), letterOnTable(), cardOnTable({ tilt: 30 })];
    const hashes = await Promise.all(pictures.map(async (picture) => hashOf(await (await picture).png().toBuffer())));
    for (const [i, a] of hashes.entries()) {
      for (const b of hashes.slice(i + 1)) expect(hashDistance(a, b)).toBeGreaterThan(8);
    }
  });

  it('has a distance that is one', () => {
    const hash = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((bits) => bits.toString(16).padStart(16, '0'));
    fc.assert(
      fc.property(hash, hash, hash, (a, b, c) => {
        expect(hashDistance(a, a)).toBe(0);
        expect(hashDistance(a, b)).toBe(hashDistance(b, a));
        expect(hashDistance(a, c)).toBeLessThanOrEqual(hashDistance(a, b) + hashDistance(b, c));
      }),
    );
    expect(hashDistance('0000000000000000', 'ffffffffffffffff')).toBe(64);
  });

  it('exists for the smallest picture', () => {
    expect(perceptualHash({ width: 1, height: 1, data: Uint8Array.of(7) })).toHaveLength(16);
  });
});
