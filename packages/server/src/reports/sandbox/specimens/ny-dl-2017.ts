import type { Specimen } from './specimen.ts';

/** New York driving licence of 2017. */
export const nyDl2017: Specimen = {
  front: {
    date_of_birth: '1985-06-09',
    date_of_expiry: '2029-06-09',
    issuing_date: '2021-06-01',
    document_numbers: [
      {
        type: 'document_number',
        value: '700000019',
      },
    ],
    document_type: 'driving_licence',
    first_name: 'JORDAN',
    middle_name: 'LEE',
    last_name: 'SPECIMEN',
    gender: 'Male',
    issuing_country: 'USA',
    issuing_state: 'NY',
    nationality: null,
    address: '200 SAMPLE AVENUE, ALBANY, NY 12207',
    real_id_compliance: false,
    document_classification: {
      issuing_country: 'USA',
      document_type: 'driving_licence',
      issuing_state: 'NY',
    },
  },
  back: {
    barcode: [
      {
        first_name: 'JORDAN',
        middle_name: 'LEE',
        last_name: 'SPECIMEN',
        document_type: 'driving_licence',
        date_of_expiry: '2029-06-09',
        date_of_birth: '1985-06-09',
        issuing_date: '2021-06-01',
        address_line_1: '200 SAMPLE AVENUE',
        address_line_2: 'ALBANY',
        address_line_3: 'NY',
        address_line_4: '12207',
        address_line_5: 'USA',
        issuing_state: 'NY',
        class: 'D',
        gender: 'Male',
        issuing_country: 'USA',
        document_number: '700000019',
        real_id_classification: 'N',
      },
    ],
  },
  addressLines: {
    street_address: '200 SAMPLE AVENUE',
    city: 'ALBANY',
    state: 'NY',
    postal_code: '12207',
    country: 'United States',
    country_code: 'USA',
  },
  addressOn: 'front',
  mrz: null,
};
