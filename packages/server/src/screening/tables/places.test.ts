import { describe, expect, test } from 'vitest';
import { areaOf, houseNumbers, placeOf } from './places.ts';

describe('the number of a house', () => {
  test.each([
    ['14 Clapham Road', ['14']],
    ['14, Clapham Road', ['14']],
    ['Clapham Road 14', ['14']],
    ['Hauptstraße 014', ['14']],
    ['12A High Street', ['12a']],
    ['Hauptstr. 12 a', ['12a', '12']],
    ['12 B Street NW', ['12b', '12']],
    ['12 bis rue de Rivoli', ['12bis', '12']],
    ['Flat 2, 12 High Street', ['12']],
    ['Flat B 12 High Street', ['12']],
    ['12 High Street, Apt. No. 4B', ['12']],
    ['123 Main St #5', ['123']],
    ['Unit 5 1200 Main Rd', ['1200']],
    ['2/12 High Street', ['2', '12']],
    ['12-14 High Street', ['12', '14']],
    ['12–14 High Street', ['12', '14']],
    ['350 5th Avenue', ['350']],
    ['Straße des 17. Juni 135', ['135']],
    ['Calle Mayor 5, 3º B', ['5']],
    ['Flatiron Road 7', ['7']],
    ['１４ Clapham Road', ['14']],
    ['Rose Cottage, Church Lane', []],
    ['', []],
    ['1 2 3 4 5 6', ['1', '2', '3', '4']],
    ['A4 Straße 9', ['9']],
  ])('%s', (line, numbers) => {
    expect(houseNumbers(line)).toEqual(numbers);
  });
});

describe('a postcode', () => {
  test.each([
    ['SW4 6EH', 'GBR', 'SW46EH'],
    ['sw46eh', 'GBR', 'SW46EH'],
    ['1234 AB', 'NLD', '1234AB'],
    ['D-10115', 'DEU', '10115'],
    ['1067', 'DEU', '01067'],
    ['F-75001', 'FRA', '75001'],
    ['LV-1010', 'LVA', '1010'],
    ['00-950', 'POL', '00950'],
    ['2134', 'USA', '02134'],
    ['02134-1234', 'USA', '02134'],
    ['21341234', 'USA', '02134'],
    ['K1A 0B1', 'CAN', 'K1A0B1'],
    ['D02 X285', 'IRL', 'D02X285'],
    ['', 'GBR', ''],
    ['-', 'GBR', ''],
  ])('%s of %s', (postcode, country, area) => {
    expect(areaOf(postcode, country)).toBe(area);
  });
});

test('a place is known by house and area, even if the house has a name or the area no postcode', () => {
  const at = { town: 'London', postcode: 'SW4 6EH', country: 'GBR' };
  expect(placeOf({ ...at, line: 'Clapham Road', house: '14' })).toEqual({ area: 'SW46EH', houses: ['14'] });
  expect(placeOf({ ...at, line: '3 Church Lane', house: 'Rose Cottage' })).toEqual({ area: 'SW46EH', houses: ['3'] });
  expect(placeOf({ ...at, line: 'Church Lane', house: 'Rose Cottage' }).houses).toEqual(['rosecottage']);
  expect(placeOf({ ...at, line: 'Rose Cottage, Church Lane' }).houses).toEqual(['rosecottage']);
  expect(placeOf({ line: '14 Main Street', town: 'Saint-Étienne', postcode: '', country: 'HKG' })).toEqual({
    area: 'saintetienne',
    houses: ['14'],
  });
  expect(placeOf({ line: '', town: '', postcode: '', country: 'GBR' })).toEqual({ area: '', houses: [] });
});
