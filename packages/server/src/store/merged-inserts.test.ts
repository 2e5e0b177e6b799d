import { expect, test } from 'vitest';
import { isMergeable, mergedInserts } from './merged-inserts.ts';

const plain = 'insert into "rows" ("a", "b") values ($1, $2)';
const sum = `insert into "counts" ("a", "slot", "n") values ($1, $2, $3) on conflict ("a", "slot") do update set "n" = "counts"."n" + "excluded"."n"`;

const nameOf = (text: string) => `name of ${text.length}`;
const insert = (text: string, ...values: (string | number | null)[]) => ({ name: '', text, values });
const merged = (...inserts: ReturnType<typeof insert>[]) =>
  mergedInserts(inserts, nameOf).map(({ text, values }) => [text, values]);

test('rows of one table share statements of a power of two of rows', () => {
  const seven = Array.from({ length: 7 }, (_, n) => insert(plain, `a${n}`, null));
  expect(merged(...seven)).toEqual([
    [
      'insert into "rows" ("a", "b") values ($1, $2), ($3, $4), ($5, $6), ($7, $8)',
      ['a0', null, 'a1', null, 'a2', null, 'a3', null],
    ],
    ['insert into "rows" ("a", "b") values ($1, $2), ($3, $4)', ['a4', null, 'a5', null]],
    [plain, ['a6', null]],
  ]);
  const many = mergedInserts(
    Array.from({ length: 70 }, (_, n) => insert(plain, n, n)),
    nameOf,
  );
  expect(many.map(({ values }) => values.length / 2)).toEqual([32, 32, 4, 2]);
  expect(many.flatMap(({ values }) => values)).toEqual(Array.from({ length: 70 }, (_, n) => [n, n]).flat());
});

test('what is added to a row becomes one row, after the inserts and in the order of the keys', () => {
  const inserts = [insert(sum, 'z', 1, 1), insert(sum, 'y', 2, 5), insert(plain, 'a', 1), insert(sum, 'z', 1, -3)];
  expect(merged(...inserts)).toEqual([
    [plain, ['a', 1]],
    [
      'insert into "counts" ("a", "slot", "n") values ($1, $2, $3), ($4, $5, $6) on conflict ("a", "slot") do update set "n" = "counts"."n" + "excluded"."n"',
      ['y', 2, 5, 'z', 1, -2],
    ],
  ]);
});

test.each([
  [plain, true],
  [sum, true],
  ['insert into "rows" ("a", "b") values ($1, null)', false],
  ['insert into "rows" ("a", "b") values ($2, $1)', false],
  [`${plain} on conflict ("a") do nothing`, false],
  [`${plain} on conflict ("a") do update set "b" = $3`, false],
  [`${plain} on conflict ("a") do update set "b" = "rows"."a" + "excluded"."b"`, false],
  [`${plain} returning "a"`, false],
  ['update "rows" set "a" = $1', false],
])('%s: mergeable %s', (text, mergeable) => {
  expect(isMergeable(text)).toBe(mergeable);
});
