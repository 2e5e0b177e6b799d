import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editsBetween, editsBetweenLetters } from './edits.ts';

/** The whole table of costs, as the source describes it. */
function byTable(a: string, b: string): number {
  const cost = (i: number, j: number): number => costs[i]![j]!;
  const costs = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const ways = [cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push(cost(i - 2, j - 2) + 1);
      costs[i]![j] = Math.min(...ways);
    }
  }
  return cost(a.length, b.length);
}

describe('edits between two words', () => {
  it.each([
    ['', '', 0],
    ['novak', 'novak', 0],
    ['novak', '', 5],
    ['novak', 'nvoak', 1],
    ['novak', 'novac', 1],
    ['novak', 'noovak', 1],
    ['ca', 'abc', 3],
    ['patrushev', 'patrsuhevv', 2],
  ])('%j and %j are %d apart', (a, b, edits) => {
    expect([editsBetween(a, b, 9), editsBetween(b, a, 9)]).toEqual([edits, edits]);
  });

  it('says that it is more than asked for', () => {
    expect([editsBetween('novak', 'ferreira', 2), editsBetween('ab', 'ba', 0)]).toEqual([3, 1]);
  });

  it('equals the distance of the whole table, and is the same wherever the letters are', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 90 });
    fc.assert(
      fc.property(word, word, fc.nat(6), (a, b, most) => {
        const edits = Math.min(byTable(a, b), most + 1);
        expect(editsBetween(a, b, most)).toBe(edits);
        const [x, y] = [Buffer.from(`cc${a}b`), Buffer.from(`a${b}cc`)];
        expect(editsBetweenLetters(x, 2, 2 + a.length, y, 1, 1 + b.length, most)).toBe(edits);
      }),
    );
  });
});
