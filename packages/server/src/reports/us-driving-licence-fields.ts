const text = { type: ['string', 'null'], maxLength: 255 };
const date = { type: ['string', 'null'], format: 'date' };
const state = { type: ['string', 'null'], pattern: '^[A-Z]{2}$' };
const integer = { type: ['integer', 'null'], minimum: 0 };

/**
 * The licence of a `us_driving_licence` report (contract 9.9). Its two required fields are required
 * only with the report: a check without the report may have the object without them.
 */
export const UsDrivingLicence = {
  type: ['object', 'null'],
  title: 'US driving licence',
  properties: {
    id_number: text,
    issue_state: state,
    address_line_1: text,
    address_line_2: text,
    city: text,
    state,
    postal_code: text,
    date_of_birth: date,
    issue_date: date,
    expiration_date: date,
    document_category: { type: ['string', 'null'], enum: ['driver license', 'driver permit', 'id card', null] },
    first_name: text,
    middle_name: text,
    last_name: text,
    name_suffix: text,
    eye_color_code: {
      type: ['string', 'null'],
      enum: ['BLK', 'BLU', 'BRO', 'DIC', 'GRY', 'GRN', 'HAZ', 'MAR', 'PNK', null],
    },
    gender: { type: ['string', 'null'], enum: ['Male', 'Female', null] },
    weight_measure: { ...integer, description: 'Pounds' },
    height_measure_feet: integer,
    height_measure_inches: integer,
  },
};
