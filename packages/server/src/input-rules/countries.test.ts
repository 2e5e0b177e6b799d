import { expect, test } from 'vitest';
import { countries, country } from './countries.ts';

test('there are as many as published', () => {
  expect(countries).toHaveLength(250);
  expect(new Set(countries).size).toBe(250);
  expect(countries.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
});

test.each(['GBR', 'USA', 'CAN', 'FRA', 'ATA', 'SSD', 'RKS'])('%s is one', (code) => {
  expect(country(code)).toEqual([]);
});

test.each(['XKK', 'XKX', 'gbr', 'GB', 'ZZZ', '', 'EUR'])('%j is not a country', (code) => {
  expect(country(code)).toEqual(['is not included in the list']);
});
