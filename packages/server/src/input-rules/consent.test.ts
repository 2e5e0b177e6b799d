import { expect, test } from 'vitest';
import { consentNames, consents } from './consent.ts';

test('every consent is taken, given or not', () => {
  expect(consents(consentNames.map((name) => ({ name, granted: true })))).toEqual([]);
  expect(consents(consentNames.map((name) => ({ name, granted: false })))).toEqual([]);
  expect(consents([])).toEqual([]);
});

test.each<[unknown, unknown[]]>([
  [[{ name: 'marketing', granted: true }], [{ name: ['is not included in the list'] }]],
  [[{ name: 'ssn_verification' }], [{ granted: ["can't be blank"] }]],
  [[{ name: 'ssn_verification', granted: 'true' }], [{ granted: ['must be a boolean'] }]],
  [
    [{ granted: true }, {}],
    [{ name: ["can't be blank"] }, { name: ["can't be blank"], granted: ["can't be blank"] }],
  ],
  [['ssn_verification'], ['must be an object']],
  [{ ssn_verification: true }, ['must be an array']],
])('%j', (value, messages) => {
  expect(consents(value)).toEqual(messages);
});
