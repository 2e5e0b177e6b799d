import { describe, expect, it } from 'vitest';
import { sameAddress } from './compare.ts';

describe('address', () => {
  const known = { building_number: '14', street: 'Sample Street', town: 'Sheffield', postcode: 's12hh' };

  it('is the same however it is written', () => {
    expect(sameAddress('Flat 2, 14 Sample St., SHEFFIELD, S1 2HH', known)).toBe(true);
    expect(
      sameAddress('Heidestraße 17, 51147 Köln', {
        street: 'Heidestr.',
        building_number: '17',
        town: 'Koln',
        postcode: '51147',
      }),
    ).toBe(true);
  });

  it('differs by number, postcode or street', () => {
    expect(sameAddress('15 Sample Street, Sheffield, S1 2HH', known)).toBe(false);
    expect(sameAddress('14 Sample Street, Sheffield, S1 2HJ', known)).toBe(false);
    expect(sameAddress('14 Other Road, Leeds, S1 2HH', known)).toBe(false);
  });

  it('cannot be told without either', () => {
    expect(sameAddress(null, known)).toBeNull();
    expect(sameAddress('14 Sample Street', {})).toBeNull();
  });
});
