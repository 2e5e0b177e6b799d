import type { Specimen } from './specimen.ts';

/** French identity card of 1994; the two machine-readable lines (2 x 36) stand on the front. */
export const fraId1994: Specimen = {
  front: {
    date_of_birth: '1988-03-25',
    document_numbers: [
      {
        type: 'document_number',
        value: '190607500042',
      },
    ],
    document_type: 'national_identity_card',
    first_name: 'CAMILLE ANNE',
    last_name: 'SPECIMEN',
    gender: 'Female',
    issuing_country: 'FRA',
    nationality: 'FRA',
    place_of_birth: 'LYON',
    mrz_line1: 'IDFRASPECIMEN<<<<<<<<<<<<<<<<<075001',
    mrz_line2: '1906075000422CAMILLE<<ANNE<8803252F7',
    document_classification: {
      issuing_country: 'FRA',
      document_type: 'national_identity_card',
    },
    date_of_expiry: null,
  },
  back: {
    date_of_expiry: '2034-06-13',
    issuing_date: '2019-06-14',
    issuing_authority: 'PREFECTURE DE POLICE DE PARIS',
    address: "12 RUE DE L'EXEMPLE, 75011 PARIS",
  },
  addressLines: {
    street_address: "12 RUE DE L'EXEMPLE",
    city: 'PARIS',
    state: '',
    postal_code: '75011',
    country: 'France',
    country_code: 'FRA',
  },
  addressOn: 'back',
  mrz: 'clear',
};
