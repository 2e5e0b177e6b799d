import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { births, dayOf, numberWriters, yearAlone } from '../testing/personal-numbers.ts';
import { birthInNumber } from './birth-in-number.ts';

describe('the birth in a personal number', () => {
  it.each(Object.keys(numberWriters))(
    'equals the date that was written into a number of %s, from 1900 to 2025',
    (state) => {
      fc.assert(
        fc.property(births('1900-01-01', '2025-12-31'), (born) => {
          const number = numberWriters[state]!(born, born.serial);
          const day = dayOf(born);
          expect(birthInNumber(state, number)).toBe(yearAlone.includes(state) ? day.slice(0, 4) : day);
        }),
      );
    },
  );

  it.each([
    ['EST', '49306110247', '1993-06-11'],
    ['EST', '52103050231', '2021-03-05'],
    ['POL', '21230512345', '2021-03-05'],
    ['POL', '21030512345', '1921-03-05'],
    ['KOR', '2103053234567', '2021-03-05'],
    ['UZB', '30503210123456', '1921-03-05'],
    ['SRB', '0503921123456', '1921-03-05'],
    ['CHN', '110101192103051234', '1921-03-05'],
    ['FIN', '050321A123X', '2021-03-05'],
    ['FIN', '050321<123X<<<', '1921-03-05'],
    ['SWE', '19210305-1234', '1921-03-05'],
    ['CZE', '535801/123', '1953-08-01'],
    ['CZE', '0577011235', '2005-07-01'],
    ['BEL', '850730 033 28', '1985-07-30'],
    // The same digits with another check number are of nobody.
    ['BEL', '850730 033 29', null],
    ['NLD', '198705128', null],
    // The month doesn't exist.
    ['EST', '49313110247', null],
    ['NOR', '010145 60011', null],
  ])('of %s, %s, is %s', (state, number, birth) => expect(birthInNumber(state, number)).toBe(birth));
});
