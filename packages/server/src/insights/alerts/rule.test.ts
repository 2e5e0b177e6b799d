import { describe, expect, test } from 'vitest';
import { changesOf, type DayOfFigures } from './rule.ts';

/** A Wednesday, in days since 1970-01-01: 2026-01-14. */
const WEDNESDAY = 20_467;

const day = (ago: number, reports: number, clear: number, reviewed = 0): DayOfFigures => ({
  day: WEDNESDAY - ago,
  reports,
  clear,
  reviewed,
});

/** Four weeks of 100 reports a day, and 20 on each day of a weekend. 90 % of the reports are clear. */
const fourWeeks = Array.from({ length: 28 }, (_, index) => {
  const ago = index + 1;
  const isWeekend = [3, 4].includes(ago % 7);
  return isWeekend ? day(ago, 20, 18) : day(ago, 100, 90);
});

const figuresOf = (today: DayOfFigures, before = fourWeeks) =>
  changesOf(today, before).map(({ figure, direction, usual, found }) => [figure, direction, usual, found]);

describe('figures of a day', () => {
  test('within the spread have not changed', () => {
    expect(figuresOf(day(0, 100, 90))).toEqual([]);
    // 3.5 standard deviations are 0.105 for a share of 0.9 of 100 reports, and 35 for 100 reports.
    expect(figuresOf(day(0, 100, 80))).toEqual([]);
    expect(figuresOf(day(0, 134, 121))).toEqual([]);
  });

  test('outside of the spread are a change, from the median to the value', () => {
    expect(figuresOf(day(0, 100, 79))).toEqual([['pass_rate', 'down', 0.9, 0.79]]);
    expect(figuresOf(day(0, 136, 122))).toEqual([['reports', 'up', 100, 136]]);
    expect(figuresOf(day(0, 64, 58))).toEqual([['reports', 'down', 100, 64]]);
    expect(figuresOf(day(0, 0, 0))).toEqual([['reports', 'down', 100, 0]]);
    expect(figuresOf(day(0, 100, 90, 13))).toEqual([['review_share', 'up', 0, 0.13]]);
    const [change] = changesOf(day(0, 100, 79), fourWeeks);
    expect([change?.low.toFixed(3), change?.high.toFixed(3)]).toEqual(['0.795', '1.005']);
  });

  test('of a weekend are compared with weekends', () => {
    const sunday = { ...day(3, 20, 18) };
    const before = fourWeeks
      .map((one) => ({ ...one, day: one.day - 7 }))
      .concat(fourWeeks.filter((one) => one.day < sunday.day));
    expect(figuresOf(sunday, before)).toEqual([]);
    expect(figuresOf({ ...sunday, reports: 100, clear: 90 }, before)).toEqual([['reports', 'up', 20, 100]]);
  });

  test('of few reports, or without two weeks to compare with, are not judged', () => {
    const few = fourWeeks.map((one) => ({ ...one, reports: 20, clear: 18 }));
    expect(figuresOf(day(0, 29, 0), few)).toEqual([]);
    expect(figuresOf(day(0, 0, 0), few)).toEqual([]);
    expect(figuresOf(day(0, 100, 0), fourWeeks.slice(0, 9))).toEqual([]);
  });

  test('that vary from day to day need a larger difference', () => {
    const varied = fourWeeks.map((one, index) => ({
      ...one,
      clear: Math.round(one.reports * (index % 2 ? 0.95 : 0.75)),
    }));
    expect(figuresOf(day(0, 100, 60), varied)).toEqual([]);
    expect(figuresOf(day(0, 100, 20), varied).map(([figure]) => figure)).toEqual(['pass_rate']);
  });
});
