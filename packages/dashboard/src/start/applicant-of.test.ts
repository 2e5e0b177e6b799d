import { expect, test } from 'vitest';
import { applicantOf } from './applicant-of.ts';

test('a form becomes the body of a request, without what is empty', () => {
  const form = {
    first_name: 'Anna',
    last_name: 'Berg',
    email: '',
    'address.postcode': 'SW4 6EH',
    'address.street': ' ',
    'location.country_of_residence': '',
    'id_numbers.type': 'ssn',
    'id_numbers.value': '',
  };
  expect(JSON.parse(JSON.stringify(applicantOf(form)))).toEqual({
    first_name: 'Anna',
    last_name: 'Berg',
    address: { postcode: 'SW4 6EH' },
    id_numbers: [{ type: 'ssn' }],
  });
  expect(applicantOf({ first_name: 'Anna', consent: 'on' })).toMatchObject({
    first_name: 'Anna',
    consents: [{ name: 'privacy_notices_read', granted: true }],
  });
});
