import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternativesOf, objectsToGive } from './csc-authorization.ts';

/** An expression as a tree, with names that occur once. */
type Tree = string | { readonly operator: 'AND' | 'OR' | 'XOR'; readonly sides: readonly [Tree, Tree] };

const NAMES = ['PIN', 'OTP', 'SMS', 'fallback question', 'ANDROID', 'ORACLE'];

function trees(names: readonly string[]): fc.Arbitrary<Tree> {
  if (names.length === 1) return fc.constant(names[0] as string);
  return fc
    .integer({ min: 1, max: names.length - 1 })
    .chain((at) =>
      fc
        .tuple(fc.constantFrom('AND', 'OR', 'XOR'), trees(names.slice(0, at)), trees(names.slice(at)))
        .map(([operator, left, right]) => ({ operator, sides: [left, right] }) as Tree),
    );
}

const written = (tree: Tree): string =>
  typeof tree === 'string' ? tree : `(${written(tree.sides[0])} ${tree.operator} ${written(tree.sides[1])})`;

function holdsFor(tree: Tree, given: ReadonlySet<string>): boolean {
  if (typeof tree === 'string') return given.has(tree);
  const [left, right] = tree.sides.map((side) => holdsFor(side, given));
  if (tree.operator === 'AND') return Boolean(left && right);
  return tree.operator === 'OR' ? Boolean(left || right) : left !== right;
}

describe('the alternatives of an expression', () => {
  it('are sets that make it true, and there is one wherever some of the names do', () => {
    const some = fc.subarray(NAMES, { minLength: 1 }).chain((names) => trees(names));
    fc.assert(
      fc.property(some, fc.subarray(NAMES), (tree, given) => {
        const found = alternativesOf(written(tree));
        for (const names of found) expect(holdsFor(tree, new Set(names))).toBe(true);
        const possible = found.some((names) => names.every((name) => given.includes(name)));
        if (holdsFor(tree, new Set(given))) expect(possible).toBe(true);
      }),
    );
  });

  it.each([
    ['PIN AND OTP', [['PIN', 'OTP']]],
    ['PIN OR OTP AND SMS', [['PIN'], ['OTP', 'SMS']]],
    [' ( PIN ) ', [['PIN']]],
  ])('of %s', (expression, expected) => expect(alternativesOf(expression)).toEqual(expected));

  it.each(['', 'AND', 'PIN AND', '(PIN', 'PIN)', 'PIN OR OR OTP', 'x'.repeat(201)])(
    'are refused for an invalid expression: %s',
    (expression) => expect(() => alternativesOf(expression)).toThrow('requires an authorisation in an unknown form'),
  );
});

it('a credential that asks for nothing gets nothing; one that names what it has not is refused', () => {
  expect(objectsToGive([], undefined, () => true)).toEqual([]);
  const PIN = { id: 'PIN', type: 'Password' };
  expect(objectsToGive([PIN], ' ', () => true)).toEqual([PIN]);
  expect(objectsToGive([PIN], 'PIN AND PIN', () => true)).toEqual([PIN]);
  expect(() => objectsToGive([PIN], 'OTP', () => true)).toThrow(
    'needs authorisation data that the settings do not contain: OTP',
  );
});
