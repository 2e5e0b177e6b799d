import type { PickedAddress } from './pick.ts';

const at = (building_number: string, street: string, town: string, postcode: string, more = {}): PickedAddress => ({
  flat_number: '',
  building_number,
  building_name: '',
  street,
  sub_street: '',
  town,
  postcode,
  country: 'GBR',
  ...more,
});

/** Made-up addresses that a new deployment starts with, until an operator imports real ones. */
export const sampleAddresses: readonly PickedAddress[] = [
  at('1', 'SAMPLE STREET', 'LONDON', 'SW4 6EH'),
  at('2', 'SAMPLE STREET', 'LONDON', 'SW4 6EH'),
  at('3', 'SAMPLE STREET', 'LONDON', 'SW4 6EH', { flat_number: '4A' }),
  at('', 'SAMPLE STREET', 'LONDON', 'SW4 6EH', { building_name: 'SPECIMEN HOUSE' }),
  at('100', 'EXAMPLE STREET', 'LONDON', 'S2 2DF'),
  at('', 'EXAMPLE STREET', 'LONDON', 'S2 2DF', { flat_number: '10', building_name: 'EXAMPLE COURT' }),
  at('99', 'OTHER ROAD', 'LEEDS', 'LS1 1AA', { sub_street: 'OTHER YARD' }),
];
