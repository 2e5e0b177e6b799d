import { expect, test } from 'vitest';
import { filledDays } from './fill-days.ts';

const now = Date.UTC(2026, 10, 26, 12);

/** Three of ten live checks have a document. */
const hasDocument = (live: number) => [0, 3, 7].includes(live % 10);

test('every check falls on one of 30 days, and documents fall on a day in pairs', () => {
  const days = filledDays(now, { sandbox: 160, live: 40 }, hasDocument);
  const numbers = (all: readonly number[]) => all.toSorted((a, b) => a - b);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
  expect(numbers(days.flatMap(({ sandbox }) => sandbox.flat()))).toEqual(upTo(160));
  expect(numbers(days.flatMap(({ live }) => live))).toEqual(upTo(40));
  expect(days.length).toBe(30);
  const documents = days.map(({ live }) => live.filter(hasDocument).length);
  expect(documents.reduce((sum, count) => sum + count)).toBe(12);
  expect(documents.filter((count) => count % 2 !== 0)).toEqual([]);
  // Half of the documents are older than the last four days, and the oldest are of the first ten.
  expect(documents.slice(0, 26).reduce((sum, count) => sum + count)).toBe(6);
  expect(documents.slice(0, 10).some((count) => count > 0)).toBe(true);
  expect(days.filter(({ live }) => live.length > 0).length).toBeGreaterThanOrEqual(20);
});

test('a day begins its live checks with those that have a document', () => {
  for (const { live } of filledDays(now, { sandbox: 6, live: 8 }, hasDocument)) {
    const isDocument = live.map(hasDocument);
    expect(isDocument).toEqual(isDocument.toSorted((a, b) => Number(b) - Number(a)));
  }
});
