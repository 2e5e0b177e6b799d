import { expect, test } from 'vitest';
import { phoneNumber } from './phone-number.ts';

test.each(['+351911111111', '351911111111', '00351911111111', '+44 (20) 7946-0000', '+1.202.555.0100', '+1234567'])(
  '%s is taken',
  (value) => {
    expect(phoneNumber(value)).toEqual([]);
  },
);

test.each([
  '',
  '+',
  '07700900000',
  '+0351911111111',
  '123456',
  '1234567890123456',
  '++44123456789',
  'call me',
  '44x1234567',
])('%j is refused', (value) => {
  expect(phoneNumber(value)).toEqual(['is invalid']);
});

test.each<[unknown, string[]]>([
  [351911111111, ['must be a string']],
  [`+351 ${' '.repeat(30)}911111111`, ['is too long (maximum is 32 characters)']],
])('%j', (value, messages) => {
  expect(phoneNumber(value)).toEqual(messages);
});
