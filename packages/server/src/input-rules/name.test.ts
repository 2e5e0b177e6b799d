import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NAME_FORBIDDEN, name } from './name.ts';

const FORBIDDEN = ['must not contain any of ^ ! # $ % * = < > ; { } "'];

test.each([
  'Jane',
  'X',
  'Nguyễn Văn A',
  "O'Neill-Smith, Jr. (née Doe) & Co/1 @home + _x_ ~ `b` | [c] \\ ? :",
  'محمد',
  '山田',
  'Two  spaces',
  ' spaces around ',
  'Consider',
  'CA DL 2018 front only',
  'Image Integrity - Supported Document',
  "Driver's License",
  'x'.repeat(255),
])('%s is a name', (value) => {
  expect(name(value)).toEqual([]);
});

test.each([...NAME_FORBIDDEN])('%s is forbidden', (character) => {
  expect(name(`Ja${character}ne`)).toEqual(FORBIDDEN);
});

test.each<[unknown, string[]]>([
  [undefined, ["can't be blank"]],
  [null, ["can't be blank"]],
  ['', ["can't be blank"]],
  ['   ', ["can't be blank"]],
  ['x'.repeat(256), ['is too long (maximum is 255 characters)']],
  ['Ja\0ne', ['must not contain control characters']],
  ['Ja\nne', ['must not contain control characters']],
  [42, ['must be a string']],
  [['Jane'], ['must be a string']],
])('%j is none', (value, messages) => {
  expect(name(value)).toEqual(messages);
});

test('a text is refused as forbidden exactly when it holds a forbidden character', () => {
  const characters = fc.oneof(fc.constantFrom(...NAME_FORBIDDEN), fc.string({ unit: 'grapheme', maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 20 }), (parts) => {
      const value = parts.join('');
      const holds = /[\^!#$%*=<>;{}"]/.test(value);
      expect(name(value).includes(FORBIDDEN[0]!)).toBe(holds);
    }),
  );
});
