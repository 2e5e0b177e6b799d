import { expect, test } from 'vitest';
import { judgeField } from './rules.ts';

test.each([
  ['first_name', '  Ada   Maria ', 'Ada Maria'],
  ['last_name', 'O’Neill-Śmith, 李', 'O’Neill-Śmith, 李'],
  ['email', ' ada@example.com ', 'ada@example.com'],
  ['phone_number', '0044 (7700) 900-123', '+447700900123'],
  ['phone_number', '+٤٤٧٧٠٠٩٠٠١٢٣', '+447700900123'],
  ['ssn', '123 45 6789', '123-45-6789'],
  ['ssn', '123-45-6789', '123-45-6789'],
  ['address.state', 'ca', 'CA'],
  ['address.state', ' new  york', 'NY'],
  ['address.postcode', 'sw4 6eh', 'SW4 6EH'],
  ['address.town', 'San  José', 'San José'],
])('%s "%s" is sent as "%s"', (field, typed, value) => {
  expect(judgeField(field, typed, 'GBR')).toEqual({ value });
});

test.each([
  ['first_name', 'R2D2', 'wrong_name'],
  ['last_name', '<b>', 'wrong_name'],
  ['email', 'ada@example', 'wrong_email'],
  ['email', 'ada example.com', 'wrong_email'],
  ['phone_number', '07700 900123', 'wrong_phone_number'],
  ['phone_number', '+44', 'wrong_phone_number'],
  ['ssn', '123-45-678', 'wrong_ssn'],
  ['address.state', 'Calif', 'wrong_state'],
  ['address.postcode', '75001', 'wrong_postcode'],
])('%s "%s" is %s', (field, typed, wrong) => {
  expect(judgeField(field, typed, 'GBR')).toEqual({ wrong: `profileData.${wrong}` });
});

test('a postcode is judged where its form is known', () => {
  expect(judgeField('address.postcode', '75001', 'FRA')).toEqual({ value: '75001' });
  expect(judgeField('address.postcode', '1012 ab', '')).toEqual({ value: '1012 AB' });
});
