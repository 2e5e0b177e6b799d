import { describe, expect, it, test } from 'vitest';
import { inTimeZone, TIME_ZONES } from '../../../verification/src/testing/time-zones.ts';
import { dateOf, orderOf, splitDate } from './date.ts';

const today = new Date('2026-06-15T12:00:00Z');
const date = (day: string, month: string, year: string, language = 'en-GB') =>
  dateOf({ day, month, year }, language, today);

describe.each(TIME_ZONES)('a date of birth, in %s', (zone) => {
  inTimeZone(zone);

  test.each([
    ['9', '12', '1906', 'en-GB', '1906-12-09'],
    [' 09 ', 'December', '1906', 'en-GB', '1906-12-09'],
    ['1.', 'Sept.', '1990', 'en-GB', '1990-09-01'],
    ['2nd', 'mar', '90', 'en-GB', '1990-03-02'],
    ['14', '8', '26', 'en-GB', '1926-08-14'],
    ['14', '5', '25', 'en-GB', '2025-05-14'],
    ['3', 'août', '1985', 'fr', '1985-08-03'],
    ['3', 'aout', '1985', 'fr', '1985-08-03'],
    ['3', 'août', '1985', 'en-US', null],
    ['31', 'März', '1980', 'de', '1980-03-31'],
    ['٣١', '٣', '١٩٨٠', 'ar', '1980-03-31'],
    ['۳۱', '۳', '۱۹۸۰', 'fa', '1980-03-31'],
    ['３１', '３', '１９８０', 'ja', '1980-03-31'],
    ['29', '2', '2000', 'en-GB', '2000-02-29'],
  ])('%s %s %s in %s', (day, month, year, language, expected) => {
    expect(date(day, month, year, language)).toBe(expected);
  });

  test.each([
    ['30', '2', '1990'],
    ['29', '2', '1900'],
    ['0', '1', '1990'],
    ['1', '13', '1990'],
    ['1', 'ma', '1990'],
    ['1', 'Smarch', '1990'],
    ['1', '1', '1899'],
    ['16', '6', '2026'],
    ['1', '1', '990'],
    ['', '1', '1990'],
    ['x', '1', '1990'],
  ])('%s %s %s is not a date', (day, month, year) => {
    expect(date(day, month, year)).toBeNull();
  });
});

describe('a whole date where a part belongs', () => {
  test.each([
    ['1980-03-31', 'en-US', '1980-03-31'],
    ['31.03.1980', 'de', '1980-03-31'],
    ['4/3/1980', 'en-GB', '1980-03-04'],
    ['4/3/1980', 'en-US', '1980-04-03'],
    ['31/3/1980', 'en-US', '1980-03-31'],
    ['3/31/1980', 'en-GB', '1980-03-31'],
    ['March 4, 1980', 'en-GB', '1980-03-04'],
    ['4 March 1980', 'en-US', '1980-03-04'],
    ['4 mars 1980', 'fr', '1980-03-04'],
    ['1980年3月4日', 'ja', '1980-03-04'],
  ])('%s in %s', (typed, language, expected) => {
    const split = splitDate(typed, language);
    expect(split && dateOf(split, language, today)).toBe(expected);
  });

  it('is null with less or more than three parts', () => {
    for (const typed of ['', '31', '31 3', '1 2 3 4']) expect(splitDate(typed, 'en')).toBeNull();
  });
});

test('the parts are asked for as the language writes them', () => {
  expect(orderOf('en-US')).toEqual(['month', 'day', 'year']);
  expect(orderOf('de')).toEqual(['day', 'month', 'year']);
  expect(orderOf('ja')).toEqual(['year', 'month', 'day']);
});
