import type { Specimen } from './specimen.ts';

/** Ontario photo card of 2010. */
export const ontarioId2010: Specimen = {
  front: {
    date_of_birth: '1992-11-17',
    date_of_expiry: '2029-03-14',
    issuing_date: '2024-03-14',
    document_numbers: [
      {
        type: 'document_number',
        value: 'S00000000921117',
      },
    ],
    document_type: 'national_identity_card',
    first_name: 'ROBIN',
    middle_name: 'KAI',
    last_name: 'SPECIMEN',
    gender: 'Male',
    issuing_country: 'CAN',
    issuing_state: 'ON',
    nationality: null,
    address: '300 EXAMPLE STREET, TORONTO, ON M5V 1A1',
    document_classification: {
      issuing_country: 'CAN',
      document_type: 'national_identity_card',
      issuing_state: 'ON',
    },
  },
  back: {
    barcode: [
      {
        first_name: 'ROBIN',
        middle_name: 'KAI',
        last_name: 'SPECIMEN',
        document_type: 'national_identity_card',
        date_of_expiry: '2029-03-14',
        date_of_birth: '1992-11-17',
        issuing_date: '2024-03-14',
        address_line_1: '300 EXAMPLE STREET',
        address_line_2: 'TORONTO',
        address_line_3: 'ON',
        address_line_4: 'M5V 1A1',
        address_line_5: 'CAN',
        issuing_state: 'ON',
        gender: 'Male',
        issuing_country: 'CAN',
        document_number: 'S00000000921117',
      },
    ],
  },
  addressLines: {
    street_address: '300 EXAMPLE STREET',
    city: 'TORONTO',
    state: 'ON',
    postal_code: 'M5V 1A1',
    country: 'Canada',
    country_code: 'CAN',
  },
  addressOn: 'front',
  mrz: null,
};
