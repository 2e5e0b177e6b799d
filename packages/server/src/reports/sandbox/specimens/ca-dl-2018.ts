import type { Specimen } from './specimen.ts';

/** Californian driving licence of 2018. */
export const caDl2018: Specimen = {
  front: {
    date_of_birth: '1990-08-31',
    date_of_expiry: '2029-08-31',
    issuing_date: '2024-09-05',
    document_numbers: [
      {
        type: 'document_number',
        value: 'X0000018',
      },
    ],
    document_type: 'driving_licence',
    first_name: 'ALEXANDRA',
    middle_name: 'MAY',
    last_name: 'SPECIMEN',
    gender: 'Female',
    issuing_country: 'USA',
    issuing_state: 'CA',
    nationality: null,
    address: '100 SPECIMEN WAY, SACRAMENTO, CA 95814',
    real_id_compliance: true,
    document_classification: {
      issuing_country: 'USA',
      document_type: 'driving_licence',
      issuing_state: 'CA',
    },
  },
  back: {
    barcode: [
      {
        first_name: 'ALEXANDRA',
        middle_name: 'MAY',
        last_name: 'SPECIMEN',
        document_type: 'driving_licence',
        date_of_expiry: '2029-08-31',
        date_of_birth: '1990-08-31',
        issuing_date: '2024-09-05',
        address_line_1: '100 SPECIMEN WAY',
        address_line_2: 'SACRAMENTO',
        address_line_3: 'CA',
        address_line_4: '95814',
        address_line_5: 'USA',
        issuing_state: 'CA',
        class: 'C',
        gender: 'Female',
        issuing_country: 'USA',
        document_number: 'X0000018',
        real_id_classification: 'F',
      },
    ],
  },
  addressLines: {
    street_address: '100 SPECIMEN WAY',
    city: 'SACRAMENTO',
    state: 'CA',
    postal_code: '95814',
    country: 'United States',
    country_code: 'USA',
  },
  addressOn: 'front',
  mrz: null,
};
