import { expect, test } from 'vitest';
import { KNOWN_SPECIMENS, knownSpecimen } from './known-specimens.ts';

const nothing = { country: null, documentNumber: null, surname: null, givenNames: null };

test('a specimen is known by country and number, or by country and holder', () => {
  const find = (query: object) => knownSpecimen({ ...nothing, ...query }, KNOWN_SPECIMENS);
  expect(find({ country: 'USA', documentNumber: 'e0000 7730' })?.documentNumber).toBe('E00007730');
  expect(find({ country: 'CAN', documentNumber: 'E00007730' })).toBeUndefined();
  expect(find({ country: 'DEU', surname: 'Mustermann', givenNames: 'Erika' })?.givenNames).toBe('ERIKA');
  expect(find({ country: 'DEU', surname: 'Mustermann', givenNames: 'Georg' })).toBeUndefined();
  expect(find({ country: 'DEU', surname: 'Mustermann' })).toBeUndefined();
  expect(find({})).toBeUndefined();
});

test('every entry names its country, a source to open, and a number or a whole name', () => {
  for (const { country, documentNumber, surname, givenNames, source } of KNOWN_SPECIMENS) {
    expect(country).toMatch(/^[A-Z]{3}$/);
    // A page or file, not the front page of a site.
    const { protocol, pathname } = new URL(source);
    expect([protocol, pathname.length > '/en/index.html'.length]).toEqual(['https:', true]);
    expect(documentNumber !== undefined || (surname !== undefined && givenNames !== undefined)).toBe(true);
  }
});
