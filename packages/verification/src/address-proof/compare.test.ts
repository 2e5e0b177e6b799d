import fc from 'fast-check';
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

  it('is the same where reading lost its blanks', () => {
    expect(sameAddress('14SampleStreet,Sheffield,S12HH', known)).toBe(true);
    expect(sameAddress('14SAMPLESTREETSHEFFIELD, S1 2HH', known)).toBe(true);
    expect(sameAddress('15SampleStreet,Sheffield,S12HH', known)).toBe(false);
    expect(sameAddress('14OtherRoad,Leeds,S12HH', known)).toBe(false);
  });

  it('differs by number, postcode or street', () => {
    expect(sameAddress('15 Sample Street, Sheffield, S1 2HH', known)).toBe(false);
    expect(sameAddress('14 Sample Street, Sheffield, S1 2HJ', known)).toBe(false);
    expect(sameAddress('14 Other Road, Leeds, S1 2HH', known)).toBe(false);
  });

  it('differs by a house number within the street, as it does by one of its own', () => {
    const american = { street: '123 Main Street', town: 'Springfield', state: 'IL', postcode: '62704' };
    expect(sameAddress('123 Main St, Springfield, IL 62704', american)).toBe(true);
    expect(sameAddress('125 Main St, Springfield, IL 62704', american)).toBe(false);
    expect(sameAddress('125 Main St, Springfield', { line1: '123 Main St', line2: 'Springfield' })).toBe(false);
    expect(sameAddress('123 Main St, Springfield', { line1: 'Apt 4B 123 Main St', line2: 'Springfield' })).toBe(true);
    expect(sameAddress('1st Avenue, Springfield', { street: '1st Ave', town: 'Springfield' })).toBe(true);
  });

  it('differs by the flat, where the document names one', () => {
    const flat = { ...known, flat_number: '2' };
    expect(sameAddress('Flat 2, 14 Sample Street, Sheffield, S1 2HH', flat)).toBe(true);
    expect(sameAddress('Apt. 2, 14 Sample Street, Sheffield, S1 2HH', { ...known, flat_number: 'Flat 2' })).toBe(true);
    expect(sameAddress('14 Sample Street, Sheffield, S1 2HH', flat)).toBe(true);
    expect(sameAddress('Flat 3, 14 Sample Street, Sheffield, S1 2HH', flat)).toBe(false);
    expect(sameAddress('Flat 14, 2 Sample Street, Sheffield, S1 2HH', { ...flat, flat_number: '14' })).toBe(false);
  });

  it('is the same with the longer form of a postcode', () => {
    const american = { building_number: '1', street: 'Main St', postcode: '94107-1234' };
    expect(sameAddress('1 Main St, San Francisco, CA 94107', american)).toBe(true);
    expect(sameAddress('1 Main St, San Francisco, CA 94108', american)).toBe(false);
    expect(sameAddress('Hauptstr. 1, 10115 Berlin', { street: 'Hauptstr. 1', postcode: 'D-10115' })).toBe(true);
  });

  it('is the same but for slips of reading in its code and numbers', () => {
    const read = 'l4 Sample Street, Sheffield, SI 2HH';
    expect(sameAddress(read, known)).toBe(false);
    expect(sameAddress('14 Sample Street, Sheffield, SI2HH', known, { slips: true })).toBe(true);
    expect(sameAddress('14 Sample Street, Sheffield, S1 3HH', known, { slips: true })).toBe(false);
    expect(sameAddress('15 Sample Street, Sheffield, SI2HH', known, { slips: true })).toBe(false);
  });

  it('is open without either', () => {
    expect(sameAddress(null, known)).toBeNull();
    expect(sameAddress('14 Sample Street', {})).toBeNull();
  });
});

describe('any address', () => {
  const street = fc.constantFrom(
    'Mill Road',
    'Königstraße',
    'rue de l’Église',
    'Calle Peña',
    'Sample Street',
    'Æbeløvej',
  );
  const address = fc.record({
    building_number: fc.integer({ min: 1, max: 999 }).map(String),
    street,
    town: fc.constantFrom('Leeds', 'Köln', 'Málaga', 'St. Gallen'),
    postcode: fc.constantFrom('LS1 4AP', '50674', '29005'),
  });
  const shuffled = (parts: readonly string[]) => fc.shuffledSubarray([...parts], { minLength: parts.length });

  it('is itself in any order of its parts, in capitals and without accents', () => {
    const written = address.chain((known) => {
      const { building_number, street, town, postcode } = known;
      return fc.tuple(fc.constant(known), shuffled([building_number, street, town, postcode]), fc.boolean());
    });
    fc.assert(
      fc.property(written, ([known, parts, plain]) => {
        const text = parts.join(', ');
        const form = plain ? text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase() : text;
        expect(sameAddress(form, known)).toBe(true);
      }),
    );
  });

  it('is another one with another number or postcode', () => {
    fc.assert(
      fc.property(address, fc.integer({ min: 1, max: 999 }), (known, number) => {
        const { building_number, street, town, postcode } = known;
        fc.pre(String(number) !== building_number);
        expect(sameAddress(`${number} ${street}, ${town} ${postcode}`, known)).toBe(false);
        expect(
          sameAddress(`${building_number} ${street}, ${town} ${postcode}`, { ...known, postcode: 'ZZ9 9ZZ' }),
        ).toBe(false);
      }),
    );
  });

  it('is the same with umlauts written out, and in another script', () => {
    const known = { building_number: '7', street: 'Königstraße', town: 'München', postcode: '80331' };
    expect(sameAddress('Koenigstr. 7, 80331 Muenchen', known)).toBe(true);
    expect(
      sameAddress('ул. Ленина 5, Москва, 101000', { street: 'ul. Lenina', town: 'Moskva', postcode: '101000' }),
    ).toBe(true);
  });
});
