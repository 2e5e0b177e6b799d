import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinRightToLeft, label, paragraph, withoutMissingGlyphs } from './printable.ts';

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
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (text, longest) => {
      const line = paragraph(text, longest);
      expect([...line].length).toBeLessThanOrEqual(longest);
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]| {2}|^ | $/u);
    }),
  );
  expect(paragraph('abcdef', 4)).toBe('abc…');
  expect(paragraph('abcd', 4)).toBe('abcd');
});

it('tells characters without a glyph by their code points', () => {
  const ascii = (codePoint: number) => codePoint < 128;
  expect(withoutMissingGlyphs('a张𠮷é', ascii)).toBe('a[U+5F20][U+20BB7][U+00E9]');
});

it('keeps words that run from right to left in one run', () => {
  expect(joinRightToLeft('محمد علي Smith')).toBe('محمد\u00a0علي  Smith');
  expect(joinRightToLeft('Name שלום')).toBe('Name שלום');
});
