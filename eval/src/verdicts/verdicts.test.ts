import { expect, test } from 'vitest';
import { type Result, tableOf } from './table.ts';
import { documentVerdict, type End } from './verdict.ts';

const judged = (end: End) => ({ end, as: null, why: [], notExcluded: [] });

const result = (id: string, [forgery, recipe]: [string | null, string], [third, first]: [End, End]): Result => ({
  id,
  forgery,
  recipe,
  origin: 'drawn',
  type: 'passport',
  specimen: false,
  split: 'held',
  verdicts: { 3: judged(third), 1: judged(first) },
});

const results = [
  result('a', ['portrait', 'hard border'], ['cleared', 'cleared']),
  result('b', ['data_in_one_place', 'zone'], ['doubted', 'cleared']),
  result('c', [null, 'as it is'], ['cleared', 'cleared']),
  result('d', [null, 'resized'], ['flagged', 'flagged']),
];

const rowOf = (what: string) => tableOf(results).find((row) => row.what.startsWith(`held, ${what}`));

test('the table counts ends by setting and holds them against the goals', () => {
  expect(rowOf('validity 3: all forgeries')).toEqual({
    what: 'held, validity 3: all forgeries: cleared (doubted 1, flagged 0)',
    right: 1,
    of: 2,
    target: '0, interval ≤ 2 %',
    met: false,
  });
  expect(rowOf('validity 3: data changed in one place')).toMatchObject({ right: 0, of: 1, met: true });
  expect(rowOf('validity 3: sound: flagged')).toMatchObject({ right: 1, of: 2, target: '≤ 2 %', met: false });
  expect(rowOf('validity 3: sound: doubted')).toMatchObject({ right: 0, of: 2 });
  expect(rowOf('validity 1: portrait, hard border')).toMatchObject({ right: 1, of: 1 });
});

test('a half without documents has no rows', () => {
  expect(tableOf(results).filter(({ what }) => what.startsWith('tune'))).toEqual([]);
});

test("the verdict equals the document report's: a file that nobody can read is refused", async () => {
  const upload = { sides: [{ id: '0', unreadable: 'no picture' }], type: 'passport', side: null } as const;
  const { end, as, why } = await documentVerdict([upload], '2026-01-15', 3);
  expect([end, as]).toEqual(['flagged', 'rejected']);
  expect(why).toEqual(["image_integrity.image_quality! The file can't be read: no picture"]);
});
