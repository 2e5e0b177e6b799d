import { expect, test } from 'vitest';
import { fieldErrorsOf } from './field-errors.ts';

test('errors of nested fields stand under the name of their field in the form', () => {
  const fields = {
    email: ['is invalid'],
    address: [{ postcode: ["can't be blank"], country: ['is invalid', 'is too long'] }],
    id_numbers: [{ value: ["can't be blank"] }],
  };
  expect(fieldErrorsOf(fields)).toEqual({
    email: ['is invalid'],
    'address.postcode': ["can't be blank"],
    'address.country': ['is invalid', 'is too long'],
    'id_numbers.value': ["can't be blank"],
  });
  expect(fieldErrorsOf({})).toEqual({});
});
