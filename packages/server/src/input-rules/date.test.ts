import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateOfBirth, instantOf, isDate } from './date.ts';

const NOW = Date.UTC(2024, 0, 24, 15);

test.each(['2024-02-29', '2000-02-29', '1990-12-31', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isDate(text)).toBe(true);
});

test.each([
  '2023-02-29',
  '1900-02-29',
  '2024-02-30',
  '2024-04-31',
  '2024-00-10',
  '2024-13-01',
  '2024-01-00',
  '2024-1-1',
  '24-01-01',
  '2024/01/01',
  '01-02-2024',
  '2024-01-01T00:00:00Z',
  ' 2024-01-01',
  '2024-01-01\n',
  '２０２４-01-01',
  '+02024-01-01',
  '',
])('%j is not a date', (text) => {
  expect(isDate(text)).toBe(false);
});

test('agrees with the calendar of Date.UTC', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 9999 }), fc.nat(14), fc.nat(33), (year, month, day) => {
      const time = new Date(Date.UTC(year, month - 1, day));
      const same = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
      const pad = (part: number, width: number) => String(part).padStart(width, '0');
      expect(isDate(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`)).toBe(same);
    }),
    { numRuns: 1000 },
  );
});

test.each<[unknown, string[]]>([
  ['1990-01-31', []],
  ['1900-01-01', []],
  ['1899-12-31', ['must not be before 1900-01-01']],
  ['2024-01-24', []],
  ['2024-01-25', ["can't be in the future"]],
  ['1990-02-30', ['is invalid']],
  ['', ['is invalid']],
  [19900131, ['must be a string']],
  [{}, ['must be a string']],
])('a birth on %j', (value, messages) => {
  expect(dateOfBirth(NOW)(value)).toEqual(messages);
});

test.each([
  ['2024-01-24', Date.UTC(2024, 0, 24)],
  ['2024-01-24T15:00', NOW],
  ['2024-01-24T15:00:00', NOW],
  ['2024-01-24T15:00:00Z', NOW],
  ['2024-01-24T15:00:00.250z', NOW + 250],
  ['2024-01-24T17:30:00+02:30', NOW],
  ['2024-01-24T17:30:00+0230', NOW],
  ['2024-01-24 15:00', NOW],
  ['2024-01-24 15:00:00 UTC', NOW],
  ['2024-01-24 13:30:00 -0130', NOW],
  ['2024-01-24 16:00:00.250000+01:00', NOW + 250],
  ['2024-01-24T16:00:00 01:00', NOW],
])('%s is an instant', (text, at) => {
  expect(instantOf(text)).toBe(at);
});

test.each([
  '2024-02-30T00:00:00Z',
  '2024-01-24T25:00:00Z',
  '2024-01-24T',
  '2024-01-24  15:00',
  '2024-01-24 15:00 CET',
  '2024-01-24T23:59:60Z',
  '2024-01-24T15:00:00+99:00',
  '9999-12-31T23:59:59-00:01',
  '2024-01-24Tnoon',
  '',
  'now',
])('%j is not a date-time', (text) => {
  expect(instantOf(text)).toBeNaN();
});
