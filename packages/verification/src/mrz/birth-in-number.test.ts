import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { births, checkedStates, dayOf, numberWriters, yearAlone } from '../testing/personal-numbers.ts';
import { birthInNumber } from './birth-in-number.ts';

const today = '2026-01-15';
const born20to21 = births('1901-01-01', '2025-12-31');

describe('the birth in a personal number', () => {
  it.each(Object.keys(numberWriters))(
    'equals the date that was written into a number of %s, from 1901 to 2025',
    (state) => {
      fc.assert(
        fc.property(born20to21, (born) => {
          const number = numberWriters[state]!(born, born.serial);
          const day = dayOf(born);
          expect(birthInNumber(state, number, today)?.day).toBe(yearAlone.includes(state) ? day.slice(0, 4) : day);
        }),
      );
    },
  );

  it.each(Object.keys(numberWriters))('never moves to another century by one misread character of %s', (state) => {
    fc.assert(
      fc.property(born20to21, fc.nat(), fc.constantFrom(...'0123456789ABDFHKMVXY'), (born, at, misread) => {
        const number = numberWriters[state]!(born, born.serial);
        const place = at % number.length;
        if (!/[\p{L}\d]/u.test(number[place]!)) return;
        const read = birthInNumber(state, number.slice(0, place) + misread + number.slice(place + 1), today);
        const written = dayOf(born).slice(0, read?.day.length);
        if (read?.sure && read.day.slice(2) === written.slice(2)) expect(read.day).toBe(written);
      }),
      { numRuns: 200 },
    );
  });

  it.each(Object.keys(numberWriters))(
    'of a centenarian or a child is sure in %s only by what the number has',
    (state) => {
      const decades = fc.oneof(births('1907-01-01', '1925-12-31'), births('2007-01-01', '2025-12-31'));
      const numbers = fc
        .sample(decades, { numRuns: 50, seed: 7 })
        .map((born) => numberWriters[state]!(born, born.serial));
      const sure = numbers.filter((number) => birthInNumber(state, number, today)!.sure).length;
      if (checkedStates.includes(state)) expect(sure).toBeGreaterThan(12);
      else expect(sure).toBe(0);
    },
  );

  it.each<[state: string, number: string, birth: string | null, sure?: boolean]>([
    ['EST', '49306110248', '1993-06-11', true],
    ['EST', '52103050236', '2021-03-05', true],
    // The check digit of the child's number, under the sign of another century.
    ['EST', '32103050236', null],
    ['POL', '21230512349', '2021-03-05', true],
    ['POL', '21030512349', null],
    ['KOR', '2103053234567', '2021-03-05', false],
    ['UZB', '30503210123456', '1921-03-05', false],
    ['KAZ', '061211600012', '2006-12-11', true],
    ['CHN', '11010519491231002X', '1949-12-31', true],
    ['CHN', '110105194912310021', null],
    ['FIN', '131052-308T', '1952-10-13', true],
    ['FIN', '131052<308T<<<', '1952-10-13', true],
    ['FIN', '131052-308U', null],
    ['SWE', '18900118-9803', '1890-01-18', false],
    ['SWE', '900118+9803', '1890-01-18', false],
    ['SWE', '900118-9803', '1990-01-18', true],
    ['SWE', '900118-9802', null],
    ['CZE', '535801/123', '1953-08-01', true],
    // The last digit of a child's number may have been lost.
    ['CZE', '210305/123', '1921-03-05', false],
    ['CZE', '0577011230', null],
    ['BEL', '850730 033 28', '1985-07-30', true],
    // The same digits with another check number are of nobody.
    ['BEL', '850730 033 29', null],
    ['NLD', '198705128', null],
    // The month doesn't exist.
    ['EST', '49313110247', null],
    ['NOR', '010145 60011', null],
  ])('of %s, %s, is %s', (state, number, day, sure) =>
    expect(birthInNumber(state, number, today)).toEqual(day && { day, sure }),
  );

  it.each([
    ['2026-12-31', '260101-1234', '2026-01-01'],
    ['2026-12-31', '270101+1234', '1827-01-01'],
  ])('reads the Swedish sign on %s: %s', (day, number, birth) => {
    const digit = Array.from('0123456789').find((last) => birthInNumber('SWE', number.slice(0, -1) + last, day));
    expect(birthInNumber('SWE', number.slice(0, -1) + digit, day)?.day).toBe(birth);
  });
});
