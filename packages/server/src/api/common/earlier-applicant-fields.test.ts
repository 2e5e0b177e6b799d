import { describe, expect, it } from 'vitest';
import { applicantErrors } from '../../applicants/fields.ts';
import { version } from '../../testing/versions.ts';
import { applicantWire } from './applicant-wire.ts';

const now = Date.parse('2026-01-15T09:30:00Z');
const names = { first_name: 'Anna', last_name: 'Berg' };
const home = { street: 'Main Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };
const fieldsOf = (generation: '1' | '2') => applicantWire(version(`v${generation}`)).fields;
const judge = (generation: '1' | '2', input: object, partial = false) =>
  applicantErrors({ ...names, ...input }, fieldsOf(generation)[partial ? 'update' : 'create'], now);

const BLANK = ["can't be blank"];
const INVALID = ['is invalid'];
const UNLISTED = ['is not included in the list'];

describe.each(['1', '2'] as const)('v%s', (generation) => {
  it('takes all that it knows, empty where it is unknown, in the cases that clients write', () => {
    const full = {
      title: 'Ms',
      middle_name: 'Maria',
      email: 'anna@example.com',
      gender: 'Female',
      dob: '1990-01-31',
      telephone: '020 7946 0123',
      mobile: '07700 900123',
      country: 'gbr',
      id_numbers: [
        { type: 'ssn', value: '433-54-3937' },
        { type: 'driving_license', value: 'ABC', state_code: 'CA' },
        { type: 'driving_licence', value: 'ABC', state_code: '' },
      ],
      addresses: [
        { ...home, country: 'gbr', start_date: '2020-01-01', end_date: null },
        { ...home, country: 'usa', postcode: '90210', state: 'CA', start_date: '2001-02-03', end_date: '2019-12-31' },
      ],
    };
    expect(judge(generation, full)).toBeNull();
    const unknown = {
      title: '',
      middle_name: '',
      email: '',
      gender: '',
      dob: '',
      telephone: '',
      mobile: '',
      country: '',
    };
    expect(judge(generation, unknown)).toBeNull();
    expect(judge(generation, Object.fromEntries(Object.keys(full).map((name) => [name, null])))).toBeNull();
  });

  it.each<[string, object, object]>([
    ['a title of another language', { title: 'Frau' }, { title: UNLISTED }],
    ['a gender that it does not know', { gender: 'diverse' }, { gender: UNLISTED }],
    ['a country by its name', { country: 'England' }, { country: UNLISTED }],
    ['a date of birth as the British write it', { dob: '31/01/1990' }, { dob: INVALID }],
    [
      'an early spelling of the insurance number',
      { id_numbers: [{ type: 'nino', value: 'QQ123456C' }] },
      { id_numbers: [{ type: UNLISTED }] },
    ],
    [
      'an SSN without dashes',
      { id_numbers: [{ type: 'ssn', value: '433543937' }] },
      { id_numbers: [{ value: INVALID }] },
    ],
    ['one address instead of a list', { addresses: home }, { addresses: ['must be an array'] }],
    [
      'an address without what it must have',
      { addresses: [{ street: 'A', town: 'B' }] },
      { addresses: [{ postcode: BLANK, country: BLANK }] },
    ],
    [
      'a postcode of no form',
      { addresses: [{ ...home, postcode: 'X' }] },
      { addresses: [{ postcode: ['invalid postcode'] }] },
    ],
    ['the USA without a state', { addresses: [{ ...home, country: 'usa' }] }, { addresses: [{ state: BLANK }] }],
    [
      'an invalid day',
      { addresses: [{ ...home, start_date: '2020-02-30' }] },
      { addresses: [{ start_date: INVALID }] },
    ],
    [
      'an end before its start',
      { addresses: [{ ...home, start_date: '2020-02-02', end_date: '2020-02-01' }] },
      { addresses: [{ end_date: ['must not be before start_date'] }] },
    ],
    [
      'a name with forbidden characters',
      { middle_name: '<b>' },
      { middle_name: ['must not contain any of ^ ! # $ % * = < > ; { } "'] },
    ],
  ])('refuses %s', (_, input, errors) => {
    expect(judge(generation, input)).toEqual(errors);
  });

  it('lets an update leave the names out, but not unset them', () => {
    const change = (input: object) => applicantErrors({ ...input }, fieldsOf(generation).update, now);
    expect(change({ title: 'Mr' })).toBeNull();
    expect(change({ first_name: null })).toEqual({ first_name: BLANK });
  });
});

it('v1 wants street and town of an address, v2 does not', () => {
  const bare = { addresses: [{ postcode: 'SW4 6EH', country: 'GBR' }] };
  expect(judge('1', bare)).toEqual({ addresses: [{ street: BLANK, town: BLANK }] });
  expect(judge('2', bare)).toBeNull();
});

it('v2 knows more of a person; v1 ignores it', () => {
  const wrong = {
    nationality: 'XX',
    country_of_birth: 'XX',
    town_of_birth: 7,
    mothers_maiden_name: '<',
    previous_last_name: '<',
  };
  expect(Object.keys(judge('2', wrong) ?? {}).sort()).toEqual(Object.keys(wrong).sort());
  expect(judge('1', wrong)).toBeNull();
  const share = { id_numbers: [{ type: 'share_code', value: 'W12345678' }] };
  expect(judge('2', share)).toBeNull();
  expect(judge('1', share)).toEqual({ id_numbers: [{ type: UNLISTED }] });
});
