import { expect, test } from 'vitest';
import { idNumbers, idNumberTypes } from './id-number.ts';

test.each<[unknown, unknown[]]>([
  [[], []],
  [[{ type: 'ssn', value: '433-54-3937' }], []],
  [[{ type: 'ssn', value: '3937', state_code: null }], []],
  [[{ type: 'ssn', value: '433543937' }], [{ value: ['is invalid'] }]],
  [[{ type: 'ssn', value: '433-54-393' }], [{ value: ['is invalid'] }]],
  [[{ type: 'ssn', value: '433-543-937' }], [{ value: ['is invalid'] }]],
  [[{ type: 'ssn', value: 'xxx-xx-xxxx' }], [{ value: ['is invalid'] }]],
  [[{ type: 'ssn', value: '4335-4-3937' }], [{ value: ['is invalid'] }]],
  [[{ type: 'ssn', value: '٣٩٣٧' }], [{ value: ['is invalid'] }]],
  [[{ type: 'ssn', value: 3937 }], [{ value: ['must be a string'] }]],
  [[{ type: 'tax_id' }], [{ value: ["can't be blank"] }]],
  [[{ value: '1' }], [{ type: ["can't be blank"] }]],
  [[{}], [{ type: ["can't be blank"], value: ["can't be blank"] }]],
  [[{ type: 'driving_licence', value: 'I1234562', state_code: 'CA' }], []],
  [[{ type: 'driving_license', value: 'I1234562', state_code: 'ON' }], []],
  [
    [{ type: 'driving_licence', value: 'I1234562', state_code: 'ca' }],
    [{ state_code: ['is not included in the list'] }],
  ],
  [
    [{ type: 'driving_licence', value: 'I1234562', state_code: 'ZZ' }],
    [{ state_code: ['is not included in the list'] }],
  ],
  [[{ type: 'passport', value: '123', state_code: 'CA' }], [{ state_code: ['must be blank'] }]],
  [[{ type: 'passport', value: '123', state_code: '' }], []],
  [[{ type: 'passport', value: 'x'.repeat(256) }], [{ value: ['is too long (maximum is 255 characters)'] }]],
  [
    [{ type: 'tax_id', value: '' }, { type: 'passport', value: '1' }, { type: 'x', value: '1' }, 'ssn'],
    [{ value: ["can't be blank"] }, { type: ['is not included in the list'] }, 'must be an object'],
  ],
  [{ type: 'ssn', value: '3937' }, ['must be an array']],
  [Array(51).fill({ type: 'tax_id', value: '1' }), ['is too long (maximum is 50 entries)']],
])('%j', (value, messages) => {
  expect(idNumbers(idNumberTypes)(value)).toEqual(messages);
});
