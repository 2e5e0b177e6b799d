import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();

const names = { first_name: 'Anna', last_name: 'Berg' };
const blank = ["can't be blank"];
const invalid = ['is invalid'];
const unlisted = ['is not included in the list'];
const mustBe = (what: string) => [`must be ${what}`];
const badName = ['must not contain any of ^ ! # $ % * = < > ; { } "'];
const badPart = ['must not contain any of ! $ % ^ * = < >'];
const uk = { postcode: 'SW4 6EH', country: 'GBR' };
const us = { postcode: '90210', country: 'USA' };

/** Fields sent beside two good names, and the expected `fields` of the error. */
const wrong: [sent: object, fields: object][] = [
  [{ first_name: undefined }, { first_name: blank }],
  [
    { first_name: undefined, last_name: undefined },
    { first_name: blank, last_name: blank },
  ],
  [
    { first_name: null, last_name: '   ' },
    { first_name: blank, last_name: blank },
  ],
  [{ first_name: 5 }, { first_name: mustBe('a string') }],
  [
    { first_name: ['Anna'], last_name: {} },
    { first_name: mustBe('a string'), last_name: mustBe('a string') },
  ],
  ...[...'^!#$%*=<>;{}"'].map((character): [object, object] => [
    { last_name: `Be${character}rg` },
    { last_name: badName },
  ]),
  [{ first_name: 'An\u0000na' }, { first_name: ['must not contain control characters'] }],
  [{ first_name: 'An\ud800na' }, { first_name: ['must not contain control characters'] }],
  [{ first_name: 'a'.repeat(256) }, { first_name: ['is too long (maximum is 255 characters)'] }],
  [{ email: 'nobody' }, { email: invalid }],
  [{ email: 'a@example.com, b@example.com' }, { email: invalid }],
  [{ email: 7 }, { email: mustBe('a string') }],
  [{ dob: '31-01-1990' }, { dob: invalid }],
  [{ dob: '2023-02-30' }, { dob: invalid }],
  [{ dob: '1990-01-31T00:00:00Z' }, { dob: invalid }],
  [{ dob: '2026-01-16' }, { dob: ["can't be in the future"] }],
  [{ dob: '1899-12-31' }, { dob: ['must not be before 1900-01-01'] }],
  [{ dob: 19900131 }, { dob: mustBe('a string') }],
  [{ address: 'Main Street' }, { address: mustBe('an object') }],
  [{ address: [] }, { address: mustBe('an object') }],
  [{ address: {} }, { address: [{ postcode: blank, country: blank }] }],
  [{ address: { postcode: 'SW4 6EH' } }, { address: [{ country: blank }] }],
  [{ address: { country: 'GBR' } }, { address: [{ postcode: blank }] }],
  [{ address: { ...uk, country: 'GB' } }, { address: [{ country: unlisted }] }],
  [{ address: { ...uk, country: 'gbr' } }, { address: [{ country: unlisted }] }],
  [{ address: { ...uk, postcode: 'SW46EHX' } }, { address: [{ postcode: invalid }] }],
  [{ address: us }, { address: [{ state: blank }] }],
  [{ address: { ...us, state: 'California' } }, { address: [{ state: unlisted }] }],
  [
    { address: { ...uk, street: 'x'.repeat(33) } },
    { address: [{ street: ['is too long (maximum is 32 characters)'] }] },
  ],
  ...[...'!$%^*=<>'].map((character): [object, object] => [
    { address: { ...uk, town: `Lon${character}don` } },
    { address: [{ town: badPart }] },
  ]),
  [{ address: { ...uk, flat_number: 5 } }, { address: [{ flat_number: mustBe('a string') }] }],
  [{ id_numbers: { type: 'ssn', value: '3937' } }, { id_numbers: mustBe('an array') }],
  [{ id_numbers: ['3937'] }, { id_numbers: mustBe('an object') }],
  [{ id_numbers: [{}] }, { id_numbers: [{ type: blank, value: blank }] }],
  [{ id_numbers: [{ type: 'ssn', value: '433543937' }] }, { id_numbers: [{ value: invalid }] }],
  [{ id_numbers: [{ type: 'ssn', value: '433-54-393' }] }, { id_numbers: [{ value: invalid }] }],
  [{ id_numbers: [{ type: 'library_card', value: '1' }] }, { id_numbers: [{ type: unlisted }] }],
  [
    { id_numbers: [{ type: 'driving_licence', value: '1', state_code: 'XX' }] },
    { id_numbers: [{ state_code: unlisted }] },
  ],
  [
    { id_numbers: [{ type: 'ssn', value: '3937', state_code: 'CA' }] },
    { id_numbers: [{ state_code: ['must be blank'] }] },
  ],
  [
    {
      id_numbers: [
        { type: 'ssn', value: '1' },
        { type: 'tax_id', value: '12' },
        { type: 'x', value: '1' },
      ],
    },
    { id_numbers: [{ value: invalid }, { type: unlisted }] },
  ],
  // All that is wrong is answered at once, whether its type is wrong or its value.
  [
    { first_name: 5, last_name: 'B;', email: 'x', dob: 'y', address: { ...us, town: 1 }, id_numbers: 3 },
    {
      first_name: mustBe('a string'),
      last_name: badName,
      email: invalid,
      address: [{ town: mustBe('a string'), state: blank }],
      id_numbers: mustBe('an array'),
      dob: invalid,
    },
  ],
];

