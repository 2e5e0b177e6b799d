import { expect, test } from 'vitest';
import { location } from './location.ts';

test.each([
  {},
  { ip_address: '127.0.0.1' },
  { country_of_residence: 'GBR' },
  { ip_address: '2001:db8::1', country_of_residence: 'FRA' },
  { ip_address: '::ffff:192.0.2.1', country_of_residence: null },
  { ip_address: null },
])('%j is a location', (value) => {
  expect(location(value)).toEqual([]);
});

test.each<[unknown, unknown]>([
  [{ ip_address: '127.0.0' }, { ip_address: ['is invalid'] }],
  [{ ip_address: '256.0.0.1' }, { ip_address: ['is invalid'] }],
  [{ ip_address: '0x7f.0.0.1' }, { ip_address: ['is invalid'] }],
  [{ ip_address: '127.0.0.1/8' }, { ip_address: ['is invalid'] }],
  [{ ip_address: 'fe80::1%eth0' }, { ip_address: ['is invalid'] }],
  [{ ip_address: '' }, { ip_address: ['is invalid'] }],
  [{ ip_address: 2130706433 }, { ip_address: ['must be a string'] }],
  [{ country_of_residence: 'gb' }, { country_of_residence: ['is not included in the list'] }],
])('%j is wrong', (value, errors) => {
  expect(location(value)).toEqual([errors]);
});

test('a text is not a location', () => {
  expect(location('127.0.0.1')).toEqual(['must be an object']);
});
