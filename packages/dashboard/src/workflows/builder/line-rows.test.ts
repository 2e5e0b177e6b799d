import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOf, sectionsOf } from './line-rows.ts';

const shown = (before: string, after: string) =>
  rowsOf(before, after).map((row) => [row.before?.text ?? null, row.after?.text ?? null, row.equal]);

test('a changed line stands beside the old one, an added line alone', () => {
  expect(shown('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual([
    ['a', 'a', true],
    ['b', 'B', false],
    ['c', 'c', true],
    [null, 'd', false],
  ]);
  expect(shown('a\nb\nc\n', 'X\nc\n')).toEqual([
    ['a', 'X', false],
    ['b', null, false],
    ['c', 'c', true],
  ]);
  expect(shown('', 'a')).toEqual([[null, 'a', false]]);
  expect(shown('a\n\n', 'a\n\n')).toEqual([
    ['a', 'a', true],
    ['', '', true],
  ]);
});

test('equal lines far from a change are folded', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const changed = lines.with(10, 'other');
  const parts = sectionsOf(rowsOf(lines.join('\n'), changed.join('\n')));
  expect(parts.map(({ rows, folded }) => [rows.length, folded])).toEqual([
    [7, true],
    [3, false],
    [1, false],
    [3, false],
    [6, true],
  ]);
});

test('the rows have every line of both texts, in order', () => {
  const text = fc.array(fc.constantFrom('', 'a', 'b', 'steps:', '  - task')).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const rows = rowsOf(before, after);
      const lines = (value: string) =>
        value
          .replace(/\n$/, '')
          .split('\n')
          .map((line, index) => ({ number: index + 1, text: line }));
      expect(rows.flatMap((row) => row.before ?? [])).toEqual(before === '' ? [] : lines(before));
      expect(rows.flatMap((row) => row.after ?? [])).toEqual(after === '' ? [] : lines(after));
      expect(rows.every((row) => !row.equal || row.before?.text === row.after?.text)).toBe(true);
      expect(sectionsOf(rows).flatMap((section) => section.rows)).toEqual(rows);
    }),
  );
});
