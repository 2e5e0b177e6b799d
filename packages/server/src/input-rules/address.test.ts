import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESS_FORBIDDEN, address } from './address.ts';

const uk = { building_number: '1', street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };
const usa = { street: '100 Specimen Way', town: 'Sacramento', state: 'CA', postcode: '95814', country: 'USA' };
const france = { line1: "12 rue de l'Exemple", line2: 'Bât. B', line3: 'Paris', postcode: '75011', country: 'FRA' };
const FORBIDDEN = 'must not contain any of ! $ % ^ * = < >';

test.each([
  uk,
  usa,
  france,
  { postcode: 'AB12 3AB', country: 'GBR' },
  { ...uk, street: 'x'.repeat(32), state: null, line1: null, flat_number: '' },
  { ...france, street: 'x'.repeat(255) },
  { ...france, state: 'Île-de-France' },
  { ...uk, sub_street: 'Flat #2; "The {Mews}"' },
  { ...uk, unknown: '<!>' },
])('%j is an address', (value) => {
  expect(address(value)).toEqual([]);
});

test.each<[unknown, unknown]>([
  [{}, { postcode: ["can't be blank"], country: ["can't be blank"] }],
  [
    { ...uk, postcode: ' ', country: '' },
    { postcode: ["can't be blank"], country: ["can't be blank"] },
  ],
  [{ ...uk, postcode: null }, { postcode: ["can't be blank"] }],
  [{ ...uk, street: 'x'.repeat(33) }, { street: ['is too long (maximum is 32 characters)'] }],
  [{ ...uk, postcode: '75011' }, { postcode: ['is invalid'] }],
  [{ ...uk, country: 'GB' }, { country: ['is not included in the list'] }],
  [{ ...uk, country: 'gbr' }, { country: ['is not included in the list'] }],
  [{ ...uk, country: 'constructor' }, { country: ['is not included in the list'] }],
  [{ ...uk, country: 826 }, { country: ['must be a string'] }],
  [{ ...usa, state: undefined }, { state: ["can't be blank"] }],
  [{ ...usa, state: '' }, { state: ["can't be blank"] }],
  [{ ...usa, state: 'California' }, { state: ['is not included in the list'] }],
  [{ ...usa, state: 'ON' }, { state: ['is not included in the list'] }],
  [{ ...usa, state: 'ca' }, { state: ['is not included in the list'] }],
  [{ ...france, town: 'x'.repeat(256) }, { town: ['is too long (maximum is 255 characters)'] }],
  [{ ...france, building_number: 12 }, { building_number: ['must be a string'] }],
  [{ ...france, line1: 'a\r\nb' }, { line1: ['must not contain control characters'] }],
])('%j is wrong', (value, errors) => {
  expect(address(value)).toEqual([errors]);
});

test.each(['1 Sample Street', [], [uk], 7, true])('%j is not an object', (value) => {
  expect(address(value)).toEqual(['must be an object']);
});

test('every part refuses every forbidden character', () => {
  const parts = ['flat_number', 'building_number', 'building_name', 'street', 'sub_street', 'town', 'state'];
  const all = [...parts, 'postcode', 'line1', 'line2', 'line3'];
  for (const part of all) {
    for (const character of ADDRESS_FORBIDDEN) {
      expect(address({ ...france, [part]: `a${character}b` })).toEqual([{ [part]: [FORBIDDEN] }]);
    }
  }
});

test('a part is refused as forbidden exactly when it holds a forbidden character', () => {
  const characters = fc.oneof(fc.constantFrom(...ADDRESS_FORBIDDEN), fc.string({ unit: 'grapheme', maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 20 }), (sent) => {
      const [errors] = address({ ...france, line2: sent.join('') }) as readonly [{ line2: string[] }?];
      expect(Boolean(errors?.line2.includes(FORBIDDEN))).toBe(/[!$%^*=<>]/.test(sent.join('')));
    }),
  );
});

describe('a postcode of the UK', () => {
  const judge = (postcode: string) => address({ ...uk, postcode });

  /** The published forms: A9, A99, AA9, AA99, A9A, AA9A before the space, 9AA after it. */
  const [letter, digit] = [fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), fc.constantFrom(...'0123456789')];
  const written = fc
    .constantFrom('A9 9AA', 'A99 9AA', 'AA9 9AA', 'AA99 9AA', 'A9A 9AA', 'AA9A 9AA')
    .chain((shape) =>
      fc.tuple(...[...shape].map((part) => (part === 'A' ? letter : part === '9' ? digit : fc.constant(' ')))),
    )
    .map((parts) => parts.join(''));

  test('is taken in each published form, in any case, with or without its space', () => {
    fc.assert(
      fc.property(written, (postcode) => {
        expect(judge(postcode)).toEqual([]);
        expect(judge(postcode.toLowerCase())).toEqual([]);
        expect(judge(postcode.replace(' ', ''))).toEqual([]);
        expect(judge(` ${postcode} `)).toEqual([]);
      }),
    );
  });

  test('is refused when a letter and a digit are swapped in its inward code, or a part is missing', () => {
    fc.assert(
      fc.property(written, digit, letter, (postcode, anyDigit, anyLetter) => {
        const invalid = [{ postcode: ['is invalid'] }];
        expect(judge(`${postcode.slice(0, -1)}${anyDigit}`)).toEqual(invalid);
        expect(judge(`${postcode.slice(0, -3)}${anyLetter}${postcode.slice(-2)}`)).toEqual(invalid);
        expect(judge(postcode.slice(0, -1))).toEqual(invalid);
        expect(judge(postcode.slice(0, -4))).toEqual(invalid);
        expect(judge(`${postcode}${anyLetter}`)).toEqual(invalid);
      }),
    );
  });

  test.each(['GIR 0AA', 'EC1A 1BB', 'W1A 0AX', 'M1 1AE', 'B33 8TH', 'CR2 6XH', 'DN55 1PT'])('%s', (postcode) => {
    expect(judge(postcode)).toEqual([]);
  });

  test('is asked for in the UK only', () => {
    expect(address({ ...france, postcode: '1' })).toEqual([]);
  });
});
