import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../verification/src/testing/any-character.ts';
import { label, paragraph } from './printable.ts';

it.each([
  ['facial_similarity_photo', 'Facial similarity photo'],
  ['watchlist_aml', 'Watchlist AML'],
  ['mrz_line1', 'MRZ line 1'],
  ['us_driving_licence', 'US driving licence'],
  ['', ''],
])('writes %j as a heading', (name, heading) => {
  expect(label(name)).toBe(heading);
});

it('makes one bounded line of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (text, longest) => {
      const line = paragraph(text, longest);
      expect([...line].length).toBeLessThanOrEqual(longest);
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]| {2}|^ | $/u);
    }),
  );
  expect(paragraph('abcdef', 4)).toBe('abc…');
  expect(paragraph('abcd', 4)).toBe('abcd');
});
