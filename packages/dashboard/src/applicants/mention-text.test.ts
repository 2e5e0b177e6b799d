import { expect, test } from 'vitest';
import { beginningAt, fitting, partsOf } from './mention-text.ts';

test('finds the beginning of a name before the cursor', () => {
  expect(beginningAt('Ask @Ri', 7)).toEqual({ start: 4, text: 'Ri' });
  expect(beginningAt('@', 1)).toEqual({ start: 0, text: '' });
  expect(beginningAt('@Rita Sm and', 8)).toEqual({ start: 0, text: 'Rita Sm' });
  expect(beginningAt('(@Ri', 4)).toEqual({ start: 1, text: 'Ri' });
  for (const [value, cursor] of [
    ['rita@example.com', 16],
    ['Ask Rita', 8],
    ['@Ri', 0],
    ['@Ri\nta', 6],
    [`@${'a'.repeat(61)}`, 62],
  ] as const) {
    expect([value, beginningAt(value, cursor)]).toEqual([value, null]);
  }
});

test('offers names by any of their words, each once', () => {
  const members = ['Rita Smith', 'Otto', 'Sam Ritter', 'Otto', 'Élise'].map((name) => ({ name }));
  expect(fitting('ri', members)).toEqual(['Rita Smith', 'Sam Ritter']);
  expect(fitting('rita s', members)).toEqual(['Rita Smith']);
  expect(fitting('', members)).toEqual(['Rita Smith', 'Otto', 'Sam Ritter', 'Élise']);
  expect(fitting('E\u0301L', members)).toEqual(['Élise']);
  expect(fitting('x', members)).toEqual([]);
});

test('marks the names of mentioned members in a note, the longest first', () => {
  const mentions = [{ name: 'Ann' }, { name: 'Ann Lee' }, { name: 'A. (B)' }];
  const marked = (note: string) => partsOf(note, mentions).map(({ text, mentions: is }) => (is ? `[${text}]` : text));
  expect(marked('Ask @Ann Lee, @ann and @A. (B)!')).toEqual([
    ...['Ask ', '[@Ann Lee]', ', ', '[@ann]', ' and ', '[@A. (B)]', '!'],
  ]);
  expect(marked('@Anna, x@Ann')).toEqual(['@Anna, x@Ann']);
  expect(partsOf('@Ann', [])).toEqual([{ text: '@Ann', mentions: false }]);
});
