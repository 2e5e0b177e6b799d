import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeChallenge, makePass } from './codes.ts';

describe('numbers to pick from', () => {
  it('are six of two digits, each beginning with another, and the right one is among them', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (stream) => {
        const { choices, right } = makeChallenge((limit) => (stream.next().value as number) % limit);
        expect(choices).toHaveLength(6);
        for (const choice of choices) expect(choice).toMatch(/^[1-9]\d$/);
        expect(new Set(choices.map(([tens]) => tens)).size).toBe(6);
        expect([...choices].sort()).toEqual(choices);
        expect(choices).toContain(right);
      }),
    );
  });

  it('give the right one away neither by their order nor by their values', () => {
    const places = Array<number>(6).fill(0);
    for (let i = 0; i < 6000; i += 1) {
      const { choices, right } = makeChallenge();
      places[choices.indexOf(right)] = (places[choices.indexOf(right)] as number) + 1;
    }
    // A thousand each; five standard deviations are 144.
    for (const count of places) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('are followed by a pass that nobody guesses', () => {
    const passes = Array.from({ length: 100 }, makePass);
    for (const pass of passes) expect(pass).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(passes).size).toBe(100);
  });
});
