import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundOf,
  type ClassHistory,
  permits,
  REVIEWS_NEEDED,
  reviewedUntil,
  WINDOW_DAYS,
  withOverturnedReview,
  withReview,
} from './rule.ts';

const TODAY = 20_000;
const none: ClassHistory = { state: 'closed', days: [] };

/** A history after reviews on one day each: a count of clean ones, or -1 for an overturned one. */
const after = (reviews: readonly number[], from = none, day = TODAY): ClassHistory =>
  reviews.reduce((history, count) => {
    if (count < 0) return withReview(history, day, true);
    let now = history;
    for (let i = 0; i < count; i++) now = withReview(now, day, false);
    return now;
  }, from);

test('149 reviews without an overturned one have an upper bound of 2 %, and 148 have not', () => {
  expect([boundOf({ overturned: 0, reviewed: 148 }) > 0.02, boundOf({ overturned: 0, reviewed: 149 }) <= 0.02]).toEqual(
    [true, true],
  );
  // 1 - 0.05^(1/n), the closed form without an overturned one.
  expect(boundOf({ overturned: 0, reviewed: 149 })).toBeCloseTo(1 - 0.05 ** (1 / 149), 10);
  expect(boundOf({ overturned: 1, reviewed: 236 })).toBeLessThanOrEqual(0.02);
  expect(boundOf({ overturned: 1, reviewed: 235 })).toBeGreaterThan(0.02);
  expect([boundOf({ overturned: 0, reviewed: 0 }), boundOf({ overturned: 3, reviewed: 3 })]).toEqual([1, 1]);
});

test('a class opens with the 149th review in a row, and one overturned review closes it', () => {
  expect(after([148]).state).toBe('closed');
  const open = after([149]);
  expect(open.state).toBe('open');
  expect(after([-1], open)).toEqual({
    state: 'closed',
    days: [{ day: TODAY, reviewed: 150, overturned: 1, inARow: 0 }],
  });
});

test('a review that is overturned later counts once, on the day of the overturn', () => {
  const open = after([149]);
  const later = withOverturnedReview(open, TODAY + 3);
  expect(later).toEqual({
    state: 'closed',
    days: [
      { day: TODAY, reviewed: 149, overturned: 0, inARow: 0 },
      { day: TODAY + 3, reviewed: 0, overturned: 1, inARow: 0 },
    ],
  });
  expect(reviewedUntil(later, TODAY + 3)).toEqual({ reviewed: 149, overturned: 1, inARow: 0 });
  expect(withOverturnedReview(open, TODAY).days).toEqual([{ day: TODAY, reviewed: 149, overturned: 1, inARow: 0 }]);
});

test('it opens again after 149 others, and only where all reviews of the window still bound the share', () => {
  expect(after([149, -1, 148]).state).toBe('closed');
  expect(after([149, -1, 149]).state).toBe('open');
  // 149 in a row, but one of 150 was overturned: the bound is 3.1 %.
  expect(after([-1, 149]).state).toBe('closed');
  expect(after([-1, 234]).state).toBe('closed');
  expect(after([-1, 235]).state).toBe('open');
});

test('reviews count for 180 days', () => {
  const half = after([100]);
  const last = TODAY + WINDOW_DAYS - 1;
  expect(after([49], half, last).state).toBe('open');
  expect(after([49], half, last + 1).state).toBe('closed');
  expect(permits(reviewedUntil(after([149]), last))).toBe(true);
  expect(permits(reviewedUntil(after([149]), last + 1))).toBe(false);
  // Days out of the window are not kept.
  expect(after([1], half, last + 1).days).toEqual([{ day: last + 1, reviewed: 1, overturned: 0, inARow: 1 }]);
});

test('an open class has 149 reviews in a row within the window, whatever came before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -1, max: 160 }), fc.nat({ max: 60 })), { maxLength: 12 }),
      (steps) => {
        let [history, day] = [none, TODAY];
        let clean: number[] = [];
        for (const [count, days] of steps) {
          day += days;
          history = after([count], history, day);
          clean = count < 0 ? [] : [...clean, ...Array<number>(count).fill(day)];
          if (count === 0) continue;
          const inARow = clean.filter((one) => one > day - WINDOW_DAYS).length;
          expect(reviewedUntil(history, day).inARow).toBe(inARow);
          if (history.state === 'open') expect(inARow).toBeGreaterThanOrEqual(REVIEWS_NEEDED);
        }
      },
    ),
  );
});
