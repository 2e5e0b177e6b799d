import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editsBetween } from './edits.ts';
import { fewestEdits, shapeOf } from './shapes.ts';

it.each([
  ['novak', 'novak', 0],
  ['novak', 'nvoak', 0],
  ['novak', 'novac', 1],
  ['novak', 'ferreira', 4],
  ['7', 'ab', 2],
])('the letters of %j and %j say that they are %d edits apart at least', (a, b, fewest) => {
  expect(fewestEdits(shapeOf(a), shapeOf(b))).toBe(fewest);
});

it('is never more than the edits between two words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'z', '7'), maxLength: 70 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(fewestEdits(shapeOf(a), shapeOf(b))).toBeLessThanOrEqual(editsBetween(a, b, 100));
    }),
  );
});
