import { describe, expect, it } from 'vitest';
import { buildNameIndex, NameIndexBuilder } from './index-builder.ts';
import { NotANameIndex, openNameIndex } from './index-file.ts';
import { searchNames } from './search.ts';
import { listed, person } from './testing.ts';

const built = () => buildNameIndex([{ ordinal: 7, ...listed('Iskra Novak') }]);

describe('the file of an index', () => {
  it('is the same for the same records', () => {
    expect(Buffer.from(built()).equals(built())).toBe(true);
  });

  it('is built of records that come one after another', () => {
    const builder = new NameIndexBuilder();
    builder.add({ ordinal: 7, ...listed('Iskra Novak') });
    expect(Buffer.from(builder.finish()).equals(built())).toBe(true);
  });

  it('is searched where it lies, in memory that threads share', () => {
    const bytes = built();
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    const index = openNameIndex(shared);
    expect(index.partFacts.buffer).toBe(shared);
    expect(searchNames(index, person('Iskra Novak')).candidates.map(({ ordinal }) => ordinal)).toEqual([7]);
  });

  it('may be empty', () => {
    const index = openNameIndex(buildNameIndex([]));
    expect(searchNames(index, person('Iskra Novak', { ids: [{ number: '12345' }] }))).toEqual({
      candidates: [],
      complete: true,
      considered: 0,
      left: 0,
      unknown_parts: ['iskra', 'novak'],
      work: 44,
    });
  });

  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array, RegExp]>([
    ['empty', () => new Uint8Array(), /cut short/],
    ['cut', (bytes) => bytes.slice(0, -4), /cut short/],
    ['another file', (bytes) => bytes.map((byte, i) => (i < 4 ? 0x20 : byte)), /does not begin as one/],
    ['of another version', (bytes) => bytes.map((byte, i) => (i === 4 ? 99 : byte)), /version 99, not 7/],
    [
      'altered in one bit',
      (bytes) => bytes.map((byte, i) => (i === bytes.length - 9 ? byte ^ 1 : byte)),
      /checksum differs/,
    ],
  ])('is refused when it is %s', (_, alter, reason) => {
    expect(() => openNameIndex(alter(built()))).toThrow(NotANameIndex);
    expect(() => openNameIndex(alter(built()))).toThrow(reason);
  });
});
