import { describe, expect, it } from 'vitest';
import { jaroWinkler, ofacScore } from './ofac-score.ts';

describe('the score of the US Treasury', () => {
  // Answers of its own search.
  it.each([
    ['VLADIMIR PUTIN', 'PUTIN, Vladimir', 100],
    ['VLADIMIR PUTIN', 'VLADIMIR BILIY', 90],
    ['PUTIN', 'PUTINA, Maria', 97],
    ['HUSSEIN', 'HUSSAINI', 95],
  ])('of %s and %s is within 5 of %d', (query, listed, expected) => {
    expect(Math.abs(ofacScore(query, listed) - expected)).toBeLessThanOrEqual(5);
  });

  it('is 0 where nothing can be compared', () => {
    expect([ofacScore('', 'PUTIN'), ofacScore('PUTIN', ''), ofacScore(',', '.')]).toEqual([0, 0, 0]);
  });

  it('rests on the published examples of Jaro and Winkler', () => {
    expect(jaroWinkler('MARTHA', 'MARHTA')).toBeCloseTo(0.961, 3);
    expect(jaroWinkler('DWAYNE', 'DUANE')).toBeCloseTo(0.84, 2);
    expect(jaroWinkler('DIXON', 'DICKSONX')).toBeCloseTo(0.813, 3);
  });
});
