import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextState } from './decide.ts';
import { doubleReviewStates, stateAfter } from './states.ts';

test('a decision leads where the table says, and nowhere else', () => {
  expect(doubleReviewStates.map(({ from, trigger, to }) => `${from} ${trigger} ${to}`)).toEqual([
    'first_needed decided second_needed',
    'second_needed agreed settled',
    'second_needed differed third_needed',
    'third_needed decided settled',
  ]);
  expect([
    nextState(0, false),
    nextState(1, false),
    nextState(1, true),
    nextState(2, true),
    nextState(2, false),
  ]).toEqual(['second_needed', 'third_needed', 'settled', 'settled', 'settled']);
});

test('no order of decisions takes effect with fewer than two people, or twice', () => {
  const decisions = fc.array(
    fc.record({ person: fc.nat(4), says: fc.constantFrom('clear', 'consider', 'unidentified') }),
  );
  fc.assert(
    fc.property(decisions, (given) => {
      let kept: { person: number; says: string }[] = [];
      let effects = 0;
      for (const one of given) {
        // A person who has decided is refused, and a settled report takes no decision.
        if (effects > 0 || kept.some(({ person }) => person === one.person)) continue;
        const agrees = kept.some(({ says }) => says === one.says);
        const state = nextState(kept.length, agrees);
        const people = new Set([...kept, one].map(({ person }) => person));
        if (state === 'settled') {
          effects += 1;
          expect(people.size).toBe(kept.length + 1);
          expect(people.size >= 3 || agrees).toBe(true);
          expect(people.size).toBeGreaterThanOrEqual(2);
          kept = [];
        } else {
          kept = [...kept, one];
          expect(state).toBe(stateAfter(kept.length));
        }
      }
      expect(effects).toBeLessThanOrEqual(1);
    }),
  );
});
