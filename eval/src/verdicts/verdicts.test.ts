import { expect, test } from 'vitest';
import { type Result, tableOf } from './table.ts';
import { documentVerdict, type End } from './verdict.ts';

const judged = (end: End) => ({ end, as: null, why: [] });

const result = (
  id: string,
  [forgery, recipe]: [string | null, string],
  [strict, balanced, off]: [End, End, End],
): Result => ({
  id,
  forgery,
  recipe,
  origin: 'drawn',
  type: 'passport',
  specimen: false,
  split: 'held',
  verdicts: { strict: judged(strict), balanced: judged(balanced), off: judged(off) },
});

const results = [
  result('a', ['portrait', 'hard border'], ['doubted', 'cleared', 'cleared']),
  result('b', ['data_in_one_place', 'zone'], ['doubted', 'doubted', 'cleared']),
  result('c', [null, 'as it is'], ['doubted', 'cleared', 'cleared']),
  result('d', [null, 'resized'], ['doubted', 'flagged', 'flagged']),
];

const rowOf = (what: string) => tableOf(results).find((row) => row.what.startsWith(`held, ${what}`));

test('the table counts ends by setting and holds them against the goals', () => {
  expect(rowOf('balanced: all forgeries')).toEqual({
    what: 'held, balanced: all forgeries: cleared (doubted 1, flagged 0)',
    right: 1,
    of: 2,
    target: '≤ 2 %',
    met: false,
  });
  expect(rowOf('balanced: data changed in one place')).toMatchObject({ right: 0, of: 1, met: true });
  expect(rowOf('strict: all forgeries')).toMatchObject({ right: 0, of: 2, met: false });
  expect(rowOf('balanced: sound: flagged')).toMatchObject({ right: 1, of: 2, target: '≤ 2 %', met: false });
  expect(rowOf('balanced: sound: doubted')).toMatchObject({ right: 0, of: 2, target: '≤ 35 %', met: true });
  expect(rowOf('off: portrait, hard border')).toMatchObject({ right: 1, of: 1 });
});

test('a half without documents has no rows', () => {
  expect(tableOf(results).filter(({ what }) => what.startsWith('tune'))).toEqual([]);
});

test("the verdict equals the document report's: a file that nobody can read is refused", async () => {
  const upload = { sides: [{ id: '0', unreadable: 'no picture' }], type: 'passport', side: null } as const;
  const { end, as, why } = await documentVerdict([upload], '2026-01-15', 'balanced');
  expect([end, as]).toEqual(['flagged', 'rejected']);
  expect(why).toEqual(["image_integrity.image_quality! The file can't be read: no picture"]);
});
