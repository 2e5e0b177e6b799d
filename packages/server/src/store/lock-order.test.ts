import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LockClaim, LockOrder, LockOrderError, lockKinds, precedes } from './lock-order.ts';

const claim: fc.Arbitrary<LockClaim> = fc.record({
  kind: fc.constantFrom(...lockKinds),
  id: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
  mode: fc.constantFrom('shared' as const, 'exclusive' as const),
});

const same = (a: LockClaim, b: LockClaim) => a.kind === b.kind && a.id === b.id;

/** The locks that a transaction gets of those that it asks for, one after the other; it ends at the first that is refused. */
function granted(claims: readonly LockClaim[]): LockClaim[] {
  const order = new LockOrder();
  const held: LockClaim[] = [];
  try {
    for (const one of claims) {
      order.claim(one);
      held.push(one);
    }
  } catch (error) {
    expect(error).toBeInstanceOf(LockOrderError);
  }
  return held;
}

/** Returns whether two transactions can wait for each other, at any interleaving. */
function canDeadlock(a: readonly LockClaim[], b: readonly LockClaim[]): boolean {
  const conflict = (x: LockClaim, y: LockClaim) =>
    x.kind === y.kind && x.id === y.id && (x.mode === 'exclusive' || y.mode === 'exclusive');
  // Held: the first i of a, the first j of b; both then want the next, which the other holds.
  return a.some((wantedByA, i) =>
    b.some((wantedByB, j) => {
      const heldByA = a.slice(0, i);
      const heldByB = b.slice(0, j);
      const possible = !heldByA.some((x) => heldByB.some((y) => conflict(x, y)));
      const waits = (wanted: LockClaim, others: readonly LockClaim[], own: readonly LockClaim[]) =>
        others.some((other) => conflict(wanted, other)) &&
        !own.some((mine) => same(mine, wanted) && (mine.mode === 'exclusive' || mine.mode === wanted.mode));
      return possible && waits(wantedByA, heldByB, heldByA) && waits(wantedByB, heldByA, heldByB);
    }),
  );
}

describe('the order of locks', () => {
  test('lets no two transactions wait for each other, whatever they ask for', () => {
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 6 }), fc.array(claim, { maxLength: 6 }), (a, b) => {
        expect(canDeadlock(granted(a), granted(b))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('grants every set of locks that is asked for in it, and what is held once more', () => {
    fc.assert(
      fc.property(fc.uniqueArray(claim, { comparator: same }), fc.nat(), (claims, again) => {
        const sorted = [...claims].sort((a, b) => (precedes(a, b) ? -1 : 1));
        expect(granted(sorted)).toEqual(sorted);
        if (sorted.length === 0) return;
        const held = sorted[again % sorted.length] as LockClaim;
        expect(granted([...sorted, held])).toEqual([...sorted, held]);
        expect(granted([...sorted, { ...held, mode: 'shared' }])).toHaveLength(sorted.length + 1);
      }),
    );
  });

  test('refuses two locks in the other order, and each pair in one order at least', () => {
    fc.assert(
      fc.property(claim, claim, (a, b) => {
        fc.pre(!same(a, b));
        expect(precedes(a, b)).toBe(!precedes(b, a));
        expect(granted(precedes(a, b) ? [b, a] : [a, b])).toHaveLength(1);
      }),
    );
  });

  test('refuses to make a shared lock exclusive', () => {
    const order = new LockOrder();
    order.claim({ kind: 'applicant', id: 'ada', mode: 'shared' });
    expect(() => order.claim({ kind: 'applicant', id: 'ada', mode: 'exclusive' })).toThrow(
      "The lock on applicant ada is shared and can't become exclusive",
    );
  });

  test('names both locks in its error', () => {
    const order = new LockOrder();
    order.claim({ kind: 'check', id: null, mode: 'exclusive' });
    expect(() => order.claim({ kind: 'account', id: 'acme', mode: 'exclusive' })).toThrow(
      'The lock on account acme comes before that on every check, which is held',
    );
  });
});