const since36: [sent: object, fields: object][] = [
  [{ phone_number: 'call me' }, { phone_number: invalid }],
  [{ phone_number: '12345' }, { phone_number: invalid }],
  [{ phone_number: 447911123456 }, { phone_number: mustBe('a string') }],
  [{ location: 'FRA' }, { location: mustBe('an object') }],
  [{ location: { ip_address: '999.1.1.1' } }, { location: [{ ip_address: invalid }] }],
  [{ location: { country_of_residence: 'FR' } }, { location: [{ country_of_residence: unlisted }] }],
  [
    { location: { ip_address: 1, country_of_residence: 2 } },
    { location: [{ ip_address: mustBe('a string'), country_of_residence: mustBe('a string') }] },
  ],
];

const idNumberTypes = ['ssn', 'social_insurance', 'tax_id', 'identity_card', 'driving_licence'];
const laterIdNumberTypes = ['share_code', 'voter_id', 'passport', 'other', 'driving_license'];
const idNumber = (type: string) => ({ type, value: '1234' });

describe.each([
  { version: 'v3.2', rows: wrong, types: idNumberTypes, unknownTypes: laterIdNumberTypes },
  { version: 'v3.6', rows: [...wrong, ...since36], types: [...idNumberTypes, ...laterIdNumberTypes], unknownTypes: [] },
])('$version', ({ version, rows, types, unknownTypes }) => {
  const refused = (fields: object) => ({
    error: { type: 'validation_error', message: 'There was a validation error on this request', fields },
  });

  it('refuses on creation, naming every field', async () => {
    for (const [sent, fields] of rows) {
      const { status, body } = await service.post(`/${version}/applicants`, { ...names, ...sent });
      expect([status, body], JSON.stringify(sent)).toEqual([422, refused(fields)]);
    }
  });

  it('refuses the same on update, except that what is absent stays', async () => {
    const { body: before } = await service.post(`/${version}/applicants`, names);
    for (const [sent, fields] of rows) {
      const { status, body } = await service.put(before.href, sent);
      const expected = Object.values(sent).includes(undefined) ? [200, before] : [422, refused(fields)];
      expect([status, body], JSON.stringify(sent)).toEqual(expected);
    }
    expect((await service.get(before.href)).body).toEqual(before);
  });

  it('knows the types of ID number of its version', async () => {
    const good = await service.post(`/${version}/applicants`, { ...names, id_numbers: types.map(idNumber) });
    expect(good.body.id_numbers).toEqual(types.map((type) => ({ ...idNumber(type), state_code: null })));
    for (const type of unknownTypes) {
      const { status, body } = await service.post(`/${version}/applicants`, { ...names, id_numbers: [idNumber(type)] });
      expect([status, body]).toEqual([422, refused({ id_numbers: [{ type: unlisted }] })]);
    }
  });

  it('takes what is at the edge', async () => {
    const edges = [
      { first_name: 'A', last_name: 'x'.repeat(255) },
      { dob: '2026-01-15' },
      { dob: '1900-01-01' },
      { dob: '2024-02-29' },
      { address: { ...uk, street: 'x'.repeat(32) } },
      { address: { postcode: '75001', country: 'FRA', street: 'x'.repeat(255) } },
      { address: { ...us, state: 'CA' } },
      { address: { postcode: 'sw46eh', country: 'GBR' } },
    ];
    for (const edge of edges) {
      const { status } = await service.post(`/${version}/applicants`, { ...names, ...edge });
      expect(status, JSON.stringify(edge)).toBe(201);
    }
  });

  it('takes no body, and null, as one without fields', async () => {
    for (const answer of [
      await service.post(`/${version}/applicants`, null),
      await service.call('POST', `/${version}/applicants`),
    ]) {
      expect([answer.status, answer.body]).toEqual([422, refused({ first_name: blank, last_name: blank })]);
    }
  });
});
