import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applicantErrors } from '../../applicants/fields.ts';
import { version } from '../../testing/versions.ts';
import { idNumberTypesOf } from './applicant-fields.ts';
import { applicantWire } from './applicant-wire.ts';

const now = Date.UTC(2024, 0, 24);
const create = (input: Record<string, unknown>, name = 'v3.6') =>
  applicantErrors(input, applicantWire(version(name)).fields.create, now);
const update = (input: Record<string, unknown>, name = 'v3.6') =>
  applicantErrors(input, applicantWire(version(name)).fields.update, now);

const jane = { first_name: 'Jane', last_name: 'Doe' };

const full = {
  ...jane,
  email: 'jane.doe@example.com',
  dob: '1990-01-31',
  address: { building_number: '1', street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
  id_numbers: [{ type: 'passport', value: '123456789' }],
  phone_number: '+351911111111',
  location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
  consents: [{ name: 'privacy_notices_read', granted: true }],
};

/** Wrong in every field. */
const wrong = {
  first_name: 'Jane!',
  last_name: '',
  email: 'jane',
  dob: '1990-02-30',
  address: { street: 'x'.repeat(33), country: 'GBR' },
  id_numbers: [{ type: 'ssn', value: '12' }, { type: 'tax_id', value: '1' }, { type: 'other' }],
  phone_number: '0',
  location: { ip_address: 'here' },
  consents: [{ name: 'marketing', granted: true }],
};

const wrongIn32 = {
  first_name: ['must not contain any of ^ ! # $ % * = < > ; { } "'],
  last_name: ["can't be blank"],
  email: ['is invalid'],
  dob: ['is invalid'],
  address: [{ street: ['is too long (maximum is 32 characters)'], postcode: ["can't be blank"] }],
  id_numbers: [{ value: ['is invalid'] }, { type: ['is not included in the list'], value: ["can't be blank"] }],
};

describe('creating', () => {
  test('takes the least and the most there is', () => {
    expect(create(jane)).toBe(null);
    expect(create(full)).toBe(null);
  });

  test('asks for both names', () => {
    expect(create({})).toEqual({ first_name: ["can't be blank"], last_name: ["can't be blank"] });
  });

  test('takes null for what is unset', () => {
    const unset = Object.fromEntries(Object.keys(full).map((field) => [field, null]));
    expect(create({ ...unset, ...jane })).toBe(null);
    expect(create({ ...full, first_name: null })).toEqual({ first_name: ["can't be blank"] });
  });

  test('ignores what it does not know', () => {
    expect(create({ ...jane, title: '<Mr>', middle_name: 7 })).toBe(null);
  });

  test('names every wrong field', () => {
    expect(create(wrong)).toEqual({
      ...wrongIn32,
      id_numbers: [{ value: ['is invalid'] }, { value: ["can't be blank"] }],
      phone_number: ['is invalid'],
      location: [{ ip_address: ['is invalid'] }],
      consents: [{ name: ['is not included in the list'] }],
    });
  });

  test('in 3.2 knows neither location, phone number nor consents', () => {
    expect(create(wrong, 'v3.2')).toEqual(wrongIn32);
  });

  test('names the type that it wants', () => {
    const numbers = Object.fromEntries(Object.keys(full).map((field) => [field, 7]));
    expect(create(numbers)).toEqual({
      first_name: ['must be a string'],
      last_name: ['must be a string'],
      email: ['must be a string'],
      dob: ['must be a string'],
      address: ['must be an object'],
      id_numbers: ['must be an array'],
      phone_number: ['must be a string'],
      location: ['must be an object'],
      consents: ['must be an array'],
    });
  });
});

describe('updating', () => {
  test('takes nothing, and any field alone', () => {
    expect(update({})).toBe(null);
    for (const [field, value] of Object.entries(full)) expect(update({ [field]: value })).toBe(null);
  });

  test('unsets no name', () => {
    expect(update({ first_name: null })).toEqual({ first_name: ["can't be blank"] });
    expect(update({ last_name: '' })).toEqual({ last_name: ["can't be blank"] });
  });

  test('takes an address as a whole', () => {
    expect(update({ address: { town: 'Leeds' } })).toEqual({
      address: [{ postcode: ["can't be blank"], country: ["can't be blank"] }],
    });
  });
});

test('any JSON is answered, and what passes has the types that it claims', () => {
  const messy = fc.record(
    Object.fromEntries(
      Object.entries(full).map(([field, value]) => [
        field,
        fc.oneof({ weight: 9, arbitrary: fc.constant(value as unknown) }, fc.jsonValue()),
      ]),
    ),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(messy, fc.constantFrom('v3.2', 'v3.6'), (input, generation) => {
      const errors = create(input, generation);
      if (errors !== null) {
        expect(Object.keys(errors).length).toBeGreaterThan(0);
        return;
      }
      expect([typeof input.first_name, typeof input.last_name]).toEqual(['string', 'string']);
      expect(Array.isArray(input.id_numbers ?? [])).toBe(true);
      expect(typeof (input.address ?? {})).toBe('object');
    }),
  );
});

test('the types of each generation', () => {
  expect(idNumberTypesOf(version('v3.2'))).toEqual([
    'ssn',
    'social_insurance',
    'tax_id',
    'identity_card',
    'driving_licence',
  ]);
  expect(idNumberTypesOf(version('v3.6'))).toEqual([
    ...idNumberTypesOf(version('v3.2')),
    'share_code',
    'voter_id',
    'passport',
    'other',
    'driving_license',
  ]);
});

test.each(['v3.2', 'v3.6'])('every type of %s is taken by it', (name) => {
  for (const type of idNumberTypesOf(version(name))) {
    expect(create({ ...jane, id_numbers: [{ type, value: '1234' }] }, name)).toBeNull();
  }
});

test('a type of 3.6 is unknown to 3.2', () => {
  const id_numbers = [{ type: 'passport', value: '1234' }];
  expect(create({ ...jane, id_numbers }, 'v3.2')).toEqual({
    id_numbers: [{ type: ['is not included in the list'] }],
  });
});
