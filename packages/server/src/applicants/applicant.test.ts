import { expect, test } from 'vitest';
import { type ApplicantData, type DatedAddress, emptyApplicant, fromSealedData, toSealedData } from './applicant.ts';

const london: DatedAddress = {
  flat_number: null,
  building_number: '10',
  building_name: null,
  street: 'Main Street',
  sub_street: null,
  town: 'London',
  state: null,
  postcode: 'SW4 6EH',
  country: 'GBR',
  line1: null,
  line2: null,
  line3: null,
  start_date: null,
  end_date: null,
};
const jane: ApplicantData = { ...emptyApplicant, first_name: 'Jane', last_name: 'Doe', email: 'jane@example.com' };

const stored = (data: ApplicantData) => JSON.parse(JSON.stringify(toSealedData(data)));

test('empty fields and lists are not sealed', () => {
  expect(stored(jane)).toEqual({ first_name: 'Jane', last_name: 'Doe', email: 'jane@example.com' });
  expect(stored({ ...jane, addresses: [london] })).toEqual({ ...stored(jane), address: london });
});

const full: ApplicantData = {
  ...jane,
  title: 'Dr',
  gender: '',
  country: 'GBR',
  addresses: [london],
  id_numbers: [{ type: 'ssn', value: '433-54-3937', state_code: null }],
  location: { ip_address: null, country_of_residence: 'GBR' },
  consents: [{ name: 'privacy_notices_read', granted: false, granted_at: null }],
};

test.each<[string, ApplicantData]>([
  ['names alone', jane],
  ['nothing', emptyApplicant],
  ['every kind of field', full],
  ['a dated address', { ...full, addresses: [{ ...london, start_date: '2020-01-31' }] }],
  ['a former address', { ...jane, addresses: [{ ...london, start_date: '2010-01-31', end_date: '2020-01-31' }] }],
  ['two addresses', { ...full, addresses: [london, { ...london, end_date: '2020-01-31' }] }],
])('%s: the opened data are the sealed data', (_what, data) => {
  expect(fromSealedData(stored(data))).toEqual(data);
});
